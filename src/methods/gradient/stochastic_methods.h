#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/stochastic_implicit.h"
#include "methods/gradient/gradient_method.h"
#include "methods/gradient/stochastic_implicit.h"

namespace gbho::inline internal {

/// What soba, amigo, stocbio and sustain share: they differ in how β and v take turns.
class StochasticMethod : public GradientMethod {
 public:
  explicit StochasticMethod(LoopOptions loop) : GradientMethod(loop) {}

  std::vector<std::string> seed_streams() const override { return {"implicit.validation"}; }
  MethodResult run(MethodContext& context) override;

 protected:
  int64_t networks() const override { return 1; }
  virtual StochasticSchedule schedule() const = 0;
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;
};

/// What make_soba makes.
class SobaMethod : public StochasticMethod {
 public:
  explicit SobaMethod(SobaOptions options = {}, LoopOptions loop = {})
      : StochasticMethod(loop), options_(options) {}
  std::string name() const override { return "soba"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  StochasticSchedule schedule() const override;

 private:
  SobaOptions options_;
};

/// What make_saba makes.
class SabaMethod : public SobaMethod {
 public:
  explicit SabaMethod(SabaOptions options = {}, LoopOptions loop = {}) : SobaMethod(options, loop) {}
  std::string name() const override { return "saba"; }
  std::string description() const override;
  std::vector<std::string> seed_streams() const override { return {"saba.training", "saba.validation"}; }

 protected:
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;
};

/// What make_amigo makes.
class AmigoMethod : public StochasticMethod {
 public:
  explicit AmigoMethod(AmigoOptions options = {}, LoopOptions loop = {})
      : StochasticMethod(loop), options_(options) {}
  std::string name() const override { return "amigo"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  StochasticSchedule schedule() const override;

 private:
  AmigoOptions options_;
};

/// What make_stocbio makes.
class StocbioMethod : public StochasticMethod {
 public:
  explicit StocbioMethod(StocbioOptions options = {}, LoopOptions loop = {})
      : StochasticMethod(loop), options_(options) {}
  std::string name() const override { return "stocbio"; }
  std::string description() const override;

 protected:
  std::vector<Option> own_options() override;
  StochasticSchedule schedule() const override;

 private:
  StocbioOptions options_;
};

/// What make_sustain makes.
class SustainMethod : public StochasticMethod {
 public:
  explicit SustainMethod(SustainOptions options = {}, LoopOptions loop = {})
      : StochasticMethod(loop), options_(options) {}
  std::string name() const override { return "sustain"; }
  std::string description() const override;
  std::vector<std::string> seed_streams() const override { return {"sustain.validation"}; }

 protected:
  std::vector<Option> own_options() override;
  StochasticSchedule schedule() const override;
  std::unique_ptr<HypergradientEstimator> make_estimator(const EstimatorContext& context,
                                                         TrainState start) const override;

 private:
  SustainOptions options_;
};

}  // namespace gbho::inline internal
