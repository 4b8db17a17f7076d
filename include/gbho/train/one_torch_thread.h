#pragma once

namespace gbho {

/// LibTorch works on one thread for as long as this lives, and then on as many as before. LibTorch cuts its
/// sums by the number of its threads, and the last bits with them; and its threads wait for each other at
/// every product, which takes a turn of the neighbours each time on a machine that is busy. gbho's own
/// threads are not meant: they share out networks, examples or columns, never the terms of a sum.
class OneTorchThread {
 public:
  OneTorchThread();
  ~OneTorchThread();
  OneTorchThread(const OneTorchThread&) = delete;
  OneTorchThread& operator=(const OneTorchThread&) = delete;

 private:
  int before_;
};

}  // namespace gbho
