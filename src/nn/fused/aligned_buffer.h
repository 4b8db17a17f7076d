#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace gbho::inline internal {

/// Floats on a cache-line boundary, zero at first, with room for one vector to be read past the end.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(int64_t size) : size_(size) {
    const auto bytes = (static_cast<size_t>(size) * sizeof(float) + 2 * kLine - 1) / kLine * kLine;
    data_.reset(static_cast<float*>(std::aligned_alloc(kLine, bytes)));
    if (!data_) throw std::bad_alloc();
    std::memset(data_.get(), 0, bytes);
  }

  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void zero() { std::memset(data_.get(), 0, static_cast<size_t>(size_) * sizeof(float)); }

 private:
  static constexpr size_t kLine = 64;
  struct Free {
    void operator()(float* data) const { std::free(data); }
  };
  std::unique_ptr<float, Free> data_;
  int64_t size_ = 0;
};

}  // namespace gbho::inline internal
