#include "study/orbit/near_return.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

std::vector<int> ownCoordinates(const Mechanism& mechanism, int body) {
  std::vector<int> all;
  for (int i = 0; i < mechanism.dof(); ++i)
    if (mechanism.coordinates()[static_cast<std::size_t>(i)].body == body) all.push_back(i);
  return all;
}

/// The coordinate that takes the part of each one where twins exchange theirs; empty without twins.
std::vector<int> twinCoordinates(const Mechanism& mechanism) {
  const std::vector<Body>& bodies = mechanism.bodies();
  const auto count = static_cast<int>(bodies.size());
  const auto at = [&](int body) -> const Body& { return bodies[static_cast<std::size_t>(body)]; };
  std::vector<int> twin(bodies.size()), partner(static_cast<std::size_t>(mechanism.dof()));
  for (int body = 0; body < count; ++body) twin[static_cast<std::size_t>(body)] = body;
  for (std::size_t i = 0; i < partner.size(); ++i) partner[i] = static_cast<int>(i);
  bool hasTwins = false;
  for (int body = 0; body < count; ++body) {
    const std::vector<int> mine = ownCoordinates(mechanism, body);
    if (mine.empty() || at(body).parent < 0) continue;  // free bodies are no parts of one robot
    std::vector<int> alike;
    for (int other = 0; other < count; ++other) {
      const int parent = at(other).parent;
      if (other == body || parent < 0 || at(other).mass != at(body).mass) continue;
      if (twin[static_cast<std::size_t>(at(body).parent)] != parent) continue;
      if (ownCoordinates(mechanism, other).size() == mine.size()) alike.push_back(other);
    }
    if (alike.size() != 1) continue;
    const std::vector<int> its = ownCoordinates(mechanism, alike.front());
    const auto isSame = [&](int i, int j) {
      const auto& a = mechanism.coordinates()[static_cast<std::size_t>(i)];
      const auto& b = mechanism.coordinates()[static_cast<std::size_t>(j)];
      return a.component == b.component && a.unit == b.unit &&
             mechanism.links()[static_cast<std::size_t>(i)].spherical < 0;
    };
    if (!std::ranges::equal(mine, its, isSame)) continue;
    twin[static_cast<std::size_t>(body)] = alike.front();
    for (std::size_t k = 0; k < mine.size(); ++k) partner[static_cast<std::size_t>(mine[k])] = its[k];
    hasTwins = true;
  }
  return hasTwins ? partner : std::vector<int>();
}

/// Whether numbers go one way, and never back by more than a quarter of their range.
bool goesOn(const Eigen::RowVectorXd& x) {
  constexpr double back = 0.25;
  const double way = x[x.size() - 1] < x[0] ? -1 : 1, range = x.maxCoeff() - x.minCoeff();
  double farthest = way * x[0], most = 0;
  for (const double at : x) {
    farthest = std::max(farthest, way * at);
    most = std::max(most, farthest - way * at);
  }
  return range > 0 && most <= back * range;
}

/// A run at moments, in units in which its coordinates count alike.
class Returns {
 public:
  Returns(const Mechanism& mechanism, const Trajectory& run)
      : m_run(run), m_start(std::max(run.start(), 0.0)) {
    const int n = mechanism.dof();
    Eigen::MatrixXd q(n, moments + 1), v(n, moments + 1);
    for (int k = 0; k <= moments; ++k) {
      q.col(k) = run.configuration(timeOf(k));
      v.col(k) = run.velocity(timeOf(k));
    }
    const auto rangeOf = [](const Eigen::MatrixXd& of) {
      return Eigen::VectorXd(of.rowwise().maxCoeff() - of.rowwise().minCoeff());
    };
    const Eigen::VectorXd weight = mechanism.massMatrix(q.col(0)).diagonal().cwiseMax(0).cwiseSqrt();
    const Eigen::VectorXd far = rangeOf(q), fast = rangeOf(v).cwiseProduct(weight);
    m_ofVelocity = weight;
    m_ofPlace = weight;
    for (int i = 0; i < n; ++i) {
      if (mechanism.coordinates()[static_cast<std::size_t>(i)].unit != "m" || !goesOn(q.row(i))) continue;
      m_travel.push_back(i);
      m_ofPlace[i] = 0;
    }
    const double wide = far.cwiseProduct(m_ofPlace).norm();
    m_ofPlace *= wide > 0 ? fast.norm() / wide : 0;
    m_size = std::sqrt(2) * fast.norm();
    m_q = q.col(0);
    m_v = v.col(0);
  }

