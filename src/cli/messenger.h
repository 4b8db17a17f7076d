#pragma once

#include <optional>
#include <string>

namespace gbho::inline internal {

/// A text from another rank.
struct Message {
  int from = 0;
  int kind = 0;
  std::string text;
};

/// The ranks of one job, that send each other texts. It is made by a module that the program loads when it
/// was started under mpirun or srun: without them it needs no MPI, neither installed nor loaded.
class Messenger {
 public:
  Messenger() = default;
  virtual ~Messenger() = default;
  Messenger(const Messenger&) = delete;
  Messenger& operator=(const Messenger&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Ranks on this node, without rank 0.
  virtual int workers_here() const = 0;
  /// A long text is on its way only when the other rank looks for messages.
  virtual void send(int to, int kind, const std::string& text) = 0;
  /// The next message, if one is there.
  virtual std::optional<Message> poll() = 0;
};

/// What the module has.
constexpr const char* kOpenMessenger = "gbho_open_messenger";
using OpenMessenger = Messenger* (*)();

}  // namespace gbho::inline internal
