#include "gbho/predictor/predictor.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/processors.h"
#include "predictor/blocks.h"
#include "predictor/check_model.h"
#include "predictor/packed_network.h"
#include "predictor/scores.h"

namespace gbho {
namespace {

// Rows that a network reads at once: their numbers between two layers stay in the cache. Rows that a thread
// encodes at once: setting a preprocessor up should not count. Wide models get fewer of both.
constexpr int64_t kNetworkRows = 128;
constexpr int64_t kBlockRows = 2048;
constexpr int64_t kMostNumbers = int64_t{1} << 21;

int64_t rows_that_fit(int64_t most, int64_t width) {
  return std::clamp(kMostNumbers / width / kLayerTile * kLayerTile, kLayerTile, most);
}

int64_t rows_up_to_tile(int64_t rows) {
  return (rows + kLayerTile - 1) / kLayerTile * kLayerTile;
}

// Adds share · softmax(z).
void add_softmax(const float* z, int64_t classes, double share, double* probabilities) {
  const double largest = *std::max_element(z, z + classes);
  double total = 0;
  for (int64_t c = 0; c < classes; ++c) total += std::exp(z[c] - largest);
  for (int64_t c = 0; c < classes; ++c) probabilities[c] += share * (std::exp(z[c] - largest) / total);
}

// What one thread works with.
struct BlockBuffers {
  std::vector<int64_t> rows;
  std::vector<float> x;
  LayerBuffers layers;
};

}  // namespace

struct Predictor::Parts {
  explicit Parts(PredictorModel given);

  void predict_block(const Table& table, int64_t first, int64_t count, BlockBuffers& buffers,
                     double* out) const;
  void add_network(size_t network, const float* x, int64_t rows, LayerBuffers& buffers, double* out) const;

  PredictorModel model;
  std::vector<PackedNetwork> packed;
  std::vector<std::vector<size_t>> readers;  // of each preprocessor: networks
  int64_t outputs = 1;
  int64_t network_rows = kNetworkRows;
  int64_t block_rows = kBlockRows;
};

Predictor::Parts::Parts(PredictorModel given) : model(std::move(given)), readers(model.preprocessors.size()) {
  check_model(model, "model");
  if (model.schema.task == Task::kClassification)
    outputs = static_cast<int64_t>(model.schema.class_names.size());
  packed.reserve(model.networks.size());
  int64_t widest = 1;
  int64_t most_inputs = 1;
  for (size_t i = 0; i < model.networks.size(); ++i) {
    packed.emplace_back(model.networks[i]);
    readers[static_cast<size_t>(model.networks[i].preprocessor)].push_back(i);
    widest = std::max(widest, packed[i].widest());
    most_inputs = std::max(most_inputs, packed[i].inputs());
  }
  network_rows = rows_that_fit(kNetworkRows, widest);
  block_rows = rows_that_fit(kBlockRows, most_inputs);
}

void Predictor::Parts::add_network(size_t network, const float* x, int64_t rows, LayerBuffers& buffers,
                                   double* out) const {
  const PackedNetwork& net = packed[network];
  const double share = model.networks[network].weight;
  const float* z = net.forward(x, rows, layer_kernel(), buffers);
  if (model.schema.task == Task::kClassification) {
    for (int64_t r = 0; r < rows; ++r) add_softmax(z + r * net.stride(), outputs, share, out + r * outputs);
    return;
  }
  const Preprocessor& preprocessor =
      model.preprocessors[static_cast<size_t>(model.networks[network].preprocessor)];
  const double mean = preprocessor.target_mean();
  const double deviation = preprocessor.target_deviation();
  for (int64_t r = 0; r < rows; ++r) out[r] += share * (z[r * net.stride()] * deviation + mean);
}

void Predictor::Parts::predict_block(const Table& table, int64_t first, int64_t count, BlockBuffers& buffers,
                                     double* out) const {
  buffers.rows.resize(static_cast<size_t>(count));
  std::iota(buffers.rows.begin(), buffers.rows.end(), first);
  for (size_t p = 0; p < readers.size(); ++p) {
    if (readers[p].empty()) continue;
    const auto needed = static_cast<size_t>(rows_up_to_tile(count) * model.preprocessors[p].width());
    if (buffers.x.size() < needed) buffers.x.resize(needed);
    model.preprocessors[p].encode(table, buffers.rows, buffers.x.data());
    for (const size_t network : readers[p])
      add_network(network, buffers.x.data(), count, buffers.layers, out);
  }
}

Predictor::Predictor(const std::string& path) : Predictor(read_model(path)) {}

Predictor::Predictor(PredictorModel model) : parts_(std::make_shared<const Parts>(std::move(model))) {}

const PredictorModel& Predictor::model() const {
  return parts_->model;
}

Predictions Predictor::predict(const Table& table, int threads) const {
  const int64_t rows = table.rows();
  const int64_t outputs = parts_->outputs;
  const int64_t step = parts_->block_rows;
  const int64_t blocks = (rows + step - 1) / step;
  std::vector<double> out(static_cast<size_t>(rows * outputs));
  if (threads <= 0) threads = blocks > 1 ? available_processors() : 1;
  threads = static_cast<int>(std::clamp<int64_t>(threads, 1, std::max<int64_t>(blocks, 1)));
  std::vector<BlockBuffers> buffers(static_cast<size_t>(threads));
  for_each_block(blocks, threads, [&](int thread, int64_t block) {
    const int64_t first = block * step;
    parts_->predict_block(table, first, std::min(step, rows - first), buffers[static_cast<size_t>(thread)],
                          out.data() + first * outputs);
  });
  Predictions predictions;
  predictions.task = model().schema.task;
  predictions.classes = model().schema.class_names;
  predictions.decision = model().decision;
  (predictions.task == Task::kClassification ? predictions.probabilities : predictions.values) =
      std::move(out);
  return predictions;
}

PredictionScores Predictor::score(const Table& table, int threads) const {
  const ScoredRows rows = scored_rows(table, model().schema);
  return score_predictions(predict(table, threads), rows);
}

}  // namespace gbho
