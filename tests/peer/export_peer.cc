// Writes a made-up study as `gbho export` would, for export_peer.py to read with Optuna.
//
//     export_peer csv|json|optuna-journal TRIALS

#include <cstdio>
#include <cstdlib>
#include <string>

#include "gbho/base/clock.h"
#include "report/export/export.h"
#include "support/study_record.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string format = argv[1];
  gbho::StudyRecord record = gbho::study_record(std::strtol(argv[2], nullptr, 10));
  record.summary = R"({"lambda": [-6, -7], "version": "0.1.0", "models":
                      {"joint": null, "consistent": {"test_loss": 0.5}, "refit": {"test_loss": 0.4}}})";
  const gbho::Stopwatch clock;
  const std::string text = format == "csv"    ? gbho::export_csv(record)
                           : format == "json" ? gbho::export_json(record)
                                              : gbho::export_optuna_journal(record);
  std::fprintf(stderr, "%s: %.3f s, %.1f MB\n", format.c_str(), clock.seconds(),
               static_cast<double>(text.size()) / 1e6);
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
