#include <algorithm>
#include <cmath>

#include "answer/impact_of_run.h"
#include "answer/run_distance.h"
#include "common/edits.h"
#include "common/kept_runs.h"
#include "common/run_names.h"
#include "common/theme.h"
#include "motion/plot_preset.h"

namespace carom {

namespace {

/// The impacts at which two motions follow different orderings: that of the fork, else the first. −1 where a
/// motion has no such impact.
std::pair<int, int> comparedImpacts(const Snapshot& snapshot) {
  const Trajectory &first = *snapshot.trajectory, &second = *snapshot.comparison->trajectory;
  const auto& branch = snapshot.comparison->branch;
  if (!branch || branch->rule) return {first.initialImpact(), second.initialImpact()};
  const auto at = [&](const Trajectory& motion) {
    return branch->impact < static_cast<int>(motion.impacts.size()) ? branch->impact : -1;
  };
  return {at(first), at(second)};
}

/// How far a run and its second run are apart.
class DifferenceValues : public SeriesValues {
 public:
  DifferenceValues(SnapshotPtr run, bool alongTime) : m_run(std::move(run)), m_alongTime(alongTime) {
    if (alongTime) {
      RunDistance distance = distanceAlongTime(*m_run);
      m_places = std::move(distance.time);
      m_values = std::move(distance.xi);
    } else {
      compareOrderings();
    }
  }

  Eigen::VectorXd of(const RunQuantity&) const override { return m_values; }
  double at(const RunQuantity&, double place) const override {
    if (m_alongTime) return distanceBetweenRuns(*m_run, place);
    return m_values[std::lround(std::clamp(place, start(), end()))];
  }

 private:
  void compareOrderings() {
    const auto [first, second] = comparedImpacts(*m_run);
    const WholeImpact a = wholeImpactOf(*m_run, first),
                      b = wholeImpact(*m_run->instance.mechanism, *m_run->comparison->trajectory,
                                      static_cast<std::size_t>(second));
    const Eigen::Index count = std::max(a.momenta.cols(), b.momenta.cols());
    m_places = Eigen::VectorXd::LinSpaced(count, 0, static_cast<double>(count - 1));
    m_values.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto at = [&](const WholeImpact& impact) {
        return impact.momenta.col(std::min(i, impact.momenta.cols() - 1));
      };
      m_values[i] = a.problem.metric().norm(at(a) - at(b)) / a.problem.momentumNorm();
    }
  }

