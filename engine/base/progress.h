#pragma once

#include <functional>

namespace carom {

/// Reports the progress of long work: called from time to time, on the thread that does the work, with the
/// fraction done in [0,1], or with a negative number where the end is unknown. May be empty.
using Progress = std::function<void(double fraction)>;

}  // namespace carom
