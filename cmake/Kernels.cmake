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
