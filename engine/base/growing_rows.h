#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "base/large_array.h"

namespace carom {

/// An array of rows of equal width that grows in blocks and never moves a row: pointers to rows stay valid,
/// growth needs no second copy, and each row lies within one block. Rows are not initialised.
template <class T>
class GrowingRows {
 public:
  explicit GrowingRows(std::size_t width = 1) : m_width(width) {}

  std::size_t size() const { return m_size; }
  std::size_t bytes() const { return m_size * m_width * sizeof(T); }

  T* operator[](std::size_t i) {
    const std::size_t b = blockOf(i);
    return m_blocks[b].get() + (i - firstOf(b)) * m_width;
  }
  const T* operator[](std::size_t i) const { return const_cast<GrowingRows&>(*this)[i]; }

  /// Adds `count` rows that are adjacent in memory and returns the index of the first. Indices that would
  /// split the rows between two blocks are skipped.
  std::size_t append(std::size_t count = 1) {
    std::size_t first = m_size;
    for (std::size_t b = blockOf(first); count > 0 && blockOf(first + count - 1) != b; b = blockOf(first)) {
      first = firstOf(b + 1);
    }
    if (count > 0) {
      auto& block = m_blocks[blockOf(first)];
      if (!block) block = makeLargeArray<T>((smallest << blockOf(first)) * m_width);
    }
    m_size = first + count;
    return first;
  }

 private:
  // Block b holds `smallest · 2^b` rows.
  static constexpr std::size_t smallest = 64;
  static std::size_t blockOf(std::size_t i) {
    return static_cast<std::size_t>(std::bit_width(i / smallest + 1)) - 1;
  }
  static std::size_t firstOf(std::size_t block) { return (smallest << block) - smallest; }

  std::size_t m_width, m_size = 0;
  std::array<LargeArray<T>, 40> m_blocks;
};

}  // namespace carom
