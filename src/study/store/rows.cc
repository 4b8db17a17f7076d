#include "study/store/rows.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>

#include "gbho/base/error.h"
#include "record/archive.h"
#include "record/codec.h"
#include "record/fields.h"

namespace gbho::inline internal {
namespace {

// Everything that is read here was written here: anything else is damage.
template <typename Read>
auto parsed(const std::string& text, const Read& read_json) {
  try {
    return read_json(parse_json(text));
  } catch (const Json::exception&) {
  } catch (const DataError&) {
  }
  throw DamageError(fmt::format("a record of the store is damaged: {}", text.substr(0, 60)));
}

}  // namespace

std::string numbers_text(const std::vector<double>& numbers) {
  return written(numbers).dump();
}

std::vector<double> numbers_of(const std::string& text) {
  return parsed(text, [](const Json& list) {
    std::vector<double> numbers;
    read(list, numbers);
    return numbers;
  });
}

namespace {

// An archive (record/archive.h) over the columns of a row.
class RowReader {
 public:
  RowReader(const Statement& row, int first) : row_(row), next_(first) {}

  void operator()(const char* /*key*/, std::vector<double>& value) { value = numbers_of(row_.text(next_++)); }
  void operator()(const char* /*key*/, std::string& value) { value = row_.text(next_++); }
  void operator()(const char* /*key*/, double& value) { value = row_.real(next_++); }
  void operator()(const char* /*key*/, MemberStatus& value) {
    value = static_cast<MemberStatus>(row_.integer(next_++));
  }

 private:
  const Statement& row_;
  int next_;
};

class RowWriter {
 public:
  explicit RowWriter(Statement& row) : row_(row) {}

  void operator()(const char* /*key*/, const std::vector<double>& value) { row_.bind(numbers_text(value)); }
  void operator()(const char* /*key*/, const std::string& value) { row_.bind(value); }
  void operator()(const char* /*key*/, double value) { row_.bind(value); }
  void operator()(const char* /*key*/, MemberStatus value) { row_.bind(static_cast<int64_t>(value)); }

 private:
  Statement& row_;
};

}  // namespace

std::string ledger_text(const Ledger& ledger) {
  return to_list(ledger).dump();
}

Ledger ledger_of(const std::string& text) {
  return parsed(text, [](const Json& list) {
    Ledger ledger;
    from_list(list, ledger);
    return ledger;
  });
}

std::string iteration_text(const Iteration& record) {
  return dumped(to_json(record));
}

Iteration iteration_of(const std::string& text) {
  return parsed(text, [](const Json& object) {
    Iteration record;
    from_json(object, record);
    return record;
  });
}

std::string space_text(const std::vector<Dimension>& space) {
  return dumped(to_json(space));
}

std::vector<Dimension> space_of(const std::string& text) {
  return parsed(text, [](const Json& list) {
    std::vector<Dimension> space;
    from_json(list, space);
    return space;
  });
}

Evaluation evaluation_of(const Statement& row, int first) {
  Evaluation evaluation;
  RowReader reader(row, first);
  fields(reader, evaluation);
  return evaluation;
}

void bind_evaluation(Statement& row, const Evaluation& evaluation) {
  RowWriter writer(row);
  fields(writer, evaluation);
}

std::string local_time(double seconds_ago) {
  using std::chrono::system_clock;
  const auto back = std::chrono::duration_cast<system_clock::duration>(
      std::chrono::duration<double>(std::isfinite(seconds_ago) ? seconds_ago : 0));
  const system_clock::time_point time = system_clock::now() - back;
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(time - whole).count();
  const std::time_t instant = system_clock::to_time_t(whole);
  std::tm local = {};
  localtime_r(&instant, &local);  // fmt::localtime is not in every version of fmt
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:06d}", local, rest);
}

}  // namespace gbho::inline internal
