# After a build: one test of ctest for each suite of a GoogleTest program. A process for every test would load LibTorch
# a thousand times, which takes longer than the tests. Suites that take long (SLOW, a file with a line "NAME SHARDS" each)
# are cut into as many entries, and begin first. LibTorch's threads wait without spinning, as in the program.
#   cmake -DPROGRAM=gbho_tests -DSLOW=slow-suites -DOUTPUT=suites.cmake -P DiscoverSuites.cmake

# LibTorch keeps memory for the life of the process, which is not a leak of ours.
if(NOT DEFINED ENV{ASAN_OPTIONS})
  set(ENV{ASAN_OPTIONS} detect_leaks=0)
endif()
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listing RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${status}")
endif()
file(STRINGS "${SLOW}" slow REGEX "^[^#]")

string(REPLACE ";" "," listing "${listing}")
string(REPLACE "\n" ";" lines "${listing}")
set(script "")
foreach(line IN LISTS lines)
  # A suite ends in a dot, perhaps with a comment behind it; its tests are indented.
  if(NOT line MATCHES "^([^ ]+)\\.( .*)?$")
    continue()
  endif()
  set(suite "${CMAKE_MATCH_1}")
  string(REGEX REPLACE "^.*/" "" name "${suite}")
  set(shards 0)
  foreach(entry IN LISTS slow)
    if(entry MATCHES "^${name} ([0-9]+)$")
      set(shards ${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(shards EQUAL 0)
    string(APPEND script "add_test([==[${suite}]==] \"${PROGRAM}\" [==[--gtest_filter=${suite}.*]==])\n"
      "set_tests_properties([==[${suite}]==] PROPERTIES TIMEOUT 3600 "
      "ENVIRONMENT OMP_WAIT_POLICY=passive)\n")
    continue()
  endif()
  foreach(shard RANGE 1 ${shards})
    set(entry "${suite}")
    if(shards GREATER 1)
      set(entry "${suite}.${shard}")
    endif()
    math(EXPR index "${shard} - 1")
    string(APPEND script "add_test([==[${entry}]==] \"${PROGRAM}\" [==[--gtest_filter=${suite}.*]==])\n"
      "set_tests_properties([==[${entry}]==] PROPERTIES TIMEOUT 3600 COST 100 "
      "ENVIRONMENT \"OMP_WAIT_POLICY=passive;GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}\")\n")
  endforeach()
endforeach()
if(script STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} lists no tests")
endif()
file(WRITE "${OUTPUT}" "${script}")
