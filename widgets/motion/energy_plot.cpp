#include "motion/energy_plot.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "answer/energy_balance.h"
#include "answer/motion_samples.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/body_colors.h"
#include "common/theme.h"
#include "motion/plot_preset.h"

namespace carom {

namespace {

constexpr int ledger = RunQuantity::ledger;

/// "kept to 1·10⁻¹⁶"
QString keptText(double relativeError) {
  return relativeError == 0 ? QObject::tr("kept exactly")
                            : QObject::tr("kept to %1").arg(formatNumber(relativeError, 1));
}

/// The same where a part of the energy is taken for good or given by motors.
QString accountedText(double relativeError) {
  return relativeError == 0 ? QObject::tr("all accounted for exactly")
                            : QObject::tr("all accounted for to %1").arg(formatNumber(relativeError, 1));
}

/// "0.03 J lost", or "gained" of a negative loss, as Whittaker's law may have.
QString lossText(double loss) {
  const QString joules = formatNumber(std::abs(loss), 3);
  return loss < 0 ? QObject::tr("%1 J gained").arg(joules) : QObject::tr("%1 J lost").arg(joules);
}

/// The first and the last value of a total (J), or one where they look the same.
QString endsText(const Eigen::VectorXd& total) {
  constexpr double steps = 100;  // hundreds of entries add their rounding to a total
  const double size = steps * total.cwiseAbs().maxCoeff();
  const QString first = formatBeside(size, total[0], 3),
                last = formatBeside(size, total[total.size() - 1], 3);
  return first == last ? last : QObject::tr("%1 → %2").arg(first, last);
}

QColor ledgerColor(int entry) {
  const QColor ground = theme::panelGround();
  const auto pale = [&](const QColor& color, double part) {
    return QColor::fromRgbF(part * color.redF() + (1 - part) * ground.redF(),
                            part * color.greenF() + (1 - part) * ground.greenF(),
                            part * color.blueF() + (1 - part) * ground.blueF());
  };
  switch (entry) {
    case RunQuantity::Gravity:
      return pale(theme::grey, 0.45);
    case RunQuantity::Springs:
      return pale(theme::green, 0.45);
    case RunQuantity::Dampers:
      return pale(theme::blue, 0.22);
    case RunQuantity::Friction:
      return pale(theme::orange, 0.3);
    default:
      return pale(theme::categorical(5), 0.42);
  }
}

/// The kinetic energies of bodies, then energies of the whole system.
std::vector<SeriesView::Run> energyRuns(const SeriesView& view) {
  std::vector<SeriesView::Run> runs = motionRuns(view);
  const bool arePushed = std::ranges::any_of(runs, [](const SeriesView::Run& run) {
    return run.motion && !run.motion->trajectory().pushes.empty();
  });
  for (SeriesView::Run& run : runs) {
    for (const int body : movingBodies(*run.scene->mechanism)) {
      const QString label = bodyLabel(*run.scene, body);
      run.quantities.push_back(namedQuantity(RunQuantity::Kind::Kinetic, body, label, QStringLiteral("J")));
    }
    std::vector<int> whole{RunQuantity::Total};
    if (run.motion)
      whole.insert(whole.end(), {RunQuantity::Gravity, RunQuantity::Springs, RunQuantity::Dampers,
                                 RunQuantity::Friction, RunQuantity::Impacts, RunQuantity::Motors});
    if (arePushed) whole.push_back(RunQuantity::Pushes);
    for (const int energy : whole)
      run.quantities.push_back(namedQuantity(RunQuantity::Kind::Energy, energy,
                                             q(RunQuantity::energyKey(energy)), QStringLiteral("J")));
  }
  return runs;
}

/// Makes the content: the values of all runs as columns, and from them what is drawn.
class EnergyContent {
 public:
  explicit EnergyContent(const SeriesView& view)
      : m_view(view), m_instance(view.snapshot->instance), m_shades(bodyShades(m_instance)) {}

