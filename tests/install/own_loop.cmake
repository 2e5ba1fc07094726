# Installs into a fresh prefix, copies the example away from the tree, builds it there and looks at what it prints.
file(REMOVE_RECURSE ${WORK}/sim-prefix ${WORK}/own_loop ${WORK}/own_loop-build)
file(COPY ${EXAMPLE}/ DESTINATION ${WORK}/own_loop)
foreach(command IN ITEMS
    "--install;${BUILD};--prefix;${WORK}/sim-prefix;--component;search"
    "--install;${BUILD};--prefix;${WORK}/sim-prefix;--component;sim"
    "-S;${WORK}/own_loop;-B;${WORK}/own_loop-build;-G;Ninja;-DCMAKE_PREFIX_PATH=${WORK}/sim-prefix;-DCMAKE_CXX_COMPILER=${COMPILER}"
    "--build;${WORK}/own_loop-build")
  execute_process(COMMAND ${CMAKE_COMMAND} ${command} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "cmake ${command}: ${failed}\n${said}")
  endif()
endforeach()
execute_process(COMMAND ${WORK}/own_loop-build/own_loop ${WORK}/own_loop/scene.toml OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
# With gravity turned round the beads lie at the lid.
if(NOT said MATCHES "body 0 at 0\\.0[0-9]+ 0\\.0[0-9]+ 0\\.09[0-9]+ m.*body 1 at .* 0\\.09[0-9]+ m.*state hash [0-9a-f]+")
  message(FATAL_ERROR "the example printed\n${said}")
endif()
execute_process(COMMAND ${WORK}/own_loop-build/own_loop nowhere.toml RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE said)
if(NOT code EQUAL 2 OR NOT said MATCHES "nowhere.toml")
  message(FATAL_ERROR "a scene that is not there: exit code ${code}\n${said}")
endif()
