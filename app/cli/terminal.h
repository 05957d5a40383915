#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string_view>
#include <thread>

#include "base/progress.h"

namespace carom {

/// Makes standard input, output and error safe to use: a closed one fails when it is written to, in place of
/// hitting a file that got its number, and a reader that went away is an error in place of a signal.
void prepareStandardStreams();

/// Writes to standard output, everything or CommandError (InputFault) that says why not.
void writeOutput(std::string_view text);

/// "carom: …" on standard error, as exactly one line.
void writeFault(std::string_view text);

/// Work with a Ctrl-C that stops it, and with a line on standard error that tells how far it is: only on a
/// terminal, only after half a second, and gone when the work is done.
class LongWork {
 public:
  LongWork();
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  std::stop_token stopToken() const { return m_stop.get_token(); }
  /// To hand to the engine; refers to this object.
  Progress progress();

 private:
  using Clock = std::chrono::steady_clock;
  void awaitSignals();
  void show(double fraction);

  std::stop_source m_stop;
  std::atomic<bool> m_done = false;
  std::thread m_signals;  ///< waits for SIGINT and SIGTERM, so that no handler runs amid other code
  bool m_terminal;
  bool m_shown = false;
  Clock::time_point m_start = Clock::now(), m_lastShown = m_start;
};

}  // namespace carom
