#pragma once

#include <functional>

namespace carom {

/// Runs work that draws, and returns its exit status. Where the address space is limited (ulimit -v), the
/// work runs in a process of its own: libraries for fonts and pictures crash where they get no memory, and
/// that becomes one line on standard error and the status of a bad input. Signals that stop the program reach
/// the work. Call it while no other thread runs.
int runWhereMemoryIsLittle(const std::function<int()>& work);

}  // namespace carom
