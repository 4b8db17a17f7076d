#pragma once

#include <stdexcept>
#include <string>

namespace gbho {

/// Base of everything gbho throws. The message names the key or file, the value, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A bad option, study file or command line. The program exits with status 2.
class ConfigError : public Error {
 public:
  using Error::Error;
  /// The message is the key, as in a study file, and the problem right behind it: " = 0: must be positive".
  ConfigError(const std::string& key, const std::string& problem) : Error(key + problem), key_(key) {}

  /// What it is about; empty where no single key is.
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

/// A file that is missing, malformed or does not fit the others. The program exits with status 2.
class DataError : public Error {
 public:
  using Error::Error;
};

/// The study store cannot be read or written.
class StoreError : public Error {
 public:
  using Error::Error;
};

/// What the store holds is not what was written: a flipped bit, a file cut short. The message names the
/// command that does the work again.
class DamageError : public StoreError {
 public:
  using StoreError::StoreError;
};

/// The run itself failed, though its input was good (every member diverged, say). Exit status 3.
class RunError : public Error {
 public:
  using Error::Error;
};

}  // namespace gbho