  const std::vector<int>& travel() const { return m_travel; }
  bool moves() const { return m_size > 0; }
  double start() const { return m_start; }
  double timeOf(double moment) const { return m_start + moment / moments * (m_run.end() - m_start); }

  /// How far the run is at a time from its start, where coordinate i has taken the part of partner[i].
  double miss(double time, const std::vector<int>& partner) const {
    const Eigen::VectorXd q = m_run.configuration(time), v = m_run.velocity(time);
    double sum = 0;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      const Eigen::Index j = partner.empty() ? i : partner[static_cast<std::size_t>(i)];
      sum += std::pow(m_ofPlace[i] * (q[i] - m_q[j]), 2) + std::pow(m_ofVelocity[i] * (v[i] - m_v[j]), 2);
    }
    return std::sqrt(sum) / m_size;
  }

  /// The moment of the first return and its miss.
  std::optional<std::pair<double, double>> first(const std::vector<int>& partner) const {
    bool isAway = false;
    double before = 0, at = 0;
    for (int k = 1; k <= moments; ++k) {
      const double next = miss(timeOf(k), partner);
      // Between moments the miss of a fast motion is up to a step's change larger than the least one.
      if (isAway && at < 2 * returned && at <= before && at < next)
        if (const auto nearest = least(k - 2, k, partner); nearest.second < returned) return nearest;
      isAway |= next > left;
      before = at;
      at = next;
    }
    return std::nullopt;
  }

 private:
  static constexpr int moments = 600;
  static constexpr double left = 0.3, returned = 0.05;  // of the size of the motion

  /// The least miss between two moments, by thirds.
  std::pair<double, double> least(double from, double to, const std::vector<int>& partner) const {
    for (int step = 0; step < 40; ++step) {
      const double a = from + (to - from) / 3, b = to - (to - from) / 3;
      miss(timeOf(a), partner) < miss(timeOf(b), partner) ? to = b : from = a;
    }
    return {timeOf(0.5 * (from + to)), miss(timeOf(0.5 * (from + to)), partner)};
  }

  const Trajectory& m_run;
  double m_start;  ///< s, behind what led to the scene's own start
  std::vector<int> m_travel;
  Eigen::VectorXd m_q, m_v, m_ofPlace, m_ofVelocity;
  double m_size = 0;
};

}  // namespace

std::optional<NearReturn> nearReturn(const Mechanism& mechanism, const Trajectory& run) {
  constexpr int most = 60;
  const int n = mechanism.dof();
  if (n == 0 || n > most || !run.complete || !(run.end() > 0)) return std::nullopt;
  const Returns returns(mechanism, run);
  if (!returns.moves()) return std::nullopt;
  std::optional<NearReturn> found;
  for (const std::vector<int>& partner : {std::vector<int>(), twinCoordinates(mechanism)}) {
    if (found && partner.empty()) break;  // no twins
    const auto at = returns.first(partner);
    if (!at || (found && found->period < at->first - returns.start())) continue;
    found = NearReturn{at->first - returns.start(), {}, {}};
    for (std::size_t i = 0; i < partner.size(); ++i)
      if (partner[i] != static_cast<int>(i))
        found->mirror.push_back({mechanism.coordinates()[i].name,
                                 mechanism.coordinates()[static_cast<std::size_t>(partner[i])].name, 1});
    for (const int i : returns.travel())
      found->travel.push_back(mechanism.coordinates()[static_cast<std::size_t>(i)].name);
  }
  return found;
}

}  // namespace carom
