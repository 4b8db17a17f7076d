#include "gbho/testing/method_contract.h"

#include "gbho/methods/registry.h"

namespace gbho {
namespace {

std::vector<ContractCase> every_method() {
  std::vector<ContractCase> cases;
  for (const std::string& name : method_names()) {
    cases.push_back({name, [name] { return create_method(name); }});
    if (name == "hyperband") cases.back().fewest_epochs = 1;  // of its trials most end early
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, MethodContract, testing::ValuesIn(every_method()),
                         [](const auto& test) { return test.param.name; });

TEST(Methods, TakeTheirOwnDefaults) {
  for (const std::string& name : method_names()) {
    const std::unique_ptr<Method> method = create_method(name);
    for (const Option& option : method->options()) {
      EXPECT_NO_THROW(create_method(name, {{option.name, option_value(option)}}))
          << name << "." << option.name;
    }
  }
}

}  // namespace
}  // namespace gbho
