#include "gbho/predictor/onnx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "predictor/onnx/graph.h"
#include "predictor/onnx/protobuf.h"
#include "support/small_models.h"

// tests/peer/onnx_peer.py holds whole models to ONNX's checker and to the predictor's numbers.
namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

// The examples of protobuf.dev/programming-guides/encoding.
TEST(ProtoMessage, IsWrittenAsItsFormatSays) {
  EXPECT_EQ(ProtoMessage().number(1, 150).data(), "\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().bytes(2, "testing").data(), "\x12\x07testing");
  EXPECT_EQ(ProtoMessage().message(3, ProtoMessage().number(1, 150)).data(), "\x1a\x03\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().number(1, -2).data(), "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  EXPECT_EQ(ProtoMessage().number(20, 1).data(), "\xa0\x01\x01");
  EXPECT_EQ(ProtoMessage().number(1, 0).data(), std::string("\x08\0", 2));
}

TEST(OnnxGraph, ComputesTheSameOnce) {
  OnnxGraph graph("_");
  const std::string two = graph.doubles({2}, {});
  EXPECT_EQ(graph.doubles({2}, {}), two);
  EXPECT_NE(graph.doubles({2}, {1}), two);
  EXPECT_NE(graph.doubles({3}, {}), two);
  const std::string sum = graph.node("Add", {"x", two});
  EXPECT_EQ(graph.node("Add", {"x", two}), sum);
  EXPECT_NE(graph.node("Add", {two, "x"}), sum);
  EXPECT_NE(graph.node("ArgMax", {"x"}, {{"axis", int64_t{0}}}),
            graph.node("ArgMax", {"x"}, {{"axis", int64_t{1}}}));
}

TEST(OnnxGraph, IsTheMessageOfOnnx) {
  OnnxGraph graph("_");
  graph.output(graph.node("Abs", {graph.input("x", OnnxType::kDouble, "")}), "y", OnnxType::kDouble, 1, "");
  const std::string bytes = graph.model("", {{"a", "b"}});
  EXPECT_THAT(bytes, HasSubstr("\x0a\x0c\x0a\x01x\x22\x03"
                               "Abs\x12\x02_0"));  // NodeProto: input, op_type, output
  EXPECT_THAT(bytes, HasSubstr("\x72\x06\x0a\x01"
                               "a\x12\x01"
                               "b"));                                         // metadata_props
  EXPECT_THAT(bytes, HasSubstr(std::string("\x42\x04\x0a\x00\x10\x0d", 6)));  // operators of set 13
}

TEST(Onnx, AsksForTheColumnsThatAreUsed) {
  const std::vector<OnnxInput> inputs = onnx_inputs(small_model(Task::kClassification));
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(inputs[0].name, "size");
  EXPECT_FALSE(inputs[0].text);
  EXPECT_EQ(inputs[2].name, "color");
  EXPECT_TRUE(inputs[2].text);
  EXPECT_THAT(inputs[1].meaning, HasSubstr("not a number"));
}

/// A model of these rows, whose last column is the target.
PredictorModel model_of(const std::string& text, int64_t halves) {
  const Table table = Table::parse(text, "t.csv");
  PredictorModel model;
  model.schema = find_schema(table, "target", "regression");
  std::vector<int64_t> rows(static_cast<size_t>(table.rows()));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  const std::span<const int64_t> all(rows);
  for (int64_t half = 0; half < halves; ++half) {
    const size_t size = rows.size() / static_cast<size_t>(halves);
    model.preprocessors.push_back(
        Preprocessor::fit(table, model.schema, all.subspan(static_cast<size_t>(half) * size, size)));
    PredictorNetwork network = random_network({model.preprocessors.back().width(), 1}, 1);
    network.preprocessor = half;
    network.weight = 1.0 / static_cast<double>(halves);
    model.networks.push_back(std::move(network));
  }
  return model;
}

TEST(Onnx, YesAndNoAreTextsWhereOneFoldSaysSo) {
  std::string text = "a,b,target\n";
  for (int row = 0; row < 20; ++row) {
    const bool odd = row % 2 == 1;
    // The first half of b has nothing but 0.
    text += std::string(odd ? "0," : "1,") +
            (row < 10 ? "0,"
             : odd    ? "0,"
                      : "on,") +
            std::to_string(row) + ".5\n";
  }
  const std::vector<OnnxInput> inputs = onnx_inputs(model_of(text, 2));
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_FALSE(inputs[0].text);
  EXPECT_TRUE(inputs[1].text);
}

TEST(Onnx, TakesNoNameOfAColumn) {
  std::string text = "prediction,_0,target\n";
  for (int row = 0; row < 20; ++row)
    text += std::to_string(row * row) + ".5," + std::to_string(7 * row % 20) + ".25,1.5\n";
  text.replace(text.size() - 4, 3, "2.5");
  const std::string bytes = to_onnx(model_of(text, 1));
  EXPECT_THAT(bytes, HasSubstr("\x0aprediction"));   // the input
  EXPECT_THAT(bytes, HasSubstr("\x0bprediction_"));  // the output
  EXPECT_THAT(bytes, HasSubstr("\x03__0"));
  EXPECT_THAT(bytes, Not(HasSubstr("\x12\x02_0")));  // a node's output
}

TEST(Onnx, IsTheSameEveryTime) {
  const PredictorModel model = small_model(Task::kRegression, {8, 5});
  EXPECT_EQ(to_onnx(model), to_onnx(model_from_bytes(to_bytes(model))));
}

}  // namespace
}  // namespace gbho