  PlotContent make() {
    for (std::size_t r = 0; r < m_view.runs.size(); ++r) addColumns(r);
    m_x = m_view.runs.front().values->places();
    setMotionAxis(m_content, m_view, {}, {});
    addStrips();
    m_view.alongTime ? addLedger() : finishOrdering();
    if (m_view.logY) dropRounding();
    return std::move(m_content);
  }

 private:
  /// The values of a run, which are written and not drawn; its total is the sum of what is drawn.
  void addColumns(std::size_t r) {
    const SeriesView::Run& run = m_view.runs[r];
    std::vector<std::pair<int, PlotCurve>> strips;  // with their bodies
    std::vector<PlotCurve> curves;
    for (std::size_t k = 0; k < run.quantities.size(); ++k) {
      const bool isBody = run.quantities[k]->kind == RunQuantity::Kind::Kinetic;
      PlotCurve curve = curveOf(m_view, r, k);
      curve.column =
          QStringLiteral("%1%2 [J]").arg(isBody ? QStringLiteral("kinetic_") : QString(), curve.key);
      curve.name.clear();
      curve.shape = PlotCurve::Shape::Hidden;
      if (isBody)
        strips.emplace_back(run.quantities[k]->index, std::move(curve));
      else
        curves.push_back(std::move(curve));
    }
    // Those that bring the energy come first, at the bottom of the stack.
    std::ranges::stable_sort(strips, std::greater(), [](const auto& strip) { return strip.second.y[0]; });
    std::vector<int> bodies;
    for (auto strip = strips.begin(); strip != strips.end(); ++strip) {
      bodies.push_back(strip->first);
      curves.insert(curves.begin() + (strip - strips.begin()), std::move(strip->second));
    }
    const auto count = static_cast<Eigen::Index>(bodies.size()), places = run.values->places().size();
    Eigen::MatrixXd kinetic(count, places), entries(run.motion ? ledger : 0, places);
    for (Eigen::Index i = 0; i < count; ++i) kinetic.row(i) = curves[static_cast<std::size_t>(i)].y;
    for (Eigen::Index i = 0; i < entries.rows(); ++i)
      entries.row(i) = curves[static_cast<std::size_t>(count + 1 + i)].y;
    PlotCurve& total = curves[bodies.size()];
    if (run.motion)
      total.y = kinetic.colwise().sum().transpose() +
                entries.topRows(RunQuantity::Springs + 1).colwise().sum().transpose();
    addTotal(r, total);
    if (r == 0) {
      m_bodies = std::move(bodies);
      m_kinetic = std::move(kinetic);
      m_ledger = std::move(entries);
    }
    std::ranges::move(curves, std::back_inserter(m_content.curves));
  }

  /// The total as a line, dashed or in the colour of a kept run, above everything else.
  void addTotal(std::size_t r, const PlotCurve& column) {
    PlotCurve line = column;
    line.column.clear();
    line.shape = PlotCurve::Shape::Line;
    const SeriesView::Run& run = m_view.runs[r];
    line.key = r == 0 ? QStringLiteral("total") : run.name;
    line.name = r == 0 ? energyLabel(RunQuantity::Total) : QObject::tr("total of %1").arg(run.name);
    line.color = r == 0 ? theme::ink() : run.color;
    line.line = r == 0 ? Qt::DashLine : Qt::SolidLine;
    line.width = r == 0 ? 1.2 : 1.6;
    m_totals.push_back(std::move(line));
  }

  PlotCurve strip(const QString& key, const QString& name, Eigen::VectorXd y, const QColor& color,
                  std::function<double(double)> at) const {
    PlotCurve curve{key, name, QStringLiteral("J")};
    curve.x = m_x;
    curve.y = std::move(y);
    curve.at = std::move(at);
    curve.color = color;
    return curve;
  }
  std::function<double(double)> readerOf(RunQuantity::Kind kind, int index) const {
    return [values = m_view.runs.front().values, quantity = RunQuantity{kind, index}](double place) {
      return values->at(quantity, place);
    };
  }

