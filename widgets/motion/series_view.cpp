#include "motion/series_view.h"

#include <cmath>

#include "base/impact_words.h"
#include "common/run_names.h"
#include "motion/ordering_values.h"
#include "motion/plot_preset.h"

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

/// "along ordering ac · bc", "along time".
QString stretchOf(const SeriesView& view) {
  if (view.alongTime) return QObject::tr("along time");
  if (!view.event()) return QObject::tr("along the ordering");
  const Trajectory& motion = *view.snapshot->trajectory;
  const QString which = motion.impacts.size() > 1 && view.impact != motion.initialImpact()
                            ? QObject::tr(", impact %1").arg(view.impact + 1)
                            : QString();
  if (view.reflections() == 0) return QObject::tr("along the empty ordering%1").arg(which);
  return QObject::tr("along ordering %1%2").arg(orderingText(*view.event(), view.snapshot->instance), which);
}

}  // namespace

QString SeriesView::notice() const {
  return preset->notice(*this);
}

QString SeriesView::words() const {
  if (!preset->isFree) return preset->shownTitle() + QLatin1Char(' ') + stretchOf(*this);
  QStringList names;
  for (const RunQuantity& each : quantities) names += nameOf(each);
  if (names.size() > 2) names = {names.front(), QObject::tr("… %1 more").arg(names.size() - 1)};
  return QObject::tr("%1 over %2").arg(names.join(QStringLiteral(", ")), nameOf(over));
}

double SeriesView::placeOf(const Moment& moment) const {
  if (alongTime) return moment.time;
  if (moment.impact == impact) return std::clamp(moment.reflection, 0, reflections());
  return moment.time < event()->time ? 0 : reflections();
}

Moment SeriesView::momentAt(double place, double tolerance) const {
  if (alongTime) return carom::momentAt(*snapshot->trajectory, place, tolerance);
  const double last = reflections();
  return {event()->time, impact, static_cast<int>(std::lround(std::clamp(place, 0.0, last)))};
}

QString motionNotice(const SeriesView& view) {
  const Trajectory* motion = view.snapshot ? view.snapshot->trajectory.get() : nullptr;
  if (view.snapshot && !view.alongTime) {
    if (view.impact >= 0) return {};
    if (view.snapshot->report && view.snapshot->report->jammed())
      return QObject::tr("The impact is jammed: no ordering of reflections ends.");
    if (view.snapshot->isPending) return noReportText(*view.snapshot);
    return QObject::tr("There is no impact, so there is no ordering to follow.");
  }
  if (view.snapshot && view.snapshot->isPending) return noReportText(*view.snapshot);
  if (!motion) return QObject::tr("There is no motion to show.");
  if (motion->end() > motion->start()) return {};
  return QObject::tr("The motion stops where it starts: %1.").arg(QString::fromStdString(motion->stopReason));
}

std::vector<SeriesView::Run> motionRuns(const SeriesView& view) {
  constexpr int samples = 400;  // of curved motions
  const Snapshot& snapshot = *view.snapshot;
  std::vector<ShownRun> shown = shownRuns(view.snapshot);
  if (snapshot.comparison) shown.erase(shown.begin() + 1);
  std::vector<SeriesView::Run> runs;
  for (const ShownRun& each : shown) {
    SeriesView::Run run{each.name, {}, {}, RunQuantity(), each.color, {}, each.instance, each.step};
    if (!view.alongTime) {
      run.values =
          std::make_shared<OrderingValues>(snapshot.instance.mechanism, wholeImpactOf(snapshot, view.impact));
      return {run};
    }
    run.motion = std::make_shared<RunValues>(*each.instance, each.trajectory,
                                             runs.empty() ? nullptr : runs.front().motion, samples);
    run.values = run.motion;
    runs.push_back(std::move(run));
  }
  return runs;
}

SeriesView plotView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime, int impact) {
  SeriesView view{&preset, std::move(snapshot), alongTime, impact};
  if (view.notice().isEmpty()) view.runs = preset.runs(view);
  return view;
}

SeriesView plotView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime, const Moment& moment) {
  const bool moves = snapshot && snapshot->trajectory;
  const int impact = moves ? impactShown(*snapshot->trajectory, moment) : -1;
  return plotView(preset, std::move(snapshot), alongTime, impact);
}

SeriesView seriesView(SnapshotPtr snapshot, const QStringList& keys, const QString& over) {
  SeriesView view;
  const RunQuantities all(snapshot->instance);
  for (const QString& key : keys)
    if (auto known = all.find(key.toStdString())) view.quantities.push_back(std::move(*known));
  if (view.quantities.empty()) view.quantities = usualQuantities(all);
  view.over = all.find(over.toStdString()).value_or(all[0]);
  view.snapshot = std::move(snapshot);
  if (!view.snapshot->trajectory) return view;
  for (const ShownRun& shown : shownRuns(view.snapshot)) {
    const auto zero = view.runs.empty() ? nullptr : view.runs.front().motion;
    SeriesView::Run run{shown.name, {}, {}, {}, shown.color};
    run.motion = std::make_shared<RunValues>(*shown.instance, shown.trajectory, zero);
    run.values = run.motion;
    const RunQuantities there(*shown.instance);
    for (const RunQuantity& each : view.quantities) run.quantities.push_back(there.find(each.key));
    run.over = there.find(view.over.key);
    view.runs.push_back(std::move(run));
  }
  return view;
}

}  // namespace carom
