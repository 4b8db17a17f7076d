// The module gbho-mpi.so: texts between the ranks of an MPI job.

#include "cli/messenger.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace gbho::inline internal {
namespace {

constexpr int kHead = 1;
constexpr int kBody = 2;
constexpr size_t kMostAtOnce = size_t{1} << 30;  // MPI counts in int

class MpiMessenger final : public Messenger {
 public:
  MpiMessenger() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &workers_here_);
    int first = rank_;
    MPI_Bcast(&first, 1, MPI_INT, 0, node);
    if (first == 0) --workers_here_;
    MPI_Comm_free(&node);
  }
  ~MpiMessenger() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int workers_here() const override { return workers_here_; }

  void send(int to, int kind, const std::string& text) override {
    const std::array<int64_t, 2> head = {kind, static_cast<int64_t>(text.size())};
    MPI_Send(head.data(), 2, MPI_INT64_T, to, kHead, MPI_COMM_WORLD);
    for (size_t first = 0; first < text.size(); first += kMostAtOnce) {
      const size_t count = std::min(kMostAtOnce, text.size() - first);
      MPI_Send(text.data() + first, static_cast<int>(count), MPI_BYTE, to, kBody, MPI_COMM_WORLD);
    }
  }

  std::optional<Message> poll() override {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kHead, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    std::array<int64_t, 2> head = {};
    MPI_Recv(head.data(), 2, MPI_INT64_T, status.MPI_SOURCE, kHead, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    Message message{status.MPI_SOURCE, static_cast<int>(head[0]),
                    std::string(static_cast<size_t>(head[1]), '\0')};
    for (size_t first = 0; first < message.text.size(); first += kMostAtOnce) {
      const size_t count = std::min(kMostAtOnce, message.text.size() - first);
      MPI_Recv(message.text.data() + first, static_cast<int>(count), MPI_BYTE, message.from, kBody,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return message;
  }

 private:
  int rank_ = 0;
  int size_ = 1;
  int workers_here_ = 1;
};

}  // namespace
}  // namespace gbho::inline internal

extern "C" gbho::Messenger* gbho_open_messenger() {
  return new gbho::MpiMessenger();
}
