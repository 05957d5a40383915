#include "window/large_blocks.h"

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

}  // namespace carom
