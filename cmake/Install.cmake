# `cmake --install` and `find_package(gbho)`. The component predictor has targets of its own, which need no LibTorch.

include(CMakePackageConfigHelpers)
set(gbho_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gbho)
install(TARGETS gbho_predictor gbho_predictor_c gbho_headers EXPORT gbhoPredictorTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gbho gbho_plain EXPORT gbhoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gbho DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/include/gbho/base/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gbho/base)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gbho/data)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/studies/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gbho/studies)
if(GBHO_BUILD_CLI)
  install(TARGETS gbho_program gbho_core RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(TARGET gbho_mpi)  # beside the program, which looks for it there
    install(TARGETS gbho_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endif()
foreach(set IN ITEMS gbhoPredictorTargets gbhoTargets)
  install(EXPORT ${set} NAMESPACE gbho:: DESTINATION ${gbho_package_folder})
endforeach()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gbhoConfig.cmake.in ${PROJECT_BINARY_DIR}/gbhoConfig.cmake
  INSTALL_DESTINATION ${gbho_package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gbhoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gbhoConfig.cmake ${PROJECT_BINARY_DIR}/gbhoConfigVersion.cmake
  DESTINATION ${gbho_package_folder})
