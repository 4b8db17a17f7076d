// A study that is kept while it runs, goes on after it was left, and is reported: what the program does,
// without it.
//   example_kept_study [STORE]

#include <gbho/gbho.h>

#include <cstdio>
#include <fstream>

int main(int argc, char** argv) {
  try {
    const std::string store = argc > 1 ? argv[1] : "studies.db";
    {
      gbho::Session session(gbho::read_study("mnist-1k-1hp", {"lower.epochs=5"}));
      session.keep(store, "kept", gbho::WhenTaken::kReplace);
      int trained = 0;
      session.run([&](const gbho::Event& event) {  // left after five candidates, as by Ctrl-C
        trained += event.iteration != nullptr ? 1 : 0;
        return trained < 5 ? gbho::Next::kContinue : gbho::Next::kAbort;
      });
    }
    gbho::Session session = gbho::Session::open(store, "kept");
    const gbho::Summary summary = session.run();  // what was done is not done again
    std::fputs(gbho::brief_report(summary).c_str(), stdout);
    std::fputs(gbho::full_report(summary).c_str(), stdout);
    std::ofstream(store + ".json") << gbho::summary_json(summary);
    std::ofstream(store + ".refit.safetensors", std::ios::binary) << session.models().at("refit");
    if (gbho::has_charts())
      std::ofstream(store + ".html") << gbho::html_report(gbho::read_record(store, "kept"));
    return 0;
  } catch (const gbho::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
