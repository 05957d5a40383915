#include "motion/energy_quantity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "answer/motion_samples.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/hover_card.h"
#include "common/theme.h"
#include "motion/energy_series.h"
#include "motion/run_quantity.h"
#include "motion/run_table.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr double barWidth = 0.6;
constexpr double between = 0.8;  // px of the line that parts areas of the same tint in grey

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

/// The first and the last value of a line (J), or one where they look the same.
QString endsText(const Polyline& line) {
  const auto [least, most] = std::ranges::minmax(line.y);
  constexpr double steps = 100;  // hundreds of entries add their rounding to a total
  const auto text = [size = steps * std::max(-least, most)](double y) { return formatBeside(size, y, 3); };
  const QString first = text(line.y.front()), last = text(line.y.back());
  return first == last ? last : QObject::tr("%1 → %2").arg(first, last);
}

/// The total as a dashed line, and words at the right above `top`.
void addTotal(StyledPlot& plot, const Polyline& line, const QString& words, double top) {
  const PlotStyle& style = plot.plotStyle();
  plot.addLine(QStringLiteral("total"), line, style.pen(theme::ink(), 1.2, Qt::DashLine));
  auto* text = new FittedText(&plot);
  text->setText(QObject::tr("total %1 J, %2").arg(endsText(line), words));
  text->setShorter(QObject::tr("total %1 J").arg(endsText(line)));
  text->setFont(style.font(PlotStyle::smallText));
  text->setColor(theme::quietInk());
  text->setPadding(QMargins(0, 0, 0, style.px(2)));
  text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
  text->setTextAlignment(Qt::AlignRight);
  text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  text->position->setTypeY(QCPItemPosition::ptPlotCoords);
  text->position->setCoords(1, top);
  text->setClipToAxisRect(false);  // it may stand above a low plot
}

/// The words and colours of the strips that bodies have.
class Strips {
 public:
  explicit Strips(const MotionView& view)
      : m_instance(view.snapshot->instance), m_shades(bodyShades(m_instance)) {}
  QString label(int body) const {
    return body == otherBodies ? QObject::tr("others") : bodyLabel(m_instance, body);
  }
  QColor ink(int body) const {
    return body == otherBodies ? theme::hairline() : m_shades[static_cast<std::size_t>(body)];
  }

 private:
  const SceneInstance& m_instance;
  std::vector<QColor> m_shades;
};

void addLegend(StyledPlot& plot, const Strips& strips, const std::vector<int>& bodies) {
  std::vector<int> byIndex = bodies;
  std::ranges::sort(byIndex);
  std::vector<LegendEntry> entries;
  for (const int body : byIndex) entries.push_back({strips.label(body), strips.ink(body)});
  plot.header()->setEntries(std::move(entries));
}

/// Filled areas on top of each other: the sums down to the axis, the uppermost first.
void addAreas(StyledPlot& plot, const Strips& strips, const std::vector<int>& bodies,
              const Eigen::VectorXd& x, const Eigen::MatrixXd& kinetic) {
  Eigen::VectorXd sum = kinetic.colwise().sum();
  for (auto row = kinetic.rows() - 1; row >= 0; --row) {
    const int body = bodies[static_cast<std::size_t>(row)];
    QCPGraph* area = plot.addLine(strips.label(body), thinned(x, sum), Qt::NoPen);
    area->setPen(plot.plotStyle().pen(theme::panelGround(), between));
    area->setBrush(strips.ink(body));
    area->setAntialiasedFill(true);
    sum -= kinetic.row(row).transpose();
  }
}

QColor ledgerColor(TimeEnergies::Entry entry) {
  const QColor ground = theme::panelGround();
  const auto pale = [&](const QColor& color, double part) {
    return QColor::fromRgbF(part * color.redF() + (1 - part) * ground.redF(),
                            part * color.greenF() + (1 - part) * ground.greenF(),
                            part * color.blueF() + (1 - part) * ground.blueF());
  };
  switch (entry) {
    case TimeEnergies::Gravity:
      return pale(theme::grey, 0.45);
    case TimeEnergies::Springs:
      return pale(theme::green, 0.45);
    case TimeEnergies::Dampers:
      return pale(theme::blue, 0.22);
    case TimeEnergies::Friction:
      return pale(theme::orange, 0.3);
    default:
      return pale(theme::categorical(5), 0.42);
  }
}

