#pragma once

#include <string>

namespace carom {

/// Why no window can be opened here, as one line; empty where one can. Asks the X server itself, because Qt
/// would end the program where it does not answer.
std::string displayProblem();

}  // namespace carom
