// A study that runs: gbho::Session, told what to do by gbho/_runs.py.

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings.h"
#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "gbho/study/session.h"
#include "gbho/study/worker.h"
#include "python_executor.h"
#include "watcher.h"

namespace gbho::python {
namespace {

using py::arg;

/// A session that can be closed, so that its study can be taken up by another one: Python's exceptions keep
/// what they came through alive.
class OpenSession {
 public:
  explicit OpenSession(Session session) : session_(std::move(session)) {}

  Session& session() {
    if (!session_) throw StoreError("this session was closed");
    return *session_;
  }
  void close() {
    session_.reset();
    executor_.reset();
  }
  void set_executor(py::object pieces) {
    executor_ = std::make_unique<PythonExecutor>(std::move(pieces));
    session().set_executor(executor_.get());
  }

 private:
  std::optional<Session> session_;
  std::unique_ptr<PythonExecutor> executor_;
};

OpenSession open_session(const std::string& store, const std::string& name, int threads,
                         const std::string& device, bool rebuild) {
  Runtime runtime;
  runtime.threads = threads;
  runtime.device = device;
  return OpenSession(
      Session::open(store, name, runtime, rebuild ? WhenDamaged::kRebuild : WhenDamaged::kRefuse));
}

void keep_session(OpenSession& open, const std::string& store, const std::string& name,
                  const std::string& when_taken) {
  WhenTaken when = WhenTaken::kNumber;
  if (when_taken == "refuse") when = WhenTaken::kRefuse;
  if (when_taken == "replace") when = WhenTaken::kReplace;
  open.session().keep(store, name, when);
}

py::bytes answer_of(Worker& worker, const std::string& request) {
  std::string answer;
  {
    const py::gil_scoped_release without_lock;
    answer = worker.answer(request);
  }
  return answer;
}

Worker make_worker(int threads) {
  Runtime runtime;
  runtime.threads = threads;
  return Worker(runtime);
}

std::string run_session(OpenSession& open, py::object on_progress) {
  Watcher watcher(std::move(on_progress));
  std::string summary;
  {
    const py::gil_scoped_release without_lock;
    summary = summary_json(open.session().run(watcher.callback()));
  }
  watcher.raise();
  return summary;
}

py::dict model_files_of(OpenSession& open) {
  py::dict files;
  for (const auto& [role, bytes] : open.session().models()) files[role.c_str()] = py::bytes(bytes);
  return files;
}

std::optional<std::string> ended_summary(OpenSession& open) {
  const std::optional<Summary>& ended = open.session().ended();
  if (!ended) return std::nullopt;
  return summary_json(*ended);
}

}  // namespace

void bind_sessions(py::module_& module) {
  const py::call_guard<py::gil_scoped_release> without_lock;
  py::class_<OpenSession>(module, "Session")
      .def(py::init([](const Study& study) { return OpenSession(Session(study)); }), arg("study"),
           without_lock)
      .def_static("open", &open_session, arg("store"), arg("name"), arg("threads"), arg("device"),
                  arg("rebuild"), without_lock)
      .def("keep", &keep_session, arg("store"), arg("name"), arg("when_taken"), without_lock)
      .def("run", &run_session, arg("on_progress"))
      .def("set_pace", [](OpenSession& open, double seconds) { open.session().set_pace(seconds); })
      .def("set_executor", &OpenSession::set_executor, arg("pieces"))
      .def("models", &model_files_of)
      .def("close", &OpenSession::close, without_lock)
      .def_property_readonly("ended", &ended_summary)
      .def_property_readonly("name", [](OpenSession& open) { return open.session().name(); })
      .def_property_readonly("plan", [](OpenSession& open) { return open.session().plan(); });
  py::class_<Worker>(module, "Worker")
      .def(py::init(&make_worker), arg("threads"))
      .def("answer", &answer_of, arg("request"));
}

}  // namespace gbho::python