/// The entries of the ledger as areas. The kinetic energies are drawn over their lower part.
void addLedger(StyledPlot& plot, const TimeEnergies& energies) {
  Eigen::VectorXd sum = energies.accounted();
  for (int entry = TimeEnergies::entries - 1; entry >= 0; --entry) {
    const auto kind = static_cast<TimeEnergies::Entry>(entry);
    if (!energies.has(kind)) continue;
    QCPGraph* area = plot.addLine(TimeEnergies::key(kind), thinned(energies.time, sum), Qt::NoPen);
    area->setPen(Qt::NoPen);
    area->setBrush(ledgerColor(kind));
    sum -= energies.ledger.row(entry).transpose();
  }
}

void addLedgerLegend(StyledPlot& plot, const TimeEnergies& energies) {
  auto list = plot.header()->entries();
  for (int entry = 0; entry < TimeEnergies::entries; ++entry)
    if (const auto kind = static_cast<TimeEnergies::Entry>(entry); energies.has(kind))
      list.push_back({TimeEnergies::label(kind), ledgerColor(kind)});
  plot.header()->setEntries(std::move(list));
}

void addBars(StyledPlot& plot, const Strips& strips, const OrderingEnergies& energies) {
  QVector<double> keys(energies.kinetic.cols());
  std::iota(keys.begin(), keys.end(), 0.0);
  QCPBars* below = nullptr;
  for (Eigen::Index row = 0; row < energies.kinetic.rows(); ++row) {
    const int body = energies.bodies[static_cast<std::size_t>(row)];
    auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setName(strips.label(body));
    bars->setWidth(barWidth);
    bars->setPen(plot.plotStyle().pen(theme::panelGround(), between));
    bars->setStackingGap(0);
    bars->setBrush(strips.ink(body));
    const Eigen::VectorXd values = energies.kinetic.row(row);
    bars->setData(keys, QVector<double>(values.begin(), values.end()), true);
    if (below) bars->moveAbove(below);
    below = bars;
  }
}

/// The total, level over each bar; `room` lies before the middle of the first one and after that of the last.
Polyline overBars(const Eigen::VectorXd& total, double room) {
  Polyline line;
  for (Eigen::Index i = 0; i < total.size(); ++i)
    for (const double side : {-0.5, 0.5}) {
      line.x += static_cast<double>(i) + side * barWidth;
      line.y += total[i];
    }
  line.x.front() = -room;
  line.x.back() = static_cast<double>(total.size() - 1) + room;
  return line;
}

void drawOrdering(StyledPlot& plot, const MotionView& view) {
  const Strips strips(view);
  OrderingEnergies energies = energiesAlong(*view.snapshot->instance.mechanism, view.wholeEvent());
  joinOthers(energies.bodies, energies.kinetic);
  const auto count = energies.total.size();
  const bool single = count <= mostSingleMoments;
  const double room = single ? 0.5 : 0, last = static_cast<double>(count - 1);
  plot.setAxis(plot.xAxis, {-room, last + room}, RoundTicker::Steps::Whole);
  plot.setAxis(plot.yAxis, roundRange(0, 1.12 * energies.total.maxCoeff()), RoundTicker::Steps::Decimal);
  plot.setCaptions({{}, QObject::tr("reflection")}, {{}, QObject::tr("kinetic energy (J)")});
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(count, 0, last);
  if (single)
    addBars(plot, strips, energies);
  else
    addAreas(plot, strips, energies.bodies, x, energies.kinetic);
  Polyline total = thinned(x, energies.total);
  if (single) total = overBars(energies.total, room);
  constexpr double rounding = 1e-6;  // a larger loss is that of the law of impact
  addTotal(plot, total,
           energies.relativeError < rounding ? keptText(energies.relativeError)
                                             : lossText(total.y.front() - total.y.back()),
           energies.total.maxCoeff());
  addLegend(plot, strips, energies.bodies);
}

