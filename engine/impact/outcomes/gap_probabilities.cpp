#include "impact/outcomes/gap_probabilities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "impact/certificate/simplicial_cone.h"
#include "impact/certificate/termination.h"
#include "impact/contact_path.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/momentum_unit.h"
#include "impact/outcomes/work.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

constexpr std::size_t chains = 32;
constexpr int burnIn = 64;  // sweeps
/// Contacts that approach with less of the momentum than this rest: lasting contacts of a step keep their
/// velocities to some 1e-8. A smaller value would take their rounding for an arrival, whose time could be
/// any.
constexpr double atRest = 1e-7;

/// A standard normal number conditioned on (low, high), by rejection [Robert 1995].
double truncatedNormal(Random& random, double low, double high) {
  if (high < 0) return -truncatedNormal(random, -high, -low);
  if (low <= 0 && high - low > 1) {  // the interval has a probability of about a third or more
    for (int i = 0; i < 1000; ++i) {
      const double x = random.normal();
      if (x > low && x < high) return x;
    }
  }
  const double from = std::max(low, 0.0), width = high - low;
  if (low > 0 && width * from > 1) {  // tail: an exponential proposal
    const double rate = 0.5 * (low + std::sqrt(low * low + 4));
    while (true) {
      const double x = low - std::log1p(-random.uniform()) / rate;
      if (x < high && random.uniform() <= std::exp(-0.5 * (x - rate) * (x - rate))) return x;
    }
  }
  while (true) {  // a narrow window: a uniform proposal
    const double x = low + width * random.uniform();
    if (random.uniform() <= std::exp(0.5 * (from * from - x * x))) return x;
  }
}

/// The contacts whose gaps are at least 0, and those whose gaps are of either sign. The part of x in the span
/// of the first normals is conditioned on their gaps alone, and the part across it is free of them.
struct GapContacts {
  std::vector<int> held, open;
  Eigen::MatrixXd heldUnit;    ///< n × held
  Eigen::MatrixXd openAcross;  ///< open × n: gaps by the part across the span
  Eigen::MatrixXd openBy;      ///< open × rank: gaps by the part in the span
  SimplicialCone cone;         ///< of the held ones

  GapContacts(const ImpactProblem& problem, const Eigen::MatrixXd& unit, bool arriving) {
    const Eigen::VectorXd& c = problem.contactCoordinates();
    for (int i = 0; i < problem.contactCount(); ++i)
      (arriving && c[i] < -atRest * problem.scale() ? open : held).push_back(i);
    heldUnit = unit(Eigen::all, held);
    if (!held.empty()) cone = simplicialCone(heldUnit);
    if (open.empty()) return;
    openAcross = unit(Eigen::all, open).transpose();
    if (held.empty()) return;
    openBy = openAcross * cone.span;
    openAcross -= openBy * cone.span.transpose();
  }
};

/// One chain of the Gibbs sampler of x.
class Displacement {
 public:
  Displacement(const GapContacts& contacts, const Eigen::VectorXd& interior, std::uint64_t seed)
      : m_contacts(contacts), m_random(seed) {
    m_all.resize(static_cast<Eigen::Index>(contacts.held.size() + contacts.open.size()));
    if (contacts.held.empty()) return;
    const SimplicialCone& cone = contacts.cone;
    m_gapsBy = contacts.heldUnit.transpose() * cone.span;
    m_rays = cone.span.transpose() * cone.rays;
    m_rayGaps = contacts.heldUnit.transpose() * cone.rays;
    m_x = cone.span.transpose() * interior;
    m_gaps = contacts.heldUnit.transpose() * interior;
    for (int i = 0; i < burnIn; ++i) sweep();
  }

  /// The gaps of all contacts.
  const Eigen::VectorXd& next() {
    sweep();
    m_all(m_contacts.held) = m_gaps;
    if (m_contacts.open.empty()) return m_all;
    m_across.resize(m_contacts.openAcross.cols());
    for (double& value : m_across) value = m_random.normal();
    m_openGaps.noalias() = m_contacts.openAcross * m_across;
    if (!m_contacts.held.empty()) m_openGaps.noalias() += m_contacts.openBy * m_x;
    m_all(m_contacts.open) = m_openGaps;
    return m_all;
  }

