# Writes the text of study files into a C++ file.
#   cmake "-DFILES=a.toml;b.toml" -DTEMPLATE=embedded_studies.cc.in -DOUTPUT=embedded_studies.cc -P EmbedStudies.cmake
set(gbho_study_entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND gbho_study_entries "    {\"${name}\", R\"gbho_toml(${text})gbho_toml\"},\n")
endforeach()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
