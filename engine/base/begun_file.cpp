#include "base/begun_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace carom {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view random = "XXXXXX";
/// Age of a folder (s) at which it may be a stray: a younger one may not be locked yet.
constexpr std::time_t strayAge = 60;

[[noreturn]] void fail(int reason = errno) {
  throw WriteError(std::strerror(reason));
}

/// The file that is written: the one that a link leads to.
fs::path resolved(const fs::path& place) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(place, error))) return place;
  const fs::path there = fs::canonical(place, error);
  if (error) throw WriteError("is a link to nothing");
  return there;
}

void refuseOtherThanFile(const fs::path& place) {
  struct stat about {};
  if (::stat(place.c_str(), &about) == 0 && !S_ISREG(about.st_mode)) throw WriteError("is no regular file");
}

/// What the names of all folders of a place begin with. A long name is cut, because a folder's name is
/// longer.
std::string folderPrefix(const fs::path& place) {
  constexpr std::size_t longest = 200;  // bytes, of 255
  return '.' + place.filename().string().substr(0, longest) + ".begun-";
}

fs::path folderOf(const fs::path& place) {
  return place.has_parent_path() ? place.parent_path() : fs::path(".");
}

/// Whether a folder was left behind by this user, and not by a process that still runs.
bool isStray(int folder) {
  struct stat about {};
  return ::fstat(folder, &about) == 0 && about.st_uid == ::geteuid() &&
         about.st_mtime < std::time(nullptr) - strayAge && ::flock(folder, LOCK_EX | LOCK_NB) == 0;
}

/// Puts a file in a place where nothing is.
bool moveToNewPlace(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  return (errno == EINVAL || errno == ENOSYS) && ::link(from.c_str(), to.c_str()) == 0;
}

bool flushToDisk(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  const bool done = file >= 0 && ::fsync(file) == 0;
  const int reason = errno;
  if (file >= 0) ::close(file);
  errno = reason;
  return done;
}

}  // namespace

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

BegunFile::BegunFile(const fs::path& place, Place kind)
    : m_place(kind == Place::Replace ? resolved(place) : place), m_kind(kind) {
  if (m_place.filename().empty()) throw WriteError("is a folder");
  refuseOtherThanFile(m_place);
  removeStrays();
  makeFolder();
  m_path = m_folder / m_place.filename();
}

void BegunFile::makeFolder() {
  std::string name = (folderOf(m_place) / (folderPrefix(m_place) + std::string(random))).string();
  if (!::mkdtemp(name.data())) fail();
  m_folder = name;
  m_lock = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (m_lock >= 0 && ::flock(m_lock, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  if (m_lock >= 0) ::close(m_lock);
  ::rmdir(name.c_str());
  fail(reason);
}

void BegunFile::removeStrays() const {
  const std::string prefix = folderPrefix(m_place);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folderOf(m_place), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || name.size() != prefix.size() + random.size()) continue;
    const int folder = ::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 && isStray(folder)) fs::remove_all(entry.path(), ignored);
    if (folder >= 0) ::close(folder);
  }
}

BegunFile::~BegunFile() {
  if (m_file >= 0) ::close(m_file);
  ::unlink(m_path.c_str());
  ::rmdir(m_folder.c_str());
  ::close(m_lock);
}

int BegunFile::open() {
  const int file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) fail();
  return file;
}

void BegunFile::write(std::string_view bytes) {
  if (m_file < 0) m_file = open();
  if (!writeAll(m_file, bytes)) fail();
}

std::string BegunFile::whyNoMore() const {
  constexpr std::size_t some = 1 << 18;  // more than what a library keeps back
  const int file = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  const bool takesMore = file >= 0 && writeAll(file, std::string(some, '\0')) && ::fsync(file) == 0;
  const std::string reason = takesMore ? "" : std::strerror(errno);
  if (file >= 0) ::close(file);
  return reason;
}

std::string BegunFile::whyNoRoom(std::size_t bytes) const {
  const fs::path trial = m_folder / ".room";
  const int file = ::open(trial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  const std::string reason =
      file >= 0 && writeAll(file, std::string(bytes, '\0')) ? "" : std::strerror(errno);
  if (file >= 0) ::close(file);
  ::unlink(trial.c_str());
  return reason;
}

void BegunFile::publish() {
  struct stat about {};
  if (m_kind == Place::Replace && ::stat(m_place.c_str(), &about) == 0)
    ::chmod(m_path.c_str(), about.st_mode & 0777);
  if (!flushToDisk(m_path)) fail();
  const bool done =
      m_kind == Place::New ? moveToNewPlace(m_path, m_place) : ::rename(m_path.c_str(), m_place.c_str()) == 0;
  if (!done) fail();
}

}  // namespace carom