  /// The bodies on each other, with the sum of all as the first value that is read.
  void addStrips() {
    const bool areBars = !m_view.alongTime && m_x.size() <= mostSingleMoments;
    std::vector<int> bodies = m_bodies;
    Eigen::MatrixXd kinetic = m_kinetic;
    joinOthers(bodies, kinetic);
    PlotCurve all = strip({}, energyLabel(RunQuantity::AllKinetic), {}, {},
                          readerOf(RunQuantity::Kind::Energy, RunQuantity::AllKinetic));
    all.shape = PlotCurve::Shape::Hidden;
    m_content.curves.push_back(std::move(all));
    std::map<int, LegendEntry> byIndex;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const int body = bodies[i];
      const bool isOne = body != otherBodies;
      const QString label = isOne ? bodyLabel(m_instance, body) : QObject::tr("others");
      PlotCurve curve = strip(label, label, kinetic.row(static_cast<Eigen::Index>(i)),
                              isOne ? m_shades[static_cast<std::size_t>(body)] : theme::hairline(),
                              isOne ? readerOf(RunQuantity::Kind::Kinetic, body) : nullptr);
      curve.isBody = true;
      curve.shape = areBars ? PlotCurve::Shape::Bars : PlotCurve::Shape::Area;
      if (!isOne || m_instance.mechanism->bodies()[static_cast<std::size_t>(body)].mass > 0)
        byIndex[body] = {label, curve.color};  // a foot without mass has no strip
      m_content.curves.push_back(std::move(curve));
    }
    for (const auto& [body, entry] : byIndex) m_content.legend.push_back(entry);
  }

  void finishOrdering() {
    const Eigen::VectorXd total = m_totals.front().y;
    const double most = total.maxCoeff(), last = m_x[m_x.size() - 1];
    const bool areBars = m_x.size() <= mostSingleMoments;
    const double room = areBars ? 0.5 : 0;
    m_content.xRange = QCPRange(-room, last + room);
    m_content.leftRange = roundRange(0, 1.12 * most);
    m_content.y.words = QObject::tr("kinetic energy (J)");
    const double error = total[0] == 0 ? 0 : ((total.array() - total[0]) / total[0]).abs().maxCoeff();
    constexpr double rounding = 1e-6;  // a larger loss is that of the law of impact
    addNote(total, error < rounding ? keptText(error) : lossText(total[0] - total[total.size() - 1]), most);
    PlotCurve& line = m_totals.front();
    line.name.clear();  // the sum of all is read already
    if (areBars) spread(line, room);
    m_content.curves.push_back(std::move(line));
  }

  /// Makes the total level over each bar; `room` lies before the middle of the first one and after that of
  /// the last.
  static void spread(PlotCurve& line, double room) {
    const Eigen::VectorXd total = line.y;
    line.x.resize(2 * total.size());
    line.y.resize(2 * total.size());
    for (Eigen::Index i = 0; i < line.x.size(); ++i) {
      line.x[i] = static_cast<double>(i / 2) + (i % 2 == 0 ? -0.5 : 0.5) * barWidth;
      line.y[i] = total[i / 2];
    }
    line.x[0] = -room;
    line.x[line.x.size() - 1] = static_cast<double>(total.size() - 1) + room;
  }

  /// Whether an entry is more than rounding: a drawing shows no area of 10⁻¹⁷ J.
  bool has(int entry, const Eigen::VectorXd& accounted) const {
    constexpr double rounding = 1e-12;  // a sum of 10⁴ terms has less; it is no area on any paper
    return m_ledger.row(entry).cwiseAbs().maxCoeff() > rounding * accounted.cwiseAbs().maxCoeff();
  }

