#pragma once

namespace gbho::race {

/// Our side of kriging_race.py: jobs on standard input, one JSON object a line. A job "fit" is loaded and
/// warmed up, answered with {"ready": true}, and run when the next line comes; "likelihood" evaluates a
/// peer's answer.
void serve_kriging();

}  // namespace gbho::race
