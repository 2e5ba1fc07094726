# Installs into a fresh prefix, copies the example away from the tree, builds it there and compares what it prints.
file(REMOVE_RECURSE ${WORK}/prefix ${WORK}/example ${WORK}/example-build)
file(COPY ${EXAMPLE}/ DESTINATION ${WORK}/example)
foreach(command IN ITEMS
    "--install;${BUILD};--prefix;${WORK}/prefix;--component;search"
    "-S;${WORK}/example;-B;${WORK}/example-build;-G;Ninja;-DCMAKE_PREFIX_PATH=${WORK}/prefix;-DCMAKE_CXX_COMPILER=${COMPILER}"
    "--build;${WORK}/example-build")
  execute_process(COMMAND ${CMAKE_COMMAND} ${command} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message(FATAL_ERROR "cmake ${command}: ${failed}\n${said}")
  endif()
endforeach()
execute_process(COMMAND ${WORK}/example-build/find_pairs OUTPUT_VARIABLE pairs COMMAND_ERROR_IS_FATAL ANY)
if(NOT pairs STREQUAL "0 meets 1\n1 meets 2\n")
  message(FATAL_ERROR "the example printed\n${pairs}")
endif()
