#pragma once

#include <string>
#include <string_view>

namespace gbho::inline internal {

bool is_utf8(std::string_view text);

/// Text of the code page that Windows calls 1252 (Latin-1 and then some) as UTF-8.
std::string utf8_of_windows(std::string_view text);

/// A table file's text, ready to be split: the mark of UTF-8 is dropped, text that is not UTF-8 is read as
/// Windows-1252. Throws DataError for nothing, UTF-16 and NUL bytes. `text` may be used up; views of what is
/// returned last as long as it does.
std::string prepared_text(std::string text, std::string_view name);

}  // namespace gbho::inline internal
