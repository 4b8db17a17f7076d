#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// The dictionary in front of the data of an NPY file.
struct NpyHeader {
  std::string descr;  ///< "<f4"
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

/// `text` is a Python literal such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }; `offset`
/// is its place in the file, for messages.
NpyHeader parse_npy_header(std::string_view text, std::string_view name, size_t offset);

}  // namespace gbho::inline internal
