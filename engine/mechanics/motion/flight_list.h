#pragma once

#include <iterator>
#include <memory>
#include <vector>

#include "mechanics/motion/free_flight.h"

namespace carom {

/// The flights of a run in order, stored in little memory.
///
/// An impact of two bodies among hundreds changes their velocities only. So an exact flight that continues
/// the previous one is stored as the velocities that differ, with a whole flight from time to time, and takes
/// memory for what its impact changed, independent of n. Reading a flight continues the last whole one with
/// the arithmetic of the run and gives the same bits. Reading all in order takes O(n) for each, reading a
/// single one up to O(n²/8).
class FlightList {
 public:
  class Iterator;

  std::size_t size() const { return m_kept.size() + (m_any ? 1 : 0); }
  bool empty() const { return !m_any; }
  /// Flight i. Throws std::out_of_range.
  FreeFlight at(std::size_t i) const;
  FreeFlight operator[](std::size_t i) const { return at(i); }
  FreeFlight front() const { return at(0); }
  /// The last flight, which may be changed until the next one is added.
  FreeFlight& back() { return m_last; }
  const FreeFlight& back() const { return m_last; }
  void push_back(FreeFlight flight);

  /// Parts of a flight that are stored for each. i < size().
  double startOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].start : m_last.start; }
  double endOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].end : m_last.end; }
  EnergyFlow flowOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].flow : m_last.flow; }
  bool isExact(std::size_t i) const {
    return !(i < m_kept.size() ? m_whole[m_kept[i].whole].nodes : m_last.nodes);
  }
  /// Index of the last flight that starts at or before t, else 0. The list must not be empty.
  std::size_t indexAt(double t) const;

  /// Memory in bytes, without the last flight.
  std::size_t memoryUsed() const { return m_bytes; }

  Iterator begin() const;
  Iterator end() const;

 private:
  struct Whole {
    Eigen::VectorXd q, v;
    std::shared_ptr<const Eigen::VectorXd> a;
    std::shared_ptr<const MotionNodes> nodes;
  };
  struct Kept {
    double start, end;
    EnergyFlow flow;
    std::size_t whole;  ///< index in m_whole of the last whole flight up to this one
    bool isWhole;
    std::size_t turned;  ///< index of its first velocity in m_turned
  };
  struct Turned {
    int coordinate;
    double v;
  };
  void seal();
  bool continuesKept(const FreeFlight& flight);
  FreeFlight whole(std::size_t i) const;
  void follow(FreeFlight& flight, std::size_t i) const;

  std::vector<Kept> m_kept;  ///< all but the last
  std::vector<Whole> m_whole;
  std::vector<Turned> m_turned;
  std::size_t m_sinceWhole = 0, m_bytes = 0;
  FreeFlight m_before;  ///< the one before the last
  FreeFlight m_last;
  bool m_any = false;
};

/// Reads flights in order.
class FlightList::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = FreeFlight;
  using difference_type = std::ptrdiff_t;
  using pointer = const FreeFlight*;
  using reference = const FreeFlight&;

  Iterator(const FlightList& flights, std::size_t i);
  reference operator*() const { return m_flight; }
  pointer operator->() const { return &m_flight; }
  Iterator& operator++();
  bool operator==(const Iterator& other) const { return m_index == other.m_index; }

 private:
  const FlightList* m_flights;
  std::size_t m_index;
  FreeFlight m_flight;
};

}  // namespace carom
