#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/fault_line.h"
#include "base/progress.h"

namespace carom {

/// Makes standard input, output and error safe to use: a closed one fails when it is written to, in place of
/// hitting a file that got its number, and a reader that went away is an error in place of a signal.
void prepareStandardStreams();

/// Where memory runs out in a place that cannot say so (a destructor, a thread of a library), ends the
/// program with one line and status 1, not with a signal.
void endWithoutMemory();

/// Writes to standard output, everything or CommandError (InputFault) that says why not.
void writeOutput(std::string_view text);

/// The same of text for people, in which names of a scene may stand: see printableText.
void writeText(std::string_view text);

/// Standard output for what is too long to be put together first. Throws CommandError as writeOutput does.
class OutputStream {
 public:
  void write(std::string_view text);
  /// What was written last may still be held back until here.
  void flush();

 private:
  static constexpr std::size_t most = 1 << 16;
  std::string m_buffer;
};

/// Keeps what libraries print off standard error while it lives: drivers of graphics have much to say there.
class QuietLibraries {
 public:
  QuietLibraries();
  ~QuietLibraries() { speakAgain(); }
  QuietLibraries(const QuietLibraries&) = delete;
  QuietLibraries& operator=(const QuietLibraries&) = delete;
  void speakAgain();

 private:
  int m_errors = -1;  ///< standard error as it was
};

/// Work with a Ctrl-C that stops it, and with a line on standard error that tells how far it is: only on a
/// terminal, only after half a second, and gone when the work is done.
class LongWork {
 public:
  LongWork();
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  std::stop_token stopToken() const { return m_stop.get_token(); }
  /// Whether a person has stopped it: then what came of it is not complete, whatever it says.
  bool wasStopped() const { return m_stop.stop_requested(); }
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
