#pragma once

#include <functional>

namespace carom {

/// Called now and then by long work with the fraction done in [0,1], or a negative number where the
/// end is not known. May be empty. Called on the thread that does the work.
using Progress = std::function<void(double fraction)>;

}  // namespace carom
