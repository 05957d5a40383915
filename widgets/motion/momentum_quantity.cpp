#include "motion/momentum_quantity.h"

#include "answer/motion_samples.h"
#include "base/coordinate_units.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/moments.h"
#include "common/theme.h"
#include "motion/run_table.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

Qt::PenStyle lineOf(const QString& component) {
  static const std::map<QString, Qt::PenStyle> known{{QStringLiteral("x"), Qt::SolidLine},
                                                     {QStringLiteral("y"), Qt::DashLine},
                                                     {QStringLiteral("z"), Qt::DotLine}};
  const auto found = known.find(component);
  return found == known.end() ? Qt::DashDotLine : found->second;
}

QString lineWord(Qt::PenStyle line) {
  return line == Qt::SolidLine  ? QObject::tr("solid")
         : line == Qt::DashLine ? QObject::tr("dashed")
         : line == Qt::DotLine  ? QObject::tr("dotted")
                                : QObject::tr("dash-dotted");
}

/// The units of the axis: those of lengths and of angles, where there are both. Without coordinates none.
QString axisUnit(const Mechanism& mechanism) {
  QStringList units;
  for (const Coordinate& coordinate : mechanism.coordinates()) units += momentumUnit(coordinate);
  return units.isEmpty() ? QString() : QLatin1Char('(') + joinedUnits(units) + QLatin1Char(')');
}

/// "p_c.x [kg*m/s]"
QString momentumHead(const Coordinate& coordinate) {
  return QStringLiteral("p_%1 [%2]")
      .arg(QString::fromStdString(coordinate.name),
           coordinate.unit == "m" ? QStringLiteral("kg*m/s") : QStringLiteral("kg*m^2/s"));
}

/// The momenta and where they are: along the ordering, or along time.
struct MomentaPlotted {
  Eigen::VectorXd x;
  Eigen::MatrixXd p;  ///< n × N
};

MomentaPlotted momentaOver(const Mechanism& mechanism, const Trajectory& trajectory) {
  MotionSamples motion = sampleMotion(mechanism, trajectory);
  return {std::move(motion.time), std::move(motion.p)};
}

MomentaPlotted momentaOf(const MotionView& view) {
  if (view.alongTime) return momentaOver(*view.snapshot->instance.mechanism, *view.snapshot->trajectory);
  const Eigen::MatrixXd p = view.wholeEvent().momenta;
  return {Eigen::VectorXd::LinSpaced(p.cols(), 0, static_cast<double>(p.cols() - 1)), p};
}

/// "x solid", "y dashed" where there is more than one direction, then bodies as colours.
void addLegend(StyledPlot& plot, const MotionView& view, const std::vector<MomentumLine>& lines) {
  const SceneInstance& instance = view.snapshot->instance;
  std::vector<LegendEntry> entries;
  QStringList directions;
  for (const MomentumLine& line : lines) {
    const QString words = line.component + QLatin1Char(' ') + lineWord(line.line);
    if (!directions.contains(words)) directions += words;
  }
  if (directions.size() > 1)
    for (const QString& words : directions) entries.push_back({words, {}, LegendEntry::Mark::None, {}});
  const std::vector<QColor> shades = bodyShades(instance);
  for (const int body : movingBodies(*instance.mechanism))
    entries.push_back({bodyLabel(instance, body), shades[static_cast<std::size_t>(body)]});
  plot.header()->setEntries(std::move(entries));
}

void addLines(StyledPlot& plot, const MotionView& view, const MomentaPlotted& series,
              const std::vector<MomentumLine>& lines) {
  const PlotStyle& style = plot.plotStyle();
  const bool dots = !view.alongTime && series.x.size() <= mostSingleMoments;
  const std::vector<QColor> shades = bodyShades(view.snapshot->instance);
  for (Eigen::Index i = 0; i < series.p.rows(); ++i) {
    const MomentumLine& line = lines[static_cast<std::size_t>(i)];
    const QColor color = shades[static_cast<std::size_t>(line.body)];
    QCPGraph* graph = plot.addLine(line.name, thinned(series.x, series.p.row(i)),
                                   style.pen(color, PlotStyle::lineWidth, line.line));
    if (dots) graph->setScatterStyle({QCPScatterStyle::ssDisc, color, color, 5.5 * style.unit});
  }
}

/// A kept run along time: lines of its colour, with the strokes of the directions.
struct KeptMomenta {
  ShownRun run;
  MomentaPlotted series;
};
std::vector<KeptMomenta> keptMomenta(const MotionView& view) {
  std::vector<KeptMomenta> all;
  if (!view.alongTime) return all;
  for (ShownRun& run : shownKeptRuns(*view.snapshot)) {
    MomentaPlotted series = momentaOver(*run.instance->mechanism, *run.trajectory);
    all.push_back({std::move(run), std::move(series)});
  }
  return all;
}

void addKeptLines(StyledPlot& plot, const std::vector<KeptMomenta>& kept) {
  for (const auto& [run, series] : kept) {
    const auto lines = momentumLines(*run.instance->mechanism);
    for (Eigen::Index i = 0; i < series.p.rows(); ++i) {
      const MomentumLine& line = lines[static_cast<std::size_t>(i)];
      plot.addLine(run.name + QLatin1Char(' ') + line.name, thinned(series.x, series.p.row(i)),
                   plot.plotStyle().pen(run.color, 1.1, line.line));
    }
  }
}

RunTable::Columns momentumColumns(const Mechanism& mechanism, const MomentaPlotted& series) {
  RunTable::Columns columns{{QStringLiteral("time [s]"), series.x}};
  for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i)
    columns.emplace_back(momentumHead(mechanism.coordinates()[i]),
                         series.p.row(static_cast<Eigen::Index>(i)));
  return columns;
}

}  // namespace

