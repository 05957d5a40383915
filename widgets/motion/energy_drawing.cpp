#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/theme.h"
#include "motion/energy_quantity.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr double barWidth = 0.6;

/// "kept to 1·10⁻¹⁶"
QString keptText(const QString& verb, double relativeError) {
  return relativeError == 0 ? verb + QStringLiteral(" exactly")
                            : verb + QStringLiteral(" to ") + formatNumber(relativeError, 1);
}

/// The total as a dashed line, and words at the right above `top`.
void addTotal(StyledPlot& plot, const Polyline& line, const QString& words, double top) {
  const PlotStyle& style = plot.plotStyle();
  plot.addLine(QStringLiteral("total"), line, style.pen(theme::ink(), 1.2, Qt::DashLine));
  auto* text = new QCPItemText(&plot);
  text->setText(QStringLiteral("total %1 J, %2").arg(formatNumber(line.y.back(), 3), words));
  text->setFont(style.font(PlotStyle::smallText));
  text->setColor(theme::quietInk());
  text->setPadding(QMargins(0, 0, 0, style.px(2)));
  text->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
  text->setTextAlignment(Qt::AlignRight);
  text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  text->position->setTypeY(QCPItemPosition::ptPlotCoords);
  text->position->setCoords(1, top);
}

void addLegend(StyledPlot& plot, const MotionView& view, const std::vector<int>& bodies) {
  std::vector<int> byIndex = bodies;
  std::ranges::sort(byIndex);
  std::vector<LegendEntry> entries;
  for (const int body : byIndex)
    entries.push_back({bodyLabel(view.snapshot->instance, body), bodyInk(view.snapshot->instance, body)});
  plot.header()->setEntries(std::move(entries));
}

/// Filled areas on top of each other: the sums down to the axis, the uppermost first.
void addAreas(StyledPlot& plot, const MotionView& view, const std::vector<int>& bodies,
              const Eigen::VectorXd& x, const Eigen::MatrixXd& kinetic) {
  Eigen::VectorXd sum = kinetic.colwise().sum();
  for (auto row = kinetic.rows() - 1; row >= 0; --row) {
    const int body = bodies[static_cast<std::size_t>(row)];
    QCPGraph* area = plot.addLine(bodyLabel(view.snapshot->instance, body), thinned(x, sum), Qt::NoPen);
    area->setPen(Qt::NoPen);
    area->setBrush(bodyInk(view.snapshot->instance, body));
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
      return pale(theme::vermilion, 0.22);
  }
}

/// Potential energies and what was taken, above the kinetic energies that cover them from below.
void addLedger(StyledPlot& plot, const TimeEnergies& energies) {
  Eigen::VectorXd sum = energies.accounted();
  for (int entry = TimeEnergies::entries - 1; entry >= 0; --entry) {
    const auto kind = static_cast<TimeEnergies::Entry>(entry);
    if (!energies.has(kind)) continue;
    QCPGraph* area = plot.addLine(TimeEnergies::name(kind), thinned(energies.time, sum), Qt::NoPen);
    area->setPen(Qt::NoPen);
    area->setBrush(ledgerColor(kind));
    sum -= energies.ledger.row(entry).transpose();
  }
}

void addLedgerLegend(StyledPlot& plot, const TimeEnergies& energies) {
  auto list = plot.header()->entries();
  for (int entry = 0; entry < TimeEnergies::entries; ++entry)
    if (const auto kind = static_cast<TimeEnergies::Entry>(entry); energies.has(kind))
      list.push_back({TimeEnergies::name(kind), ledgerColor(kind)});
  plot.header()->setEntries(std::move(list));
}

void addBars(StyledPlot& plot, const MotionView& view, const OrderingEnergies& energies) {
  QVector<double> keys(energies.kinetic.cols());
  std::iota(keys.begin(), keys.end(), 0.0);
  QCPBars* below = nullptr;
  for (Eigen::Index row = 0; row < energies.kinetic.rows(); ++row) {
    const int body = energies.bodies[static_cast<std::size_t>(row)];
    auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setName(bodyLabel(view.snapshot->instance, body));
    bars->setWidth(barWidth);
    bars->setPen(Qt::NoPen);
    bars->setStackingGap(0);
    bars->setBrush(bodyInk(view.snapshot->instance, body));
    const Eigen::VectorXd values = energies.kinetic.row(row);
    bars->setData(keys, QVector<double>(values.begin(), values.end()), true);
    if (below) bars->moveAbove(below);
    below = bars;
  }
}

