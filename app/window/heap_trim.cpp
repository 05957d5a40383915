#include "window/heap_trim.h"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace carom {

void returnLargeBlocks() {
#if defined(__GLIBC__)
  // Fixed values, which glibc does not raise. In a session of random actions they keep the resident memory at
  // 200 MB, where it grew by 10 MB a minute; with 1 MiB it grew as before, so that the holes come from
  // smaller pictures and arrays. A smaller value costs more calls of the system.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

HeapTrim::HeapTrim(QObject* parent) : QObject(parent) {
  constexpr int restMs = 2000;
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMs);
  connect(&m_rest, &QTimer::timeout, this, [this] {
#if defined(__GLIBC__)
    m_task.start([](const TaskWatch<bool>&) { return malloc_trim(0) == 1; }, {});
#endif
  });
}

void HeapTrim::setBusy(bool busy) {
  busy ? m_rest.stop() : m_rest.start();
}

}  // namespace carom
