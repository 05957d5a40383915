#include "mechanics/motion/flight_list.h"

#include <algorithm>
#include <stdexcept>

namespace carom {

namespace {

/// Every n/wholeEach flights one is stored whole, so that its 24n bytes are 192 for each flight. With few
/// coordinates every flight is stored whole.
constexpr std::size_t wholeEach = 8;

bool sameBits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() && (a.array() == b.array()).all();
}

}  // namespace

void FlightList::push_back(FreeFlight flight) {
  if (m_any) seal();
  m_any = true;
  m_last = std::move(flight);
}

/// Whether the flight begins with the state in which the previous one ends, up to some velocities; these are
/// stored.
bool FlightList::continuesKept(const FreeFlight& flight) {
  const auto n = static_cast<std::size_t>(flight.q.size());
  if (m_kept.empty() || ++m_sinceWhole * wholeEach >= n) return false;
  if (flight.nodes || m_before.nodes || flight.start != m_before.end) return false;
  if (!sameBits(flight.a, m_before.a) || !sameBits(flight.q, m_before.configuration(m_before.end)))
    return false;
  const Eigen::VectorXd v = m_before.velocity(m_before.end);
  const std::size_t differ = static_cast<std::size_t>((v.array() != flight.v.array()).count());
  if (2 * differ > n) return false;
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (v[i] != flight.v[i]) m_turned.push_back({static_cast<int>(i), flight.v[i]});
  return true;
}

/// Stores the last flight, whose end is final.
void FlightList::seal() {
  Kept kept{m_last.start, m_last.end, m_last.flow, 0, false, m_turned.size()};
  kept.isWhole = !continuesKept(m_last);
  if (kept.isWhole) {
    const bool same = !m_whole.empty() && sameBits(*m_whole.back().a, m_last.a);
    m_whole.push_back({m_last.q, m_last.v,
                       same ? m_whole.back().a : std::make_shared<const Eigen::VectorXd>(m_last.a),
                       m_last.nodes});
    m_sinceWhole = 0;
    const auto n = static_cast<std::size_t>(m_last.q.size());
    m_bytes += sizeof(Whole) + (same ? 2 : 3) * n * sizeof(double);
    if (m_last.nodes)
      m_bytes += m_last.nodes->flow.size() * (sizeof(EnergyFlow) + (3 * n + 1) * sizeof(double));
  }
  kept.whole = m_whole.size() - 1;
  m_kept.push_back(kept);
  m_bytes += sizeof(Kept) + (m_turned.size() - kept.turned) * sizeof(Turned);
  m_before = std::move(m_last);
}

FreeFlight FlightList::whole(std::size_t i) const {
  const Kept& kept = m_kept[i];
  const Whole& whole = m_whole[kept.whole];
  return {kept.start, kept.end, whole.q, whole.v, *whole.a, whole.nodes, kept.flow};
}

/// Replaces flight i − 1 by flight i.
void FlightList::follow(FreeFlight& flight, std::size_t i) const {
  const Kept& kept = m_kept[i];
  if (kept.isWhole) {
    flight = whole(i);
    return;
  }
  Eigen::VectorXd v = flight.velocity(flight.end);
  flight.q = flight.configuration(flight.end);
  const std::size_t last = i + 1 < m_kept.size() ? m_kept[i + 1].turned : m_turned.size();
  for (std::size_t k = kept.turned; k < last; ++k) v[m_turned[k].coordinate] = m_turned[k].v;
  flight.v = std::move(v);
  flight.start = kept.start;
  flight.end = kept.end;
  flight.flow = kept.flow;
}

FreeFlight FlightList::at(std::size_t i) const {
  if (i >= size()) throw std::out_of_range("a flight that the run does not have");
  if (i == m_kept.size()) return m_last;
  std::size_t from = i;
  while (!m_kept[from].isWhole) --from;
  FreeFlight flight = whole(from);
  while (from < i) follow(flight, ++from);
  return flight;
}

std::size_t FlightList::indexAt(double t) const {
  if (t >= m_last.start) return m_kept.size();
  const auto later = std::upper_bound(m_kept.begin(), m_kept.end(), t,
                                      [](double time, const Kept& kept) { return time < kept.start; });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - m_kept.begin() - 1, 0));
}

FlightList::Iterator::Iterator(const FlightList& flights, std::size_t i) : m_flights(&flights), m_index(i) {
  if (i < flights.size()) m_flight = flights.at(i);
}

FlightList::Iterator& FlightList::Iterator::operator++() {
  const std::size_t sealed = m_flights->m_kept.size();
  if (++m_index < sealed)
    m_flights->follow(m_flight, m_index);
  else if (m_index == sealed)
    m_flight = m_flights->m_last;
  return *this;
}

FlightList::Iterator FlightList::begin() const {
  return {*this, 0};
}

FlightList::Iterator FlightList::end() const {
  return {*this, size()};
}

}  // namespace carom
