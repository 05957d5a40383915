#include <algorithm>
#include <array>
#include <numeric>

#include "answer/energy_balance.h"
#include "answer/motion_samples.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/moments.h"
#include "motion/energy_quantity.h"

namespace carom {

namespace {

/// The bodies, those with the most energy at first in front, and their rows of `kinetic` with them.
void orderByFirst(std::vector<int>& bodies, Eigen::MatrixXd& kinetic) {
  std::vector<Eigen::Index> order(bodies.size());
  std::iota(order.begin(), order.end(), 0);
  if (kinetic.cols() > 0)
    std::ranges::stable_sort(order, std::greater(), [&](Eigen::Index row) { return kinetic(row, 0); });
  const std::vector<int> unordered = bodies;
  for (std::size_t i = 0; i < order.size(); ++i) bodies[i] = unordered[static_cast<std::size_t>(order[i])];
  kinetic = kinetic(order, Eigen::all).eval();
}

double worstRelative(const Eigen::VectorXd& total) {
  if (total.size() == 0 || total[0] == 0) return 0;
  return ((total.array() - total[0]) / total[0]).abs().maxCoeff();
}

QString bodyNames(const MotionView& view, const std::vector<int>& bodies, const QString& quantity) {
  QString names;
  for (const int body : bodies)
    names += QLatin1Char(',') +
             csvField(QStringLiteral("%1_%2 [J]").arg(quantity, bodyLabel(view.snapshot->instance, body)));
  return names;
}

}  // namespace

OrderingEnergies energiesAlong(const Mechanism& mechanism, const WholeImpact& impact) {
  OrderingEnergies energies{movingBodies(mechanism), {}, {}, 0};
  const Eigen::MatrixXd v = impact.problem.metric().mass().llt().solve(impact.momenta);
  energies.kinetic = kineticEnergies(mechanism, energies.bodies, impact.q, v);
  energies.total = 0.5 * (impact.momenta.array() * v.array()).colwise().sum().transpose();
  energies.relativeError = worstRelative(energies.total);
  orderByFirst(energies.bodies, energies.kinetic);
  return energies;
}

QString TimeEnergies::name(Entry entry) {
  static const std::array<const char*, entries> names{"gravity", "springs", "dampers", "friction", "impacts"};
  return QString::fromLatin1(names[entry]);
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
    balance.add(energies.kinetic.col(i).sum(), potential, flow);
  }
  energies.relativeError = balance.relative();
  energies.ledger.row(TimeEnergies::Gravity).array() -= energies.ledger.row(TimeEnergies::Gravity).minCoeff();
  orderByFirst(energies.bodies, energies.kinetic);
  return energies;
}

QString EnergyQuantity::csv(const MotionView& view) const {
  const Mechanism& mechanism = *view.snapshot->instance.mechanism;
  QString text;
  const auto line = [&](const QString& first, const Eigen::VectorXd& kinetic, const Eigen::VectorXd& rest) {
    text += first;
    for (const double value : kinetic) text += QLatin1Char(',') + csvNumber(value);
    for (const double value : rest) text += QLatin1Char(',') + csvNumber(value);
    text += QLatin1Char('\n');
  };
  if (view.alongTime) {
    const TimeEnergies energies =
        energiesOver(mechanism, *view.snapshot->trajectory, view.snapshot->settings.run.step);
    const Eigen::VectorXd total = energies.total();
    text = QStringLiteral("time [s]") + bodyNames(view, energies.bodies, QStringLiteral("kinetic")) +
           QStringLiteral(",total [J]");
    for (int entry = 0; entry < TimeEnergies::entries; ++entry)
      text += QStringLiteral(",%1 [J]").arg(TimeEnergies::name(static_cast<TimeEnergies::Entry>(entry)));
    text += QStringLiteral(",motors [J]\n");
    for (Eigen::Index i = 0; i < total.size(); ++i) {
      Eigen::VectorXd rest(TimeEnergies::entries + 2);
      rest << total[i], energies.ledger.col(i), energies.motors[i];
      line(csvNumber(energies.time[i]), energies.kinetic.col(i), rest);
    }
    return text;
  }
  const ImpactEvent& impact = *view.event();
  const OrderingEnergies energies = energiesAlong(mechanism, view.wholeEvent());
  text = QStringLiteral("reflection,contact") + bodyNames(view, energies.bodies, QStringLiteral("kinetic")) +
         QStringLiteral(",total [J]\n");
  for (Eigen::Index i = 0; i < energies.total.size(); ++i) {
    const QString contact =
        i == 0 ? QString()
               : QString::fromStdString(impact.labels[impact.word[static_cast<std::size_t>(i - 1)]].name);
    line(QString::number(i) + QLatin1Char(',') + csvField(contact), energies.kinetic.col(i),
         energies.total.segment(i, 1));
  }
  return text;
}

Html EnergyQuantity::card(const MotionView& view, double place) const {
  const Mechanism& mechanism = *view.snapshot->instance.mechanism;
  const Trajectory& trajectory = *view.snapshot->trajectory;
  std::vector<int> bodies = movingBodies(mechanism);
  Eigen::VectorXd q, v;
  QString head;
  if (view.alongTime) {
    q = trajectory.configuration(place);
    v = trajectory.velocity(place);
    head = QStringLiteral("t = %1 s").arg(formatNumber(place, 4));
  } else {
    const int reflection = view.momentAt(place, 0).reflection;
    const WholeImpact impact = view.wholeEvent();
    q = impact.q;
    v = impact.problem.metric().velocity(impact.momenta.col(reflection));
    head = reflectionText(*view.event(), reflection, view.snapshot->instance);
  }
  Eigen::MatrixXd kinetic = kineticEnergies(mechanism, bodies, q, v);
  orderByFirst(bodies, kinetic);
  HtmlRows rows;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    rows.append(HtmlRow{bodyLabel(view.snapshot->instance, bodies[i]),
                        formatNumber(kinetic(static_cast<Eigen::Index>(i), 0), 4) + QStringLiteral(" J")});
  rows.prepend(HtmlRow{QStringLiteral("kinetic"), formatNumber(kinetic.sum(), 4) + QStringLiteral(" J")});
  return cardOf(head, rows);
}

}  // namespace carom
