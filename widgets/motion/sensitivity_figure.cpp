#include "motion/sensitivity_figure.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/csv_text.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "motion/xi_curve_data.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr std::size_t mostBars = 14;
constexpr double stepRoom = 2.2;  ///< of the axis over the longest bar, for the words beside it
constexpr double degree = 0.017453292519943295;

/// The step of a parameter by its unit, and its words.
std::pair<double, QString> stepOf(const std::string& unit, double value) {
  if (unit == "deg" || unit == "rad") return {degree, QStringLiteral("1°")};
  if (unit == "m" || unit == "cm" || unit == "mm") return {1e-3, QObject::tr("1 mm")};
  return {0.01 * std::abs(value), QObject::tr("1 %")};
}

/// Below this |G| the slope of ξ at G = 0 is that of the pair. A larger value shows slopes that are off by
/// more than some percent.
constexpr double nearlyOrthogonal = 0.01;

QString pairWords(const OrderSensitivity& one) {
  return QStringLiteral("%1, %2").arg(q(one.pair[0]), q(one.pair[1]));
}

}  // namespace

QString whyNoBars(const OrderSensitivities& all) {
  if (!all.none.empty()) return QObject::tr("No pair of contacts: %1.").arg(q(all.none));
  const auto turned = std::ranges::find_if(all.all, [](const OrderSensitivity& one) {
    return one.turn > 0 && std::abs(one.gram) >= nearlyOrthogonal;
  });
  if (turned == all.all.end()) return QObject::tr("No parameter turns the normals of the contacts.");
  return QObject::tr("The slopes of ξ are those of orthogonal contacts; here %1 have G = %2.")
      .arg(pairWords(*turned), formatRatio(turned->gram));
}

std::vector<SensitivityBar> sensitivityBars(const Snapshot& snapshot, const OrderSensitivities& all) {
  std::vector<SensitivityBar> bars;
  for (const OrderSensitivity& one : all.all) {
    const double value = snapshot.instance.parameter(one.parameter)->value;
    const auto [size, step] = stepOf(one.unit, value);
    const QString parameter = symbolOf(*snapshot.scene->parameter(one.parameter));
    if (one.xiSlope * size > 0 && std::abs(one.gram) < nearlyOrthogonal)
      bars.push_back({&one, parameter, step, size});
  }
  std::ranges::stable_sort(bars, std::ranges::greater(), &SensitivityBar::xi);
  constexpr double noise = 1e-9;  // of the largest: what differences of doubles leave where nothing changes
  std::set<std::string> seen;
  std::erase_if(bars, [&](const SensitivityBar& bar) {
    return bar.xi() < noise * bars.front().xi() || !seen.insert(bar.of->parameter).second;
  });
  return bars;
}

SensitivityFigure::SensitivityFigure(SnapshotPtr snapshot)
    : SensitivityFigure(snapshot, std::make_shared<const OrderSensitivities>(
                                      orderSensitivities(*snapshot->scene, snapshot->assignments))) {}

SensitivityFigure::SensitivityFigure(SnapshotPtr snapshot, std::shared_ptr<const OrderSensitivities> known)
    : m_snapshot(std::move(snapshot)), m_all(std::move(known)), m_bars(sensitivityBars(*m_snapshot, *m_all)) {
  if (m_bars.empty()) throw FigureError(whyNoBars(*m_all).toStdString());
}

QString SensitivityFigure::title() const {
  return QObject::tr("Sensitivity to parameters — %1").arg(q(m_snapshot->scene->title()));
}

void SensitivityFigure::draw(StyledPlot& plot) const {
  const auto count = static_cast<int>(std::min(mostBars, m_bars.size()));
  const PlotStyle& style = plot.plotStyle();
  const double widest = stepRoom * m_bars.front().xi();
  plot.setAxis(plot.xAxis, {0, widest}, RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, {0.4, count + 0.6}, RoundTicker::Steps::Whole);
  std::vector<std::pair<double, QString>> names;
  auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
  bars->setName(QStringLiteral("sensitivity"));
  bars->setWidth(0.62);
  bars->setPen(Qt::NoPen);
  bars->setBrush(theme::vermilion);
  for (int i = 0; i < count; ++i) {
    const SensitivityBar& bar = m_bars[static_cast<std::size_t>(i)];
    const double place = count - i;  // the largest at the top
    names.emplace_back(place, bar.parameter);
    bars->addData(place, bar.xi());
    auto* text = new QCPItemText(&plot);
    text->setText(QObject::tr("%1 per %2").arg(formatNumber(bar.xi(), 2), bar.step));
    text->setFont(style.font(PlotStyle::smallText));
    text->setColor(theme::quietInk());
    text->setPadding(QMargins(style.px(5), 0, 0, 0));
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->position->setCoords(bar.xi(), place);
  }
  new MathTicks(&plot, std::move(names));
  plot.yAxis->grid()->setVisible(false);  // lines would cross the words
  plot.setCaptions({{}, QObject::tr("change of ξ, to first order at G = 0")}, {{}, {}});
  const auto note = [](const QString& text) {
    return LegendEntry{text, theme::vermilion, LegendEntry::Mark::None};
  };
  std::vector<LegendEntry> notes;
  if (m_bars.size() > mostBars)
    notes.push_back(note(QObject::tr("the %1 largest of %2").arg(count).arg(m_bars.size())));
  if (m_all->all.front().pair != m_all->all.back().pair)
    notes.push_back(note(QObject::tr("each for the pair that it spoils most")));
  plot.header()->setEntries(std::move(notes));
}

QString SensitivityFigure::csv() const {
  QString text = QStringLiteral("parameter,first,second,gram,turn,projection,difference,xi\n");
  for (const OrderSensitivity& one : m_all->all) {
    QStringList cells{csvField(q(one.parameter)), csvField(q(one.pair[0])), csvField(q(one.pair[1]))};
    for (const double value :
         {one.gramSlope, one.turn, one.orders[0].projectionNorm, one.difference, one.xiSlope})
      cells << csvNumber(value);
    text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
