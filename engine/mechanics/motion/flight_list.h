#pragma once

#include <iterator>
#include <memory>
#include <vector>

#include "mechanics/motion/free_flight.h"

namespace carom {

/// The flights of a run, one after the other, in little memory.
///
/// An impact of two bodies among hundreds turns their coordinates alone. An exact flight that begins where
/// the one before it ends is kept as the velocities that differ, and every so often one as a whole, so that a
/// flight takes as much as what its impact turned, whatever n is. A flight that is read is carried on from
/// the last whole one with the arithmetic of the run: the bits are those that were put in. Walking through
/// all takes O(n) for each; reading a single one up to O(n²/8).
class FlightList {
 public:
  class Iterator;

  std::size_t size() const { return m_kept.size() + (m_any ? 1 : 0); }
  bool empty() const { return !m_any; }
  /// Throws std::out_of_range.
  FreeFlight at(std::size_t i) const;
  FreeFlight operator[](std::size_t i) const { return at(i); }
  FreeFlight front() const { return at(0); }
  /// The last one is still open: it may be changed until the next one is added.
  FreeFlight& back() { return m_last; }
  const FreeFlight& back() const { return m_last; }
  void push_back(FreeFlight flight);

  /// Parts of a flight that take no carrying on. i < size().
  double startOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].start : m_last.start; }
  double endOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].end : m_last.end; }
  EnergyFlow flowOf(std::size_t i) const { return i < m_kept.size() ? m_kept[i].flow : m_last.flow; }
  bool isExact(std::size_t i) const {
    return !(i < m_kept.size() ? m_whole[m_kept[i].whole].nodes : m_last.nodes);
  }
  /// The last flight that starts at or before t, else the first; there is one.
  std::size_t indexAt(double t) const;

  /// Bytes, without the last flight.
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
    std::size_t whole;  ///< in m_whole; of the last flight up to this one that is there
    bool isWhole;
    std::size_t turned;  ///< where its velocities begin in m_turned
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

/// Hands out flights one after the other.
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
