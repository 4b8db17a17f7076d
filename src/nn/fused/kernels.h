#pragma once

#include <cstdint>

// The interface between the fused networks and their kernels. Plain structs and pointers only: the kernels
// are compiled for several instruction sets, and nothing that is inline here may be compiled for the wrong
// one.
//
// Layout of a dense layer's weights ("panels"): the matrix [in + 1, cols] (last row: biases) is cut into
// panels of `panel` columns, each stored contiguously row by row; columns are padded with zeros to full
// vectors. Several members that read the same input lie side by side in one matrix: cols = members · out.

namespace gbho::inline internal {

struct DenseMatrix {
  int64_t rows = 0;    ///< in + 1
  int64_t cols = 0;    ///< columns in use
  int64_t padded = 0;  ///< cols rounded up to full vectors
};

/// z[b, :] = act( bias + Σ_i x[b, i] · w[index[i], :] )
struct ForwardArgs {
  const float* x;
  int64_t ldx;
  int64_t batch;
  const int32_t* index;  ///< rows of w, one per column of x
  int64_t count;
  DenseMatrix shape;
  const float* w;
  float* z;
  int64_t ldz;
  bool bias;
  bool relu;
  const float* mask;  ///< when set, z is zeroed where mask ≤ 0: the backward pass of ReLU
  int64_t ldmask;
  int64_t first_column = 0;  ///< the columns to do, whole panels: a share of the work
  int64_t last_column = INT64_MAX;
};

/// kAdamDecoupled: the penalty's gradient is added to Adam's scaled step, not to the gradient.
enum class UpdateMode { kStore, kSgd, kNesterov, kAdam, kAdamDecoupled };

static inline constexpr bool is_adam(UpdateMode mode) {
  return mode == UpdateMode::kAdam || mode == UpdateMode::kAdamDecoupled;
}

/// What to do with a gradient: g = acc + l2∘w + l1∘sign(w) + linear, then store it or take the step.
/// Columns have their own coefficients, since columns belong to different members.
struct UpdateArgs {
  UpdateMode mode;
  float* w;
  float* first;         ///< velocity, or Adam's first moment
  float* second;        ///< Adam's second moment
  float* gradient;      ///< kStore: where g goes
  const float* linear;  ///< may be null
  const float* rate;
  const float* momentum;
  const float* l2;           ///< twice the strength; the bias row has none
  const float* l1;           ///< may be null
  const float* correction1;  ///< Adam: 1/(1 − β₁ᵗ), per column
  float correction2;         ///< Adam: 1/(1 − β₂ᵗ)
  float beta2;
  float epsilon;
  /// Per row: where its coefficients begin in l2 and l1, when inputs differ in theirs; null: at 0 for all.
  const int64_t* penalty_row = nullptr;
};

/// acc = xᵀ·delta, and what UpdateArgs says, for the rows of w in index and for the bias row.
struct GradientArgs {
  const float* x;
  int64_t ldx;
  int64_t batch;
  const int32_t* index;
  int64_t count;
  DenseMatrix shape;
  const float* delta;
  int64_t ldd;
  float* accumulate;  ///< when set, acc is added here (panel layout) and no step is taken
  UpdateArgs update;
  int64_t first_column = 0;  ///< the columns to do, whole panels: a share of the work
  int64_t last_column = INT64_MAX;
};

/// The examples of a block without their zeros, by example and by input.
struct SparseInput {
  const int32_t* row_begin;  ///< [batch + 1]: where each example's entries begin
  const int32_t* row_index;  ///< rows of w
  const float* row_value;
  const int32_t* column_begin;  ///< [count + 1]: where the entries of each input in `index` begin
  const int32_t* column_example;
  const float* column_value;
};

/// The same as ForwardArgs with bias and without a mask.
struct SparseForwardArgs {
  SparseInput x;
  int64_t batch;
  DenseMatrix shape;
  const float* w;
  float* z;
  int64_t ldz;
  bool relu;
};

/// acc = xᵀ·delta for the rows of w in index and for the bias row, added to `accumulate` (panel layout).
struct SparseGradientArgs {
  SparseInput x;
  int64_t batch;
  const int32_t* index;
  int64_t count;
  DenseMatrix shape;
  const float* delta;
  int64_t ldd;
  float* accumulate;
};

/// The update alone, for rows whose data gradient is known: zero, or scale∘given.
struct ApplyArgs {
  const int32_t* index;
  int64_t count;
  DenseMatrix shape;
  const float* given;  ///< panel layout; null: zero
  const float* scale;  ///< per column; null: one
  bool complete;       ///< `given` holds all that is part of the gradient already: it is not added again
  bool bias_row;       ///< the rows are the bias row: no penalty
  UpdateArgs update;
  int64_t first_column = 0;  ///< the columns to do, whole panels: a share of the work
  int64_t last_column = INT64_MAX;
};

/// Softmax, cross-entropy and its gradient for one member; delta = weight·(softmax(z) − target), where the
/// target is onehot(y), or (1 − s)·onehot(y) + s/classes.
struct SoftmaxArgs {
  const float* z;
  int64_t ldz;
  int64_t batch;
  int64_t classes;
  const int64_t* y;
  const float* weight;  ///< per example; null: no gradient is wanted
  float* delta;
  int64_t ldd;
  float* loss;           ///< [batch]: unweighted
  int32_t* correct;      ///< [batch] or null
  float smoothing = 0;   ///< share of the target that is spread over all classes …
  int64_t smoothed = 0;  ///< … of so many examples, the first ones
};

/// Squared error and its gradient for one member; delta = weight·2·(z − y).
struct SquaredErrorArgs {
  const float* z;  ///< one output
  int64_t ldz;
  int64_t batch;
  const float* y;
  const float* weight;  ///< per example; null: no gradient is wanted
  float* delta;
  int64_t ldd;
  float* loss;  ///< [batch]: unweighted
};

/// The transpose of w without its bias row: target is [cols (+1), rows − 1].
struct TransposeArgs {
  DenseMatrix shape;
  const float* w;
  DenseMatrix target_shape;
  float* target;
};

/// values[i] ·= random[i] < rate ? 0 : scale; with random = null, scale alone.
struct DropArgs {
  float* values;
  const float* random;
  float rate;
  float scale;
  int64_t count;
};

/// target = source + deviation·random
struct PerturbArgs {
  const float* source;
  const float* random;
  float deviation;
  float* target;
  int64_t count;
};

/// Sizes of LeNet-5's two convolutions, each 5×5 and followed by ReLU and 2×2 max-pooling.
struct LeNetShape {
  static constexpr int64_t kSide = 32;
  static constexpr int64_t kMaps1 = 6;
  static constexpr int64_t kPooled1 = 14;
  static constexpr int64_t kImage1 = kPooled1 * kPooled1 * kMaps1;  ///< [14][14][6]
  /// Between the gradients of such images: a patch's last row is written in full vectors, past its image's
  /// end.
  static constexpr int64_t kDelta1 = kImage1 + 8;
  static constexpr int64_t kMaps2 = 16;
  static constexpr int64_t kPooled2 = 5;
  static constexpr int64_t kImage2 = kPooled2 * kPooled2 * kMaps2;  ///< [5][5][16]
  static constexpr int64_t kPatch2 = 5 * 5 * kMaps1;                ///< [ky][kx][6]
  static constexpr int64_t kPatchRow2 = 32;                         ///< [kx][6], padded
};

/// Winners say which of the four values of a pooling window was largest: 2·dy + dx.
struct Conv1ForwardArgs {
  const float* lanes;  ///< [channels][32][32][ldb]: examples in the lanes
  int64_t ldb;
  int64_t batch;
  int64_t channels;
  const float* w;  ///< [6][channels][5][5]
  const float* bias;
  float* pooled;     ///< [b][14][14][6]
  uint8_t* winners;  ///< [6][14][14][ldb]
};

struct Conv1BackwardArgs {
  const float* images;  ///< [b][32][32][channels]
  int64_t ldb;
  int64_t batch;
  int64_t channels;
  const float* delta;  ///< [b][14][14][6], kDelta1 apart, zero where ReLU is off
  const uint8_t* winners;
  float* dw;  ///< added to
  float* dbias;
  int64_t first_map = 0;  ///< the maps whose weights to do
  int64_t last_map = LeNetShape::kMaps1;
};

struct Conv2ForwardArgs {
  const float* pooled;  ///< [b][14][14][6]
  int64_t batch;
  const float* w;  ///< [ky][kx][6][16]
  const float* bias;
  float* features;  ///< [b][5][5][16], rows ldf apart
  int64_t ldf;
  uint8_t* winners;  ///< [b][5][5][16]
};

struct Conv2BackwardArgs {
  const float* pooled;
  int64_t batch;
  const float* w;
  const float* features;
  int64_t ldf;
  const float* delta;  ///< of the features, rows ldd apart
  int64_t ldd;
  const uint8_t* winners;
  float* dw;  ///< added to
  float* dbias;
  float* pooled_delta;    ///< [b][14][14][6], kDelta1 apart, zero where pooled is
  int64_t first_map = 0;  ///< the maps whose weights to do
  int64_t last_map = LeNetShape::kMaps2;
  int64_t first_example = 0;  ///< the examples whose pooled_delta to do
  int64_t last_example = INT64_MAX;
};

struct KernelTable {
  const char* name;
  int64_t lanes;
  int64_t panel;
  void (*forward)(const ForwardArgs&);
  void (*gradient)(const GradientArgs&);
  void (*apply)(const ApplyArgs&);
  void (*softmax)(const SoftmaxArgs&);
  void (*transpose)(const TransposeArgs&);
  void (*conv1_forward)(const Conv1ForwardArgs&);
  void (*conv1_backward)(const Conv1BackwardArgs&);
  void (*conv2_forward)(const Conv2ForwardArgs&);
  void (*conv2_backward)(const Conv2BackwardArgs&);
  void (*sparse_forward)(const SparseForwardArgs&);
  void (*sparse_gradient)(const SparseGradientArgs&);
  void (*squared_error)(const SquaredErrorArgs&);
  void (*drop)(const DropArgs&);
  void (*perturb)(const PerturbArgs&);
};

/// The best kernels that this processor runs. GBHO_KERNELS=portable|avx2|avx512 in the environment asks for
/// others.
const KernelTable& kernels();

/// By name, or null when this build or processor has no such kernels.
const KernelTable* find_kernels(const char* name);

extern const KernelTable kPortableKernels;
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;

/// Where (row, column) of a panel matrix lies. Static: each instruction set keeps its own copy.
static inline int64_t panel_offset(const DenseMatrix& shape, int64_t panel, int64_t row, int64_t column) {
  const int64_t first = column / panel * panel;
  const int64_t width = shape.padded - first < panel ? shape.padded - first : panel;
  return first * shape.rows + row * width + (column - first);
}

}  // namespace gbho::inline internal