std::vector<MomentumLine> momentumLines(const Mechanism& mechanism) {
  std::vector<MomentumLine> lines;
  for (std::size_t body = 0; body < mechanism.bodies().size(); ++body)
    for (const Joint& joint : mechanism.bodies()[body].joints)
      for (const std::string& coordinate : coordinateNames(joint)) {
        const QString component = QString::fromStdString(coordinate);
        lines.push_back({QString::fromStdString(mechanism.coordinates()[lines.size()].name),
                         static_cast<int>(body), component, lineOf(component)});
      }
  return lines;
}

void MomentumQuantity::draw(StyledPlot& plot, const MotionView& view) const {
  const Mechanism& mechanism = *view.snapshot->instance.mechanism;
  const MomentaPlotted series = momentaOf(view);
  const auto lines = momentumLines(mechanism);
  const bool whole = !view.alongTime;
  const std::vector<KeptMomenta> kept = keptMomenta(view);
  double first = series.x[0], last = series.x[series.x.size() - 1];
  const double room = whole ? std::max(0.03 * (last - first), last > first ? 0 : 0.5) : 0;
  const bool any = series.p.size() > 0;  // false where no body moves
  double low = any ? series.p.minCoeff() : 0, high = any ? series.p.maxCoeff() : 0;
  for (const auto& [run, other] : kept) {
    first = std::min(first, other.x[0]);
    last = std::max(last, other.x[other.x.size() - 1]);
    if (other.p.size() == 0) continue;
    low = std::min(low, other.p.minCoeff());
    high = std::max(high, other.p.maxCoeff());
  }
  const double edge = 0.06 * (high - low);
  plot.setAxis(plot.xAxis, {first - room, last + room},
               whole ? RoundTicker::Steps::Whole : RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, high > low ? QCPRange(low - edge, high + edge) : roundRange(low, high),
               RoundTicker::Steps::Decimal);
  plot.setCaptions(whole ? AxisCaption{{}, QObject::tr("reflection")}
                         : AxisCaption{QStringLiteral("t"), QStringLiteral("(s)")},
                   {QStringLiteral("p"), axisUnit(mechanism)});
  addKeptLines(plot, kept);
  addLines(plot, view, series, lines);
  addLegend(plot, view, lines);
  if (view.alongTime) addRunLegend(plot, shownKeptRuns(*view.snapshot));
  if (whole) return;
  std::vector<double> times;
  for (const ImpactEvent& impact : view.snapshot->trajectory->impacts) times.push_back(impact.time);
  new TimeMarks(&plot, std::move(times));
}

QColor MomentumQuantity::cursorColor() const {
  return theme::accent();
}

/// Adds the momenta of the kept runs at a time.
static void addKeptRows(HtmlRows& rows, const MotionView& view, double time) {
  for (const ShownRun& run : shownKeptRuns(*view.snapshot)) {
    const Mechanism& mechanism = *run.instance->mechanism;
    const Eigen::VectorXd p =
        mechanism.massMatrix(run.trajectory->configuration(time)) * run.trajectory->velocity(time);
    for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i) {
      const Coordinate& coordinate = mechanism.coordinates()[i];
      rows.append(HtmlRow{
          QObject::tr("%1, %2").arg(QString::fromStdString(coordinate.name), run.name),
          formatNumber(p[static_cast<Eigen::Index>(i)], 4) + QLatin1Char(' ') + momentumUnit(coordinate)});
    }
  }
}

Html MomentumQuantity::card(const MotionView& view, double place) const {
  const Mechanism& mechanism = *view.snapshot->instance.mechanism;
  Eigen::VectorXd p;
  QString head;
  if (view.alongTime) {
    const Trajectory& trajectory = *view.snapshot->trajectory;
    p = mechanism.massMatrix(trajectory.configuration(place)) * trajectory.velocity(place);
    head = QObject::tr("t = %1 s").arg(formatNumber(place, 4));
  } else {
    const int reflection = view.momentAt(place, 0).reflection;
    p = view.wholeEvent().momenta.col(reflection);
    head = reflectionText(*view.event(), reflection, view.snapshot->instance);
  }
  HtmlRows rows;
  const auto& coordinates = mechanism.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    rows.append(HtmlRow{
        QString::fromStdString(coordinates[i].name),
        formatNumber(p[static_cast<Eigen::Index>(i)], 4) + QLatin1Char(' ') + momentumUnit(coordinates[i])});
  if (view.alongTime) addKeptRows(rows, view, place);
  return cardOf(head, rows, 16);
}

QString MomentumQuantity::csv(const MotionView& view) const {
  const MomentaPlotted series = momentaOf(view);
  const Mechanism& mechanism = *view.snapshot->instance.mechanism;
  if (view.alongTime) {
    RunTable table;
    table.addRun(shownRuns(*view.snapshot).front().name, momentumColumns(mechanism, series));
    for (const auto& [run, other] : keptMomenta(view))
      table.addRun(run.name, momentumColumns(*run.instance->mechanism, other));
    return table.csv();
  }
  const ImpactEvent& impact = *view.event();
  QString text = QStringLiteral("reflection,contact");
  for (const Coordinate& coordinate : mechanism.coordinates())
    text += QLatin1Char(',') + csvField(momentumHead(coordinate));
  text += QLatin1Char('\n');
  for (Eigen::Index i = 0; i < series.x.size(); ++i) {
    text += csvNumber(series.x[i]);
    text +=
        QLatin1Char(',') + (i == 0 ? QString()
                                   : csvField(QString::fromStdString(
                                         impact.labels[impact.word[static_cast<std::size_t>(i - 1)]].name)));
    for (const double value : series.p.col(i)) text += QLatin1Char(',') + csvNumber(value);
    text += QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
