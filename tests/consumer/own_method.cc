// A method of somebody else's: the ends and the middle of the box. The installed suite holds it to the
// contract.

#include <gbho/gbho.h>
#include <gbho/testing/method_contract.h>

namespace gbho {
namespace {

class ThreePoints : public SamplingMethod {
 public:
  std::string name() const override { return "three_points"; }
  std::string description() const override {
    return "the ends and the middle of the box, and four points between";
  }
  std::vector<Option> options() override { return {}; }
  void fill(const Space& /*space*/, int64_t /*solves*/) override {}
  void begin(const Space& space, uint64_t /*seed*/) override {
    low_ = space.low();
    high_ = space.high();
    asked_ = false;
  }
  int64_t planned() const override { return 7; }
  torch::Tensor ask() override {
    if (asked_) return torch::empty({0, low_.size(0)}, torch::kDouble);
    asked_ = true;
    return low_ + torch::linspace(0, 1, 7, torch::kDouble).unsqueeze(1) * (high_ - low_);
  }
  void tell(const std::vector<Evaluation>& /*evaluations*/) override {}

 private:
  torch::Tensor low_;
  torch::Tensor high_;
  bool asked_ = false;
};

INSTANTIATE_TEST_SUITE_P(Mine, MethodContract,
                         testing::Values(ContractCase{"three_points",
                                                      [] { return std::make_unique<ThreePoints>(); }}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gbho
