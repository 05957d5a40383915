#pragma once

#include <string>

namespace carom {

/// The reason why `count` more files cannot be open at once, which libraries for drawing need and end the
/// process without a word where they do not get them; empty where they can.
std::string descriptorProblem(int count);
/// The reason why the process may not address `mebibytes` (ulimit -v), with less than which those libraries
/// crash; empty where it may.
std::string addressProblem(int mebibytes);

}  // namespace carom
