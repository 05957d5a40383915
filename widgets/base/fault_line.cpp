#include "base/fault_line.h"

#include <unistd.h>

#include <cerrno>

#include "base/printable_text.h"

namespace carom {

void writeFault(std::string_view text) {
  const std::string line = "carom: " + printableLine(text) + '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written = ::write(STDERR_FILENO, line.data() + done, line.size() - done);
    if (written < 0 && errno != EINTR) return;  // standard error is closed: there is no place to report it
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

}  // namespace carom
