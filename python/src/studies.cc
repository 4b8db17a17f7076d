// Studies: read from files, from text, made for tables; always with the keywords that Python gave.

#include <pybind11/stl.h>

#include <filesystem>
#include <string>

#include "bindings.h"
#include "gbho/methods/registry.h"
#include "gbho/study/study.h"
#include "gbho/study/table_study.h"
#include "settings.h"

namespace gbho::python {
namespace {

using py::arg;

Study study_of_file(const std::string& path, const Settings& settings) {
  return read_study(path, overrides_of(settings));
}

Study study_of_text(const std::string& text, const std::string& name, const std::string& folder,
                    const Settings& settings) {
  return parse_study(text, name, folder, overrides_of(settings));
}

// Relative paths are taken from the table's folder, and it is named without it: what a study says of data in
// memory does not depend on where they were put.
Study study_of_data(const std::string& path, const std::string& target, const std::string& task,
                    const Settings& settings) {
  TableStudyOptions options{path, target, task, "", "yes"};
  const std::filesystem::path file(path);
  std::vector<StudyOverride> overrides = {StudyOverride("data.path='" + file.filename().string() + "'", "X")};
  for (StudyOverride& change : overrides_of(settings)) overrides.push_back(std::move(change));
  return parse_study(table_study_text(options), "gbho.tune", file.parent_path().string(), overrides);
}

Study study_of_table(const std::string& path, const std::string& target, const std::string& task,
                     const std::string& test, const Settings& settings) {
  return table_study({path, target, task, test}, overrides_of(settings));
}

void set_runtime(Study& study, int threads, const std::string& device) {
  study.options.runtime.threads = threads;
  study.options.runtime.device = device;
}

}  // namespace

StudyOptions options_without_data(const std::string& what, const Settings& settings) {
  constexpr const char* kText = "[[hyperparameter]]\nname = \"l2\"\nkind = \"l2\"\n";
  return parse_study(kText, what, std::filesystem::current_path().string(), overrides_of(settings)).options;
}

void bind_studies(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> without_lock;
  py::class_<Study>(module, "Study")
      .def_property_readonly("given", [](const Study& study) { return study.given; })
      .def_property_readonly("file", [](const Study& study) { return study.file; })
      .def_property_readonly("name", [](const Study& study) { return study.options.name; })
      .def("set_runtime", &set_runtime, arg("threads"), arg("device"));
  module.def("study_of_file", &study_of_file, arg("path"), arg("settings"), without_lock);
  module.def("study_of_text", &study_of_text, arg("text"), arg("name"), arg("folder"), arg("settings"),
             without_lock);
  module.def("study_of_table", &study_of_table, arg("path"), arg("target"), arg("task"), arg("test"),
             arg("settings"), without_lock);
  module.def("study_of_data", &study_of_data, arg("path"), arg("target"), arg("task"), arg("settings"),
             without_lock);
  module.def("is_table_path", &is_table_path, arg("path"));
  module.def("built_in_studies", &built_in_studies);
  module.def("method_names", &method_names);
}

}  // namespace gbho::python
