# Kernels: one source, compiled once per instruction set and chosen at run time. Those that train are in src/nn/fused, those
# that predict in src/predictor; each has a dispatch.cc.

set(gbho_kernel_flags -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-exceptions -fno-rtti)
foreach(gbho_kernel_dir IN ITEMS ${PROJECT_SOURCE_DIR}/src/nn/fused ${PROJECT_SOURCE_DIR}/src/predictor)
  set_source_files_properties(${gbho_kernel_dir}/kernels_portable.cc PROPERTIES COMPILE_OPTIONS "${gbho_kernel_flags}")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set_source_files_properties(${gbho_kernel_dir}/kernels_avx2.cc PROPERTIES
      COMPILE_OPTIONS "${gbho_kernel_flags};-mavx2;-mfma")
    set_source_files_properties(${gbho_kernel_dir}/kernels_avx512.cc PROPERTIES
      COMPILE_OPTIONS "${gbho_kernel_flags};-mavx512f;-mavx512dq;-mavx512bw;-mavx512vl;-mavx2;-mfma;-mprefer-vector-width=512")
    set_source_files_properties(${gbho_kernel_dir}/dispatch.cc PROPERTIES COMPILE_DEFINITIONS GBHO_X86_KERNELS)
  else()
    list(FILTER gbho_sources EXCLUDE REGEX "${gbho_kernel_dir}/kernels_avx")
  endif()
endforeach()

# Kernels for NVIDIA GPUs, where there is a compiler for them: one object, without LibTorch, and the runtime linked in, so that the
# same program runs on machines without a GPU. It is called by a rule of its own: CMake's language CUDA would have a say in everything.
set(GBHO_CUDA AUTO CACHE STRING "Kernels for NVIDIA GPUs: ON, OFF, or AUTO, where nvcc is found")
set(GBHO_CUDA_ARCHITECTURES "80;90" CACHE STRING "Compute capabilities to compile the GPU's kernels for")
if(GBHO_CUDA)
  find_program(GBHO_NVCC nvcc HINTS ${PROJECT_SOURCE_DIR}/build/cuda-compiler/nvidia/cu13/bin ENV CUDA_HOME PATH_SUFFIXES bin
    PATHS /usr/local/cuda)
endif()
if(GBHO_CUDA STREQUAL "ON" AND NOT GBHO_NVCC)
  message(FATAL_ERROR "GBHO_CUDA=ON: there is no nvcc; scripts/cuda-compiler gets one, or set CUDA_HOME")
endif()
if(GBHO_CUDA AND GBHO_NVCC)
  message(STATUS "Kernels for NVIDIA GPUs: ${GBHO_NVCC}")
  list(FILTER gbho_sources EXCLUDE REGEX "/src/nn/cuda/no_cuda_device.cc")
  set(gbho_cuda_object ${PROJECT_BINARY_DIR}/device_net_cuda.o)
  set(gbho_cuda_targets)
  foreach(architecture IN LISTS GBHO_CUDA_ARCHITECTURES)
    list(APPEND gbho_cuda_targets -gencode=arch=compute_${architecture},code=sm_${architecture})
  endforeach()
  list(GET GBHO_CUDA_ARCHITECTURES -1 architecture)  # newer ones compile what is there for the newest
  list(APPEND gbho_cuda_targets -gencode=arch=compute_${architecture},code=compute_${architecture})
  file(GLOB gbho_cuda_kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/nn/cuda/*)
  add_custom_command(OUTPUT ${gbho_cuda_object}
    COMMAND ${GBHO_NVCC} -std=c++20 -O3 --expt-relaxed-constexpr -ccbin ${CMAKE_CXX_COMPILER} -Xcompiler -fPIC ${gbho_cuda_targets}
      -I ${PROJECT_SOURCE_DIR}/src -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_BINARY_DIR}/include
      -c ${PROJECT_SOURCE_DIR}/src/nn/cuda/device_net_cuda.cu -o ${gbho_cuda_object}
    DEPENDS ${gbho_cuda_kernels} ${PROJECT_SOURCE_DIR}/include/gbho/base/error.h
    COMMENT "Compiling the GPU's kernels" VERBATIM)
  get_filename_component(gbho_cuda_home ${GBHO_NVCC} REALPATH)
  get_filename_component(gbho_cuda_home ${gbho_cuda_home} DIRECTORY)
  find_library(GBHO_CUDART cudart_static HINTS ${gbho_cuda_home}/../lib64 ${gbho_cuda_home}/../lib
    ${gbho_cuda_home}/../targets/x86_64-linux/lib REQUIRED)
  list(APPEND gbho_sources ${gbho_cuda_object})
endif()
