#include "clean/clean_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "clean/beliefs.h"
#include "clean/chance.h"
#include "clean/class_estimate.h"
#include "clean/judgement.h"
#include "clean/label_noise_rates.h"
#include "clean/label_posterior.h"

namespace gbho::inline internal {
namespace {

/// Trusted rows below which models of them alone are not tried: so many a class, and so many in all.
constexpr int64_t kTrustedOfAClass = 5;
constexpr int64_t kFewestTrusted = 50;

class LabelJudge {
 public:
  LabelJudge(const CleanInput& input, const CleanOptions& options, const Callback& callback,
             CleanSummary& summary)
      : input_(input), options_(options), callback_(callback), summary_(summary) {}

  void run() {
    if (!ask_trusted()) return;
    std::vector<bool> believed(input_.rows(), true);
    for (int64_t pass = 0; pass < options_.passes; ++pass) {
      if (!ask(believed, pass)) return;
      ++summary_.passes;
      if (pass == 0) first_ = beliefs_;
      judge(pass);
      if (pass == 0 && knows_nothing()) break;
      const std::vector<bool> next = believed_now();
      if (next == believed) break;  // would only say the same again
      believed = next;
    }
    report();
  }

 private:
  Beliefs beliefs_of(OutOfFold answer) const {
    return {input_.class_names.size(), std::move(answer.said), input_.classes};
  }

  // Then every doubt is noise, and noise in the labels cannot be told from columns that do not matter.
  bool knows_nothing() {
    const std::vector<bool> all(input_.rows(), true);
    const bool knows =
        above_chance(beliefs_, all) >= kFewestDeviations ||
        (by_trusted_.size() > 0 && above_chance(by_trusted_, input_.trusted) >= kFewestDeviations);
    if (knows) return false;
    summary_.warnings.push_back(
        "models that have not seen a row predict its label no better than chance: wrong labels cannot be "
        "told "
        "from right ones by these columns, or rows are too few");
    if (options_.ranking != "posterior") return false;
    ignorant_ = true;
    for (Judgement& own : judgements_) {
      own.suspicion = std::min(own.suspicion, 0.5);
      own.flagged = false;
    }
    return true;
  }

  bool left(const OutOfFold& answer) {
    summary_.interrupted = answer.interrupted;
    return summary_.interrupted;
  }

  bool ask(const std::vector<bool>& believed, int64_t pass) {
    OutOfFold answer =
        ask_fold_models(input_.court(believed, pass == 0 ? "networks" : "again"), input_.study, callback_);
    if (left(answer)) return false;
    summary_.models = answer.models;
    beliefs_ = beliefs_of(std::move(answer));
    return true;
  }

  // Models of trusted rows alone know no wrong labels; with many of them nothing is better.
  bool ask_trusted() {
    const auto classes = static_cast<int64_t>(input_.class_names.size());
    if (options_.ranking != "posterior" || summary_.trusted == 0) return true;
    if (summary_.trusted < std::max(kFewestTrusted, kTrustedOfAClass * classes)) {
      summary_.warnings.push_back(fmt::format(
          "{} trusted rows are too few to learn from them alone; they are never flagged, and train with the "
          "others. From {} on models of them alone are tried",
          summary_.trusted, std::max(kFewestTrusted, kTrustedOfAClass * classes)));
      return true;
    }
    OutOfFold answer = ask_fold_models(input_.court(input_.trusted, "trusted"), input_.study, callback_);
    if (left(answer)) return false;
    by_trusted_ = beliefs_of(std::move(answer));
    return true;
  }

  void judge(int64_t pass) {
    if (options_.ranking != "posterior") {
      judgements_ = judged_by_confidence(beliefs_, options_.ranking);
      noise_ = noise_rates(beliefs_);
      truth_ = without_noise(beliefs_, noise_);
      return;
    }
    const Beliefs nobody;
    ClassEstimate found =
        estimate_classes({first_, pass == 0 ? nobody : beliefs_, by_trusted_, input_.trusted});
    truth_ = std::move(found.truth);
    noise_ = std::move(found.noise);
    summary_.trusted_share = found.trusted_share;
    judgements_ = judged_by_posterior(truth_, noise_);
  }

  bool flagged(size_t i) const { return judgements_[i].flagged && !input_.trusted[i]; }

