#include "report/contest/run_archive.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/sha256.h"
#include "base/write_file.h"
#include "gbho/base/error.h"
#include "gbho/base/version.h"
#include "gbho/record/summary_json.h"
#include "record/codec.h"
#include "record/labelled_summary.h"

namespace gbho::inline internal {
namespace {

namespace fs = std::filesystem;

std::string fingerprint(const std::string& text) {
  constexpr size_t kDigits = 8;
  return sha256_hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).substr(0, kDigits);
}

bool suits_file_names(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view("_.=-").find(letter) != std::string_view::npos;
}

// Different labels have different names.
std::string file_name(const std::string& label) {
  std::string name;
  bool changed = false;
  for (const char letter : label) {
    const bool suits = suits_file_names(letter);
    changed = changed || !suits;
    if (suits || name.empty() || name.back() != '_') name += suits ? letter : '_';
  }
  return changed ? name + "-" + fingerprint(label) : name;
}

bool same_json(const std::string& a, const std::string& b) {
  return nlohmann::json::parse(a) == nlohmann::json::parse(b);
}

}  // namespace

std::string RunArchive::path(const std::string& label, uint64_t seed) const {
  return (fs::path(folder_) / fmt::format("{}-seed{}.json", file_name(label), seed)).string();
}

std::optional<Summary> RunArchive::find(const std::string& label, uint64_t seed,
                                        const std::string& used_json) const {
  std::ifstream file(path(label, seed), std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  try {
    Summary summary = summary_from_json(text.str());
    const bool same =
        summary.seed == seed && summary.version == version() && same_json(summary.used, used_json);
    if (same) return summary;
  } catch (const DataError&) {  // half a file, or somebody else's
  }
  return std::nullopt;
}

void RunArchive::keep(const std::string& label, const Summary& summary) const {
  if (summary.termination == Termination::kInterrupted) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw RunError(fmt::format("cannot create '{}': {}", folder_, error.message()));
  write_file(path(label, summary.seed), dumped(labelled_summary(summary, label), 2) + "\n");
}

}  // namespace gbho::inline internal
