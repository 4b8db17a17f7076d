#include "predictor/onnx/columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "predictor/onnx/calendar.h"
#include "predictor/onnx/text_codes.h"
#include "table/cell_text.h"

namespace gbho::inline internal {
namespace {

/// A place of a code, by the code's index.
using Place = std::pair<size_t, uint32_t>;

bool keeps(const ColumnCode& code, uint32_t place) {
  return std::binary_search(code.kept.begin(), code.kept.end(), place);
}

class Columns {
 public:
  Columns(OnnxGraph& graph, const OnnxInputs& inputs, const std::vector<ColumnCode>& codes)
      : graph_(graph), inputs_(inputs), codes_(codes) {}

  std::string encode();

 private:
  /// Numbers to be made comparable, each by its own scale.
  struct Scaled {
    std::vector<std::string> values;
    std::vector<NumberScale> scales;
    std::vector<Place> places;
  };

  void add_numbers();
  void add_scaled(const Scaled& columns);
  void add_parts(size_t code);
  void add_missing();
  void add_circles(size_t code);
  void add_signs(size_t code);
  void add_texts(size_t code);
  std::string in_order();

  const std::string& input(const ColumnCode& code) const { return inputs_.at(code.origin).name; }
  bool is_text(const ColumnCode& code) const { return inputs_.at(code.origin).text; }
  std::string year(const ColumnCode& code);

  /// A tensor whose columns are these places.
  void add(const std::string& tensor, const std::vector<Place>& places);
  std::string scalar(double value) { return graph_.doubles({value}, {}); }
  std::string row(const std::vector<double>& values) {
    return graph_.doubles(values, {static_cast<int64_t>(values.size())});
  }
  std::string single(const std::string& tensor) { return graph_.cast(tensor, OnnxType::kFloat); }
  std::string side_by_side(const std::vector<std::string>& tensors);
  std::string limited(const std::string& values, double low, double high);
  std::string asinh(const std::string& values);
  std::string zero_where_missing(const std::string& numbers, const std::string& source);

