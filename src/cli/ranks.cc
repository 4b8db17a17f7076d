#include "cli/ranks.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/own_gpu.h"
#include "cli/messenger.h"
#include "cli/program.h"
#include "cli/rank_executor.h"
#include "cli/run_app.h"

namespace gbho::inline internal {
namespace {

Executor* of_ranks = nullptr;  // NOLINT: of the process, as the ranks are

/// As the launcher has told by the environment.
struct Launch {
  int rank = 0;
  int size = 1;
  bool mpi = false;  ///< whether the ranks can find each other
};

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

// mpirun; srun --mpi=pmix; srun --mpi=pmi2; and srun without any.
Launch launched() {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr)
    return {number("OMPI_COMM_WORLD_RANK", 0), number("OMPI_COMM_WORLD_SIZE", 1), true};
  const int tasks = number("SLURM_STEP_NUM_TASKS", 1);
  if (std::getenv("PMIX_RANK") != nullptr) return {number("PMIX_RANK", 0), tasks, true};
  if (std::getenv("PMI_RANK") != nullptr) return {number("PMI_RANK", 0), number("PMI_SIZE", tasks), true};
  return {number("SLURM_PROCID", 0), tasks, false};
}

bool has_work_for_others(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  return command == "tune" || command == "resume" || command == "compare" || command == "paper";
}

// Its symbols are for all, since the parts that Open MPI loads look for them.
std::unique_ptr<Messenger> open_messenger(std::string& problem) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string module = self.parent_path() / "gbho-mpi.so";
  void* handle = dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* open = handle == nullptr ? nullptr : dlsym(handle, kOpenMessenger);
  if (open != nullptr) return std::unique_ptr<Messenger>(reinterpret_cast<OpenMessenger>(open)());
  problem = dlerror();
  return nullptr;
}

// The first rank decides when to leave, and tells the others.
void leave_signals_to_rank_0() {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

int run_first(Messenger& messenger, int argc, char** argv) {
  RankExecutor executor(messenger);
  of_ranks = &executor;
  const int status = run_program(argc, argv);
  of_ranks = nullptr;
  return status;
}

int refuse(const Launch& launch, const std::string& message) {
  return launch.rank == 0 ? fail(kBadInput, message) : kBadInput;
}

}  // namespace

Executor* ranks_executor() {
  return of_ranks;
}

int run_as_rank(int argc, char** argv) {
  const Launch launch = launched();
  if (launch.size < 2) return run_program(argc, argv);
  if (!has_work_for_others(argc, argv)) return launch.rank == 0 ? run_program(argc, argv) : kDone;
  if (!launch.mpi) {
    return refuse(launch, fmt::format("srun has started {} tasks that do not know of each other; use srun "
                                      "--mpi=pmix, or one task",
                                      launch.size));
  }
  if (launch.rank > 0) leave_signals_to_rank_0();
  take_own_gpu();
  std::string problem;
  const std::unique_ptr<Messenger> messenger = open_messenger(problem);
  if (!messenger) {
    return refuse(
        launch, fmt::format("{} ranks were started, and MPI cannot be used ({}); install libopenmpi-dev and "
                            "build gbho again, or start it without mpirun",
                            launch.size, problem));
  }
  if (messenger->rank() == 0) return run_first(*messenger, argc, argv);
  serve_pieces(*messenger);
  return kDone;
}

}  // namespace gbho::inline internal
