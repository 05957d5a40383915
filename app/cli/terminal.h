#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/fault_line.h"
#include "base/progress.h"

namespace carom {

/// Makes standard input, output and error safe to use. Writing to a closed one fails; without this it could
/// reach a file that was opened later under the same number. A reader that went away ends the program
/// quietly, see writeOutput.
void prepareStandardStreams();

/// Ends the program with one line and status 1, not with a signal, where memory runs out in code that cannot
/// throw (a destructor, a thread of a library).
void endWithoutMemory();

/// Keeps progress and notes off standard error from now on; faults stay.
void setQuiet();
/// "carom: note: …" on standard error, unless that is quiet.
void writeNote(const std::string& text);

/// The reader of standard output went away, as `| head` does: the program ends without a word and with the
/// status that the signal would give.
struct ReaderGone {
  static constexpr int status = 128 + 13;  // SIGPIPE
};

/// Writes all of a text to standard output. Throws CommandError (InputFault) with the reason where that
/// fails, and ReaderGone where the reader went away.
void writeOutput(std::string_view text);

/// The same for a text that may hold names of a scene: see printableText.
void writeText(std::string_view text);

/// Standard output for a text too long for memory, in pieces. Throws CommandError as writeOutput does.
class OutputStream {
 public:
  void write(std::string_view text);
  /// Writes what is still in the buffer.
  void flush();

 private:
  static constexpr std::size_t most = 1 << 16;
  std::string m_buffer;
};

/// While it lives, discards what libraries print to standard error: drivers of graphics print much there.
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

/// Long work: Ctrl-C stops it, and a line on standard error shows its progress. The line appears on a
/// terminal only, after half a second, and is erased at the end.
class LongWork {
 public:
  LongWork();
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  std::stop_token stopToken() const { return m_stop.get_token(); }
  /// Whether Ctrl-C has stopped it. The result is incomplete then, whatever it claims.
  bool wasStopped() const { return m_stop.stop_requested(); }
  /// The progress for the engine; refers to this object.
  Progress progress();
  /// Shows a line of the caller's own in place of the usual one. `line` makes it from the seconds since the
  /// beginning, when one is due.
  void show(const std::function<std::string(double seconds)>& line);

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
