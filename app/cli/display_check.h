#pragma once

#include <string>

namespace carom {

/// The reason why no window can be opened here, in one line; empty where one can. Asks the X server itself,
/// because Qt ends the program where the server does not answer.
std::string displayProblem();

}  // namespace carom
