# The browser has no Embree: doors/bvh.cpp stands in its place.
set(embree_FOUND TRUE)
