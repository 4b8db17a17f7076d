#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace gbho::inline internal {

/// The files beside a store that hold one study's tensors: STORE.weights/STUDY/HASH.safetensors, named by the
/// SHA-256 of their content. A file is never changed; it is there whole or not at all.
class WeightFiles {
 public:
  WeightFiles(const std::string& store, int64_t study);

  /// Writes the bytes, to the disk, and gives their name; `sync` makes the name safe too. Throws StoreError.
  std::string write(std::string_view bytes) const;
  /// Returns when the disk knows the names of all files. To be called before a record that names one is
  /// committed.
  void sync() const;
  /// Throws DamageError when the file is gone or its content is not what its name says.
  std::string read(const std::string& name) const;
  std::string path(const std::string& name) const;
  /// Removes the files that are not among these. What cannot be removed stays.
  void keep_only(const std::set<std::string>& names) const;
  void remove_all() const;

 private:
  std::string folder_;
};

}  // namespace gbho::inline internal
