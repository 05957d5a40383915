#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace carom {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

/// An array for random access.
template <class T>
using LargeArray = std::unique_ptr<T[], FreeMemory>;

/// Allocates an array without initialising it. An array of 2 MB or more uses huge pages where the system has
/// them: with small pages most of the time of a random access is the translation of its address.
template <class T>
LargeArray<T> makeLargeArray(std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  constexpr std::size_t hugePage = std::size_t{1} << 21;
  const std::size_t bytes = count * sizeof(T);
  const bool isLarge = bytes >= hugePage;
  void* memory = isLarge ? std::aligned_alloc(hugePage, (bytes + hugePage - 1) / hugePage * hugePage)
                         : std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (isLarge) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return LargeArray<T>(static_cast<T*>(memory));
}

}  // namespace carom
