#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/large_array.h"

namespace carom {

/// A cell: an interval of one fixed projection of the coordinates, much wider than the merging tolerance, so
/// that nearby momenta share it. Neighbouring cells form blocks.
class StateCell {
 public:
  /// The largest change of a projection by merging, in cells: a state that near to a border may be in either
  /// of two cells. A larger value searches two cells more often; a smaller one makes cells wider, with more
  /// states in each.
  static constexpr double perMargin = 1.0 / 16;
  static constexpr int blockHashBits = 4;
  /// Cells of one block, as a power of 2. A smaller block has more states at its borders, which no thread
  /// decides alone; a larger one divides the states less evenly.
  static constexpr int usualBlockBits = 16;

  StateCell() = default;
  /// The cell with this number.
  StateCell(std::int64_t number, int blockBits = usualBlockBits)
      : m_number(number),
        m_hash(hashOf(number)),
        m_blockHash(blockHashOf(number >> blockBits)),
        m_blockBits(static_cast<std::uint8_t>(blockBits)) {}
  /// The cell of a state with this projection, in cells.
  explicit StateCell(double projection, int blockBits = usualBlockBits)
      : StateCell(roundDown(projection), blockBits) {
    const double within = projection - static_cast<double>(m_number);
    if (within < perMargin) m_near = -1;
    if (within > 1 - perMargin) m_near = 1;
  }

  std::int64_t number() const { return m_number; }
  std::uint32_t hash() const { return m_hash; }
  /// A number of blockHashBits bits that all cells of a block share.
  std::size_t blockHash() const { return m_blockHash; }
  /// Whether a state merged with that of this cell may be in a neighbour cell.
  bool hasNeighbour() const { return m_near != 0; }
  StateCell neighbour() const { return {m_number + m_near, m_blockBits}; }
  /// Whether the neighbour is in another block.
  bool touchesOtherBlock() const {
    return m_near != 0 && (m_number >> m_blockBits) != ((m_number + m_near) >> m_blockBits);
  }

 private:
  /// Momenta beyond the numbers share the outermost cells.
  static std::int64_t roundDown(double value) {
    constexpr double outermost = 0x1p62;
    value = std::clamp(value, -outermost, outermost);
    const auto whole = static_cast<std::int64_t>(value);
    return whole - (value < static_cast<double>(whole) ? 1 : 0);
  }
  static std::uint32_t hashOf(std::int64_t number) {
    auto x = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return static_cast<std::uint32_t>((x * 0xD6E8FEB86659FD93u) >> 32);
  }
  static std::uint8_t blockHashOf(std::int64_t block) {
    return static_cast<std::uint8_t>((static_cast<std::uint64_t>(block) * 0x9E3779B97F4A7C15u) >>
                                     (64 - blockHashBits));
  }

  std::int64_t m_number = 0;
  std::uint32_t m_hash = 0;
  std::uint8_t m_blockHash = 0, m_blockBits = usualBlockBits;
  std::int8_t m_near = 0;
};

/// A hash table of states by cell. Open addressing, 8 bytes for each slot; a cell may hold several states.
///
/// A large search splits the table into partitions that threads fill side by side. Each block of cells
/// belongs to one partition, and each partition to one segment of the slots.
class CellTable {
 public:
  /// Partitions of a split table. More of them share work better between threads; fewer wait less often.
  static constexpr std::size_t partitions = std::size_t{1} << StateCell::blockHashBits;

  CellTable() : m_slots(emptySlots(m_bits)) {}

  /// Memory in bytes, with that of the next growth when it is near.
  std::size_t bytesSoon() const {
    const bool nearlyFull =
        std::ranges::any_of(m_counts, [this](const Fill& fill) { return fill.states * 10 > segment() * 6; });
    return size() * sizeof(Slot) * (nearlyFull ? 3 : 1);
  }

  bool isSplit() const { return m_splitBits > 0; }
  /// Divides a table of `count` states into partitions; cellOf(state) is the cell of each.
  template <class CellOf>
  void split(std::uint32_t count, const CellOf& cellOf) {
    m_splitBits = StateCell::blockHashBits;
    m_slots = emptySlots(m_bits);
    m_counts.fill({});
    for (std::uint32_t state = 0; state < count; ++state) insert(cellOf(state), state);
  }
  std::size_t partitionOf(const StateCell& cell) const { return isSplit() ? cell.blockHash() : 0; }
  /// Grows until the partition has room for as many insertions, which may then run beside those of other
  /// partitions. forEach(n, work) calls work(0) … work(n−1), in parallel if it likes.
  template <class ForEach>
  void makeRoom(std::size_t partition, std::size_t insertions, const ForEach& forEach) {
    while ((m_counts[partition].states + insertions) * 10 > segment() * 7) grow(forEach);
  }

