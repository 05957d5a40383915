#include "study/orbit/most_stable_orbit.h"

#include <cmath>
#include <utility>

namespace carom {

namespace {

constexpr double coarseStep = 0.05, widestStep = 0.2, finestStep = 1e-5;  // of the scales of the values
constexpr double smallGrowth = 1e-3;  // perturbations that become a thousandth in a period
constexpr std::size_t mostOrbits = 500;
/// Growth that falls by less of itself is that of the rounding of maps.
constexpr double leastGain = 1e-7;

class FamilySearch {
 public:
  FamilySearch(const OrbitQuestion& question, const OrbitFinder& find, std::stop_token stop,
               const Progress& progress)
      : m_question(question), m_find(find), m_stop(std::move(stop)), m_progress(progress) {}

  Orbit best() {
    m_best = m_find(m_question, {});
    if (!m_best.failed.empty()) return std::move(m_best);
    m_found = {m_best.growth(), static_cast<std::size_t>(m_best.family.cols()), 1, true};
    for (double step = coarseStep; step > finestStep && m_best.growth() > smallGrowth;) {
      if (m_stop.stop_requested() || m_found.orbits >= mostOrbits) {
        m_found.isComplete = false;
        break;
      }
      if (m_progress) m_progress(std::log(coarseStep / step) / std::log(coarseStep / finestStep));
      step = isBetterAt(step) ? std::min(2 * step, widestStep) : step / 4;
    }
    m_best.mostStable = m_found;
    return std::move(m_best);
  }

 private:
  /// Whether an orbit beside the best one is better, which it then is. The direction that was good is first.
  bool isBetterAt(double step) {
    if (m_last.size() == m_best.family.rows() && take(m_last.normalized() * step)) return true;
    for (Eigen::Index j = 0; j < m_best.family.cols(); ++j)
      for (const double sign : {1.0, -1.0})
        if (take(sign * step * m_best.family.col(j))) return true;
    return false;
  }
  bool take(const Eigen::VectorXd& change) {
    if (m_stop.stop_requested() || m_found.orbits >= mostOrbits) return false;
    OrbitQuestion beside = m_question;
    beside.mostSteps = std::min(beside.mostSteps, 12);
    beside.begin = m_best.values;
    for (Eigen::Index i = 0; i < change.size(); ++i)
      beside.begin[static_cast<std::size_t>(i)] += change[i] * m_best.scales[i];
    Orbit found = m_find(beside, {});
    ++m_found.orbits;
    if (!(found.growth() < (1 - leastGain) * m_best.growth())) return false;
    m_last = change;
    found.steps += m_best.steps;
    m_best = std::move(found);
    return true;
  }

  const OrbitQuestion& m_question;
  const OrbitFinder& m_find;
  std::stop_token m_stop;
  const Progress& m_progress;
  Orbit m_best;
  MostStable m_found;
  Eigen::VectorXd m_last;  ///< change over the scales that was good
};

}  // namespace

Orbit mostStableOrbit(const OrbitQuestion& question, const OrbitFinder& find, std::stop_token stop,
                      const Progress& progress) {
  return FamilySearch(question, find, std::move(stop), progress).best();
}

}  // namespace carom
