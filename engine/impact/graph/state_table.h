#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/large_array.h"

namespace carom {

/// A hash table of states by cell. A cell is an interval of one fixed projection of the coordinates, much
/// wider than the merging tolerance, so that nearby momenta share it. Open addressing, 8 bytes for each slot;
/// a cell may hold several states.
class CellTable {
 public:
  /// The largest change of a projection by merging, in cells: a state that near to a border may be in either
  /// of two cells. A larger value searches two cells more often; a smaller one makes cells wider, with more
  /// states in each.
  static constexpr double cellsPerMargin = 1.0 / 16;

  CellTable() : m_slots(emptySlots(m_bits)) {}

  /// Memory in bytes, with that of the next growth when it is near.
  std::size_t bytesSoon() const {
    const bool nearlyFull = m_count * 10 > size() * 6;
    return size() * sizeof(Slot) * (nearlyFull ? 3 : 1);
  }

  void insert(std::int64_t cell, std::uint32_t state) {
    if (++m_count * 10 > size() * 7) grow();
    place({hash(cell), state + 1});
  }

  /// The first state of the cell that matches, or −1.
  template <class Matches>
  std::int64_t find(std::int64_t cell, const Matches& matches) const {
    const std::uint32_t h = hash(cell);
    for (std::size_t i = home(h);; i = (i + 1) & (size() - 1)) {
      const Slot& slot = m_slots[i];
      if (slot.state == 0) return -1;
      if (slot.hash == h && matches(slot.state - 1)) return slot.state - 1;
    }
  }

  /// Brings the start of a cell's chain into the cache.
  void prefetch(std::int64_t cell) const { __builtin_prefetch(&m_slots[home(hash(cell))]); }
  /// The state that find will probably compare first, or −1; a hint for prefetching.
  std::int64_t likely(std::int64_t cell) const {
    const std::uint32_t h = hash(cell);
    const Slot& slot = m_slots[home(h)];
    return slot.state != 0 && slot.hash == h ? std::int64_t{slot.state} - 1 : -1;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t state = 0;  ///< id + 1; 0 is empty
  };

  std::size_t size() const { return std::size_t{1} << m_bits; }
  static LargeArray<Slot> emptySlots(int bits) {
    auto slots = makeLargeArray<Slot>(std::size_t{1} << bits);
    std::fill_n(slots.get(), std::size_t{1} << bits, Slot{});
    return slots;
  }
  static std::uint32_t hash(std::int64_t cell) {
    auto x = static_cast<std::uint64_t>(cell) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return static_cast<std::uint32_t>((x * 0xD6E8FEB86659FD93u) >> 32);
  }
  std::size_t home(std::uint32_t hash) const { return hash >> (32 - m_bits); }

  void place(Slot slot) {
    std::size_t i = home(slot.hash);
    while (m_slots[i].state != 0) i = (i + 1) & (size() - 1);
    m_slots[i] = slot;
  }

  void grow() {
    const std::size_t oldSize = size();
    const LargeArray<Slot> old = std::exchange(m_slots, emptySlots(++m_bits));
    for (std::size_t i = 0; i < oldSize; ++i) {
      if (old[i].state != 0) place(old[i]);
    }
  }

  int m_bits = 8;
  std::size_t m_count = 0;
  LargeArray<Slot> m_slots;
};

/// Cells for states that accumulate near a limit, where one projection separates few of them: a cell is a box
/// in up to four projections, each of every fourth coordinate.
class BunchedCells {
 public:
  /// Two states whose `size` coordinates all differ by less than `tolerance` are one.
  BunchedCells(int size, double tolerance) : m_size(size), m_axes(std::min(size, mostAxes)) {
    std::array<double, mostAxes> sums{};
    for (int i = 0; i < size; ++i) sums[axisOf(i)] += weight(i);
    for (int a = 0; a < m_axes; ++a)
      m_cellsPerUnit[index(a)] = tolerance > 0 ? cellsPerMargin / (sums[index(a)] * tolerance) : 0;
  }

  /// The cell of a state of this breadth-first level; level is constant where states of all levels merge.
  std::uint64_t locate(const double* c, std::uint64_t level) {
    std::array<double, mostAxes> at{};
    for (int i = 0; i < m_size; ++i) at[axisOf(i)] += weight(i) * c[i];
    m_key = level * 0xA24BAED4963EE407u;
    m_nearCount = 0;
    for (int a = 0; a < m_axes; ++a) {
      const double x = at[index(a)] * m_cellsPerUnit[index(a)], cell = std::floor(x);
      m_key += static_cast<std::uint64_t>(static_cast<std::int64_t>(cell)) * odd[index(a)];
      if (x - cell < cellsPerMargin) m_near[m_nearCount++] = -odd[index(a)];
      if (x - cell > 1 - cellsPerMargin) m_near[m_nearCount++] = odd[index(a)];
    }
    return m_key;
  }

  /// The first state that matches, in the cell of the last locate or in a neighbour cell near to it, or −1.
  template <class Matches>
  std::int64_t find(const CellTable& table, const Matches& matches) const {
    for (unsigned which = 0; which < 1u << m_nearCount; ++which) {
      std::uint64_t key = m_key;
      for (std::size_t n = 0; n < m_nearCount; ++n)
        if ((which >> n & 1u) != 0) key += m_near[n];
      const std::int64_t found = table.find(static_cast<std::int64_t>(key), matches);
      if (found >= 0) return found;
    }
    return -1;
  }

 private:
  static constexpr int mostAxes = 4;
  static constexpr double cellsPerMargin = 1.0 / 8;
  static constexpr std::array<std::uint64_t, mostAxes> odd{0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu,
                                                           0x165667B19E3779F9u, 0xD6E8FEB86659FD93u};
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static std::size_t axisOf(int i) { return index(i % mostAxes); }
  /// The weight of a coordinate in its projection: 1, then further values without symmetry.
  static double weight(int i) {
    const int round = i / mostAxes;
    return 1 + 0.37 * round;
  }

  int m_size, m_axes;
  std::array<double, mostAxes> m_cellsPerUnit{};
  std::uint64_t m_key = 0;
  std::array<std::uint64_t, mostAxes> m_near{};
  std::size_t m_nearCount = 0;
};

}  // namespace carom