  OnnxGraph& graph_;
  const OnnxInputs& inputs_;
  const std::vector<ColumnCode>& codes_;
  std::vector<std::string> tensors_;
  std::map<Place, int64_t> found_;  // where in the tensors, side by side, a place is
  int64_t width_ = 0;
};

void Columns::add(const std::string& tensor, const std::vector<Place>& places) {
  tensors_.push_back(tensor);
  for (const Place& place : places) found_[place] = width_++;
}

std::string Columns::side_by_side(const std::vector<std::string>& tensors) {
  return tensors.size() == 1 ? tensors.front() : graph_.node("Concat", tensors, {{"axis", int64_t{1}}});
}

std::string Columns::limited(const std::string& values, double low, double high) {
  return graph_.node("Min", {graph_.node("Max", {values, scalar(low)}), scalar(high)});
}

/// log(|x| + √(x² + 1)), where the square must not become infinite: beyond 1e8 it is log(2|x|).
std::string Columns::asinh(const std::string& values) {
  constexpr double kFar = 1e8;
  const std::string size = graph_.node("Abs", {values});
  const std::string near = graph_.node("Min", {size, scalar(kFar)});
  const std::string root =
      graph_.node("Sqrt", {graph_.node("Add", {graph_.node("Mul", {near, near}), scalar(1)})});
  const std::string beyond = graph_.node("Div", {graph_.node("Max", {size, scalar(kFar)}), scalar(kFar)});
  const std::string result = graph_.node(
      "Add", {graph_.node("Log", {graph_.node("Add", {near, root})}), graph_.node("Log", {beyond})});
  return graph_.node("Mul", {graph_.node("Sign", {values}), result});
}

std::string Columns::zero_where_missing(const std::string& numbers, const std::string& source) {
  const float zero = 0;
  return graph_.node("Where", {graph_.node("IsNaN", {source}), graph_.floats(&zero, {}), numbers});
}

/// NumberScale, column by column.
void Columns::add_scaled(const Scaled& columns) {
  constexpr double kFar = 1e8 * NumberScale::kMost;  // z/√(1 + (z/4)²) is ±4 from here on
  if (columns.values.empty()) return;
  std::vector<double> centers;
  std::vector<double> scales;
  for (const NumberScale& scale : columns.scales) {
    centers.push_back(scale.center / 2);
    scales.push_back(scale.scale);
  }
  const std::string x = side_by_side(columns.values);
  const std::string half = graph_.node("Sub", {graph_.node("Mul", {x, scalar(0.5)}), row(centers)});
  std::string z = graph_.node("Mul", {graph_.node("Div", {half, row(scales)}), scalar(2)});
  if (columns.scales.front().long_tails) z = asinh(z);
  z = limited(z, -kFar, kFar);
  const std::string ratio = graph_.node("Div", {z, scalar(NumberScale::kMost)});
  const std::string root =
      graph_.node("Sqrt", {graph_.node("Add", {graph_.node("Mul", {ratio, ratio}), scalar(1)})});
  add(zero_where_missing(single(graph_.node("Div", {z, root})), x), columns.places);
}

void Columns::add_numbers() {
  for (const bool long_tails : {false, true}) {
    Scaled columns;
    const auto take = [&](const Place& place, const NumberScale& scale, bool date) {
      const ColumnCode& code = codes_[place.first];
      if (scale.long_tails != long_tails || !keeps(code, place.second)) return;
      columns.values.push_back(date ? year(code) : input(code));
      columns.scales.push_back(scale);
      columns.places.push_back(place);
    };
    for (size_t i = 0; i < codes_.size(); ++i) {
      const ColumnCode& code = codes_[i];
      if (code.kind == ColumnKind::kNumber) take({i, 0}, code.number, false);
      if (code.kind == ColumnKind::kDate) take({i, 0}, code.year, true);
      if (code.kind == ColumnKind::kDate) take({i, 1}, code.number, false);
    }
    add_scaled(columns);
  }
}

/// [rows, 1]; not a number where the date is missing.
std::string Columns::year(const ColumnCode& code) {
  const std::string& days = input(code);
  const std::string number = graph_.cast(calendar_of(graph_, days).year, OnnxType::kDouble);
  return graph_.node("Where", {graph_.node("IsNaN", {days}), days, number});
}

/// How far a number has come through each part.
void Columns::add_parts(size_t code) {
  const std::vector<double>& edges = codes_[code].edges;
  std::vector<double> first;
  std::vector<double> length;
  std::vector<Place> places;
  for (size_t bin = 0; bin < codes_[code].bins(); ++bin) {
    first.push_back(edges[bin] / 2);
    length.push_back(
        std::max(edges[bin + 1] / 2 - edges[bin] / 2, std::numeric_limits<double>::denorm_min()));
    places.emplace_back(code, static_cast<uint32_t>(2 + bin));
  }
  const std::string& x = input(codes_[code]);
  const std::string half = graph_.node("Sub", {graph_.node("Mul", {x, scalar(0.5)}), row(first)});
  const std::string share = graph_.node("Mul", {graph_.node("Div", {half, row(length)}), scalar(2)});
  const std::string part = limited(graph_.node("Sub", {share, scalar(1)}), -1, 1);
  add(zero_where_missing(single(part), x), places);
}

void Columns::add_missing() {
  constexpr uint32_t kOfNumber = 1;
  constexpr uint32_t kOfDate = 9;
  std::vector<std::string> columns;
  std::vector<Place> places;
  for (size_t i = 0; i < codes_.size(); ++i) {
    const uint32_t place = codes_[i].kind == ColumnKind::kDate ? kOfDate : kOfNumber;
    if (is_text(codes_[i]) || !keeps(codes_[i], place)) continue;
    columns.push_back(input(codes_[i]));
    places.emplace_back(i, place);
  }
  if (!columns.empty()) add(single(graph_.node("IsNaN", {side_by_side(columns)})), places);
}

/// Month, weekday and hour as points of a circle, and the weekend.
void Columns::add_circles(size_t code) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const std::string& days = input(codes_[code]);
  const OnnxCalendar calendar = calendar_of(graph_, days);
  std::vector<float> months;
  for (int month = 0; month < 12; ++month) {
    months.push_back(static_cast<float>(std::sin(kTurn * (month / 12.0))));
    months.push_back(static_cast<float>(std::cos(kTurn * (month / 12.0))));
  }
  std::vector<float> weekdays;
  for (int day = 0; day < 7; ++day) {
    weekdays.push_back(static_cast<float>(std::sin(kTurn * (day / 7.0))));
    weekdays.push_back(static_cast<float>(std::cos(kTurn * (day / 7.0))));
    weekdays.push_back(day >= 5 ? 1 : -1);
  }
  const std::string angle = graph_.node("Mul", {calendar.turn, scalar(kTurn)});
  // A sine too: runtimes know no cosine in double precision.
  const std::string later = graph_.node("Add", {angle, scalar(std::numbers::pi / 2)});
  const std::string circles =
      side_by_side({graph_.node("Gather", {graph_.floats(months.data(), {12, 2}), calendar.month}),
                    graph_.node("Gather", {graph_.floats(weekdays.data(), {7, 3}), calendar.weekday}),
                    single(graph_.node("Sin", {angle})), single(graph_.node("Sin", {later}))});
  std::vector<Place> places;
  for (uint32_t place = 2; place < 9; ++place) places.emplace_back(code, place);
  add(zero_where_missing(circles, days), places);
}

/// Yes and no that are numbers.
void Columns::add_signs(size_t code) {
  std::vector<std::string> equal;
  for (const std::string& value : codes_[code].values) {
    equal.push_back(single(graph_.node("Equal", {input(codes_[code]), scalar(spelled_number(value))})));
  }
  add(graph_.node("Sub", {equal[1], equal[0]}), {{code, 0}});
}

void Columns::add_texts(size_t code) {
  std::vector<Place> places;
  for (const uint32_t place : codes_[code].kept) places.emplace_back(code, place);
  add(encode_texts(graph_, codes_[code], input(codes_[code])), places);
}

std::string Columns::in_order() {
  std::vector<int64_t> order;
  for (size_t i = 0; i < codes_.size(); ++i) {
    for (const uint32_t place : codes_[i].kept) order.push_back(found_.at({i, place}));
  }
  const std::string all = side_by_side(tensors_);
  return graph_.node("Gather", {all, graph_.whole(order, {static_cast<int64_t>(order.size())})},
                     {{"axis", int64_t{1}}});
}

std::string Columns::encode() {
  add_numbers();
  add_missing();
  for (size_t i = 0; i < codes_.size(); ++i) {
    if (is_text(codes_[i])) {
      add_texts(i);
    } else if (codes_[i].kind == ColumnKind::kYesNo) {
      add_signs(i);
    } else if (codes_[i].kind == ColumnKind::kDate) {
      add_circles(i);
    } else if (codes_[i].bins() > 0) {
      add_parts(i);
    }
  }
  return in_order();
}

}  // namespace

std::string encode_columns(OnnxGraph& graph, const OnnxInputs& inputs, const std::vector<ColumnCode>& codes) {
  return Columns(graph, inputs, codes).encode();
}

}  // namespace gbho::inline internal
