#pragma once

#include <cmath>
#include <concepts>
#include <string>
#include <type_traits>

#include "gbho/record/clean_summary.h"
#include "gbho/record/progress.h"
#include "gbho/record/study_record.h"
#include "gbho/record/summary.h"
#include "record/codec.h"
#include "record/trace_points.h"

// The fields of every record, once: their names in JSON, their order in digests. An archive
// (record/archive.h) writes or reads them. Released names are never changed; what is new is read with
// `since`.

namespace gbho::inline internal {

/// The record, to be written or to be read.
template <typename R, typename T>
concept Is = std::same_as<std::remove_const_t<R>, T>;

template <typename Archive, Is<Dimension> R>
void fields(Archive& archive, R& dimension) {
  archive("name", dimension.name);
  archive("kind", dimension.kind);
  archive("low", dimension.low);
  archive("high", dimension.high);
  // Stores of version 0.1.0 do not say it; there it follows from the kind.
  const std::string usual = dimension.kind == "example_weight" ? "sigmoid" : "exp";
  if (usual == "exp") {
    archive.unless("transform", dimension.transform, usual);
  } else {
    archive.or_else("transform", dimension.transform, usual);
  }
}

template <typename Archive, Is<BlockSpread> R>
void fields(Archive& archive, R& block) {
  archive("name", block.name);
  archive("count", block.count);
  archive("low", block.low);
  archive("high", block.high);
  archive("least", block.least);
  archive("lower_quartile", block.lower_quartile);
  archive("median", block.median);
  archive("upper_quartile", block.upper_quartile);
  archive("greatest", block.greatest);
  archive("bins", block.bins);
}

template <typename Archive, Is<Ledger> R>
void fields(Archive& archive, R& ledger) {
  archive("lower_solves", ledger.lower_solves);
  archive("upper_solves", ledger.upper_solves);
  archive("sample_gradients", ledger.sample_gradients);
  archive("sample_evaluations", ledger.sample_evaluations);
  archive("hessian_vector_products", ledger.hessian_vector_products);
  archive("seconds_lower", ledger.seconds_lower);
}

template <typename Archive, Is<Evaluation> R>
void fields(Archive& archive, R& evaluation) {
  archive("lambda", evaluation.lambda);
  archive("status", evaluation.status);
  archive("message", evaluation.message);
  archive("objective", evaluation.objective);
  archive("train_loss", evaluation.train_loss);
  archive("validation_loss", evaluation.validation_loss);
  archive("validation_accuracy", evaluation.validation_accuracy);
  archive("selection_loss", evaluation.selection_loss);
  archive("lambda_gradient", evaluation.lambda_gradient);
}

template <typename Archive, Is<Iteration> R>
void fields(Archive& archive, R& iteration) {
  archive("index", iteration.index);
  archive("kind", iteration.kind);
  archive("lambda", iteration.lambda);
  archive("f", iteration.f);
  archive("phi_hat", iteration.phi_hat);
  archive("s_hat", iteration.s_hat);
  archive("phi", iteration.phi);
  archive("upper", iteration.upper);
  archive("mu", iteration.mu);
  archive("rho", iteration.rho);
  archive("validation_loss_consistent", iteration.validation_loss_consistent);
  archive("status", iteration.status);
  archive("message", iteration.message);
}

inline bool has_auc(const ModelScores& scores) {
  return std::isfinite(scores.train_auc) || std::isfinite(scores.validation_auc) ||
         std::isfinite(scores.test_auc);
}

template <typename Archive, Is<ModelScores> R>
void fields(Archive& archive, R& scores) {
  archive.since("train_loss", scores.train_loss);
  archive("validation_loss", scores.validation_loss);
  archive("test_loss", scores.test_loss);
  const bool regression = archive.has("test_rmse", scores.regression);
  if constexpr (!std::is_const_v<R>) scores.regression = regression;
  if (regression) {
    archive("train_rmse", scores.train_rmse);
    archive("validation_rmse", scores.validation_rmse);
    archive("test_rmse", scores.test_rmse);
    archive("train_r2", scores.train_r2);
    archive("validation_r2", scores.validation_r2);
    archive("test_r2", scores.test_r2);
    return;
  }
  archive.since("train_accuracy", scores.train_accuracy);
  archive("validation_accuracy", scores.validation_accuracy);
  archive("test_accuracy", scores.test_accuracy);
  if (!archive.has("test_auc", has_auc(scores))) return;
  archive("train_auc", scores.train_auc);
  archive("validation_auc", scores.validation_auc);
  archive("test_auc", scores.test_auc);
}

template <typename Archive, Is<TracePoint> R>
void fields(Archive& archive, R& point) {
  archive("round", point.round);
  archive("sample_gradients", point.sample_gradients);
  archive("validation_loss", point.validation_loss);
  archive("selection_loss", point.selection_loss);
  archive("test_loss", point.test_loss);
  archive("test_accuracy", point.test_accuracy);
  if constexpr (std::is_const_v<R>) {
    if (!has_models(point)) return;
  }
  archive.since("consistent", point.consistent);
  archive.since("refit", point.refit);
}

template <typename Archive, Is<PhaseCost> R>
void fields(Archive& archive, R& phase) {
  archive("name", phase.name);
  archive("seconds", phase.seconds);
  archive("lower_solves", phase.lower_solves);
  archive("sample_gradients", phase.sample_gradients);
}

template <typename Archive, Is<Evidence> R>
void fields(Archive& archive, R& evidence) {
  archive("correlation", evidence.correlation);
  archive("lengths", evidence.lengths);
  archive("nugget", evidence.nugget);
  archive("gradient_nugget", evidence.gradient_nugget);
  archive("jitter", evidence.jitter);
  archive("lambda", evidence.lambda);
  archive("phi", evidence.phi);
  archive("gradients", evidence.gradients);
  archive("model_loss", evidence.model_loss);
  archive("model_penalty", evidence.model_penalty);
}

template <typename Archive, Is<Certificate> R>
void fields(Archive& archive, R& certificate) {
  archive("model", certificate.model);
  archive("lambda", certificate.lambda);
  archive("z", certificate.z);
  archive("probability", certificate.probability);
  archive("delta", certificate.delta);
  archive("epsilon", certificate.epsilon);
  archive("s_hat", certificate.s_hat);
  archive("phi_hat", certificate.phi_hat);
  archive("phi", certificate.phi);
  archive("f", certificate.f);
  archive("violation", certificate.violation);
  archive("bound", certificate.bound);
  archive("phi_upper_bound", certificate.phi_upper_bound);
  archive("c1", certificate.c1);
  archive("c2", certificate.c2);
  archive("verified", certificate.verified);
  archive("evidence", certificate.evidence);
}

template <typename Archive, Is<PilotTrial> R>
void fields(Archive& archive, R& trial) {
  archive("learning_rate", trial.learning_rate);
  archive("momentum", trial.momentum);
  archive("objective", trial.objective);
}

template <typename Archive, Is<PilotResult> R>
void fields(Archive& archive, R& pilot) {
  archive("learning_rate", pilot.learning_rate);
  archive("momentum", pilot.momentum);
  archive("trials", pilot.trials);
}

template <typename Archive, Is<Cleaning> R>
void fields(Archive& archive, R& cleaning) {
  archive("examples", cleaning.examples);
  archive("corrupted", cleaning.corrupted);
  archive("flagged", cleaning.flagged);
  archive("found", cleaning.found);
  archive("precision", cleaning.precision);
  archive("recall", cleaning.recall);
  archive("f1", cleaning.f1);
}

template <typename Archive, Is<RefitCheck> R>
void fields(Archive& archive, R& check) {
  archive("part", check.part);
  archive("consistent_loss", check.consistent_loss);
  archive("refit_loss", check.refit_loss);
  archive("error", check.error);
}

template <typename Archive, Is<BagMember> R>
void fields(Archive& archive, R& member) {
  archive("family", member.family);
  archive("lambda", member.lambda);
  archive("share", member.share);
  archive("loss", member.loss);
}

template <typename Archive, Is<BagRecord> R>
void fields(Archive& archive, R& bag) {
  archive("members", bag.members);
  archive("loss", bag.loss);
  archive("loss_error", bag.loss_error);
  archive("single_loss", bag.single_loss);
  archive("take_home", bag.take_home);
}

template <typename Archive, Is<TableColumn> R>
void fields(Archive& archive, R& column) {
  archive("name", column.name);
  archive("kind", column.kind);
  archive("missing", column.missing);
  archive("distinct", column.distinct);
  archive("inputs", column.inputs);
  archive("note", column.note);
}

template <typename Archive, Is<TableRecord> R>
void fields(Archive& archive, R& table) {
  archive("target", table.target);
  archive("task_reason", table.task_reason);
  archive("column_count", table.column_count);
  archive("columns", table.columns);
}

template <typename Archive, Is<ColumnImportance> R>
void fields(Archive& archive, R& column) {
  archive("name", column.name);
  archive("rise", column.rise);
  archive("error", column.error);
}

template <typename Archive, Is<ImportanceRecord> R>
void fields(Archive& archive, R& importance) {
  archive("model", importance.model);
  archive("measure", importance.measure);
  archive("measured", importance.measured);
  archive("rows", importance.rows);
  archive("permutations", importance.permutations);
  archive("columns", importance.columns);
  archive("left_out", importance.left_out);
}

template <typename Archive, Is<Gain> R>
void fields(Archive& archive, R& gain) {
  archive("without", gain.without);
  archive("with", gain.with);
  archive("gain", gain.gain);
  archive("error", gain.error);
}

template <typename Archive, Is<SourceWeight> R>
void fields(Archive& archive, R& source) {
  archive("name", source.name);
  archive("rows", source.rows);
  archive("weight", source.weight);
  archive("error", source.error);
  archive("folds", source.folds);
  archive("left_out", source.left_out);
  archive("harms", source.harms);
  archive("judged", source.judged);
}

template <typename Archive, Is<SourceRecord> R>
void fields(Archive& archive, R& record) {
  archive("column", record.column);
  archive("judges", record.judges);
  archive("measure", record.measure);
  archive("sources", record.sources);
  archive("gain", record.gain);
  archive("used", record.used);
}

template <typename Archive, Is<ColumnStrength> R>
void fields(Archive& archive, R& column) {
  archive("name", column.name);
  archive("strength", column.strength);
  archive("error", column.error);
  archive("folds", column.folds);
  archive("penalty", column.penalty);
}

template <typename Archive, Is<ColumnSelection> R>
void fields(Archive& archive, R& record) {
  archive("power", record.power);
  archive("columns", record.columns);
  archive("column_count", record.column_count);
  archive("gain", record.gain);
  archive("used", record.used);
}

template <typename Archive, Is<DecisionRule> R>
void fields(Archive& archive, R& rule) {
  archive("name", rule.name);
  archive("log_loss", rule.log_loss);
  archive("log_loss_error", rule.log_loss_error);
  archive("balanced_accuracy", rule.balanced_accuracy);
  archive("balanced_accuracy_error", rule.balanced_accuracy_error);
  archive("f1", rule.f1);
  archive("f1_error", rule.f1_error);
}

template <typename Archive, Is<DecisionRecord> R>
void fields(Archive& archive, R& record) {
  archive("metric", record.metric);
  archive("chosen", record.chosen);
  archive("rules", record.rules);
  archive("trained", record.trained);
  archive("class_power", record.class_power);
  archive("classes", record.classes);
  archive("factors", record.factors);
  archive("gain", record.gain);
  archive("gain_error", record.gain_error);
}

template <typename Archive, Is<ScoreEstimate> R>
void fields(Archive& archive, R& score) {
  archive("name", score.name);
  archive("value", score.value);
  archive("error", score.error);
  archive("folds", score.folds);
}

template <typename Archive, Is<CalibrationBin> R>
void fields(Archive& archive, R& bin) {
  archive("rows", bin.rows);
  archive("said", bin.said);
  archive("happened", bin.happened);
  archive("error", bin.error);
}

template <typename Archive, Is<PredictedRow> R>
void fields(Archive& archive, R& row) {
  archive("row", row.row);
  archive("truth", row.truth);
  archive("predicted", row.predicted);
}

template <typename Archive, Is<PredictionRecord> R>
void fields(Archive& archive, R& record) {
  archive("model", record.model);
  archive("rows", record.rows);
  archive("scores", record.scores);
  if (archive.has("sample", record.classes.empty())) {
    archive("median_error", record.median_error);
    archive("large_error", record.large_error);
    archive("sample", record.sample);
    return;
  }
  archive("classes", record.classes);
  archive("confusion", record.confusion);
  archive("calibration_of", record.calibration_of);
  archive("calibration", record.calibration);
  archive("calibration_error", record.calibration_error);
}

template <typename Archive, Is<DataFacts> R>
void fields(Archive& archive, R& data) {
  archive("name", data.name);
  archive("checksum", data.checksum);
  archive("train", data.train);
  archive("validation", data.validation);
  archive("test", data.test);
  archive("selection", data.selection);
  archive.unless("folds", data.folds, int64_t{0});
  archive.unless("about", data.about, std::string());
  const bool regression = archive.has("target_deviation", std::isfinite(data.target_deviation));
  if (!regression) return;
  archive("target", data.target);
  archive("target_mean", data.target_mean);
  archive("target_deviation", data.target_deviation);
}

template <typename Archive, Is<Progress> R>
void fields(Archive& archive, R& progress) {
  archive("phase", progress.phase);
  archive("fraction", progress.fraction);
  archive("networks", progress.networks);
  archive("planned", progress.planned);
  archive("epoch", progress.epoch);
  archive("epochs", progress.epochs);
  archive("seconds", progress.seconds);
  archive("best_validation_loss", progress.best_validation_loss);
  archive("best_lambda", progress.best_lambda);
  archive("finished", progress.finished);
}

template <typename Archive, Is<StudyOverview> R>
void fields(Archive& archive, R& overview) {
  archive("study", overview.name);
  archive("method", overview.method);
  archive("seed", overview.seed);
  archive("state", overview.state);
  archive("created", overview.created);
  archive("updated", overview.updated);
  archive("trial_count", overview.trials);
  archive("best_criterion", overview.best_criterion);
  archive("seconds", overview.seconds);
}

template <typename Archive, Is<Trial> R>
void fields(Archive& archive, R& trial) {
  archive("number", trial.number);
  archive("phase", trial.phase);
  archive("partial", trial.partial);
  archive("epochs", trial.epochs);
  fields(archive, trial.evaluation);
  archive("spent", trial.spent);
  archive("seconds", trial.seconds);
  archive("started", trial.started);
  archive("finished", trial.finished);
}

template <typename Archive, Is<EnqueuedPoint> R>
void fields(Archive& archive, R& point) {
  archive("lambda", point.lambda);
  archive("since", point.since);
  archive("trial", point.trial);
}

template <typename Archive, Is<Summary> R>
void fields(Archive& archive, R& summary) {
  archive("study", summary.study);
  archive("method", summary.method);
  archive("seed", summary.seed);
  archive.since("task", summary.task);
  archive("termination", summary.termination);
  archive("message", summary.message);
  archive("warnings", summary.warnings);
  archive("space", summary.space);
  archive.or_null("lambda", summary.lambda);
  archive.derived("hyperparameters", [&] { return hyperparameters_json(summary.space, summary.lambda); });
  archive.object("models", [&](auto& models) {
    models("joint", summary.joint);
    models("consistent", summary.consistent);
    models("refit", summary.refit);
    models.since("bag", summary.bag);
  });
  archive.derived("refit_worse", [&] { return refit_worse(summary); });
  archive.since("refit_check", summary.refit_check);
  archive.since("bag", summary.bag_record);
  archive.since("out_of_fold", summary.out_of_fold);
  archive.since("importance", summary.importance);
  archive.since("table", summary.table);
  archive.since("sources", summary.sources);
  archive.since("column_selection", summary.column_selection);
  archive.since("decision", summary.decision);
  archive.object("cost", [&](auto& cost) {
    fields(cost, summary.ledger);
    cost("seconds", summary.seconds);
    cost("peak_rss_mb", summary.peak_rss_mb);
  });
  archive.since("phases", summary.phases);
  archive("certificate", summary.certificate);
  archive("pilot", summary.pilot);
  archive("iterations", summary.iterations);
  archive.since("trace", summary.trace);
  archive.since("cleaning", summary.cleaning);
  archive("data", summary.data);
  archive.object("runtime", [&](auto& runtime) {
    runtime("device", summary.runtime.device);
    runtime("threads", summary.runtime.threads);
    runtime("engine", summary.engine);
  });
  archive.raw("given", summary.given);
  archive.raw("used", summary.used);
  archive("version", summary.version);
  archive("seed_streams", summary.seed_streams);
}

template <typename Archive, Is<RowVerdict> R>
void fields(Archive& archive, R& verdict) {
  archive("row", verdict.row);
  archive("label", verdict.label);
  archive("suggested", verdict.suggested);
  archive("suspicion", verdict.suspicion);
  archive("flagged", verdict.flagged);
  archive("trusted", verdict.trusted);
}

template <typename Archive, Is<ClassVerdict> R>
void fields(Archive& archive, R& verdict) {
  archive("name", verdict.name);
  archive("rows", verdict.rows);
  archive("flagged", verdict.flagged);
  archive("wrong", verdict.wrong);
  archive("missed", verdict.missed);
}

template <typename Archive, Is<CleanSummary> R>
void fields(Archive& archive, R& summary) {
  archive("table", summary.table);
  archive("target", summary.target);
  archive("task", summary.task);
  archive("about", summary.about);
  archive("ranking", summary.ranking);
  archive("seed", summary.seed);
  archive("rows", summary.rows);
  archive("trusted", summary.trusted);
  archive("flagged", summary.flagged);
  archive("wrong", summary.wrong);
  archive("precision", summary.precision);
  archive("recall", summary.recall);
  archive("folds", summary.folds);
  archive("models", summary.models);
  archive("passes", summary.passes);
  archive("trusted_share", summary.trusted_share);
  archive("typical_error", summary.typical_error);
  archive("loss_rows", summary.loss_rows);
  archive("loss_first", summary.loss_first);
  archive("loss_last", summary.loss_last);
  archive("classes", summary.classes);
  archive("joint", summary.joint);
  archive("warnings", summary.warnings);
  archive("seconds", summary.seconds);
  archive("version", summary.version);
  archive("verdicts", summary.verdicts);
}

}  // namespace gbho::inline internal
