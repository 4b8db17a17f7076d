#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "train/engine.h"
#include "train/lower_level.h"
#include "train/worker_pool.h"

namespace gbho::inline internal {

/// A batch of so many examples is shared out among threads, when there are few networks.
constexpr int64_t kSharedBatch = 1024;
constexpr int64_t kMostToShare = 8;

/// All members of a solve, in chunks that share a batch and fit the cache, each chunk on one thread.
/// Members that stop leave their chunk; the rest go on. Indices below are those of the request.
class Ensemble {
 public:
  Ensemble(const LowerLevel& level, const LowerOptions& options, const Runtime& runtime,
           const SolveRequest& request, const TrainState& start);

  int64_t size() const { return static_cast<int64_t>(members_); }
  const std::vector<int64_t>& running() const { return running_; }
  /// Running members that have a ±ε term: one with ε = 0 has none.
  int64_t with_upper_term() const;
  const std::string& engine_name() const { return engine_name_; }

  /// One epoch of every running member; writes their losses into `loss` [E]. The plan's rates are [E]. False
  /// when `stop` has said so: then some members have had the epoch and others have not.
  bool run_epoch(const EpochPlan& plan, std::vector<double>& loss, const StopCallback& stop = {});
  /// Goes on with another λ [E, n]; all members must be running.
  void set_lambda(const torch::Tensor& lambda);
  /// … and with another ±ε term.
  void set_upper(const std::vector<double>& epsilon, const Weights& direction);
  /// [E, N]: the loss of every training example as it was last trained on, where weights of examples are
  /// hyperparameters.
  torch::Tensor example_losses() const;
  /// f, its data part and ‖∇f‖ of every running member, written into [E] vectors.
  Objective objective();
  /// Replaces the weights of every member (all must be running).
  void load(const Weights& weights);
  /// Takes these members out; their weights stay in state().
  void stop(const std::vector<int64_t>& members);
  /// The state of every member, stopped ones included.
  TrainState state();

 private:
  struct Chunk {
    std::vector<int64_t> members;
    std::unique_ptr<Engine> engine;
  };

  EngineSpec chunk_spec(const std::vector<int64_t>& members) const;
  std::unique_ptr<Engine> make_engine(const EngineSpec& spec) const;
  Chunk make_chunk(std::vector<int64_t> members, const TrainState& state) const;
  /// All at once, by all threads.
  std::vector<Chunk> make_chunks(const std::vector<std::vector<int64_t>>& shares);
  void save(const Chunk& chunk);
  void save(const std::vector<size_t>& chunks);
  void share_out_anew();
  std::vector<size_t> all_chunks() const;
  void for_each_chunk(const std::function<void(size_t)>& work);

  EngineSpec spec_;  ///< of the whole ensemble
  const NetworkLevel* network_ = nullptr;
  bool fused_ = false;
  bool on_device_ = false;
  int threads_ = 1;
  size_t members_ = 0;
  std::string engine_name_;
  TrainState saved_;  ///< [E]: filled when members stop and when state() is asked for
  std::vector<int64_t> running_;
  std::vector<Chunk> chunks_;
  WorkerPool pool_;
};

}  // namespace gbho::inline internal