  void insert(const StateCell& cell, std::uint32_t state) {
    Fill& fill = m_counts[partitionOf(cell)];
    if (++fill.states * 10 > segment() * 7) grow(oneByOne);
    place(home(cell), {cell.hash(), state + 1});
  }

  /// The first state of the cell that matches, or −1.
  template <class Matches>
  std::int64_t find(const StateCell& cell, const Matches& matches) const {
    for (std::size_t i = home(cell);; i = after(i)) {
      const Slot& slot = m_slots[i];
      if (slot.state == 0) return -1;
      if (slot.hash == cell.hash() && matches(slot.state - 1)) return slot.state - 1;
    }
  }
  /// The first state that matches(state, partition) in the cell of a state or in its neighbour, or −1.
  /// `partition` becomes that of the state found.
  template <class Matches>
  std::int64_t findNear(const StateCell& cell, const Matches& matches, std::size_t& partition) const {
    const auto findIn = [&](const StateCell& there) {
      partition = partitionOf(there);
      return find(there, [&](std::uint32_t state) { return matches(state, partition); });
    };
    const std::int64_t found = findIn(cell);
    return found < 0 && cell.hasNeighbour() ? findIn(cell.neighbour()) : found;
  }

  /// Renumbers a state of the cell, which must be there.
  void renumber(const StateCell& cell, std::uint32_t from, std::uint32_t to) {
    std::size_t i = home(cell);
    while (m_slots[i].state != from + 1) i = after(i);
    m_slots[i].state = to + 1;
  }

  /// Brings the start of a cell's chain into the cache. Inline, because GCC 12 removes the call of a function
  /// that only prefetches.
  [[gnu::always_inline]] inline void prefetch(const StateCell& cell) const {
    __builtin_prefetch(&m_slots[home(cell)]);
  }
  /// The state that find will probably compare first, or −1; a hint for prefetching.
  std::int64_t likely(const StateCell& cell) const {
    const Slot& slot = m_slots[home(cell)];
    return slot.state != 0 && slot.hash == cell.hash() ? std::int64_t{slot.state} - 1 : -1;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t state = 0;  ///< id + 1; 0 is empty
  };
  /// On a cache line of its own, because threads count the states of their partitions.
  struct alignas(64) Fill {
    std::size_t states = 0;
  };

  std::size_t size() const { return std::size_t{1} << m_bits; }
  std::size_t segment() const { return std::size_t{1} << (m_bits - m_splitBits); }
  static LargeArray<Slot> emptySlots(int bits) {
    auto table = makeLargeArray<Slot>(std::size_t{1} << bits);
    std::fill_n(table.get(), std::size_t{1} << bits, Slot{});
    return table;
  }
  std::size_t home(const StateCell& cell) const { return homeIn(partitionOf(cell), cell.hash()); }
  std::size_t homeIn(std::size_t partition, std::uint32_t hash) const {
    const int bits = m_bits - m_splitBits;
    return (partition << bits) + (hash >> (32 - bits));
  }
  /// The next slot of the segment.
  std::size_t after(std::size_t i) const {
    const std::size_t mask = segment() - 1;
    return (i & ~mask) | ((i + 1) & mask);
  }

  void place(std::size_t i, Slot slot) {
    while (m_slots[i].state != 0) i = after(i);
    m_slots[i] = slot;
  }

  static constexpr auto oneByOne = [](std::size_t count, const auto& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
  };

  template <class ForEach>
  void grow(const ForEach& forEach) {
    const std::size_t oldSegment = segment();
    const int bits = m_bits + (m_bits < smallBits ? 2 : 1);
    const LargeArray<Slot> old = std::exchange(m_slots, makeLargeArray<Slot>(std::size_t{1} << bits));
    m_bits = bits;
    forEach(std::size_t{1} << m_splitBits, [&](std::size_t partition) {
      std::fill_n(m_slots.get() + partition * segment(), segment(), Slot{});
      for (std::size_t i = partition * oldSegment; i < (partition + 1) * oldSegment; ++i)
        if (old[i].state != 0) place(homeIn(partition, old[i].hash), old[i]);
    });
  }

  static constexpr int smallBits =
      14;  ///< a table with fewer grows fourfold, because its memory counts little

  int m_bits = 8, m_splitBits = 0;
  std::array<Fill, partitions> m_counts{};
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
