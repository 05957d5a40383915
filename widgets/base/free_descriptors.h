#pragma once

#include <string>

namespace carom {

/// The reason why `count` more files cannot be open at once, which libraries for drawing need and end the
/// process without a word where they do not get them; empty where they can.
std::string descriptorProblem(int count);

}  // namespace carom
