// In a build without libcurl and libpng, src/data/fetch/ is left out, and this stands for it.

#include <fmt/format.h>

#include "data/known.h"
#include "gbho/data/catalog.h"

namespace gbho {

FetchResult fetch_dataset(const std::string& name, const FetchProgress& /*progress*/,
                          const std::function<bool()>& /*should_stop*/) {
  const DatasetInfo info = dataset_info(name);
  if (info.state != DataState::kNotFetched && is_intact(info, info.folder)) return {info.folder, ""};
  throw DataError(
      fmt::format("{}: this build of gbho cannot fetch data; configure it with -DGBHO_DOWNLOADS=ON, or put "
                  "the files by hand into {}",
                  name, info.folder));
}

}  // namespace gbho
