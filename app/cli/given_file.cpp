#include "cli/given_file.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

std::optional<std::string>& keptInput() {
  static std::optional<std::string> text;
  return text;
}

std::string readStandardInput(std::size_t most, const std::string& expected) {
  if (::isatty(STDIN_FILENO)) throw SceneError(standardInputName, "", "is a terminal", expected);
  std::string text;
  while (text.size() < most) {
    const std::size_t done = text.size();
    text.resize(std::min(most, done + (std::size_t{1} << 16)));
    const ssize_t got = ::read(STDIN_FILENO, text.data() + done, text.size() - done);
    text.resize(done + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno != EINTR)
      throw SceneError(standardInputName, "", std::string("cannot be read: ") + std::strerror(errno),
                       expected);
    if (got == 0) break;
  }
  return text;
}

}  // namespace

std::string readGiven(const std::string& file, std::size_t most, const std::string& expected) {
  if (file != "-") return readRegularFile(file, most, expected);
  if (!keptInput()) keptInput() = readStandardInput(most, expected);
  return *keptInput();
}

std::string nameOfGiven(const std::string& file) {
  return file == "-" ? standardInputName : file;
}

const std::optional<std::string>& standardInputText() {
  return keptInput();
}

}  // namespace carom
