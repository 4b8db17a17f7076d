# The library: every room of src/ but the program, in three parts. `gbho_predictor` is all that a prediction needs, and a
# library of its own; `gbho_plain` holds the other rooms without LibTorch, whose headers cost more to compile than all else:
# its files and its tests build and start in no time. All of them make libgbho.

file(GLOB gbho_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/*.cc ${PROJECT_SOURCE_DIR}/src/*/*/*.cc)
list(FILTER gbho_sources EXCLUDE REGEX "/src/cli/")
if(GBHO_DOWNLOADS)
  list(FILTER gbho_sources EXCLUDE REGEX "/src/data/fetch_off.cc")
else()
  list(FILTER gbho_sources EXCLUDE REGEX "/src/data/fetch/")
endif()
include(cmake/Kernels.cmake)

set(gbho_plain_rooms "/src/(base|record|surrogate|table|predictor|report)/")
set(gbho_plain_sources ${gbho_sources})
list(FILTER gbho_plain_sources INCLUDE REGEX ${gbho_plain_rooms})
list(FILTER gbho_sources EXCLUDE REGEX ${gbho_plain_rooms})
set(gbho_predictor_rooms "/src/((base|table|predictor)/|record/parse_json.cc)")
set(gbho_predictor_sources ${gbho_plain_sources})
list(FILTER gbho_predictor_sources INCLUDE REGEX ${gbho_predictor_rooms})
list(FILTER gbho_plain_sources EXCLUDE REGEX ${gbho_predictor_rooms})
include(cmake/EmbeddedStudies.cmake)
include(cmake/EmbeddedReport.cmake)
include(cmake/EmbeddedServe.cmake)

# What all parts, and whoever uses them, are compiled with.
add_library(gbho_headers INTERFACE)
target_compile_features(gbho_headers INTERFACE cxx_std_20)
target_include_directories(gbho_headers INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(gbho_headers INTERFACE Threads::Threads)

include(cmake/Predictor.cmake)

add_library(gbho_plain STATIC ${gbho_plain_sources})
target_include_directories(gbho_plain PRIVATE ${PROJECT_SOURCE_DIR}/src)
# Eigen aligns, and frees, what it allocates by the instruction set of the file; objects that pass between the library
# and a program compiled with -march=native need one rule for both.
target_compile_definitions(gbho_plain PUBLIC EIGEN_MAX_ALIGN_BYTES=16)
target_link_libraries(gbho_plain
  PUBLIC gbho_predictor Eigen3::Eigen
  PRIVATE fmt::fmt NLopt::nlopt $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:gbho_warnings>)

add_library(gbho STATIC ${gbho_sources})
add_library(gbho::gbho ALIAS gbho)
target_include_directories(gbho PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(gbho SYSTEM PUBLIC "$<BUILD_INTERFACE:${TORCH_INCLUDE_DIRS}>")
target_link_libraries(gbho
  PUBLIC gbho_plain ${TORCH_LIBRARIES}
  PRIVATE fmt::fmt SQLite::SQLite3 tomlplusplus::tomlplusplus
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:gbho_warnings>)
if(GBHO_NVCC)
  target_link_libraries(gbho PRIVATE ${GBHO_CUDART} ${CMAKE_DL_LIBS} rt)
endif()
if(GBHO_DOWNLOADS)
  target_link_libraries(gbho PRIVATE CURL::libcurl PNG::PNG)
endif()

# torch/torch.h takes some twenty seconds a file, and as a precompiled header still four; torch/types.h is enough for
# nearly all of the library. Tests, benchmarks, peers and examples use this one too (gbho_like_library).
target_precompile_headers(gbho PRIVATE <torch/types.h> <torch/utils.h> <fmt/format.h>)
target_precompile_headers(gbho_plain PRIVATE <fmt/format.h> <nlohmann/json.hpp> <algorithm> <map> <string> <vector>)
foreach(source IN LISTS gbho_sources gbho_plain_sources gbho_predictor_sources)
  if(source MATCHES "/src/(nn/fused|predictor)/kernels_" OR source MATCHES "/src/(base|surrogate|serve)/")
    set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endforeach()

# A program of this project, compiled with the library's precompiled header: that takes the same definitions, so the same
# dependencies.
function(gbho_reuse_header target)
  target_link_libraries(${target} PRIVATE gbho fmt::fmt tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json
    gbho_warnings)
  target_precompile_headers(${target} REUSE_FROM gbho)
endfunction()

# The same for one that sees the library's insides.
function(gbho_like_library target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  gbho_reuse_header(${target})
endfunction()

# Version, for the program and for consumers.
configure_file(${PROJECT_SOURCE_DIR}/cmake/version.h.in ${PROJECT_BINARY_DIR}/include/gbho/base/version.h @ONLY)

# Where the embedded data lies: in the source tree for a build, beside the program after installation.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/data/data_path.cc PROPERTIES COMPILE_DEFINITIONS
  "GBHO_SOURCE_DATA_DIR=\"${PROJECT_SOURCE_DIR}/data\";GBHO_INSTALL_DATA_DIR=\"${CMAKE_INSTALL_FULL_DATADIR}/gbho/data\"")

gbho_compile_by_folder(gbho)
gbho_compile_by_folder(gbho_plain)
gbho_compile_by_folder(gbho_predictor)
