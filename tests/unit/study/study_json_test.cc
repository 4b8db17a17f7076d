#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gbho/methods/registry.h"
#include "study/study_tables.h"
#include "study_text.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;

TEST(StudyJson, GivenHoldsWhatIsWrittenAndNoMore) {
  const ordered_json given = ordered_json::parse(parse(kGoodStudy, {"lower.batch=16"}).given);
  EXPECT_EQ(given["lower"], (ordered_json{{"batch", 16}, {"epochs", 2}, {"learning_rate", 0.1}}));
  EXPECT_EQ(given["hyperparameter"][0]["low"], -8);
  EXPECT_FALSE(given.contains("model"));
}

TEST(StudyJson, UsedFillsInEveryDefault) {
  const ordered_json used = ordered_json::parse(used_json(parse(kGoodStudy).options));
  EXPECT_EQ(used["lower"]["epochs"], 2);
  EXPECT_EQ(used["lower"]["batch"], LowerOptions{}.batch);
  EXPECT_EQ(used["model"]["kind"], "mlp");
  EXPECT_EQ(used["data"]["size"], nullptr);
  EXPECT_EQ(used["grid"]["points"], ordered_json::array({3}));
  EXPECT_FALSE(used.contains("random"));
}

TEST(StudyJson, UsedReadsBackAsTheSameStudy) {
  const StudyOptions options = parse(kGoodStudy).options;
  const ordered_json used = ordered_json::parse(used_json(options));
  StudyOptions changed = options;
  changed.lower.clip_norm = 2.5;
  EXPECT_EQ(ordered_json::parse(used_json(changed))["lower"]["clip_norm"], 2.5);
  EXPECT_NE(used_json(changed), used_json(options));
}

std::string read_doc(const std::string& name) {
  std::ifstream file(std::string(GBHO_SOURCE_DIR) + "/docs/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The page is written by hand around tables that are generated; this keeps the two from drifting apart.
TEST(StudyFilePage, ListsEveryKeyWithItsDefault) {
  const std::string page = read_doc("study-file.md");
  StudyOptions study;
  Hyperparameter hyperparameter;
  std::vector<std::vector<Option>> tables = {
      top_options(study),          data_options(study.data),
      model_options(study.model),  hyperparameter_options(hyperparameter),
      lower_options(study.lower),  refit_options(study.refit),
      budget_options(study.budget)};
  for (const std::vector<Option>& table : tables)
    EXPECT_THAT(page, testing::HasSubstr(markdown_table(table)));
  for (const std::string& name : method_names()) {
    EXPECT_THAT(page, testing::HasSubstr("(methods/" + name + ".md)"));
  }
}

}  // namespace
}  // namespace gbho
