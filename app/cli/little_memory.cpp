#include "cli/little_memory.h"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "base/fault_line.h"
#include "cli/options.h"

namespace carom {

namespace {

/// The work in a new process: it ends with its parent and leaves no core file.
[[noreturn]] void runHere(const std::function<int()>& work, const sigset_t& mask) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  constexpr rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  std::exit(work());
}

/// Waits for the work, and passes on what `kill` sends to this process alone; a key of the terminal reaches
/// both.
int awaitEnd(pid_t worker, const sigset_t& awaited) {
  for (;;) {
    siginfo_t info{};
    const int signal = ::sigwaitinfo(&awaited, &info);
    if (signal > 0 && signal != SIGCHLD && info.si_code != SI_KERNEL) ::kill(worker, signal);
    int status = 0;
    const pid_t ended = ::waitpid(worker, &status, WNOHANG);
    if (ended == worker || (ended < 0 && errno != EINTR)) return status;
  }
}

}  // namespace

int runWhereMemoryIsLittle(const std::function<int()>& work) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return work();
  sigset_t awaited, before;
  sigemptyset(&awaited);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&awaited, signal);
  pthread_sigmask(SIG_BLOCK, &awaited, &before);
  const pid_t worker = ::fork();
  if (worker == 0) runHere(work, before);
  const int status = worker > 0 ? awaitEnd(worker, awaited) : 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (worker < 0) return work();
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGKILL) return 128 + signal;
  writeFault("no figure can be drawn here: a library failed with the " +
             std::to_string(limit.rlim_cur >> 20) + " MiB that may be addressed (ulimit -v)");
  return static_cast<int>(ExitStatus::InputFault);
}

}  // namespace carom
