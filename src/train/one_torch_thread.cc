#include "gbho/train/one_torch_thread.h"

#include <ATen/Parallel.h>

namespace gbho {

// Setting the number, even to what it is, makes LibTorch start its threads anew, and those spin for a while.
OneTorchThread::OneTorchThread() : before_(at::get_num_threads()) {
  if (before_ != 1) at::set_num_threads(1);
}

OneTorchThread::~OneTorchThread() {
  if (at::get_num_threads() != before_) at::set_num_threads(before_);
}

}  // namespace gbho
