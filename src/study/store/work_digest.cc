#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "gbho/run/journal.h"
#include "record/codec.h"
#include "study/store/rows.h"

namespace gbho::inline internal {

std::string work_digest(const Work& work, const std::string& result) {
  constexpr size_t kDigits = 32;
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  for (const Evaluation& evaluation : work.evaluations) trials.push_back(to_list(evaluation));
  const std::string text = nlohmann::ordered_json::array({work.kind, work.input, work.phase, work.partial,
                                                          work.epochs, work.continues, work.engine,
                                                          ledger_text(work.ledger), work.seconds, trials})
                               .dump() +
                           result;
  return sha256_hex({reinterpret_cast<const uint8_t*>(text.data()), text.size()}).substr(0, kDigits);
}

}  // namespace gbho::inline internal
