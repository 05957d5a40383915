#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/large_array.h"

namespace carom {

/// Finds states by an integer that nearby momenta share: one fixed projection of their coordinates, cut into
/// cells much wider than the merging tolerance. Open addressing, 8 bytes a slot; a cell may hold several
/// states.
class CellTable {
 public:
  /// How many cells there are to what merging may move a projection by: a state near a border is in one of
  /// two.
  static constexpr double cellsPerMargin = 1.0 / 16;

  CellTable() : m_slots(emptySlots(m_bits)) {}

  /// Bytes in use, those of the next growth included when it is near.
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
  /// The state that find will most likely look at first, or −1. A hint.
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

}  // namespace carom
