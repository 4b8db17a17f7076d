# `cmake --install` and `find_package(gbho)`.

include(CMakePackageConfigHelpers)
install(TARGETS gbho gbho_plain gbho_headers EXPORT gbhoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gbho DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/include/gbho/base/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gbho/base)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gbho/data)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/studies/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gbho/studies)
if(GBHO_BUILD_CLI)
  install(TARGETS gbho_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT gbhoTargets NAMESPACE gbho:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gbho)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gbhoConfig.cmake.in ${PROJECT_BINARY_DIR}/gbhoConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gbho)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gbhoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gbhoConfig.cmake ${PROJECT_BINARY_DIR}/gbhoConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/gbho)
