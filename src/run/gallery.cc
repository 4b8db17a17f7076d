#include "gbho/run/gallery.h"

#include <torch/utils.h>

#include <algorithm>
#include <utility>

namespace gbho {

std::vector<int64_t> Gallery::welcome(const std::vector<Evaluation>& evaluations) const {
  std::vector<int64_t> order;
  for (size_t e = 0; e < evaluations.size(); ++e) {
    if (evaluations[e].usable()) order.push_back(static_cast<int64_t>(e));
  }
  const auto criterion = [&](int64_t e) { return evaluations[static_cast<size_t>(e)].criterion(); };
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return criterion(a) < criterion(b); });
  if (order.size() > room_) order.resize(room_);
  if (exhibits_.size() < room_) return order;
  if (room_ == 0) return {};
  const double worst = exhibits_.back().evaluation.criterion();
  std::erase_if(order, [&](int64_t e) { return criterion(e) >= worst; });
  return order;
}

void Gallery::add(Exhibit exhibit) {
  const auto place = std::upper_bound(
      exhibits_.begin(), exhibits_.end(), exhibit,
      [](const Exhibit& a, const Exhibit& b) { return a.evaluation.criterion() < b.evaluation.criterion(); });
  exhibits_.insert(place, std::move(exhibit));
  if (exhibits_.size() > room_) exhibits_.pop_back();
}

void add_exhibits(const std::vector<Exhibit>& exhibits, const std::string& name, Snapshot& snapshot) {
  if (exhibits.empty()) return;
  std::vector<torch::Tensor> predictions;
  predictions.reserve(exhibits.size());
  for (const Exhibit& exhibit : exhibits) predictions.push_back(exhibit.out_of_fold.to(torch::kFloat32));
  snapshot.add(name + ".out_of_fold", torch::stack(predictions));
  Weights together;
  for (size_t p = 0; p < exhibits.front().weights.size(); ++p) {
    std::vector<torch::Tensor> members;
    members.reserve(exhibits.size());
    for (const Exhibit& exhibit : exhibits) members.push_back(exhibit.weights[p]);
    together.push_back(torch::cat(members));
  }
  snapshot.add(name + ".weights", together);
}

std::vector<Exhibit> exhibits_of(const Snapshot& snapshot, const std::string& name,
                                 const std::vector<Evaluation>& evaluations) {
  std::vector<Exhibit> exhibits;
  if (evaluations.empty()) return exhibits;
  exhibits.reserve(evaluations.size());
  const torch::Tensor predictions = snapshot.tensor(name + ".out_of_fold").to(torch::kFloat64).contiguous();
  const Weights together = snapshot.weights(name + ".weights");
  for (size_t e = 0; e < evaluations.size(); ++e) {
    const auto member = static_cast<int64_t>(e);
    exhibits.push_back({"network", evaluations[e], predictions[member], select_members(together, {member})});
  }
  return exhibits;
}

}  // namespace gbho
