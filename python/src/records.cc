// What a store knows, and what is written of it.

#include <pybind11/stl.h>

#include <cmath>
#include <string>

#include "bindings.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"

namespace gbho::python {
namespace {

using py::arg;

py::dict dict_of(const StudyOverview& study) {
  py::dict dict;
  dict["name"] = study.name;
  dict["method"] = study.method;
  dict["seed"] = study.seed;
  dict["state"] = study.state;
  dict["created"] = study.created;
  dict["updated"] = study.updated;
  dict["trials"] = study.trials;
  dict["best_criterion"] = study.best_criterion;
  dict["seconds"] = study.seconds;
  return dict;
}

py::list studies_of(const std::string& store) {
  py::list list;
  for (const StudyOverview& study : list_studies(store)) list.append(dict_of(study));
  return list;
}

Evaluation evaluation_of(const Iteration& iteration) {
  Evaluation evaluation;
  evaluation.lambda = iteration.lambda;
  evaluation.status = iteration.status == "diverged" ? MemberStatus::kDiverged : MemberStatus::kFinished;
  evaluation.message = iteration.message;
  evaluation.objective = iteration.f;
  const bool consistent = std::isfinite(iteration.validation_loss_consistent);
  evaluation.validation_loss = consistent ? iteration.validation_loss_consistent : iteration.upper;
  return evaluation;
}

// A run that no store has kept: its record is made of its summary.
StudyRecord record_of(const std::string& json) {
  const Summary summary = summary_from_json(json);
  StudyRecord record;
  record.overview.name = summary.study;
  record.overview.method = summary.method;
  record.overview.seed = summary.seed;
  record.overview.state = "finished";
  record.overview.seconds = summary.seconds;
  record.message = summary.message;
  record.given = summary.given;
  record.used = summary.used;
  record.environment = "{}";
  record.space = summary.space;
  record.summary = json;
  for (const Iteration& iteration : summary.iterations) {
    if (iteration.kind == "iteration") {
      record.iterations.push_back(iteration);
      continue;
    }
    Trial trial;
    trial.number = static_cast<int64_t>(record.trials.size());
    trial.phase = "search";
    trial.partial = iteration.kind == "trial";
    trial.evaluation = evaluation_of(iteration);
    record.trials.push_back(trial);
  }
  record.overview.trials = static_cast<int64_t>(record.trials.size());
  if (summary.consistent) record.overview.best_criterion = summary.consistent->validation_loss;
  return record;
}

}  // namespace

void bind_records(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> without_lock;
  py::class_<StudyRecord>(module, "Record")
      .def_static("read", &read_record, arg("store"), arg("name"), without_lock)
      .def_static("of_summary", &record_of, arg("summary"), without_lock)
      .def_property_readonly("overview", [](const StudyRecord& record) { return dict_of(record.overview); })
      .def_property_readonly("study_file", [](const StudyRecord& record) { return record.study_file; })
      .def_property_readonly("summary", [](const StudyRecord& record) { return record.summary; })
      .def(
          "html", [](const StudyRecord& record) { return html_report(record); }, without_lock)
      .def(
          "text", [](const StudyRecord& record) { return full_report(record); }, without_lock)
      .def("csv", &export_csv, without_lock)
      .def("json", &export_json, without_lock)
      .def("optuna_journal", &export_optuna_journal, without_lock);
  module.def("studies_of", &studies_of, arg("store"));
  module.def("default_store", &default_store);
  module.def("enqueue", &enqueue, arg("store"), arg("name"), arg("lambda"), without_lock);
  module.def("remove_study", &remove_study, arg("store"), arg("name"), without_lock);
  module.def(
      "summary_text", [](const std::string& json) { return full_report(summary_from_json(json)); },
      arg("summary"), without_lock);
}

}  // namespace gbho::python
