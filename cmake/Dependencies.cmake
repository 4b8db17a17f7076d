# Every dependency and, in docs/architecture.md, one line each on why it is worth its weight.

if(GBHO_USE_PYTORCH)
  find_program(GBHO_PYTHON NAMES python3 REQUIRED)
  execute_process(
    COMMAND ${GBHO_PYTHON} -c "import torch; print(torch.utils.cmake_prefix_path)"
    OUTPUT_VARIABLE gbho_torch_prefix OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE gbho_torch_status)
  if(NOT gbho_torch_status EQUAL 0)
    message(FATAL_ERROR "GBHO_USE_PYTORCH: ${GBHO_PYTHON} cannot import torch; "
                        "install PyTorch there, or configure without this option to use the system's LibTorch")
  endif()
  list(PREPEND CMAKE_PREFIX_PATH ${gbho_torch_prefix})
endif()

set(CMAKE_THREAD_PREFER_PTHREAD ON)
find_package(Threads REQUIRED)
find_package(Torch REQUIRED)
find_package(ZLIB REQUIRED)
if(GBHO_HEADERS)
  # Machines without these packages (a GPU server, say): a folder with fmt/, toml++/, nlohmann/, CLI/ and Eigen/ is
  # enough, with nlopt.h and nlopt.hpp. NLopt is no header: its library is searched for there, in lib/, and as usual.
  foreach(target IN ITEMS fmt::fmt tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json CLI11::CLI11 Eigen3::Eigen
                          NLopt::nlopt)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} SYSTEM INTERFACE ${GBHO_HEADERS})
  endforeach()
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1)
  find_library(GBHO_NLOPT NAMES nlopt HINTS ${GBHO_HEADERS} ${GBHO_HEADERS}/lib REQUIRED)
  target_link_libraries(NLopt::nlopt INTERFACE ${GBHO_NLOPT})
else()
  find_package(fmt REQUIRED)
  find_package(tomlplusplus REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(Eigen3 REQUIRED NO_MODULE)
  find_package(NLopt REQUIRED)
  if(GBHO_BUILD_CLI)
    find_package(CLI11 REQUIRED)
  endif()
endif()
if(GBHO_DOWNLOADS)
  find_package(CURL REQUIRED)
  find_package(PNG REQUIRED)
endif()
if(GBHO_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
if(GBHO_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
