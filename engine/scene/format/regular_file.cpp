#include "scene/format/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "scene/scene_error.h"

namespace carom {

namespace {

const char* kindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "no regular file";
}

[[noreturn]] void refuse(const std::string& file, const std::string& problem, const std::string& expected) {
  throw SceneError(file, "", problem, expected);
}

std::string unreadable() {
  return std::string("cannot be read: ") + std::strerror(errno);
}

/// Closes what it holds.
struct Descriptor {
  int number = -1;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

}  // namespace

std::string readRegularFile(const std::filesystem::path& path, std::size_t most,
                            const std::string& expected) {
  const std::string file = path.string();
  const auto require = [&](const struct stat& there) {
    if (!S_ISREG(there.st_mode)) refuse(file, std::string("is ") + kindOf(there.st_mode), expected);
  };
  struct stat there {};
  if (::stat(file.c_str(), &there) != 0) refuse(file, unreadable(), expected);
  require(there);
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (opened.number < 0 || ::fstat(opened.number, &there) != 0) refuse(file, unreadable(), expected);
  require(there);
  std::string text;
  while (text.size() < most) {
    const std::size_t done = text.size();
    text.resize(std::min(most, done + (std::size_t{1} << 16)));
    const ssize_t got = ::read(opened.number, text.data() + done, text.size() - done);
    text.resize(done + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno != EINTR) refuse(file, unreadable(), expected);
    if (got == 0) break;
  }
  return text;
}

}  // namespace carom