  SnapshotPtr m_run;
  bool m_alongTime;
  Eigen::VectorXd m_values;
};

/// Not empty also where no ordering is pinned, or where the moment is at another impact.
QString differenceNotice(const SeriesView& view) {
  if (const QString usual = motionNotice(view); !usual.isEmpty()) return usual;
  const Snapshot& snapshot = *view.snapshot;
  if (!snapshot.comparison)
    return QObject::tr(
        "There is no second run to compare with.\nPress C, right click a momentum in the tree, or "
        "choose one in the menu Motion.");
  if (view.alongTime) return {};
  const auto [first, second] = comparedImpacts(snapshot);
  if (first < 0 || second < 0) return QObject::tr("There is no first impact to compare.");
  if (view.impact == first) return {};
  if (first != snapshot.trajectory->initialImpact())
    return QObject::tr("Orderings are compared at impact %1; along time the motions go on.").arg(first + 1);
  return QObject::tr("Orderings are compared at the first impact; along time the motions go on.");
}

/// The run in force, then, along time, the kept runs that are shown and have a second run.
std::vector<SeriesView::Run> differenceRuns(const SeriesView& view) {
  const QString formula = view.alongTime ? QStringLiteral("‖p − p′‖/‖p‖") : QStringLiteral("‖p − p′‖/‖p⁻‖");
  const RunQuantity difference{RunQuantity::Kind::Difference, 0,  "difference",
                               formula.toStdString(),         {}, "1"};
  std::vector<SeriesView::Run> runs;
  const auto add = [&](const QString& name, const SnapshotPtr& run, const QColor& color) {
    runs.push_back(
        {name, std::make_shared<DifferenceValues>(run, view.alongTime), {difference}, RunQuantity(), color});
  };
  add(QObject::tr("this run"), view.snapshot, {});
  if (view.alongTime)
    for (const KeptRun& kept : view.snapshot->kept)
      if (kept.isShown && kept.answer->comparison)
        add(QString::fromStdString(kept.name), kept.answer, runColor(kept));
  return runs;
}

PlotContent differenceContent(const SeriesView& view) {
  PlotContent content;
  double most = 0;
  bool isIdentical = true;
  for (std::size_t r = 0; r < view.runs.size(); ++r) {
    const SeriesView::Run& run = view.runs[r];
    PlotCurve curve = curveOf(view, r, 0);
    curve.column = QStringLiteral("difference [1]");
    curve.color = r == 0 ? theme::vermilion : run.color;
    curve.hasDots = !view.alongTime && curve.x.size() <= mostSingleMoments;
    if (r > 0) curve.key = curve.name = run.name;
    for (const double value : curve.y)
      if (std::isfinite(value)) most = std::max(most, value);
    isIdentical = isIdentical && curve.y.isZero(0);
    content.curves.push_back(std::move(curve));
  }
  setMotionAxis(content, view,
                view.alongTime ? QStringLiteral("‖p − p′‖ / ‖p‖") : QStringLiteral("‖p − p′‖ / ‖p⁻‖"), {});
  // A line of zeros is seen above the axis.
  content.leftRange = isIdentical ? QCPRange(-0.08, 1) : roundRange(0, std::max(1e-9, 1.08 * most));
  content.logRoom = 3;
  const RunNames names = runNames(*view.snapshot, 4);
  const QString words = isIdentical ? QObject::tr("%1 against %2: identical") : QObject::tr("%1 against %2");
  constexpr qsizetype mostInALine = 50;  // letters: about the width of a column
  if (const QString text = words.arg(names.first, names.second); text.size() <= mostInALine) {
    content.legend = {{text, theme::vermilion, LegendEntry::Mark::None}};
  } else {
    content.legend = {
        {names.first, theme::vermilion, LegendEntry::Mark::None},
        {QObject::tr("against %1").arg(names.second), theme::vermilion, LegendEntry::Mark::None}};
    if (isIdentical)
      content.legend.push_back({QObject::tr("identical"), theme::vermilion, LegendEntry::Mark::None});
  }
  addRunLegend(content, view);
  return content;
}

std::vector<NextStep> differenceSteps(const SeriesView& view, Selection* selection, Edits* edits,
                                      const std::function<void()>& showTime) {
  const SnapshotPtr& snapshot = view.snapshot;
  if (!snapshot) return {};
  if (snapshot->comparison) {
    if (view.alongTime) return {};
    return {
        {QObject::tr("Show along time"), QObject::tr("The distance of the two motions over time"), showTime}};
  }
  if (!snapshot->report || snapshot->report->outcomes.empty()) return stepsToImpact(snapshot, selection);
  // The example of an outcome where the ordering in force does not end.
  const std::vector<Outcome>& outcomes = snapshot->report->outcomes;
  for (std::size_t other = 0; other < outcomes.size(); ++other)
    if (static_cast<int>(other) != snapshot->outcome)
      return {
          {QObject::tr("Compare with outcome %1").arg(other + 1),
           QObject::tr("A second run, by an ordering that ends in outcome %1").arg(other + 1),
           [edits, snapshot, word = outcomes[other].example] { edits->setComparisonOf(*snapshot, word); }}};
  return {};
}

}  // namespace

const PlotPreset differencePlot{"difference",
                                "difference",
                                QT_TRANSLATE_NOOP("QObject", "Difference"),
                                false,
                                differenceNotice,
                                differenceRuns,
                                differenceContent,
                                theme::accent,
                                differenceSteps};

}  // namespace carom
