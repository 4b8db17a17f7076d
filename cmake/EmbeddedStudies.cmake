# Compiles the study files of studies/ into the library, so that `gbho tune` needs no file.

file(GLOB gbho_study_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/studies/*.toml)
set(gbho_study_entries "")
foreach(file IN LISTS gbho_study_files)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND gbho_study_entries "    {\"${name}\", R\"gbho_toml(${text})gbho_toml\"},\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_studies.cc.in ${PROJECT_BINARY_DIR}/generated/embedded_studies.cc @ONLY)
list(APPEND gbho_sources ${PROJECT_BINARY_DIR}/generated/embedded_studies.cc)
set_source_files_properties(${PROJECT_BINARY_DIR}/generated/embedded_studies.cc PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
