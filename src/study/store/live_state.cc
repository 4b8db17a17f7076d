#include "study/store/live_state.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "gbho/base/error.h"
#include "record/archive.h"
#include "record/codec.h"
#include "record/fields.h"

namespace gbho::inline internal {
namespace fs = std::filesystem;
namespace {

constexpr double kSecondsBetweenWrites = 0.5;
constexpr double kSecondsBetweenLooks = 0.25;
constexpr size_t kMostCurves = 12;
constexpr size_t kMostPoints = 240;      // of a curve: more are thinned out
constexpr size_t kMostNumbers = 12;      // of a λ that is told
constexpr int64_t kMostBytes = 1 << 20;  // of a file that is taken for one of ours

std::string live_folder(const std::string& store) {
  return store + ".live";
}

std::string live_path(const std::string& store, int64_t study) {
  return fmt::format("{}/{}.json", live_folder(store), study);
}

std::string leave_path(const std::string& store, int64_t study) {
  return fmt::format("{}/{}.leave", live_folder(store), study);
}

std::string machine_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

bool write_over(const std::string& path, const std::string& content) {
  const std::string unfinished = path + ".part";
  std::error_code error;
  {
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!file.flush()) {
      fs::remove(unfinished, error);
      return false;
    }
  }
  fs::rename(unfinished, path, error);
  if (!error) return true;
  fs::remove(unfinished, error);
  return false;
}

std::string text_of(const LiveState& state) {
  JsonWriter writer;
  writer("written", state.written);
  writer("process", state.process);
  writer("machine", state.machine);
  writer("progress", state.progress);
  writer("ledger", state.ledger);
  writer("seconds", state.seconds);
  writer.object("curves", [&](JsonWriter& own) {
    own("networks", state.curves.networks);
    own("numbers", state.curves.numbers);
    own("lambda", state.curves.lambda);
    own("epochs", state.curves.epochs);
    own("loss", state.curves.loss);
  });
  return dumped(std::move(writer).take());
}

LiveState state_of(const Json& json) {
  LiveState state;
  JsonReader reader(json);
  reader("written", state.written);
  reader("process", state.process);
  reader("machine", state.machine);
  reader("progress", state.progress);
  reader("ledger", state.ledger);
  reader("seconds", state.seconds);
  reader.object("curves", [&](JsonReader& own) {
    own("networks", state.curves.networks);
    own("numbers", state.curves.numbers);
    own("lambda", state.curves.lambda);
    own("epochs", state.curves.epochs);
    own("loss", state.curves.loss);
  });
  return state;
}

// A file that another program has written, or half of one.
bool fits_together(const LiveCurves& curves) {
  const size_t shown = curves.numbers.size();
  if (curves.loss.size() != shown || (!curves.lambda.empty() && curves.lambda.size() != shown)) return false;
  return std::all_of(curves.loss.begin(), curves.loss.end(),
                     [&](const std::vector<double>& one) { return one.size() == curves.epochs.size(); });
}

template <typename T>
void keep_every_second(std::vector<T>& values) {
  size_t kept = 0;
  for (size_t i = 0; i < values.size(); i += 2) values[kept++] = values[i];
  values.resize(kept);
}

}  // namespace

std::optional<LiveState> read_live_state(const std::string& store, int64_t study) {
  const std::string path = live_path(store, study);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  const auto size = static_cast<int64_t>(fs::file_size(path, error));
  if (error || size > kMostBytes) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) return std::nullopt;
  try {
    LiveState state = state_of(parse_json(text));
    if (!fits_together(state.curves)) return std::nullopt;
    return state;
  } catch (const Json::exception&) {
  } catch (const DataError&) {
  }
  return std::nullopt;
}

int64_t live_state_stamp(const std::string& store, int64_t study) {
  struct stat facts {};
  if (stat(live_path(store, study).c_str(), &facts) != 0) return 0;
  constexpr int64_t kNanoseconds = 1000000000;
  return facts.st_mtim.tv_sec * kNanoseconds + facts.st_mtim.tv_nsec;
}

void ask_to_leave(const std::string& store, int64_t study) {
  std::error_code error;
  fs::create_directory(live_folder(store), error);
  if (write_over(leave_path(store, study), "")) return;
  throw StoreError(
      fmt::format("'{}' cannot be written: is the folder of the store read-only, or the disk full?",
                  leave_path(store, study)));
}

void forget_live_state(const std::string& store, int64_t study) {
  std::error_code error;
  fs::remove(live_path(store, study), error);
  fs::remove(leave_path(store, study), error);
  fs::remove(live_folder(store), error);  // where it was the last
}

LiveWriter::~LiveWriter() {
  end();
}

void LiveWriter::begin() {
  std::error_code error;
  fs::remove(live_path(store_, study_), error);
  fs::remove(leave_path(store_, study_), error);
  asked_ = false;
  begun_ = true;
  state_ = {};
  state_.process = getpid();
  state_.machine = machine_name();
}

void LiveWriter::training(std::vector<std::vector<double>> lambda) {
  lambda_ = std::move(lambda);
  state_.curves = {};
}

void LiveWriter::epoch(int64_t epoch, const std::vector<double>& loss, const Ledger& ledger, double seconds) {
  state_.ledger = ledger;
  state_.seconds = seconds;
  LiveCurves& curves = state_.curves;
  const auto networks = static_cast<int64_t>(loss.size());
  if (curves.networks != networks || (!curves.epochs.empty() && curves.epochs.back() >= epoch)) {
    curves = {};
    stride_ = 1;
    curves.networks = networks;
    const size_t shown = std::min(loss.size(), kMostCurves);
    for (size_t k = 0; k < shown; ++k) {
      const size_t number = k * loss.size() / shown;
      curves.numbers.push_back(static_cast<int64_t>(number));
      if (lambda_.size() != loss.size()) continue;
      curves.lambda.push_back(lambda_[number]);
      curves.lambda.back().resize(std::min(curves.lambda.back().size(), kMostNumbers));
    }
    curves.loss.resize(shown);
  }
  if (epoch % stride_ != 0) return;
  curves.epochs.push_back(epoch);
  for (size_t k = 0; k < curves.numbers.size(); ++k) {
    curves.loss[k].push_back(loss[static_cast<size_t>(curves.numbers[k])]);
  }
  if (curves.epochs.size() < kMostPoints) return;
  stride_ *= 2;
  keep_every_second(curves.epochs);
  for (std::vector<double>& one : curves.loss) keep_every_second(one);
}

void LiveWriter::progress(const Progress& progress) {
  if (!begun_) return;
  state_.progress = progress;
  if (since_write_ && since_write_->seconds() < kSecondsBetweenWrites) return;
  since_write_.emplace();
  write();
}

void LiveWriter::write() {
  state_.written = now();
  std::error_code error;
  fs::create_directory(live_folder(store_), error);
  write_over(live_path(store_, study_), text_of(state_));
}

bool LiveWriter::asked_to_leave() {
  if (asked_ || !begun_) return asked_;
  if (since_look_ && since_look_->seconds() < kSecondsBetweenLooks) return false;
  since_look_.emplace();
  asked_ = access(leave_path(store_, study_).c_str(), F_OK) == 0;
  return asked_;
}

void LiveWriter::end() {
  if (!begun_) return;
  begun_ = false;
  forget_live_state(store_, study_);
}

}  // namespace gbho::inline internal