 private:
  void sweep() {
    for (Eigen::Index j = 0; j < m_rays.cols(); ++j) move(m_rays.col(j), m_rayGaps.col(j));
    Eigen::VectorXd along(m_x.size()), rate;
    for (Eigen::Index j = 0; j < m_rays.cols(); ++j) {
      for (double& value : along) value = m_random.normal();
      along.normalize();
      rate.noalias() = m_gapsBy * along;
      move(along, rate);
    }
    m_gaps.noalias() = m_gapsBy * m_x;  // removes the rounding of the increments
  }

  /// Draws a new x on the line through x along `direction`. rate: change of the gaps per unit length.
  template <class Direction, class Rate>
  void move(const Direction& direction, const Rate& rate) {
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    for (Eigen::Index i = 0; i < rate.size(); ++i) {
      // A ray of the cone leaves the other gaps of the set unchanged up to rounding, some 1e-16. A larger
      // bound would let x cross a wall that the line is nearly parallel to.
      if (std::abs(rate[i]) < 1e-14) continue;
      const double reach = -m_gaps[i] / rate[i];
      if (rate[i] > 0)
        low = std::max(low, reach);
      else
        high = std::min(high, reach);
    }
    const double centre = m_x.dot(direction);
    if (!(high - low > 0)) return;
    const double step = truncatedNormal(m_random, low + centre, high + centre) - centre;
    m_moved = m_gaps + step * rate;
    if (!(m_moved.minCoeff() > 0)) return;  // rounding has put x on a wall
    m_x += step * direction;
    m_gaps.swap(m_moved);
  }

  const GapContacts& m_contacts;
  Random m_random;
  Eigen::MatrixXd m_gapsBy, m_rays, m_rayGaps;  ///< gaps by x; rays of the cone, and gaps by them
  Eigen::VectorXd m_x;                          ///< in the orthonormal basis SimplicialCone::span
  Eigen::VectorXd m_gaps, m_moved;              ///< of the held contacts
  Eigen::VectorXd m_across, m_openGaps, m_all;
};

/// Gaps of either sign, at the moment at which the first of the contacts that approach closes. What leaves
/// opens no earlier than that. `unit` multiplies the coordinates.
void moveToFirst(const ContactPath& path, double unit, Eigen::VectorXd& gaps) {
  const auto speed = [&](int j) { return unit * path.c()[static_cast<std::size_t>(j)]; };
  double first = 0;
  for (int j = 0; j < path.contactCount(); ++j)
    if (gaps[j] < 0) first = std::min(first, -gaps[j] / speed(j));
  if (first == 0) return;
  for (int j = 0; j < path.contactCount(); ++j) gaps[j] = std::max(0.0, gaps[j] + first * speed(j));
}

/// The word of a flight, until all contacts are feasible, a word that loses energy is cut, or the work is
/// spent.
const Word& fly(const ImpactProblem& problem, ContactPath& path, Eigen::VectorXd gaps, std::size_t uncounted,
                Work& work) {
  path.restart();
  const double unit = momentumUnit(problem.scale());
  const auto speed = [&](int j) { return unit * path.c()[static_cast<std::size_t>(j)]; };
  moveToFirst(path, unit, gaps);
  const bool lossy = !problem.isElastic();
  while (!path.isFeasible() && !(lossy && isCut(problem, path.c())) &&
         (path.word().size() < uncounted || work.spend())) {
    double first = std::numeric_limits<double>::infinity();
    int hit = -1;
    for (int j = 0; j < path.contactCount(); ++j) {
      if (!path.isInfeasible(j)) continue;
      const double time = std::max(0.0, -gaps[j] / speed(j));
      if (time < first) {
        first = time;
        hit = j;
      }
    }
    for (int j = 0; j < path.contactCount(); ++j) gaps[j] += first * speed(j);
    gaps[hit] = 0;
    path.reflect(hit);
  }
  return path.word();
}