/// The total of each kept run as a line of its colour, from the zero of the run in force.
struct KeptTotal {
  ShownRun run;
  Eigen::VectorXd time, total;
};
std::vector<KeptTotal> keptTotals(const MotionView& view, double lowest) {
  std::vector<KeptTotal> totals;
  for (ShownRun& run : shownKeptRuns(*view.snapshot)) {
    const TimeEnergies energies = energiesOver(*run.instance->mechanism, *run.trajectory, run.step);
    Eigen::VectorXd total = energies.total().array() + (energies.lowest - lowest);
    totals.push_back({std::move(run), energies.time, std::move(total)});
  }
  return totals;
}

void drawTime(StyledPlot& plot, const MotionView& view) {
  const Strips strips(view);
  const Trajectory& trajectory = *view.snapshot->trajectory;
  TimeEnergies energies =
      energiesOver(*view.snapshot->instance.mechanism, trajectory, view.snapshot->settings.run.step);
  joinOthers(energies.bodies, energies.kinetic);
  const Eigen::VectorXd total = energies.total();
  const std::vector<ShownRun> kept = shownKeptRuns(*view.snapshot);
  const std::vector<KeptTotal> others = keptTotals(view, energies.lowest);
  double least = 0, most = energies.accounted().maxCoeff();
  for (const KeptTotal& other : others) {
    least = std::min(least, other.total.minCoeff());
    most = std::max(most, other.total.maxCoeff());
  }
  plot.setAxis(plot.xAxis, timeRange(trajectory, kept), RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, roundRange(1.12 * least, 1.12 * most), RoundTicker::Steps::Decimal);
  bool potential = false;
  for (int entry = 0; entry < TimeEnergies::entries; ++entry)
    potential |= energies.has(static_cast<TimeEnergies::Entry>(entry));
  plot.setCaptions({QStringLiteral("t"), QStringLiteral("(s)")},
                   {{}, potential ? QObject::tr("energy (J)") : QObject::tr("kinetic energy (J)")});
  addLedger(plot, energies);
  addAreas(plot, strips, energies.bodies, energies.time, energies.kinetic);
  addLegend(plot, strips, energies.bodies);
  addLedgerLegend(plot, energies);
  const bool taken = !energies.ledger.bottomRows(TimeEnergies::entries - TimeEnergies::Dampers).isZero(0) ||
                     !energies.motors.isZero(0) || !energies.pushes.isZero(0);
  addTotal(plot, thinned(energies.time, total),
           taken ? accountedText(energies.relativeError) : keptText(energies.relativeError),
           energies.accounted()[total.size() - 1]);
  for (const KeptTotal& other : others)
    plot.addLine(other.run.name, thinned(other.time, other.total),
                 plot.plotStyle().pen(other.run.color, 1.6));
  addRunLegend(plot, kept);
  std::vector<double> times;
  for (const ImpactEvent& impact : trajectory.impacts) times.push_back(impact.time);
  new TimeMarks(&plot, std::move(times));
}

