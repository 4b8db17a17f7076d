# Compiles the script and the style sheet of live pages (gbho serve) into the library.

set(gbho_serve_assets_folder ${PROJECT_SOURCE_DIR}/src/serve/assets)
set(gbho_serve_source ${PROJECT_BINARY_DIR}/generated/embedded_serve.cc)
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_serve.cc.in ${gbho_serve_source} @ONLY)
file(GLOB gbho_serve_assets CONFIGURE_DEPENDS ${gbho_serve_assets_folder}/*)
list(APPEND gbho_sources ${gbho_serve_source})
set_source_files_properties(${gbho_serve_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON OBJECT_DEPENDS "${gbho_serve_assets}")
