# Installs gbho into a fresh prefix, then configures, builds and runs a consumer against it, and runs the installed
# program. Arguments: BUILD (a finished build), SOURCE (this folder), WORK (a folder to use), COMPILER.
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed (${status}): ${ARGN}\n${output}")
  endif()
  message(STATUS "${output}")
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DEXAMPLES=${SOURCE}/../../examples -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
set(ENV{GBHO_DATA_DIR} ${WORK}/prefix/share/gbho/data)
run(${WORK}/build/kept_study ${WORK}/studies.db)
foreach(file studies.db.json studies.db.html studies.db.refit.safetensors)
  if(NOT EXISTS ${WORK}/${file})
    message(FATAL_ERROR "kept_study has not written ${file}")
  endif()
endforeach()
run(${WORK}/build/own_method)
unset(ENV{GBHO_DATA_DIR})
run(${WORK}/prefix/bin/gbho data info mnist-1k)

# Predictions, without LibTorch.
run(${CMAKE_COMMAND} -S ${SOURCE}/predictor -B ${WORK}/predictor -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DEXAMPLES=${SOURCE}/../../examples -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=${FLAGS}
    -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_DISABLE_FIND_PACKAGE_Torch=ON -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON)
run(${CMAKE_COMMAND} --build ${WORK}/predictor)
foreach(task classes regression)
  foreach(program predict predict_in_c)
    run(${WORK}/predictor/${program} ${SOURCE}/../data/model/${task}.gbho ${SOURCE}/../data/model/${task}.csv)
  endforeach()
endforeach()
run(${WORK}/prefix/bin/gbho score ${SOURCE}/../data/model/classes.gbho ${SOURCE}/../data/model/classes.csv)