/// The ledger of the run in force and of the kept runs that are shown.
RunTable timeTable(const MotionView& view) {
  RunTable table;
  std::vector<ShownRun> runs = shownKeptRuns(*view.snapshot);
  runs.insert(runs.begin(), shownRuns(*view.snapshot).front());
  const bool arePushed =
      std::ranges::any_of(runs, [](const ShownRun& run) { return !run.trajectory->pushes.empty(); });
  for (const ShownRun& run : runs) {
    const TimeEnergies energies = energiesOver(*run.instance->mechanism, *run.trajectory, run.step);
    RunTable::Columns columns{{QStringLiteral("time [s]"), energies.time}};
    for (std::size_t i = 0; i < energies.bodies.size(); ++i)
      columns.emplace_back(QStringLiteral("kinetic_%1 [J]").arg(bodyLabel(*run.instance, energies.bodies[i])),
                           energies.kinetic.row(static_cast<Eigen::Index>(i)));
    columns.emplace_back(QStringLiteral("total [J]"), energies.total());
    for (int entry = 0; entry < TimeEnergies::entries; ++entry)
      columns.emplace_back(
          QStringLiteral("%1 [J]").arg(TimeEnergies::key(static_cast<TimeEnergies::Entry>(entry))),
          energies.ledger.row(entry));
    columns.emplace_back(QStringLiteral("motors [J]"), energies.motors);
    if (arePushed) columns.emplace_back(QStringLiteral("pushes [J]"), energies.pushes);
    table.addRun(run.name, std::move(columns));
  }
  return table;
}

QString bodyNames(const MotionView& view, const std::vector<int>& bodies, const QString& quantity) {
  QString names;
  for (const int body : bodies)
    names += QLatin1Char(',') +
             csvField(QStringLiteral("%1_%2 [J]").arg(quantity, bodyLabel(view.snapshot->instance, body)));
  return names;
}

}  // namespace

void EnergyQuantity::draw(StyledPlot& plot, const MotionView& view) const {
  view.alongTime ? drawTime(plot, view) : drawOrdering(plot, view);
}

QColor EnergyQuantity::cursorColor() const {
  return theme::ink();
}

std::optional<QRectF> EnergyQuantity::bar(const MotionView& view, int reflection) const {
  if (view.alongTime || !view.event() || view.reflections() >= mostSingleMoments) return {};
  if (reflection < 0 || reflection > view.reflections()) return {};
  const WholeImpact impact = view.wholeEvent();
  const double total = impact.problem.metric().energy(impact.momenta.col(reflection));
  return QRectF(reflection - barWidth / 2, 0, barWidth, total);
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
  if (view.alongTime) return timeTable(view).csv();
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

/// Adds the totals of this run and of the kept ones at a time.
static void addKeptTotals(HtmlRows& rows, const MotionView& view, double time) {
  const RunQuantity total{RunQuantity::Kind::Energy, RunQuantity::totalEnergy, {}, {}, {}};
  const std::vector<ShownRun> kept = shownKeptRuns(*view.snapshot);
  if (kept.empty()) return;
  const RunValues here(view.snapshot->instance, view.snapshot->trajectory);
  rows.append(HtmlRow{QObject::tr("total"), formatNumber(here.at(total, time), 4) + QStringLiteral(" J")});
  for (const ShownRun& run : kept)
    rows.append(HtmlRow{QObject::tr("total of %1").arg(run.name),
                        formatNumber(RunValues(*run.instance, run.trajectory, &here).at(total, time), 4) +
                            QStringLiteral(" J")});
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
    head = QObject::tr("t = %1 s").arg(formatNumber(place, 4));
  } else {
    const int reflection = view.momentAt(place, 0).reflection;
    const WholeImpact impact = view.wholeEvent();
    q = impact.q;
    v = impact.problem.metric().velocity(impact.momenta.col(reflection));
    head = reflectionText(*view.event(), reflection, view.snapshot->instance);
  }
  Eigen::MatrixXd kinetic = kineticEnergies(mechanism, bodies, q, v);
  sortByFirstEnergy(bodies, kinetic);
  HtmlRows rows;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    rows.append(HtmlRow{nameHtml(bodyLabel(view.snapshot->instance, bodies[i])),
                        formatNumber(kinetic(static_cast<Eigen::Index>(i), 0), 4) + QStringLiteral(" J")});
  rows.prepend(HtmlRow{QObject::tr("kinetic"), formatNumber(kinetic.sum(), 4) + QStringLiteral(" J")});
  if (view.alongTime) addKeptTotals(rows, view, place);
  return cardOf(head, rows);
}

}  // namespace carom
