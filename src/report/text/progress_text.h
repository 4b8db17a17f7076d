#pragma once

#include <cstddef>
#include <string>

namespace gbho {
struct Progress;
}  // namespace gbho

namespace gbho::inline internal {

/// Where a phase stands, on at most `width` columns: "search     [####----]  50%  12 s left  best 0.3021  …".
/// What has no room is left out, the time left last of all. With `color` the bar is coloured.
std::string progress_line(const Progress& progress, size_t width, bool color = false);

/// A phase that has ended: "search     30 networks in 3.2 s, best validation loss 0.3021 at λ = -5.99".
std::string phase_line(const Progress& progress, size_t width);

/// One JSON object on one line, without the line's end. Numbers that are not known are null.
std::string progress_json(const Progress& progress);

/// Seconds until the phase ends if it goes on as it has begun; not a number before it has begun.
double seconds_left(const Progress& progress);

/// "[####----]": the share of the work that is done, with so many characters between the brackets.
std::string progress_bar(double fraction, size_t length = 20, bool color = false);

}  // namespace gbho::inline internal
