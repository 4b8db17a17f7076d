#include "record/option_tables.h"

namespace gbho::inline internal {
namespace {

constexpr double kMostUnits = 100000;
constexpr double kMostHyperparameters = 1e7;
// exp(±80) and its products with ordinary numbers are still numbers in single precision.
constexpr double kWidest = 80;

}  // namespace

std::vector<Option> data_options(DataOptions& data) {
  return {
      {"name", &data.name, "a known data set: mnist-1k (embedded), mnist, cifar10, …; `gbho data list`"},
      {"path", &data.path, "instead of a name: a CSV file, or the inputs of an NPY or IDX pair"},
      {"labels", &data.labels, "the labels that go with `path` (NPY, IDX)"},
      {"label_column", &data.label_column, "CSV: name or 0-based index; the last column when empty"},
      {"header", &data.header, "CSV: whether the first line names the columns",
       one_of({"auto", "yes", "no"})},
      {"size", &data.size, "examples to draw with the seed; all when left out", at_least(1)},
      {"split", &data.split, "shares of train and validation, then of selection and test if given"},
      {"stratified", &data.stratified, "keep the share of each label in every part"},
      {"block_noise", &data.block_noise,
       "standard deviations of Gaussian noise on as many equal blocks of inputs; none when empty",
       at_least(0)},
      {"input_noise", &data.input_noise,
       "[share, deviation]: Gaussian noise on that share of the inputs, drawn with the seed; none when "
       "empty",
       at_least(0)},
      {"label_noise", &data.label_noise,
       "share of training labels to make wrong; a list cuts the training part into as many equal sources",
       between(0, 1)},
      {"standardize", &data.standardize,
       "inputs: center takes the mean off, standard divides by the deviation too; fitted on the training "
       "part",
       one_of({"none", "center", "standard"})},
      {"folds", &data.folds,
       "cross-validation: F is the mean over so many folds; 1: a fifth is held out; -1: 5 folds below 5,000 "
       "rows, held out above; 0: none, `split` says what is what. A CSV with folds is a table: its columns "
       "find their type",
       between(-1, 100)},
      {"target", &data.target, "tables: the column to predict, by name or number; the last when empty"},
      {"task", &data.task, "tables: what is to be predicted",
       one_of({"auto", "classification", "regression"})},
      {"categories", &data.categories,
       "tables: columns that are categories, even if their cells are numbers, such as codes of places"},
      {"source", &data.source,
       "tables: the column that says where a row comes from; it is no input, and its values get weights"},
      {"judges", &data.judges,
       "tables with a source: the sources whose rows the model is for; all when empty, each judged by the "
       "others"},
      {"metric", &data.metric, "tables: what the predicted class is chosen for",
       one_of({"log_loss", "balanced_accuracy", "f1"})},
      {"select_columns", &data.select_columns,
       "tables: a penalty for each column, where that gains, instead of one that they share"},
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
      {"kind", &model.kind, "the network", one_of({"mlp", "lenet5", "linear"})},
      {"hidden", &model.hidden, "mlp: units of each hidden layer", between(1, kMostUnits)},
      {"init", &model.init, "torch: U(±1/√fan_in); glorot: U(±√(6/(fan_in+fan_out))); he: N(0, 2/fan_in)",
       one_of({"torch", "glorot", "he"})},
      {"activation", &model.activation,
       "mlp: of the hidden units; sigmoid trains by autograd, which is slower", one_of({"relu", "sigmoid"})},
  };
}

std::vector<Option> hyperparameter_options(Hyperparameter& hyperparameter) {
  return {
      {"name", &hyperparameter.name, "for reports and for `--set hyperparameter.NAME.key=value`; required"},
      {"kind", &hyperparameter.kind,
       "l2: ‖β‖²; l1: ‖β‖₁; elastic_net: a mixture of both; example_weight: weights of training examples; "
       "the "
       "others act on the training (see below)",
       one_of({"l2", "l1", "elastic_net", "example_weight", "learning_rate", "dropout", "input_noise",
               "label_smoothing", "class_weight"})},
      {"per", &hyperparameter.per,
       "many hyperparameters: one for each layer, input, unit or weight (penalties), example or source "
       "(example_weight), layer (dropout), class (class_weight); one for all when empty"},
      {"count", &hyperparameter.count,
       "with per: so many in all, each for as many neighbours; 0: one for each",
       between(0, kMostHyperparameters)},
      {"layers", &hyperparameter.layers,
       "whose kernels it penalizes, or whose outputs dropout acts on; all layers when empty; biases stay "
       "free"},
      {"inputs", &hyperparameter.inputs,
       "[first, last): only what reads these inputs, counted from 0; all when empty"},
      {"low", &hyperparameter.low,
       "lower end of λ; the penalty weight is exp λ, an example's 1/(1 + exp −λ), a share λ itself",
       between(-kWidest, kWidest)},
      {"high", &hyperparameter.high, "upper end of λ", between(-kWidest, kWidest)},
      {"l1_ratio", &hyperparameter.l1_ratio, "elastic_net: share of ‖β‖₁", between(0, 1)},
  };
}

std::vector<Option> lower_options(LowerOptions& lower) {
  return {
      {"optimizer", &lower.optimizer, "lbfgs: full batch, for convex or small problems",
       one_of({"sgd", "adam", "lbfgs"})},
      {"epochs", &lower.epochs, "passes over the training part; lbfgs: iterations", between(1, 1e6)},
      {"batch", &lower.batch, "examples a step; 0: the whole training part", at_least(0)},
      {"batches", &lower.batches,
       "plain: the last step of an epoch gets the rest; even: as many steps, all of nearly the same size",
       one_of({"plain", "even"})},
      {"learning_rate", &lower.learning_rate, "a list is tuned by a pilot, whose cost is charged", above(0)},
      {"momentum", &lower.momentum, "sgd: momentum; adam: β₁; a list is tuned by the pilot",
       at_least(0).below(1)},
      {"nesterov", &lower.nesterov, "sgd: Nesterov's form"},
      {"beta2", &lower.beta2, "adam: β₂", at_least(0).below(1)},
      {"adam_epsilon", &lower.adam_epsilon, "adam: ε", above(0)},
      {"decay", &lower.decay,
       "adam: decoupled adds the penalty's gradient to the scaled step, as AdamW does; coupled scales it "
       "with "
       "the rest",
       one_of({"coupled", "decoupled"})},
      {"schedule", &lower.schedule, "of the learning rate; linear and cosine fall to zero",
       one_of({"constant", "linear", "cosine", "step"})},
      {"step_epochs", &lower.step_epochs, "step: every so many epochs …", at_least(1)},
      {"step_factor", &lower.step_factor, "… the learning rate is multiplied by this", above(0).at_most(1)},
      {"warm_up", &lower.warm_up,
       "share of the epochs over which the learning rate rises from zero to what the schedule says",
       between(0, 1)},
      {"clip_norm", &lower.clip_norm, "largest gradient norm of a parameter tensor; 0: no clipping",
       at_least(0)},
      {"gradient_tolerance", &lower.gradient_tolerance, "stop below this gradient norm; 0: never",
       at_least(0)},
      {"plateau_epochs", &lower.plateau_epochs, "stop after so many epochs without progress; 0: never",
       at_least(0)},
      {"plateau_tolerance", &lower.plateau_tolerance, "relative decrease of the loss that counts as progress",
       at_least(0)},
      {"divergence_factor", &lower.divergence_factor,
       "a loss so many times a blind guess's (log(classes), or 1 for a regression) has diverged", above(1)},
      {"history", &lower.history, "lbfgs: pairs kept", between(1, 1000)},
      {"shuffle", &lower.shuffle, "a new order every epoch, the same for every network"},
      {"shared_initial_weights", &lower.shared_initial_weights, "all networks start alike"},
      {"engine", &lower.engine, "fused: hand-written kernels; autograd: LibTorch's",
       one_of({"auto", "fused", "autograd"})},
      {"precision", &lower.precision,
       "tf32: products of numbers of 11 significant bits, on the GPU alone: faster, and less exact",
       one_of({"float32", "tf32"})},
  };
}

std::vector<Option> refit_options(RefitOptions& refit) {
  return {{"scale_penalty", &refit.scale_penalty,
           "multiply exp λ by n_train/(n_train + n_validation) for the refit, instead of keeping it"},
          {"keep_steps", &refit.keep_steps,
           "train the refit for as many steps as the candidates, on more examples: for fewer epochs"},
          {"networks", &refit.networks,
           "with folds: so many networks with other initial weights and batches, their predictions averaged",
           between(1, 100)}};
}

std::vector<Option> bag_options(BagOptions& bag) {
  return {
      {"candidates", &bag.candidates,
       "with folds: the bag is chosen from the best so many candidates; 0: no bag", between(0, 1000)},
      {"members", &bag.members, "at most so many models have a share in the bag", between(1, 1000)},
      {"spread", &bag.spread, "so many examples' worth of pull towards equal shares", between(0, 1e6)},
      {"binned", &bag.binned,
       "of tables: so many networks whose numbers are cut into parts stand beside the candidates; 0: none",
       between(0, 1000)},
      {"bins", &bag.bins, "parts of a number, cut at quantiles", between(2, 64)}};
}

std::vector<Option> budget_options(Budget& budget) {
  return {{"trials", &budget.trials,
           "the most candidates the search may try, however long each is trained; 0: no limit", at_least(0)},
          {"lower_solves", &budget.lower_solves,
           "the most lower-level solves the search may take; pilot and refit come on top; 0: no limit",
           at_least(0)},
          {"sample_gradients", &budget.sample_gradients,
           "the same, counted in examples passed backwards through a network; 0: no limit", at_least(0)},
          {"seconds", &budget.seconds,
           "after so many seconds of search nothing new is begun; such a run cannot be repeated exactly; 0: "
           "no limit",
           at_least(0)}};
}

}  // namespace gbho::inline internal
