# Headers alone, linked into the folder `headers` by CMakeLists.txt.
set(Boost_FOUND TRUE)
