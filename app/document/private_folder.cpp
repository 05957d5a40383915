#include "document/private_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QUuid>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace carom {

namespace {

constexpr mode_t ownerEnters = 0700, ownerReads = 0600;

[[noreturn]] void refuse(const QString& path, const char* problem) {
  throw std::runtime_error((path + ": cannot be written: ").toStdString() + problem);
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : m_number(number) {}
  ~Descriptor() {
    if (m_number >= 0) ::close(m_number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return m_number; }
  int release() { return std::exchange(m_number, -1); }

 private:
  int m_number;
};

int openFolder(const QString& path) {
  return ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Opens the folder. Creates it where it is missing, and takes away the permissions of others.
int openOwnFolder(const QString& path) {
  QDir().mkpath(QFileInfo(path).absolutePath());
  if (::mkdir(QFile::encodeName(path).constData(), ownerEnters) != 0 && errno != EEXIST)
    refuse(path, std::strerror(errno));
  Descriptor folder(openFolder(path));
  struct stat there {};
  if (folder < 0 || ::fstat(folder, &there) != 0)
    refuse(path, errno == ENOTDIR || errno == ELOOP ? "is no folder" : std::strerror(errno));
  if (there.st_uid != ::geteuid()) refuse(path, "belongs to somebody else");
  if ((there.st_mode & 077) != 0 && ::fchmod(folder, ownerEnters) != 0) refuse(path, std::strerror(errno));
  return folder.release();
}

bool writeAll(int file, const QByteArray& bytes) {
  for (qsizetype done = 0; done < bytes.size();) {
    const ssize_t written =
        ::write(file, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += written;
  }
  return ::fsync(file) == 0;
}

/// Opens a regular file of the folder for reading; < 0 where there is none.
int openRegular(int folder, const QByteArray& name) {
  Descriptor file(::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat there {};
  const bool regular = file >= 0 && ::fstat(file, &there) == 0 && S_ISREG(there.st_mode);
  return regular ? file.release() : -1;
}

bool isSameFile(int folder, const QByteArray& name, int file) {
  struct stat named {
  }, held{};
  return ::fstatat(folder, name.constData(), &named, AT_SYMLINK_NOFOLLOW) == 0 && ::fstat(file, &held) == 0 &&
         named.st_ino == held.st_ino && named.st_dev == held.st_dev;
}

}  // namespace

void PrivateFolder::write(const QString& name, const QByteArray& bytes) const {
  const Descriptor folder(openOwnFolder(m_path));
  const QByteArray end = QFile::encodeName(name);
  const QByteArray begun = end + '.' + QUuid::createUuid().toByteArray(QUuid::Id128) + ".new";
  int problem = 0;
  {
    const Descriptor file(::openat(folder, begun.constData(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, ownerReads));
    if (file < 0) refuse(m_path, std::strerror(errno));
    if (!writeAll(file, bytes)) problem = errno;
  }
  if (problem == 0 && ::renameat(folder, begun.constData(), folder, end.constData()) != 0) problem = errno;
  if (problem == 0) return;
  ::unlinkat(folder, begun.constData(), 0);
  refuse(m_path, std::strerror(problem));
}

std::optional<QByteArray> PrivateFolder::read(const QString& name, qint64 most) const {
  const Descriptor folder(openFolder(m_path));
  if (folder < 0) return {};
  const Descriptor opened(openRegular(folder, QFile::encodeName(name)));
  QFile file;
  if (opened < 0 || !file.open(opened, QIODevice::ReadOnly)) return {};
  return file.read(most);
}

void PrivateFolder::remove(const QString& name) const {
  const Descriptor folder(openFolder(m_path));
  if (folder >= 0) ::unlinkat(folder, QFile::encodeName(name).constData(), 0);
}

std::vector<PrivateFolder::Entry> PrivateFolder::files(const QString& ending) const {
  std::vector<Entry> list;
  Descriptor folder(openFolder(m_path));
  if (folder < 0) return list;
  DIR* const entries = ::fdopendir(folder);
  if (!entries) return list;
  const int number = folder.release();  // the stream closes it
  while (const dirent* entry = ::readdir(entries)) {
    const QString name = QFile::decodeName(entry->d_name);
    struct stat there {};
    if (!name.endsWith(ending) || ::fstatat(number, entry->d_name, &there, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (S_ISREG(there.st_mode))
      list.push_back({name, QDateTime::fromMSecsSinceEpoch(there.st_mtim.tv_sec * 1000LL +
                                                           there.st_mtim.tv_nsec / 1'000'000)});
  }
  ::closedir(entries);
  std::ranges::sort(list, [](const Entry& a, const Entry& b) { return a.when > b.when; });
  return list;
}

std::unique_ptr<PrivateFolder::Lock> PrivateFolder::lock(const QString& name) const {
  const QByteArray encoded = QFile::encodeName(name);
  for (int attempt = 0; attempt < 8; ++attempt) {  // its last holder may remove the file meanwhile
    Descriptor folder(openOwnFolder(m_path));
    Descriptor file(::openat(folder, encoded.constData(),
                             O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, ownerReads));
    struct stat there {};
    if (file < 0 || ::fstat(file, &there) != 0) refuse(m_path, std::strerror(errno));
    if (!S_ISREG(there.st_mode) || ::flock(file, LOCK_EX | LOCK_NB) != 0) return nullptr;
    if (!isSameFile(folder, encoded, file)) continue;
    return std::unique_ptr<Lock>(new Lock(folder.release(), file.release(), encoded));
  }
  return nullptr;
}

bool PrivateFolder::Lock::holds() const {
  return isSameFile(m_folder, m_name, m_file);
}

PrivateFolder::Lock::~Lock() {
  if (holds()) ::unlinkat(m_folder, m_name.constData(), 0);
  ::close(m_file);
  ::close(m_folder);
}

}  // namespace carom
