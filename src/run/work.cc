#include <span>

#include "base/sha256.h"
#include "gbho/run/context.h"
#include "gbho/run/journal.h"
#include "run/work_input.h"

namespace gbho {

std::string internal::work_input(const torch::Tensor& lambda, const std::vector<int64_t>& numbers) {
  constexpr size_t kDigits = 16;
  const torch::Tensor values = lambda.detach().to(torch::kCPU, torch::kDouble);
  const auto bytes = [](const void* data, size_t size) {
    return std::span<const uint8_t>(static_cast<const uint8_t*>(data), size);
  };
  Sha256 digest;
  for (int64_t row = 0; row < values.size(0); ++row) {  // they may be the same number many times
    const torch::Tensor own = values[row].contiguous();
    digest.update(bytes(own.data_ptr(), own.nbytes()));
  }
  digest.update(bytes(numbers.data(), numbers.size() * sizeof(int64_t)));
  return digest.hex().substr(0, kDigits);
}

bool MethodContext::once(Work& work, const std::function<bool(const Continuation& continuation)>& compute) {
  if (journal_ == nullptr) return compute({});
  work.phase = phase_;
  if (std::optional<Work> known = journal_->next(work.kind, work.input)) {
    work = std::move(*known);
    ledger_ = work.ledger;
    if (!work.engine.empty()) engine_ = work.engine;
    set_clock(work.seconds);
    return true;
  }
  Continuation continuation;
  if (std::optional<WorkUnderWay> under_way = journal_->under_way()) {
    ledger_ = under_way->ledger;
    set_clock(under_way->seconds);
    continuation.from = std::move(under_way->snapshot);
  }
  continuation.offer = [&](const std::function<Snapshot()>& capture, bool leaving) {
    if (leaving || journal_->wants_snapshot()) journal_->keep({capture(), ledger_, seconds()});
  };
  if (!compute(continuation)) return false;
  work.engine = engine_;
  work.ledger = ledger_;
  work.seconds = seconds();
  journal_->done(work);
  return true;
}

void MethodContext::set_clock(double seconds) {
  seconds_before_ = seconds;
  clock_ = Stopwatch();
}

}  // namespace gbho
