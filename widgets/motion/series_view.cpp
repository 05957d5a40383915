#include "motion/series_view.h"

#include "base/number_format.h"
#include "common/run_names.h"

namespace carom {

namespace {

/// Most curves that are shown where nothing was chosen.
constexpr std::size_t mostByDefault = 6;

std::vector<RunQuantity> usualQuantities(const RunQuantities& all) {
  std::vector<RunQuantity> usual;
  for (std::size_t i = 0; i < all.size() && usual.size() < mostByDefault; ++i)
    if (RunQuantity each = all[i]; each.kind == RunQuantity::Kind::Coordinate)
      usual.push_back(std::move(each));
  return usual;
}

QString valueText(double value, const QString& unit) {
  return formatNumber(value, 5) + QLatin1Char(' ') + unit;
}

/// "velocity of c.x", with the name of its run where there are several.
QString rowName(const SeriesView& view, std::size_t run, std::size_t quantity) {
  const QString name = view.quantities[quantity].name;
  return view.runs.size() == 1 ? name : QObject::tr("%1, %2").arg(name, view.runs[run].name);
}

}  // namespace

QString SeriesView::notice() const {
  if (!snapshot || !snapshot->trajectory) return QObject::tr("There is no motion to show.");
  const Trajectory& motion = *snapshot->trajectory;
  if (!(motion.end() > motion.start()))
    return QObject::tr("The motion stops where it starts: %1.")
        .arg(QString::fromStdString(motion.stopReason));
  if (quantities.empty()) return QObject::tr("This scene has nothing that moves.");
  if (quantities.size() == 1 && quantities[0].kind == RunQuantity::Kind::Growth && !runs.empty())
    return runs.front().values->whyNoGrowth();
  return {};
}

QString SeriesView::words() const {
  QStringList names;
  for (const RunQuantity& each : quantities) names += each.name;
  if (names.size() > 2) names = {names.front(), QObject::tr("… %1 more").arg(names.size() - 1)};
  return QObject::tr("%1 over %2").arg(names.join(QStringLiteral(", ")), over.name);
}

SeriesView seriesView(SnapshotPtr snapshot, const QStringList& keys, const QString& over) {
  SeriesView view;
  const RunQuantities all(snapshot->instance);
  for (const QString& key : keys)
    if (auto known = all.find(key)) view.quantities.push_back(std::move(*known));
  if (view.quantities.empty()) view.quantities = usualQuantities(all);
  view.over = all.find(over).value_or(all[0]);
  view.snapshot = std::move(snapshot);
  if (!view.snapshot->trajectory) return view;
  for (const ShownRun& shown : shownRuns(*view.snapshot)) {
    const RunValues* zero = view.runs.empty() ? nullptr : view.runs.front().values.get();
    SeriesView::Run run{shown.name,
                        std::make_shared<RunValues>(*shown.instance, shown.trajectory, zero),
                        {},
                        {},
                        shown.color};
    const RunQuantities there(*shown.instance);
    for (const RunQuantity& each : view.quantities) run.quantities.push_back(there.find(each.key));
    run.over = there.find(view.over.key);
    view.runs.push_back(std::move(run));
  }
  return view;
}

Html cursorTable(const SeriesView& view) {
  if (view.cursors.size() < 2) return {};
  const double a = view.cursors[0], b = view.cursors[1];
  const auto number = [](double value) { return formatNumber(value, 5); };
  const auto named = [](const QString& name, const QString& unit) {
    return unit.isEmpty() ? name : QObject::tr("%1 (%2)").arg(name, unit);
  };
  QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
  const auto row = [&html](const QString& name, const QStringList& cells) {
    html += QStringLiteral("<tr><td style='padding-right:8px'>%1</td>").arg(name.toHtmlEscaped());
    for (const QString& cell : cells)
      html += QStringLiteral("<td align='right' style='padding-right:8px'>%1</td>").arg(cell.toHtmlEscaped());
    html += QStringLiteral("</tr>");
  };
  row({}, {QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("B − A")});
  row(named(QObject::tr("time"), QStringLiteral("s")), {number(a), number(b), number(b - a)});
  for (std::size_t r = 0; r < view.runs.size(); ++r)
    for (std::size_t k = 0; k < view.quantities.size(); ++k) {
      const auto& quantity = view.runs[r].quantities[k];
      if (!quantity) continue;
      const double atA = view.runs[r].values->at(*quantity, a), atB = view.runs[r].values->at(*quantity, b);
      row(named(rowName(view, r, k), quantity->unit), {number(atA), number(atB), number(atB - atA)});
    }
  return Html::markup(html + QStringLiteral("</table>"));
}

Html seriesCard(const SeriesView& view, double time) {
  HtmlRows rows;
  for (std::size_t r = 0; r < view.runs.size(); ++r)
    for (std::size_t k = 0; k < view.quantities.size(); ++k)
      if (const auto& quantity = view.runs[r].quantities[k])
        rows.append(HtmlRow{rowName(view, r, k),
                            valueText(view.runs[r].values->at(*quantity, time), quantity->unit)});
  return cardOf(QObject::tr("t = %1 s").arg(formatNumber(time, 5)), rows);
}

}  // namespace carom
