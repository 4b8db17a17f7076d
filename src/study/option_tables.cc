#include "study/option_tables.h"

namespace gbho {

std::vector<Option> top_options(StudyOptions& study) {
  return {
      {"name", &study.name, "name of the study, for reports"},
      {"seed", &study.seed, "everything random comes from it: data, initial weights, batches, candidates"},
      {"method", &study.method, "how to search; `gbho methods` lists them"},
  };
}

std::vector<Option> data_options(DataOptions& data) {
  return {
      {"name", &data.name, "a known data set: mnist-1k (embedded), mnist, cifar10, …; `gbho data list`"},
      {"path", &data.path, "instead of a name: a CSV file, or the inputs of an NPY or IDX pair"},
      {"labels", &data.labels, "the labels that go with `path` (NPY, IDX)"},
      {"label_column", &data.label_column, "CSV: name or 0-based index; the last column when empty"},
      {"header", &data.header, "CSV: auto, yes or no"},
      {"size", &data.size, "examples to draw with the seed; all when left out"},
      {"split", &data.split, "shares of train and validation, then of selection and test if given"},
      {"stratified", &data.stratified, "keep the share of each label in every part"},
      {"block_noise", &data.block_noise,
       "standard deviations of Gaussian noise on as many equal blocks of inputs; none when empty"},
      {"input_noise", &data.input_noise,
       "[share, deviation]: Gaussian noise on that share of the inputs, drawn with the seed; none when "
       "empty"},
      {"label_noise", &data.label_noise,
       "share of training labels to make wrong; a list cuts the training part into as many equal sources"},
      {"standardize", &data.standardize, "none, center or standard; fitted on the training part"},
  };
}

std::vector<GivenPart> data_parts(DataOptions& data) {
  return {{"train", &data.train},
          {"validation", &data.validation},
          {"test", &data.test},
          {"selection", &data.selection}};
}

std::vector<Option> model_options(ModelOptions& model) {
  return {
      {"kind", &model.kind, "mlp, lenet5 or linear"},
      {"hidden", &model.hidden, "mlp: units of each hidden layer"},
      {"init", &model.init, "torch: U(±1/√fan_in); glorot: U(±√(6/(fan_in+fan_out))); he: N(0, 2/fan_in)"},
  };
}

std::vector<Option> hyperparameter_options(Hyperparameter& hyperparameter) {
  return {
      {"name", &hyperparameter.name, "for reports and for `--set hyperparameter.NAME.key=value`; required"},
      {"kind", &hyperparameter.kind,
       "l2: ‖β‖²; l1: ‖β‖₁; elastic_net: a mixture of both; example_weight: weights of training examples"},
      {"per", &hyperparameter.per,
       "many hyperparameters: one for each layer, input, unit or weight (penalties), example or source "
       "(example_weight); one for all when empty"},
      {"count", &hyperparameter.count,
       "with per: so many in all, each for as many neighbours; 0: one for each"},
      {"layers", &hyperparameter.layers,
       "whose kernels it penalizes; all layers when empty; biases stay free"},
      {"inputs", &hyperparameter.inputs,
       "[first, last): only what reads these inputs, counted from 0; all when empty"},
      {"low", &hyperparameter.low,
       "lower end of λ; the penalty weight is exp λ, an example's 1/(1 + exp −λ)"},
      {"high", &hyperparameter.high, "upper end of λ"},
      {"l1_ratio", &hyperparameter.l1_ratio, "elastic_net: share of ‖β‖₁, 0 to 1"},
  };
}

std::vector<Option> lower_options(LowerOptions& lower) {
  return {
      {"optimizer", &lower.optimizer, "sgd, adam or lbfgs (full batch; for convex or small problems)"},
      {"epochs", &lower.epochs, "passes over the training part; lbfgs: iterations"},
      {"batch", &lower.batch, "examples a step; 0: the whole training part"},
      {"learning_rate", &lower.learning_rate, "a list is tuned by a pilot, whose cost is charged"},
      {"momentum", &lower.momentum, "sgd: momentum; adam: β₁; a list is tuned by the pilot"},
      {"nesterov", &lower.nesterov, "sgd: Nesterov's form"},
      {"beta2", &lower.beta2, "adam: β₂"},
      {"adam_epsilon", &lower.adam_epsilon, "adam: ε"},
      {"schedule", &lower.schedule, "of the learning rate: constant, linear, cosine or step"},
      {"step_epochs", &lower.step_epochs, "step: every so many epochs …"},
      {"step_factor", &lower.step_factor, "… the learning rate is multiplied by this"},
      {"clip_norm", &lower.clip_norm, "largest gradient norm of a parameter tensor; 0: no clipping"},
      {"gradient_tolerance", &lower.gradient_tolerance, "stop below this gradient norm; 0: never"},
      {"plateau_epochs", &lower.plateau_epochs, "stop after so many epochs without progress; 0: never"},
      {"plateau_tolerance", &lower.plateau_tolerance,
       "relative decrease of the loss that counts as progress"},
      {"divergence_factor", &lower.divergence_factor,
       "a loss so many times log(classes), a blind guess's, has diverged"},
      {"history", &lower.history, "lbfgs: pairs kept"},
      {"shuffle", &lower.shuffle, "a new order every epoch, the same for every network"},
      {"shared_initial_weights", &lower.shared_initial_weights, "all networks start alike"},
      {"engine", &lower.engine, "auto, fused (hand-written kernels) or autograd (LibTorch)"},
  };
}

std::vector<Option> refit_options(RefitOptions& refit) {
  return {{"scale_penalty", &refit.scale_penalty,
           "multiply exp λ by n_train/(n_train + n_validation) for the refit, instead of keeping it"}};
}

std::vector<Option> budget_options(Budget& budget) {
  return {{"trials", &budget.trials,
           "the most candidates the search may try, however long each is trained; 0: no limit"},
          {"lower_solves", &budget.lower_solves,
           "the most lower-level solves the search may take; pilot and refit come on top; 0: no limit"},
          {"sample_gradients", &budget.sample_gradients,
           "the same, counted in examples passed backwards through a network; 0: no limit"},
          {"seconds", &budget.seconds,
           "after so many seconds of search nothing new is begun; such a run cannot be repeated exactly; 0: "
           "no limit"}};
}

}  // namespace gbho