  /// The entries of the ledger above the bodies, then the totals of all runs.
  void addLedger() {
    const Eigen::VectorXd accounted =
        m_kinetic.colwise().sum().transpose() + m_ledger.colwise().sum().transpose();
    bool hasMore = false;
    for (int entry = 0; entry < ledger; ++entry) {
      if (!has(entry, accounted)) continue;
      hasMore = true;
      const QString label = energyLabel(entry);
      PlotCurve area = strip(q(RunQuantity::energyKey(entry)), label, m_ledger.row(entry), ledgerColor(entry),
                             readerOf(RunQuantity::Kind::Energy, entry));
      area.shape = PlotCurve::Shape::Area;
      area.line = Qt::NoPen;
      m_content.legend.push_back({label, area.color});
      m_content.curves.push_back(std::move(area));
    }
    m_content.y.words = hasMore ? QObject::tr("energy (J)") : QObject::tr("kinetic energy (J)");
    double least = 0, most = accounted.maxCoeff();
    for (std::size_t r = 1; r < m_totals.size(); ++r) {
      least = std::min(least, m_totals[r].y.minCoeff());
      most = std::max(most, m_totals[r].y.maxCoeff());
    }
    m_content.leftRange = roundRange(1.12 * least, 1.12 * most);
    const double error = balance();
    addNote(m_totals.front().y, isTaken() ? accountedText(error) : keptText(error),
            accounted[accounted.size() - 1]);
    std::ranges::move(m_totals, std::back_inserter(m_content.curves));
    addRunLegend(m_content, m_view);
  }

  /// An axis in powers of ten would reach down to the 10⁻³⁶ J of a body at rest.
  void dropRounding() {
    constexpr double rounding = 1e-15;  // of the total
    const double least = rounding * m_content.noteAt;
    for (PlotCurve& curve : m_content.curves)
      if (curve.isDrawn()) curve.y = (curve.y.array() > least).select(curve.y.array(), 0).matrix().eval();
  }

  /// Whether energy is taken for good, or given.
  bool isTaken() const {
    const auto has = [this](int energy) {
      return !m_view.runs.front().values->of({RunQuantity::Kind::Energy, energy}).isZero(0);
    };
    return !m_ledger.bottomRows(ledger - RunQuantity::Dampers).isZero(0) || has(RunQuantity::Motors) ||
           has(RunQuantity::Pushes);
  }

  /// EnergyBalance::relative of the run in force.
  double balance() const {
    const RunValues& run = *m_view.runs.front().motion;
    const MotionSamples& motion = run.motion();
    EnergyBalance balance(*m_instance.mechanism, {motion.time[0], motion.q.col(0), motion.p.col(0)},
                          m_view.runs.front().step);
    for (Eigen::Index i = 0; i < m_x.size(); ++i)
      balance.add(m_kinetic.col(i).sum(), run.potential()[i], motion.flow[static_cast<std::size_t>(i)]);
    return balance.relative();
  }

  void addNote(const Eigen::VectorXd& total, const QString& words, double top) {
    m_content.note = QObject::tr("total %1 J, %2").arg(endsText(total), words);
    m_content.shortNote = QObject::tr("total %1 J").arg(endsText(total));
    m_content.noteAt = top;
  }

  const SeriesView& m_view;
  const SceneInstance& m_instance;
  std::vector<QColor> m_shades;
  PlotContent m_content;
  std::vector<PlotCurve> m_totals;  ///< of each run
  std::vector<int> m_bodies;        ///< of the run in force, as its quantities
  Eigen::MatrixXd m_kinetic;        ///< bodies × N (J)
  Eigen::MatrixXd m_ledger;         ///< entries × N (J); along an ordering 0 × N
  Eigen::VectorXd m_x;
};

PlotContent energyContent(const SeriesView& view) {
  return EnergyContent(view).make();
}

}  // namespace

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

const PlotPreset energyPlot{"energy",      "energy",     QT_TRANSLATE_NOOP("QObject", "Energy"),
                            false,         motionNotice, energyRuns,
                            energyContent, theme::ink,   nullptr};

}  // namespace carom
