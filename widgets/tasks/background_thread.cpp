#include "tasks/background_thread.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace carom {

void yieldToWindow() {
#ifdef __linux__
  // A tenth of the share of a thread with the usual 0. Linux has a value for each thread.
  constexpr int niceness = 10;
  thread_local const int done = setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
  static_cast<void>(done);
#endif
}

}  // namespace carom
