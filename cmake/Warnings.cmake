# Warnings and sanitizers of our own targets; dependencies are system headers.

add_library(gbho_warnings INTERFACE)
target_compile_options(gbho_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(GBHO_UNITY)
  # Names of one file are in scope in the next, and inlining across files makes gcc warn of what cannot be.
  # scripts/each-file has these warnings, file by file.
  target_compile_options(gbho_warnings INTERFACE -Wno-shadow)
endif()
if(GBHO_WERROR)
  target_compile_options(gbho_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # LibTorch's CMake files pass flags that clang does not use when it only links.
  target_compile_options(gbho_warnings INTERFACE -Wno-unused-command-line-argument)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15)
    add_compile_options("SHELL:-include ${PROJECT_SOURCE_DIR}/cmake/clang_vector.h")
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms about "text" + std::string: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651. Whether they come
  # depends on the length of what is added: a checkout at a short path did not build.
  target_compile_options(gbho_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()

set(gbho_sanitizer_flags "")
if(GBHO_SANITIZE)
  set(gbho_sanitizer_flags -fsanitize=${GBHO_SANITIZE})  # for programs that link the library: tests/consumer
  add_compile_options(-fsanitize=${GBHO_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${GBHO_SANITIZE})
  if(GBHO_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
    add_link_options(-fno-sanitize-recover=undefined)
  endif()
endif()