/// The exact probabilities that contact 0 or 1 closes first. The angle of x is uniform within the wedge, and
/// contact 0 closes first iff x lies between its wall and the line of flight. Where both arrive, it is
/// uniform all round, of which that line is one half.
std::array<double, 2> exactFirstOfPair(const ImpactProblem& problem, bool arriving) {
  const double a = problem.contactCoordinates()[0], b = problem.contactCoordinates()[1];
  if (!problem.isInfeasible(a)) return {0, problem.isInfeasible(b) ? 1.0 : 0.0};
  if (!problem.isInfeasible(b)) return {1, 0};
  if (arriving) return {0.5, 0.5};
  const ExtendedMatrix& u = problem.frame().unitNormals();
  const ExtendedVector sum = u.col(0) + u.col(1), difference = u.col(0) - u.col(1);
  // In the plane of the normals, along their bisector and across: −p = (s, d), wall of contact 0 at −δ/2.
  const Extended half = std::atan2(sum.norm(), difference.norm());
  const Extended along = -(static_cast<Extended>(a) + b) / sum.norm();
  const Extended across = -(static_cast<Extended>(a) - b) / difference.norm();
  const Extended fromFirst = std::clamp<Extended>(half + std::atan2(across, along), 0, 2 * half);
  const auto first = static_cast<double>(fromFirst / (2 * half));
  return {first, 1 - first};
}

}  // namespace

std::array<double, 2> chainShare(const GapReport& report, const std::vector<std::uint32_t>& hits) {
  double total = 0, count = 0, squares = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) total += hits[i];
  const double share = report.samples > 0 ? total / static_cast<double>(report.samples) : 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (report.chainSamples[i] == 0) continue;
    const double deviation = hits[i] - share * report.chainSamples[i];
    squares += deviation * deviation;
    ++count;
  }
  if (count < 2) return {share, 1};
  return {share, std::sqrt(squares * count / (count - 1)) / static_cast<double>(report.samples)};
}

GapReport sampleGaps(const ImpactProblem& problem, const GapOptions& options, std::stop_token stop,
                     const Progress& progress) {
  const Termination termination = decideTermination(problem);
  if (!termination.coneHasInterior) throw ImpactError("no displacement opens every contact: they can jam");
  GapReport report;
  report.seed = options.seed;
  report.chainSamples.assign(chains, 0);
  if (problem.contactCount() == 2) report.exactFirst = exactFirstOfPair(problem, options.arriving);
  const Eigen::MatrixXd unit = problem.frame().unitNormals().cast<double>();
  const GapContacts contacts(problem, unit, options.arriving);
  const Eigen::VectorXd interior = problem.frame().whiten(termination.interior).cast<double>();
  ContactPath path(problem);
  Work work(problem, options.budget);
  std::map<Word, std::vector<std::uint32_t>> hits;
  std::size_t bytes = 0;
  const auto mayGoOn = [&] {
    if (work.isSpent()) report.limit = Limit::Work;
    if (bytes > options.maxBytes) report.limit = Limit::Memory;
    if (stop.stop_requested()) report.limit = Limit::Cancelled;
    return report.limit == Limit::None;
  };
  for (std::size_t chain = 0; chain < chains && mayGoOn(); ++chain) {
    Displacement displacement(contacts, interior, options.seed * chains + chain);
    const std::size_t share = options.samples / chains + (chain < options.samples % chains ? 1 : 0);
    for (std::size_t i = 0; i < share && mayGoOn(); ++i) {
      const Word& word = fly(problem, path, displacement.next(), options.uncounted, work);
      if (!mayGoOn()) break;
      auto& perChain = hits[word];
      // Memory of a new ordering: its word and hits in the map, in the report, and in an outcome.
      if (perChain.empty()) bytes += 3 * (word.size() * sizeof(ContactIndex) + chains * 4 + 128);
      perChain.resize(chains, 0);
      ++perChain[chain];
      ++report.chainSamples[chain];
      ++report.samples;
    }
    if (progress) progress(static_cast<double>(chain + 1) / chains);
  }
  for (auto& [word, perChain] : hits) {
    const auto [probability, error] = chainShare(report, perChain);
    report.orderings.push_back({word, probability, error, std::move(perChain)});
  }
  std::stable_sort(report.orderings.begin(), report.orderings.end(),
                   [](const GapOrdering& a, const GapOrdering& b) { return a.probability > b.probability; });
  return report;
}

std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double> edgeProbabilities(const OrderingGraph& graph,
                                                                                   const GapReport& report) {
  std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double> result;
  for (const GapOrdering& ordering : report.orderings) {
    OrderingGraph::NodeId node = 0;
    for (const ContactIndex contact : ordering.word) {
      const auto edges = graph.edges(node);
      const auto edge = std::find_if(edges.begin(), edges.end(),
                                     [&](const OrderingGraph::Edge& e) { return e.contact == contact; });
      if (edge == edges.end()) break;
      result[{node, contact}] += ordering.probability;
      node = edge->target;
    }
  }
  return result;
}

}  // namespace carom
