#include "base/free_descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QObject>
#include <vector>

namespace carom {

std::string descriptorProblem(int count) {
  std::vector<int> opened;
  for (int i = 0; i < count; ++i)
    if (const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC); next >= 0) opened.push_back(next);
  for (const int each : opened) ::close(each);
  if (static_cast<int>(opened.size()) == count) return {};
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return QObject::tr("only %1 files may be open at once (ulimit -n), and %2 more are needed than are open")
      .arg(limit.rlim_cur)
      .arg(count)
      .toStdString();
}

std::string addressProblem(int mebibytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur >= static_cast<rlim_t>(mebibytes) << 20)
    return {};
  return QObject::tr("only %1 MiB may be addressed (ulimit -v), and drawing needs %2")
      .arg(limit.rlim_cur >> 20)
      .arg(mebibytes)
      .toStdString();
}

}  // namespace carom
