# The library: every room of src/ but the program.

file(GLOB gbho_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/*.cc ${PROJECT_SOURCE_DIR}/src/*/*/*.cc)
list(FILTER gbho_sources EXCLUDE REGEX "/src/cli/")
if(NOT GBHO_DOWNLOADS)
  list(FILTER gbho_sources EXCLUDE REGEX "/src/data/fetch/")
endif()
include(cmake/Kernels.cmake)
include(cmake/EmbeddedStudies.cmake)
include(cmake/EmbeddedReport.cmake)

add_library(gbho STATIC ${gbho_sources})
add_library(gbho::gbho ALIAS gbho)
target_compile_features(gbho PUBLIC cxx_std_20)
target_include_directories(gbho
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
         $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_include_directories(gbho SYSTEM PUBLIC "$<BUILD_INTERFACE:${TORCH_INCLUDE_DIRS}>")
target_link_libraries(gbho
  PUBLIC ${TORCH_LIBRARIES} Threads::Threads Eigen3::Eigen
  PRIVATE fmt::fmt NLopt::nlopt SQLite::SQLite3 OpenSSL::Crypto ZLIB::ZLIB
          $<BUILD_INTERFACE:tomlplusplus::tomlplusplus>
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:gbho_warnings> ${CMAKE_DL_LIBS})
# Eigen aligns, and frees, what it allocates by the instruction set of the file; objects that pass between the library
# and a program compiled with -march=native need one rule for both.
target_compile_definitions(gbho PUBLIC EIGEN_MAX_ALIGN_BYTES=16)
if(GBHO_DOWNLOADS)
  target_link_libraries(gbho PRIVATE CURL::libcurl PNG::PNG)
  target_compile_definitions(gbho PRIVATE GBHO_DOWNLOADS)
endif()

# torch/torch.h takes some twenty seconds a file, and as a precompiled header still four; torch/types.h is enough for
# nearly all of the library. Rooms that do not use LibTorch skip the precompiled header too.
target_precompile_headers(gbho PRIVATE <torch/types.h> <torch/utils.h> <fmt/format.h>)
foreach(source IN LISTS gbho_sources)
  if(source MATCHES "/src/(base|surrogate|study)/|/src/report/[^/]+$" OR source MATCHES "/src/nn/fused/kernels_")
    set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
endforeach()

# Version, for the program and for consumers.
configure_file(${PROJECT_SOURCE_DIR}/cmake/version.h.in ${PROJECT_BINARY_DIR}/include/gbho/base/version.h @ONLY)

# Where the embedded data lies: in the source tree for a build, beside the program after installation.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/data/data_path.cc PROPERTIES COMPILE_DEFINITIONS
  "GBHO_SOURCE_DATA_DIR=\"${PROJECT_SOURCE_DIR}/data\";GBHO_INSTALL_DATA_DIR=\"${CMAKE_INSTALL_FULL_DATADIR}/gbho/data\"")

gbho_compile_by_folder(gbho)
