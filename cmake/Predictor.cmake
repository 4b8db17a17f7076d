# gbho::predictor: what a prediction with a finished model needs, without LibTorch and without anything that trains.

add_library(gbho_predictor STATIC ${gbho_predictor_sources})
add_library(gbho::predictor ALIAS gbho_predictor)
set_target_properties(gbho_predictor PROPERTIES EXPORT_NAME predictor)
target_include_directories(gbho_predictor PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(gbho_predictor
  PUBLIC gbho_headers
  PRIVATE fmt::fmt OpenSSL::Crypto ZLIB::ZLIB ${CMAKE_DL_LIBS}
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:gbho_warnings>)
target_precompile_headers(gbho_predictor PRIVATE <fmt/format.h> <nlohmann/json.hpp> <algorithm> <map> <string> <vector>)

# The same with nothing but the C interface to be seen: for other languages, and for C programs.
add_library(gbho_predictor_c SHARED ${CMAKE_CURRENT_LIST_DIR}/predictor.map)
add_library(gbho::predictor_c ALIAS gbho_predictor_c)
set_target_properties(gbho_predictor_c PROPERTIES OUTPUT_NAME gbho_predictor LINKER_LANGUAGE CXX
  EXPORT_NAME predictor_c VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/predictor.map)
target_include_directories(gbho_predictor_c INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# The linker takes from the static library what this function needs, with all that stands beside it.
target_link_options(gbho_predictor_c PRIVATE -Wl,--undefined=gbho_predictor_load -Wl,--no-undefined
  -Wl,--gc-sections -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/predictor.map)
target_link_libraries(gbho_predictor_c PRIVATE gbho_predictor)
