# Compiles the study files of studies/ into the library, so that `gbho tune` needs no file. A changed study compiles one
# small file again, and does not run CMake.

file(GLOB gbho_study_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/studies/*.toml)
set(gbho_studies_source ${PROJECT_BINARY_DIR}/generated/embedded_studies.cc)
add_custom_command(OUTPUT ${gbho_studies_source}
  COMMAND ${CMAKE_COMMAND} "-DFILES=${gbho_study_files}" -DOUTPUT=${gbho_studies_source}
          -DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/embedded_studies.cc.in -P ${PROJECT_SOURCE_DIR}/cmake/EmbedStudies.cmake
  DEPENDS ${gbho_study_files} ${PROJECT_SOURCE_DIR}/cmake/embedded_studies.cc.in
          ${PROJECT_SOURCE_DIR}/cmake/EmbedStudies.cmake
  COMMENT "Built-in studies" VERBATIM)
list(APPEND gbho_sources ${gbho_studies_source})
set_source_files_properties(${gbho_studies_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
