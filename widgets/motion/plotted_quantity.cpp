#include "motion/plotted_quantity.h"

#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/hover_card.h"
#include "common/moments.h"
#include "common/run_names.h"
#include "figure/figure_view.h"
#include "figure/provenance.h"
#include "plot/plot_items.h"

namespace carom {

QString MotionView::notice() const {
  if (!snapshot) return QObject::tr("There is no motion to show.");
  const Trajectory* trajectory = snapshot->trajectory.get();
  if (!alongTime) {
    if (impact >= 0) return {};
    if (snapshot->report && snapshot->report->jammed())
      return QObject::tr("The impact is jammed: no ordering of reflections ends.");
    if (snapshot->isPending) return noReportText(*snapshot);
    return QObject::tr("There is no impact, so there is no ordering to follow.");
  }
  if (!trajectory) return QObject::tr("There is no motion to show.");
  if (trajectory->end() > trajectory->start()) return {};
  return QObject::tr("The motion stops where it starts: %1.")
      .arg(QString::fromStdString(trajectory->stopReason));
}

QString MotionView::words() const {
  if (alongTime) return QObject::tr("along time");
  if (!event()) return QObject::tr("along the ordering");
  const QString which =
      snapshot->trajectory->impacts.size() > 1 && impact != snapshot->trajectory->initialImpact()
          ? QObject::tr(", impact %1").arg(impact + 1)
          : QString();
  if (reflections() == 0) return QObject::tr("along the empty ordering%1").arg(which);
  return QObject::tr("along ordering %1%2").arg(orderingText(*event(), snapshot->instance), which);
}

double MotionView::placeOf(const Moment& moment) const {
  if (alongTime) return moment.time;
  if (moment.impact == impact) return std::clamp(moment.reflection, 0, reflections());
  return moment.time < event()->time ? 0 : reflections();
}

Moment MotionView::momentAt(double place, double tolerance) const {
  if (alongTime) return carom::momentAt(*snapshot->trajectory, place, tolerance);
  const int reflection =
      static_cast<int>(std::lround(std::clamp(place, 0.0, static_cast<double>(reflections()))));
  return {event()->time, impact, reflection};
}

void addRunLegend(StyledPlot& plot, const std::vector<ShownRun>& kept) {
  auto entries = plot.header()->entries();
  for (const ShownRun& run : kept) entries.push_back({run.name, run.color, LegendEntry::Mark::Line});
  plot.header()->setEntries(std::move(entries));
}

QCPRange timeRange(const Trajectory& run, const std::vector<ShownRun>& kept) {
  QCPRange range(run.start(), run.end());
  for (const ShownRun& each : kept) range.expand({each.trajectory->start(), each.trajectory->end()});
  return range;
}

MotionView motionView(SnapshotPtr snapshot, bool alongTime, const Moment& moment) {
  const int impact = snapshot && snapshot->trajectory ? impactShown(*snapshot->trajectory, moment) : -1;
  return {std::move(snapshot), impact, alongTime};
}

MotionView motionView(SnapshotPtr snapshot, bool alongTime, const QString& view) {
  MotionView usual = motionView(std::move(snapshot), alongTime, Moment());
  const int impacts =
      usual.snapshot->trajectory ? static_cast<int>(usual.snapshot->trajectory->impacts.size()) : 0;
  const QJsonObject members = viewOf(view);
  if (const int impact = members["impact"].toInt(-1); impact >= 0 && impact < impacts) usual.impact = impact;
  usual.isLog = members["log"].toBool();
  return usual;
}

MotionFigure::MotionFigure(std::shared_ptr<const MotionQuantity> quantity, MotionView view)
    : m_quantity(std::move(quantity)), m_view(std::move(view)) {
  if (const QString notice = m_quantity->notice(m_view); !notice.isEmpty())
    throw FigureError(notice.toStdString());
}

QString MotionFigure::title() const {
  return QStringLiteral("%1 %2 — %3")
      .arg(m_quantity->title(), m_view.words(), QString::fromStdString(m_view.snapshot->scene->title()));
}

QString MotionFigure::csv() const {
  return m_quantity->csv(m_view);
}

FigureSource MotionFigure::source() const {
  QJsonObject view;
  if (m_view.isLog && m_quantity->hasLogAxis()) view["log"] = true;
  if (m_view.alongTime)
    return {.name = name() + QStringLiteral("-time"),
            .snapshot = m_view.snapshot,
            .view = viewText(view),
            .showsRuns = true};
  if (m_view.impact != motionView(m_view.snapshot, false, Moment()).impact) view["impact"] = m_view.impact;
  return {name(), m_view.snapshot, viewText(view)};
}

void MotionFigure::draw(StyledPlot& plot) const {
  m_quantity->draw(plot, m_view);
}

Html cardOf(const QString& head, HtmlRows rows, int most) {
  const auto more = rows.size() - most;
  if (more > 1) {
    rows.erase(rows.begin() + most, rows.end());
    rows.append(HtmlRow{QObject::tr("… %1 more").arg(more)});
  }
  return Html(head).bold() + cardTable(rows);
}

}  // namespace carom
