#include "serve/content.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/processor_time.h"
#include "support/study_records.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Json = nlohmann::ordered_json;

std::string part(const Content& content, const std::string& id) {
  for (const auto& [name, html] : content.parts) {
    if (name == id) return html;
  }
  return "no such part";
}

LiveState live_state() {
  LiveState live;
  live.process = 4711;
  live.machine = "<b>host</b>";
  live.written = 1e12;  // not long ago
  live.progress.phase = "search";
  live.progress.fraction = 0.25;
  live.progress.networks = 4;
  live.progress.epoch = 3;
  live.progress.epochs = 12;
  live.progress.seconds = 60;
  live.curves.networks = 4;
  live.curves.numbers = {0, 2};
  live.curves.lambda = {{-5, -2}, {-4, -1}};
  live.curves.epochs = {1, 2, 3};
  live.curves.loss = {{0.9, 0.5, kNone}, {0.8, 0.6, 0.5}};
  return live;
}

TEST(LiveContent, ARunningStudyTellsWhatItDoesAndWhatIsLeft) {
  StudyRecord record = running_record(made_up_summary(30, 2), 20);
  record.used = R"({"budget":{"trials":40,"seconds":0}})";
  StudyView view(record);
  view.live = true;
  const Content content = study_content(view, live_state(), 0, /*control=*/false);
  const std::string now = part(content, "now");
  EXPECT_THAT(now, HasSubstr("<strong>search</strong>"));
  EXPECT_THAT(now, HasSubstr("25 %, 4 networks side by side, epoch 3 of 12, 3 min 0 s left in this phase"));
  EXPECT_THAT(now, HasSubstr("<td class=\"number\">20</td><td class=\"number\">40</td>"));
  EXPECT_THAT(now, HasSubstr("the budget of the search lasts another"));
  EXPECT_THAT(now, HasSubstr("Process 4711 on &lt;b&gt;host&lt;/b&gt;"));
  EXPECT_THAT(now, Not(HasSubstr("button")));
  EXPECT_THAT(part(content, "answer"), HasSubstr("Best so far"));
  EXPECT_THAT(part(content, "answer"), Not(HasSubstr("The report shows")));
  EXPECT_THAT(part(content, "enqueue"), IsEmpty());
  const Content controlled = study_content(view, live_state(), 0, /*control=*/true);
  EXPECT_THAT(part(controlled, "now"), HasSubstr("data-act=\"stop\""));
  EXPECT_THAT(part(controlled, "enqueue"), HasSubstr("data-act=\"enqueue\""));
  // A name is text, and its range is that of the study.
  EXPECT_THAT(part(controlled, "enqueue"), HasSubstr(fmt::format("min=\"{}\"", view.space[0].low)));
}

TEST(LiveContent, ShowsNetworksInTraining) {
  const StudyRecord record = running_record(made_up_summary(30, 2), 20);
  StudyView view(record);
  const Content content = live_content(view, live_state(), false);
  const Json& series = content.charts["training"]["series"];
  ASSERT_EQ(series.size(), 2U);
  EXPECT_EQ(series[0]["label"], "network 1: λ = -5.00, -2.00");
  EXPECT_EQ(series[1]["label"], "network 3: λ = -4.00, -1.00");
  EXPECT_EQ(series[0]["y"], Json::parse("[0.9,0.5,null]"));
  EXPECT_THAT(part(content, "training"), HasSubstr("2 of 4 networks are shown"));
  // Without news of them the chart goes.
  EXPECT_TRUE(live_content(view, std::nullopt, false).charts["training"].is_null());
  EXPECT_THAT(part(live_content(view, std::nullopt, false), "training"), IsEmpty());
}

