#pragma once

#include <functional>

namespace carom {

/// Calls work, whose parallel loops then run on this many threads at most, the caller among them. A number
/// above that of the cores is obeyed, too.
void withThreads(int threads, const std::function<void()>& work);

}  // namespace carom
