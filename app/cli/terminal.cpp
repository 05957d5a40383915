#include "cli/terminal.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "base/begun_file.h"
#include "base/printable_text.h"
#include "cli/options.h"

namespace carom {

namespace {

using namespace std::chrono_literals;

sigset_t stopSignals() {
  sigset_t stopping;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGINT);
  sigaddset(&stopping, SIGTERM);
  return stopping;
}

/// Standard error as the caller has it, also while QuietLibraries has put nothing in its place.
std::atomic<int> callersErrors = STDERR_FILENO;

bool& isQuiet() {
  static bool quiet = false;
  return quiet;
}

}  // namespace

void prepareStandardStreams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", O_RDONLY);
  // Both are reported by the call that writes, with its reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void endWithoutMemory() {
  std::set_terminate([] {
    try {
      if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      writeAll(callersErrors, "carom: out of memory\n");
      std::_Exit(static_cast<int>(ExitStatus::InputFault));
    } catch (...) {  // a bug
    }
    std::abort();
  });
}

void setQuiet() {
  isQuiet() = true;
}

void writeNote(const std::string& text) {
  if (!isQuiet()) writeFault("note: " + text);
}

void writeOutput(std::string_view text) {
  if (writeAll(STDOUT_FILENO, text)) return;
  if (errno == EPIPE) throw ReaderGone();
  throw CommandError(ExitStatus::InputFault, std::string("standard output: ") + std::strerror(errno));
}

void writeText(std::string_view text) {
  writeOutput(printableText(text));
}

void OutputStream::write(std::string_view text) {
  m_buffer += text;
  if (m_buffer.size() >= most) flush();
}

void OutputStream::flush() {
  writeOutput(m_buffer);
  m_buffer.clear();
}

QuietLibraries::QuietLibraries() : m_errors(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (m_errors >= 0 && nowhere >= 0) {
    callersErrors = m_errors;
    ::dup2(nowhere, STDERR_FILENO);
  }
  if (nowhere >= 0) ::close(nowhere);
}

void QuietLibraries::speakAgain() {
  if (m_errors < 0) return;
  ::dup2(m_errors, STDERR_FILENO);
  callersErrors = STDERR_FILENO;
  ::close(std::exchange(m_errors, -1));
}

LongWork::LongWork() : m_terminal(::isatty(STDERR_FILENO) && !isQuiet()) {
  const sigset_t stopping = stopSignals();
  pthread_sigmask(SIG_BLOCK, &stopping, nullptr);  // inherited by every thread that starts from here on
  m_signals = std::thread([this] { awaitSignals(); });
}

LongWork::~LongWork() {
  m_done = true;
  // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread): the thread waits for it, and ends itself
  pthread_kill(m_signals.native_handle(), SIGTERM);
  m_signals.join();
  const sigset_t stopping = stopSignals();
  pthread_sigmask(SIG_UNBLOCK, &stopping, nullptr);
  if (m_shown) writeAll(STDERR_FILENO, "\r\033[K");
}

void LongWork::awaitSignals() {
  const sigset_t stopping = stopSignals();
  for (int signal = 0; !m_done;) {
    sigwait(&stopping, &signal);
    if (m_done) return;
    if (m_stop.stop_requested()) std::_Exit(128 + signal);  // asked twice
    m_stop.request_stop();
  }
}

Progress LongWork::progress() {
  if (!m_terminal) return {};
  return [this](double fraction) { show(fraction); };
}

void LongWork::show(double fraction) {
  show([fraction](double seconds) {
    char line[40];
    if (fraction < 0)
      std::snprintf(line, sizeof line, "working, %.1f s", seconds);
    else
      std::snprintf(line, sizeof line, "%3.0f %%, %.1f s", 100 * fraction, seconds);
    return std::string(line);
  });
}

void LongWork::show(const std::function<std::string(double seconds)>& line) {
  const auto now = Clock::now();
  if (!m_terminal || now - m_start < 500ms || now - m_lastShown < 100ms) return;
  m_lastShown = now;
  m_shown = true;
  const double seconds = std::chrono::duration<double>(now - m_start).count();
  writeAll(STDERR_FILENO, '\r' + line(seconds) + " (Ctrl-C stops)\033[K");
}

}  // namespace carom
