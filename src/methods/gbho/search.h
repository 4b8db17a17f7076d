#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>

#include "gbho/methods/gbho.h"
#include "gbho/run/context.h"
#include "gbho/run/method_result.h"
#include "methods/gbho/joint_solve.h"
#include "methods/gbho/lagrangian.h"
#include "run/value_model.h"

namespace gbho::inline internal {

/// One run of Algorithm 1: run() is the algorithm, and each of its steps a member function.
class GbhoSearch {
 public:
  /// The options are settled; see settle().
  GbhoSearch(MethodContext& context, GbhoOptions options);

  MethodResult run();

 private:
  // A step that returns false has ended the search, and said why in the result.
  bool sample_design();
  bool fit_value_model();
  void start_from_best_pair();
  bool begin_iteration();
  bool minimize_lagrangian();
  void certify();
  void update_multipliers();
  bool solve_lower_level();
  bool continue_unless_converged();
  bool refine_value_model();

  /// The design; one that fills the box with fewer points when the budget does not allow it.
  torch::Tensor affordable_design() const;
  /// λ is where the last iteration began, or nearly so.
  bool stood_still() const;
  // Ends of the search. Always false: what a step returns then.
  bool stop(Termination termination, std::string message);
  bool conclude(Termination termination, std::string message);  ///< the phase has ended too
  bool interrupted();

  MethodContext& context_;
  const GbhoOptions options_;
  ValueModel model_;         ///< φ̂ and ŝ
  Lagrangian lagrangian_;    ///< A, with μ and ρ
  JointPoint point_;         ///< Iʲ
  torch::Tensor before_;     ///< λ of Iʲ⁻¹
  int64_t samples_ = 0;      ///< t
  int64_t iteration_ = 0;    ///< j
  Certificate certificate_;  ///< of Iʲ
  Iteration record_;         ///< of iteration j
  MethodResult result_;
};

}  // namespace gbho::inline internal
