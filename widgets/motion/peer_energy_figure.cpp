#include "motion/peer_energy_figure.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <map>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr double restitutions[] = {1, 0.7, 0};
constexpr double rates[] = {60, 600, 6000};  // Hz, one for each mark

/// Dark, middle and light, which stay apart in grey.
QColor colorOf(double restitution) {
  constexpr QRgb darkBlue = 0xFF212C5E;
  return restitution == 1 ? QColor::fromRgb(darkBlue) : restitution == 0 ? theme::orange : theme::vermilion;
}

/// One mark for each rate of steps.
QCPScatterStyle::ScatterShape markOf(double rate) {
  return rate < 100    ? QCPScatterStyle::ssDisc
         : rate < 1000 ? QCPScatterStyle::ssCircle
                       : QCPScatterStyle::ssCross;
}

}  // namespace

PeerEnergyFigure::PeerEnergyFigure(const QString& path) : m_file(QFileInfo(path).fileName()) {
  m_text = fileBytes(path, mostMeasurements).replace("\r\n", "\n");
  const QStringList lines = QString::fromUtf8(m_text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  const QStringList names = lines.isEmpty() ? QStringList() : csvFields(lines.front());
  for (const QString& line : lines.mid(1)) {
    const QStringList fields = csvFields(line);
    const auto field = [&](const char* name) { return fields.value(names.indexOf(QLatin1String(name))); };
    const bool isModel = field("engine") == QLatin1String("carom");
    if (field("scene") != QLatin1String("cradle-3") || field("settings") != QLatin1String("default") ||
        !(isModel || field("engine") == QLatin1String("bullet")))
      continue;
    if (!isModel) m_version = field("version");
    const auto number = [&](const char* name) { return readNumber(field(name)).value_or(0); };
    m_runs.push_back({isModel, number("hz"), number("restitution"), number("speed"), number("energy")});
  }
  if (std::ranges::all_of(m_runs, &Run::isModel))
    throw FigureError((path + QObject::tr(": expected runs of bullet/default/cradle-3, as `carom bench peers "
                                          "-o FILE.csv` writes them where Bullet is installed"))
                          .toStdString());
}

QString PeerEnergyFigure::title() const {
  return QObject::tr("Energy of Bullet %1 in a cradle of three balls").arg(m_version);
}

FigureSource PeerEnergyFigure::source() const {
  return {name(), nullptr, {}, m_file, m_text};
}

QString PeerEnergyFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QString PeerEnergyFigure::csv() const {
  QString text = QStringLiteral("engine,hz,restitution,speed,energy\n");
  for (const Run& run : m_runs)
    text += QStringLiteral("%1,%2,%3,%4,%5\n")
                .arg(run.isModel ? QStringLiteral("carom") : QStringLiteral("bullet"), csvNumber(run.rate),
                     csvNumber(run.restitution), csvNumber(run.speed), csvNumber(run.energy));
  return text;
}

std::vector<PeerEnergyFigure::Run> PeerEnergyFigure::runsOf(bool model, double restitution) const {
  std::vector<Run> runs;
  std::ranges::copy_if(m_runs, std::back_inserter(runs), [&](const Run& run) {
    return run.isModel == model && run.restitution == restitution;
  });
  std::ranges::stable_sort(runs, {}, &Run::speed);
  return runs;
}

void PeerEnergyFigure::addModel(StyledPlot& plot, double restitution, const QColor& color) const {
  Polyline line;
  for (const Run& run : runsOf(true, restitution)) {
    line.x.push_back(run.speed);
    line.y.push_back(run.energy);
  }
  plot.addLine(QStringLiteral("model"), line, plot.plotStyle().pen(color, 1.2, Qt::DotLine));
}

void PeerEnergyFigure::addPoints(StyledPlot& plot, double restitution, const QColor& color) const {
  const PlotStyle& style = plot.plotStyle();
  std::map<double, Polyline> byRate;
  for (const Run& run : runsOf(false, restitution)) {
    byRate[run.rate].x.push_back(run.speed);
    byRate[run.rate].y.push_back(run.energy);
  }
  for (const auto& [rate, points] : byRate) {
    QCPGraph* graph = plot.addLine(QStringLiteral("bullet"), points, Qt::NoPen);
    graph->setLineStyle(QCPGraph::lsNone);
    const bool isFilled = markOf(rate) == QCPScatterStyle::ssDisc;
    graph->setScatterStyle(
        {markOf(rate), style.pen(color, 0.9), isFilled ? QBrush(color) : QBrush(), 4 * style.unit});
  }
}

void PeerEnergyFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  const auto [slowest, quickest] = std::ranges::minmax(m_runs, {}, &Run::speed);
  const auto [least, most] = std::ranges::minmax(m_runs, {}, &Run::energy);
  constexpr double beside = 1.1;  // no mark is on an axis
  plot.setAxis(plot.xAxis, QCPRange(slowest.speed / beside, quickest.speed * beside),
               RoundTicker::Steps::Decimal, true);
  plot.setAxis(plot.yAxis, roundRange(std::min(least.energy, 0.0), 1.1 * std::max(most.energy, 0.0)),
               RoundTicker::Steps::Decimal);
  plot.setCaptions({QStringLiteral("v"), QStringLiteral("(m/s)")},
                   {{}, QObject::tr("change of energy, $ΔE/E$")});
  std::vector<LegendEntry> legend;
  for (const double restitution : restitutions) {
    if (std::ranges::find(m_runs, restitution, &Run::restitution) == m_runs.end()) continue;
    const QColor color = colorOf(restitution);
    addModel(plot, restitution, color);
    addPoints(plot, restitution, color);
    legend.push_back({QStringLiteral("$e$ = %1").arg(restitution), color});
  }
  for (const double rate : rates)
    if (std::ranges::any_of(m_runs,
                            [&](const Run& run) { return !run.isModel && markOf(run.rate) == markOf(rate); }))
      legend.push_back({.text = QObject::tr("%1 Hz").arg(rate),
                        .color = theme::quietInk(),
                        .marker = markOf(rate),
                        .isOutlined = markOf(rate) != QCPScatterStyle::ssDisc});
  if (std::ranges::any_of(m_runs, &Run::isModel))
    legend.push_back({QObject::tr("model"), theme::quietInk(), LegendEntry::Mark::Line, Qt::DotLine});
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
