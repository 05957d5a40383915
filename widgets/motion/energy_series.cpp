#include "motion/energy_series.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <numeric>

#include "answer/energy_balance.h"
#include "answer/motion_samples.h"
#include "common/body_colors.h"

namespace carom {

namespace {

/// By TimeEnergies::Entry.
constexpr std::array<const char*, TimeEnergies::entries> entryNames{
    QT_TRANSLATE_NOOP("QObject", "gravity"), QT_TRANSLATE_NOOP("QObject", "springs"),
    QT_TRANSLATE_NOOP("QObject", "dampers"), QT_TRANSLATE_NOOP("QObject", "friction"),
    QT_TRANSLATE_NOOP("QObject", "impacts")};

double worstRelative(const Eigen::VectorXd& total) {
  if (total.size() == 0 || total[0] == 0) return 0;
  return ((total.array() - total[0]) / total[0]).abs().maxCoeff();
}

}  // namespace

void sortByFirstEnergy(std::vector<int>& bodies, Eigen::MatrixXd& kinetic) {
  std::vector<Eigen::Index> order(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  if (kinetic.cols() > 0)
    std::ranges::stable_sort(order, std::greater(), [&](Eigen::Index row) { return kinetic(row, 0); });
  const std::vector<int> unordered = bodies;
  for (std::size_t i = 0; i < order.size(); ++i) bodies[i] = unordered[static_cast<std::size_t>(order[i])];
  kinetic = kinetic(order, Eigen::all).eval();
}

void joinOthers(std::vector<int>& bodies, Eigen::MatrixXd& kinetic, std::size_t most) {
  if (bodies.size() <= most || kinetic.cols() == 0) return;
  const Eigen::VectorXd change = kinetic.rowwise().maxCoeff() - kinetic.rowwise().minCoeff();
  std::vector<Eigen::Index> order(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](Eigen::Index row) { return change[row]; });
  const auto rest = order.begin() + static_cast<std::ptrdiff_t>(most);
  std::sort(order.begin(), rest);  // as they were in the stack
  Eigen::MatrixXd joined(static_cast<Eigen::Index>(most) + 1, kinetic.cols());
  joined.row(0) = kinetic(std::vector<Eigen::Index>(rest, order.end()), Eigen::all).colwise().sum();
  std::vector<int> kept{otherBodies};
  for (auto row = order.begin(); row != rest; ++row) {
    joined.row(static_cast<Eigen::Index>(kept.size())) = kinetic.row(*row);
    kept.push_back(bodies[static_cast<std::size_t>(*row)]);
  }
  bodies = std::move(kept);
  kinetic = std::move(joined);
}

OrderingEnergies energiesAlong(const Mechanism& mechanism, const WholeImpact& impact) {
  OrderingEnergies energies{movingBodies(mechanism), {}, {}, 0};
  Eigen::MatrixXd v(impact.momenta.rows(), impact.momenta.cols());
  for (Eigen::Index i = 0; i < v.cols(); ++i)  // the metric knows the blocks of M
    v.col(i) = impact.problem.metric().velocity(impact.momenta.col(i));
  energies.kinetic = kineticEnergies(mechanism, energies.bodies, impact.q, v);
  energies.total = 0.5 * (impact.momenta.array() * v.array()).colwise().sum().transpose();
  energies.relativeError = worstRelative(energies.total);
  sortByFirstEnergy(energies.bodies, energies.kinetic);
  return energies;
}

QString TimeEnergies::key(Entry entry) {
  return QString::fromLatin1(entryNames[entry]);
}

QString TimeEnergies::label(Entry entry) {
  return QObject::tr(entryNames[entry]);
}

Eigen::VectorXd TimeEnergies::total() const {
  return kinetic.colwise().sum().transpose() + ledger.topRows(Springs + 1).colwise().sum().transpose();
}

Eigen::VectorXd TimeEnergies::accounted() const {
  return kinetic.colwise().sum().transpose() + ledger.colwise().sum().transpose();
}

TimeEnergies energiesOver(const Mechanism& mechanism, const Trajectory& trajectory, double step) {
  const MotionSamples motion = sampleMotion(mechanism, trajectory);
  const Eigen::Index count = motion.time.size();
  TimeEnergies energies{motion.time,
                        movingBodies(mechanism),
                        {},
                        Eigen::MatrixXd::Zero(TimeEnergies::entries, count),
                        Eigen::VectorXd::Zero(count),
                        Eigen::VectorXd::Zero(count)};
  energies.kinetic = kineticEnergies(mechanism, energies.bodies, motion.q, motion.v);
  if (count == 0) return energies;
  EnergyBalance balance(mechanism, {motion.time[0], motion.q.col(0), motion.p.col(0)}, step);
  for (Eigen::Index i = 0; i < count; ++i) {
    const EnergyFlow& flow = motion.flow[static_cast<std::size_t>(i)];
    const double potential = mechanism.potentialEnergy(motion.q.col(i)),
                 springs = mechanism.springEnergy(motion.q.col(i));
    energies.ledger.col(i) << potential - springs, springs, flow.damper, flow.friction, flow.impact;
    energies.motors[i] = flow.motor;
    energies.pushes[i] = flow.push;
    balance.add(energies.kinetic.col(i).sum(), potential, flow);
  }
  energies.relativeError = balance.relative();
  energies.lowest = energies.ledger.row(TimeEnergies::Gravity).minCoeff();
  energies.ledger.row(TimeEnergies::Gravity).array() -= energies.lowest;
  sortByFirstEnergy(energies.bodies, energies.kinetic);
  return energies;
}

}  // namespace carom