  // Without the flagged rows, but no class is left without rows: models would forget that it is there.
  std::vector<bool> believed_now() const {
    constexpr int64_t kFewestRows = 5;
    std::vector<int64_t> kept(beliefs_.classes, 0);
    for (size_t i = 0; i < input_.rows(); ++i) kept[input_.classes[i]] += flagged(i) ? 0 : 1;
    std::vector<bool> believed(input_.rows());
    for (size_t i = 0; i < input_.rows(); ++i)
      believed[i] = !flagged(i) || kept[input_.classes[i]] < kFewestRows;
    return believed;
  }

  void report() {
    const std::vector<std::string>& names = input_.class_names;
    for (const std::string& name : names) summary_.classes.push_back({name, 0, 0, 0, 0});
    summary_.joint = class_matrix(names.size());
    for (size_t i = 0; i < input_.rows(); ++i) {
      const Judgement& own = judgements_[i];
      const std::string& label = input_.labels[i];
      RowVerdict verdict = {static_cast<int64_t>(i) + 1, label, label, 0, false, input_.trusted[i], 0};
      if (!verdict.trusted) {
        verdict.suspicion = own.suspicion;
        verdict.order = own.order;
        verdict.flagged = own.flagged;
        if (own.flagged) verdict.suggested = names[own.instead];
        count(i, own.flagged);
      }
      summary_.verdicts.push_back(verdict);
    }
    if (ignorant_) {
      summary_.classes.clear();
      summary_.joint.clear();
      return;
    }
    estimate();
    compare_passes();
  }

  // Without a clean part nobody knows the loss on right labels; rows that are not flagged come near.
  void compare_passes() {
    if (summary_.passes < 2) return;
    const bool on_trusted = summary_.trusted > 0;
    std::vector<bool> rows(input_.rows());
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i] = on_trusted ? input_.trusted[i] : !judgements_[i].flagged;
    summary_.loss_rows = on_trusted ? "trusted" : "not flagged";
    summary_.loss_first = log_loss(first_, rows);
    summary_.loss_last = log_loss(beliefs_, rows);
  }

  static double log_loss(const Beliefs& beliefs, const std::vector<bool>& rows) {
    constexpr double kLeastSaid = 1e-6;
    double sum = 0;
    double count = 0;
    for (size_t i = 0; i < beliefs.size(); ++i) {
      if (!rows[i]) continue;
      sum -= std::log(std::max(beliefs.row(i)[beliefs.given[i]], kLeastSaid));
      count += 1;
    }
    return count > 0 ? sum / count : kNone;
  }

  // Of a row that is not trusted: what it probably is.
  void count(size_t i, bool flagged) {
    const size_t given = input_.classes[i];
    ClassVerdict& label = summary_.classes[given];
    ++label.rows;
    label.flagged += flagged ? 1 : 0;
    const std::vector<double> classes = label_posterior(truth_.row(i), noise_, given);
    for (size_t c = 0; c < classes.size(); ++c) {
      summary_.joint[given][c] += classes[c];
      if (c == given) continue;
      label.wrong += classes[c];
      summary_.classes[c].missed += classes[c];
      if (flagged) wrong_flagged_ += classes[c];
    }
  }

  void estimate() {
    summary_.wrong = 0;
    for (const ClassVerdict& label : summary_.classes) {
      summary_.wrong += label.wrong;
      summary_.flagged += label.flagged;
    }
    if (summary_.flagged > 0) summary_.precision = wrong_flagged_ / static_cast<double>(summary_.flagged);
    if (summary_.wrong > 0) summary_.recall = wrong_flagged_ / summary_.wrong;
  }

  const CleanInput& input_;
  const CleanOptions& options_;
  const Callback& callback_;
  CleanSummary& summary_;
  Beliefs by_trusted_;  ///< of models of trusted rows alone; empty without them
  Beliefs first_;       ///< of the first pass
  Beliefs beliefs_;     ///< of the latest pass
  Beliefs truth_;       ///< the same without what wrong labels have taught them
  ClassMatrix noise_;
  std::vector<Judgement> judgements_;
  double wrong_flagged_ = 0;
  bool ignorant_ = false;  ///< models know nothing of the labels
};

}  // namespace

void clean_classes(const CleanInput& input, const CleanOptions& options, const Callback& callback,
                   CleanSummary& summary) {
  LabelJudge(input, options, callback, summary).run();
}

}  // namespace gbho::inline internal