void drawOrdering(StyledPlot& plot, const MotionView& view) {
  const OrderingEnergies energies = energiesAlong(*view.snapshot->instance.mechanism, view.wholeEvent());
  const auto count = energies.total.size();
  const bool single = count <= mostSingleMoments;
  const double room = single ? 0.5 : 0, last = static_cast<double>(count - 1);
  plot.setAxis(plot.xAxis, {-room, last + room}, RoundTicker::Steps::Whole);
  plot.setAxis(plot.yAxis, roundRange(0, 1.12 * energies.total.maxCoeff()), RoundTicker::Steps::Decimal);
  plot.setCaptions({{}, QStringLiteral("reflection")}, {{}, QStringLiteral("kinetic energy (J)")});
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(count, 0, last);
  if (single)
    addBars(plot, view, energies);
  else
    addAreas(plot, view, energies.bodies, x, energies.kinetic);
  Polyline total = thinned(x, energies.total);
  total.x.front() -= room;
  total.x.back() += room;
  if (count == 1) total = {{-room, room}, {energies.total[0], energies.total[0]}};
  constexpr double rounding = 1e-6;  // what is lost beyond it, the law of impact takes
  const double lost = total.y.front() - total.y.back();
  addTotal(plot, total,
           energies.relativeError < rounding
               ? keptText(QStringLiteral("kept"), energies.relativeError)
               : QStringLiteral("%1 J %2").arg(formatNumber(std::abs(lost), 3), lossWord(lost)),
           energies.total.maxCoeff());
  addLegend(plot, view, energies.bodies);
}

void drawTime(StyledPlot& plot, const MotionView& view) {
  const Trajectory& trajectory = *view.snapshot->trajectory;
  const TimeEnergies energies =
      energiesOver(*view.snapshot->instance.mechanism, trajectory, view.snapshot->settings.run.step);
  const Eigen::VectorXd total = energies.total();
  plot.setAxis(plot.xAxis, {trajectory.start(), trajectory.end()}, RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, roundRange(0, 1.12 * energies.accounted().maxCoeff()),
               RoundTicker::Steps::Decimal);
  const bool potential = !energies.ledger.isZero(0);
  plot.setCaptions({QStringLiteral("t"), QStringLiteral("(s)")},
                   {{}, potential ? QStringLiteral("energy (J)") : QStringLiteral("kinetic energy (J)")});
  addLedger(plot, energies);
  addAreas(plot, view, energies.bodies, energies.time, energies.kinetic);
  addLegend(plot, view, energies.bodies);
  addLedgerLegend(plot, energies);
  const bool taken = !energies.ledger.bottomRows(TimeEnergies::entries - TimeEnergies::Dampers).isZero(0) ||
                     !energies.motors.isZero(0);
  addTotal(
      plot, thinned(energies.time, total),
      keptText(taken ? QStringLiteral("all accounted for") : QStringLiteral("kept"), energies.relativeError),
      energies.accounted()[total.size() - 1]);
  std::vector<double> times;
  for (const ImpactEvent& impact : trajectory.impacts) times.push_back(impact.time);
  new TimeMarks(&plot, std::move(times));
}

}  // namespace

void EnergyQuantity::draw(StyledPlot& plot, const MotionView& view) const {
  view.alongTime ? drawTime(plot, view) : drawOrdering(plot, view);
}

QColor EnergyQuantity::cursorColor() const {
  return theme::ink();
}

std::optional<QRectF> EnergyQuantity::bar(const MotionView& view, int reflection) const {
  if (view.alongTime || view.reflections() >= mostSingleMoments) return {};
  const WholeImpact impact = view.wholeEvent();
  const double total = impact.problem.metric().energy(impact.momenta.col(reflection));
  return QRectF(reflection - barWidth / 2, 0, barWidth, total);
}

}  // namespace carom
