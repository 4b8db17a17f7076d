#include "predictor/onnx/calendar.h"

#include <utility>

namespace gbho::inline internal {
namespace {

/// Arithmetic of whole numbers in a graph. None of them is negative: division cuts off.
class Whole {
 public:
  Whole(OnnxGraph& graph, std::string tensor) : graph_(graph), tensor_(std::move(tensor)) {}

  Whole operator+(const Whole& other) const { return with("Add", other.tensor_); }
  Whole operator-(const Whole& other) const { return with("Sub", other.tensor_); }
  Whole operator+(int64_t value) const { return with("Add", constant(value)); }
  Whole operator*(int64_t value) const { return with("Mul", constant(value)); }
  Whole operator/(int64_t value) const { return with("Div", constant(value)); }
  Whole operator%(int64_t value) const { return with("Mod", constant(value)); }

  const std::string& tensor() const { return tensor_; }
  /// [rows, 1] as [rows].
  std::string flat() const { return graph_.node("Reshape", {tensor_, graph_.whole({-1}, {1})}); }

 private:
  std::string constant(int64_t value) const { return graph_.whole({value}, {}); }
  Whole with(const char* op, const std::string& other) const {
    return {graph_, graph_.node(op, {tensor_, other})};
  }

  OnnxGraph& graph_;
  std::string tensor_;
};

}  // namespace

// Days to year and month as in H. Hinnant, "chrono-compatible low-level date algorithms": years begin in
// March, 400 of them are an era.
OnnxCalendar calendar_of(OnnxGraph& graph, const std::string& days) {
  constexpr int64_t kDaysFromMarchZero = 719468;  // from the first of March of the year 0 to 1970-01-01
  constexpr double kLastDay = 2932896;            // the last of 9999
  const auto scalar = [&](double value) { return graph.doubles({value}, {}); };
  const std::string known = graph.node("Where", {graph.node("IsNaN", {days}), scalar(0), days});
  const std::string day = graph.node("Floor", {known});
  const std::string in_range =
      graph.node("Min", {graph.node("Max", {day, scalar(-kDaysFromMarchZero)}), scalar(kLastDay)});
  const Whole z = Whole(graph, graph.cast(in_range, OnnxType::kInt64)) + kDaysFromMarchZero;
  const Whole era = z / 146097;
  const Whole day_of_era = z % 146097;
  const Whole year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const Whole day_of_year = day_of_era - (year_of_era * 365 + year_of_era / 4 - year_of_era / 100);
  const Whole month_from_march = (day_of_year * 5 + 2) / 153;
  const Whole year = year_of_era + era * 400 + month_from_march / 10;
  // The first of March of the year 0 was a Wednesday.
  return {year.tensor(), ((month_from_march + 2) % 12).flat(), ((z + 2) % 7).flat(),
          graph.node("Sub", {known, day})};
}

}  // namespace gbho::inline internal
