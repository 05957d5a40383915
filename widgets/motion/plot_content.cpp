#include "motion/plot_content.h"

#include <algorithm>
#include <cmath>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/hover_card.h"
#include "motion/plot_preset.h"

namespace carom {

namespace {

/// Whether a curve is read: bars and areas, too, whose own values are read, and hidden values that have a
/// name.
bool isRead(const PlotCurve& curve) {
  return curve.at && !curve.name.isEmpty();
}

/// The curves that are read, those of the first run first.
std::vector<const PlotCurve*> readCurves(const PlotContent& content) {
  std::vector<const PlotCurve*> curves;
  for (const PlotCurve& curve : content.curves)
    if (isRead(curve)) curves.push_back(&curve);
  std::ranges::stable_sort(curves, {}, &PlotCurve::run);
  return curves;
}

QString cardHead(const SeriesView& view, double place) {
  if (view.alongTime) return QObject::tr("t = %1 s").arg(formatNumber(place, 5));
  const int reflection = view.momentAt(place, 0).reflection;
  if (view.preset == &differencePlot)
    return QObject::tr("after %1 of both")
        .arg(reflectionsText(static_cast<std::uint64_t>(std::lround(std::max(0.0, place)))));
  return reflectionText(*view.event(), reflection, view.snapshot->instance);
}

}  // namespace

PlotContent contentOf(const SeriesView& view) {
  return view.preset->content(view);
}

std::optional<QRectF> PlotContent::bar(int reflection) const {
  double height = 0;
  bool isThere = false;
  for (const PlotCurve& curve : curves) {
    if (curve.shape != PlotCurve::Shape::Bars || reflection < 0 || reflection >= curve.y.size()) continue;
    height += curve.y[reflection];
    isThere = true;
  }
  if (!isThere) return {};
  return QRectF(reflection - barWidth / 2, 0, barWidth, height);
}

PlotCurve curveOf(const SeriesView& view, std::size_t run, std::size_t quantity) {
  const SeriesView::Run& of = view.runs[run];
  const RunQuantity& what = *of.quantities[quantity];
  PlotCurve curve{keyOf(what),
                  view.runs.size() == 1 ? nameOf(what) : QObject::tr("%1, %2").arg(nameOf(what), of.name),
                  unitOf(what),
                  {},
                  run};
  if (of.over)
    curve.x = of.over->kind == RunQuantity::Kind::Time ? of.values->places() : of.values->of(*of.over);
  curve.y = of.values->of(what);
  curve.at = [values = of.values, what](double place) { return values->at(what, place); };
  return curve;
}

void setMotionAxis(PlotContent& content, const SeriesView& view, const QString& y, const QString& words) {
  content.x = view.alongTime ? AxisCaption{QStringLiteral("t"), QStringLiteral("(s)")}
                             : AxisCaption{{}, QObject::tr("reflection")};
  content.y = {y, words};
  if (view.alongTime) return;
  const double last = view.runs.front().values->end();
  const double room = std::max(0.03 * last, last > 0 ? 0 : 0.5);
  content.xRange = QCPRange(-room, last + room);
}

void addRunLegend(PlotContent& content, const SeriesView& view) {
  for (const SeriesView::Run& run : view.runs)
    if (run.color.isValid()) content.legend.push_back({run.name, run.color, LegendEntry::Mark::Line});
}

namespace {

/// The first word of all names with its space, "coordinate "; empty where they differ.
QString commonWord(const std::vector<const PlotCurve*>& curves) {
  if (curves.size() < 2) return {};
  const QString word = curves.front()->name.left(curves.front()->name.indexOf(QLatin1Char(' ')) + 1);
  const bool isCommon =
      std::ranges::all_of(curves, [&](const PlotCurve* curve) { return curve->name.startsWith(word); });
  return isCommon ? word : QString();
}

/// The largest value of curves of a unit at two places: beside it, what rounding leaves is 0.
double largestAt(const std::vector<const PlotCurve*>& curves, const QString& unit, double a, double b) {
  double largest = 0;
  for (const PlotCurve* curve : curves)
    if (curve->unit == unit) largest = std::max({largest, std::abs(curve->at(a)), std::abs(curve->at(b))});
  return largest;
}

}  // namespace

Html cursorTable(const SeriesView& view, const PlotContent& content, bool isCompact) {
  if (view.cursors.size() < 2) return {};
  const double a = view.cursors[0], b = view.cursors[1];
  const int padding = isCompact ? 6 : 8;  // px
  const auto number = [digits = isCompact ? 3 : 5](double value) { return formatNumber(value, digits); };
  const auto place = [&](double value) {
    return value == std::round(value) ? QString::number(value, 'f', 0).replace(QLatin1Char('-'), u'−')
                                      : number(value);
  };
  const std::vector<const PlotCurve*> curves = readCurves(content);
  const bool isOneUnit = std::ranges::all_of(
      curves, [&](const PlotCurve* curve) { return curve->unit == curves.front()->unit; });
  const auto named = [](const QString& name, const QString& unit) {
    return unit.isEmpty() ? name : QObject::tr("%1 (%2)").arg(name, unit);
  };
  QString html = QStringLiteral("<table cellspacing='0' cellpadding='%1'>").arg(isCompact ? 0 : 1);
  const auto row = [&](const QString& name, const QStringList& cells) {
    html +=
        QStringLiteral("<tr><td style='padding-right:%1px'>%2</td>").arg(padding).arg(name.toHtmlEscaped());
    for (const QString& cell : cells)
      html += QStringLiteral("<td align='right' style='padding-right:%1px'>%2</td>")
                  .arg(padding)
                  .arg(cell.toHtmlEscaped());
    html += QStringLiteral("</tr>");
  };
  const QString word = isCompact ? commonWord(curves) : QString(),
                unit = isOneUnit && !curves.empty() ? curves.front()->unit : QString();
  row(word.isEmpty() ? unit : named(word.trimmed(), unit),
      {QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("B − A")});
  row(view.alongTime ? named(QObject::tr("time"), QStringLiteral("s")) : QObject::tr("reflection"),
      {view.alongTime ? number(a) : place(a), view.alongTime ? number(b) : place(b),
       view.alongTime ? number(b - a) : place(b - a)});
  for (const PlotCurve* curve : curves) {
    const double atA = curve->at(a), atB = curve->at(b);
    const QString name = curve->name.mid(word.size());
    const auto beside = [&, largest = largestAt(curves, curve->unit, a, b)](double value) {
      return formatBeside(largest, value, isCompact ? 3 : 5);
    };
    row(isOneUnit ? name : named(name, curve->unit), {beside(atA), beside(atB), beside(atB - atA)});
  }
  return Html::markup(html + QStringLiteral("</table>"));
}

/// Where there are more values than a card has room for, the largest ones are shown.
Html seriesCard(const SeriesView& view, const PlotContent& content, double place) {
  constexpr std::size_t most = 16;
  std::vector<std::pair<const PlotCurve*, double>> values;
  for (const PlotCurve* curve : readCurves(content)) values.emplace_back(curve, curve->at(place));
  const std::size_t more = values.size() > most + 1 ? values.size() - most : 0;
  if (more > 0) {
    std::ranges::stable_sort(values, std::greater(), [](const auto& each) {
      return std::isfinite(each.second) ? std::abs(each.second) : 0;
    });
    values.resize(most);
  }
  HtmlRows rows;
  for (const auto& [curve, value] : values) {
    const bool hasUnit = !curve->unit.isEmpty() && curve->unit != QLatin1String("1");
    rows.append(HtmlRow{curve->isBody ? nameHtml(curve->name) : Html(curve->name),
                        formatNumber(value, 5) + (hasUnit ? QLatin1Char(' ') + curve->unit : QString())});
  }
  if (more > 0) rows.append(HtmlRow{QObject::tr("… %1 more").arg(more)});
  return Html(cardHead(view, place)).bold() + cardTable(rows);
}

}  // namespace carom