TEST(LiveContent, HasThePartsOfTheReportAndTheSameTrials) {
  const StudyRecord record = record_of(made_up_summary(60, 3));
  const StudyView view(record);
  const Content content = study_content(view, std::nullopt, 0, false);
  for (const char* id : {"heading", "answer", "trials", "parallel", "cost", "again"})
    EXPECT_THAT(part(content, id), Not(IsEmpty())) << id;
  EXPECT_THAT(part(content, "now"), IsEmpty());
  const Json columns = trials_json(view);
  ASSERT_EQ(content.rows.size(), columns["loss"].size());
  for (size_t i = 0; i < content.rows.size(); ++i) {
    const Json row = Json::parse(content.rows[i]);
    size_t k = 0;
    for (const char* name : {"number", "loss", "partial", "sample_gradients", "lower_solves", "seconds"}) {
      EXPECT_EQ(row[k++], columns[name][i]) << name;
    }
    for (size_t d = 0; d < 3; ++d) EXPECT_EQ(row[k][d], columns["lambda"][d][i]);
  }
  EXPECT_EQ(study_content(view, std::nullopt, 50, false).rows.size(),
            static_cast<size_t>(std::count_if(record.trials.begin() + 50, record.trials.end(),
                                              [&](const Trial& trial) { return is_drawn(view, trial); })));
}

TEST(LiveContent, TheWayOfLambdaIsThatOfTheBestCandidate) {
  const StudyRecord record = running_record(made_up_summary(30, 2), 20);
  const StudyView view(record);
  const Json chart = study_content(view, std::nullopt, 0, false).charts["paths"];
  ASSERT_EQ(chart["series"].size(), 2U);
  EXPECT_EQ(chart["series"][0]["label"], view.space[0].name);
  const Json& y = chart["series"][0]["y"];
  EXPECT_NEAR(y[y.size() - 1].get<double>(), view.best->evaluation.lambda[0], 1e-4);
  EXPECT_EQ(chart["series"][0]["x"].back(), record.trials.back().number);
}

TEST(LiveContent, AMapIsKeptUntilThereAreAQuarterMoreTrials) {
  const Summary summary = made_up_summary(60, 2);
  KeptMap kept;
  const auto map_of = [&](size_t trials) {
    const StudyRecord record = running_record(summary, trials);
    StudyView view(record);
    view.kept_map = &kept;
    return study_content(view, std::nullopt, 0, false).charts["loss_map"].dump();
  };
  const std::string first = map_of(20);
  EXPECT_THAT(first, HasSubstr("contour"));
  EXPECT_EQ(map_of(22), first);
  EXPECT_NE(map_of(30), first);
}

TEST(LiveContent, NamesCannotBreakThePage) {
  const std::string name = "</script><img src=x onerror=alert(1)>\"'&\n\ndata: x";
  Summary summary = made_up_summary(12, 2);
  summary.study = summary.method = name;
  summary.space[0].name = summary.space[1].name = name;
  summary.warnings = {name};
  for (const StudyRecord& record : {record_of(summary), running_record(summary, 8)}) {
    const StudyView view(record);
    LiveState live = live_state();
    live.machine = live.progress.phase = name;
    for (const auto& [id, html] : study_content(view, live, 0, true).parts) {
      EXPECT_THAT(html, Not(HasSubstr("<img"))) << id;
      EXPECT_THAT(html, Not(HasSubstr("</script"))) << id;
    }
    const Content list = list_content({{{7, record.overview}, live}}, name);
    for (const auto& [id, html] : list.parts) EXPECT_THAT(html, Not(HasSubstr("<img"))) << id;
    EXPECT_THAT(part(list, "list"), HasSubstr("<a href=\"/study/7\">"));
  }
  EXPECT_THAT(trouble_html(name), Not(HasSubstr("<img")));
}

TEST(LiveContent, TenThousandTrialsAreToldInLittleTime) {
  const StudyRecord record = running_record(made_up_summary(10000, 4), 10000);
  StudyView view(record);
  KeptMap kept;
  view.kept_map = &kept;
  const Content all = study_content(view, live_state(), 0, false);
  EXPECT_GT(all.rows.size(), 9900U);
  const ProcessorTime time;
  StudyView next(record);
  next.kept_map = &kept;
  const Content more = study_content(next, live_state(), 9999, false);
  RecordProperty("milliseconds", std::to_string(1000 * time.seconds()));
  EXPECT_LE(more.rows.size(), 1U);
}

TEST(LiveContent, AnEmptyStoreSaysHowToBegin) {
  EXPECT_THAT(part(list_content({}, "studies.db"), "list"), HasSubstr("gbho tune"));
}

}  // namespace
}  // namespace gbho
