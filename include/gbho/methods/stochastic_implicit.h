#pragma once

#include <cstdint>
#include <memory>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [soba] table of a study file; the options of the loop come on top, here and below.
struct SobaOptions {
  int64_t steps = 0;         ///< of β and v between steps of λ; 0: an epoch
  double system_rate = 0.1;  ///< step length of v
  double damping = 0.01;     ///< added to the diagonal of the Hessian
};

/// SOBA (Dagréou et al. 2022): β and v ≈ H⁻¹∇F step side by side, a mini-batch each. docs/methods/soba.md.
std::unique_ptr<Method> make_soba(SobaOptions options = {}, LoopOptions loop = {});

/// The [saba] table: as soba's.
using SabaOptions = SobaOptions;

/// SABA (Dagréou et al. 2022): soba with gradients and products averaged over all mini-batches.
/// docs/methods/saba.md.
std::unique_ptr<Method> make_saba(SabaOptions options = {}, LoopOptions loop = {});

/// The [amigo] table.
struct AmigoOptions {
  int64_t steps = 0;          ///< of β between steps of λ; 0: an epoch
  int64_t system_steps = 10;  ///< of v after them, from where v was
  double system_rate = 0.1;
  double damping = 0.01;
};

/// AmIGO (Arbel & Mairal 2022): β first, then v, both warm. docs/methods/amigo.md.
std::unique_ptr<Method> make_amigo(AmigoOptions options = {}, LoopOptions loop = {});

/// The [stocbio] table.
struct StocbioOptions {
  int64_t steps = 0;   ///< of β between steps of λ; 0: an epoch
  int64_t terms = 10;  ///< of Neumann's series, a mini-batch each
  double system_rate = 0.1;
  double damping = 0.01;
};

/// stocBiO (Ji et al. 2021): β first, then Neumann's series anew. docs/methods/stocbio.md.
std::unique_ptr<Method> make_stocbio(StocbioOptions options = {}, LoopOptions loop = {});

/// The [sustain] table.
struct SustainOptions {
  int64_t steps = 0;   ///< of β between steps of λ; 0: an epoch
  int64_t terms = 10;  ///< of Neumann's series, a mini-batch each
  double eta = 0.5;    ///< weight of the newest direction in its average
  double system_rate = 0.1;
  double damping = 0.01;
};

/// SUSTAIN (Khanduri et al. 2021): β and λ along averages that are corrected as they move, as in STORM; v by
/// Neumann's series. docs/methods/sustain.md.
std::unique_ptr<Method> make_sustain(SustainOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
