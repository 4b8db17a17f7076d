# Compiles what an HTML report is made of into the library: our style sheet and scripts, and Plotly for the charts.
# Plotly is fetched with npm when the library is first built, and kept in build/npm for all presets. It is the build that makes
# no code from text, so that pages need not allow that.

set(gbho_plotly_version 4.1.1)
set(gbho_plotly_sha256 95dba85554c9a6b8cdc45776a9803affb8aaa2eac0ec1c3c5f5a3194d978a63e)
set(gbho_npm_folder ${PROJECT_BINARY_DIR}/npm)
if(PROJECT_BINARY_DIR MATCHES "^${PROJECT_SOURCE_DIR}/build/")
  set(gbho_npm_folder ${PROJECT_SOURCE_DIR}/build/npm)
endif()
set(gbho_plotly_package ${gbho_npm_folder}/plotly.js-strict-dist-min-${gbho_plotly_version}.tgz)
set(gbho_charts ${PROJECT_BINARY_DIR}/generated/charts.js.gz)

# Without downloads the program has no charts and says so, unless somebody has put the package there.
if(GBHO_DOWNLOADS OR EXISTS ${gbho_plotly_package})
  add_custom_command(OUTPUT ${gbho_charts}
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-npm plotly.js-strict-dist-min ${gbho_plotly_version} ${gbho_plotly_sha256}
            ${gbho_npm_folder}
    COMMAND tar -xzOf ${gbho_plotly_package} package/plotly-strict.min.js | gzip -9n > ${gbho_charts}.part
    COMMAND ${CMAKE_COMMAND} -E rename ${gbho_charts}.part ${gbho_charts}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Charts for reports: Plotly ${gbho_plotly_version}" VERBATIM)
else()
  file(WRITE ${gbho_charts} "")
endif()

set(gbho_report_assets_folder ${PROJECT_SOURCE_DIR}/src/report/html/assets)
set(gbho_report_source ${PROJECT_BINARY_DIR}/generated/embedded_report.cc)
configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_report.cc.in ${gbho_report_source} @ONLY)
file(GLOB gbho_report_assets CONFIGURE_DEPENDS ${gbho_report_assets_folder}/*)
list(APPEND gbho_plain_sources ${gbho_report_source})
set_source_files_properties(${gbho_report_source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
  OBJECT_DEPENDS "${gbho_charts};${gbho_report_assets}")
