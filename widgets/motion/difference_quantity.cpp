#include "motion/difference_quantity.h"

#include <algorithm>
#include <cmath>

#include "answer/run_distance.h"
#include "base/counted_words.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/kept_runs.h"
#include "common/moments.h"
#include "common/run_names.h"
#include "common/theme.h"
#include "plot/plot_items.h"

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

/// The compared impact of both motions.
struct Pair {
  WholeImpact a, b;

  explicit Pair(const Snapshot& snapshot)
      : a(wholeImpactOf(snapshot, comparedImpacts(snapshot).first)),
        b(wholeImpact(*snapshot.instance.mechanism, *snapshot.comparison->trajectory,
                      static_cast<std::size_t>(comparedImpacts(snapshot).second))) {}

  int length() const { return static_cast<int>(std::max(a.momenta.cols(), b.momenta.cols())) - 1; }
  double after(int reflections) const {
    const auto at = [&](const WholeImpact& impact) {
      return impact.momenta.col(std::min<Eigen::Index>(reflections, impact.momenta.cols() - 1));
    };
    return a.problem.metric().norm(at(a) - at(b)) / a.problem.momentumNorm();
  }
};

DifferenceCurve alongTime(const SnapshotPtr& run, const QString& name, const QColor& color) {
  RunDistance distance = distanceAlongTime(*run);
  return {name, color, run, std::move(distance.time), std::move(distance.xi)};
}

DifferenceCurve alongOrdering(const SnapshotPtr& run) {
  const Pair pair(*run);
  DifferenceCurve curve{{},
                        theme::vermilion,
                        run,
                        Eigen::VectorXd::LinSpaced(pair.length() + 1, 0, pair.length()),
                        Eigen::VectorXd(pair.length() + 1)};
  for (int i = 0; i <= pair.length(); ++i) curve.y[i] = pair.after(i);
  return curve;
}

/// The least and the largest of the finite values > 0 of all curves; 0 where there is none.
QCPRange positiveRange(const std::vector<DifferenceCurve>& curves) {
  QCPRange range(0, 0);
  for (const DifferenceCurve& curve : curves)
    for (const double value : curve.y) {
      if (!(value > 0) || !std::isfinite(value)) continue;
      range.lower = range.lower > 0 ? std::min(range.lower, value) : value;
      range.upper = std::max(range.upper, value);
    }
  return range;
}

/// The values that the axis can show; others are NaN, which leaves a gap.
Eigen::VectorXd shownValues(const Eigen::VectorXd& y, bool isLog) {
  return isLog ? Eigen::VectorXd((y.array() > 0).select(y.array(), std::nan(""))) : y;
}

void setDifferenceAxis(StyledPlot& plot, const std::vector<DifferenceCurve>& curves, bool isLog) {
  const QCPRange range = positiveRange(curves);
  if (isLog && range.upper > 0)
    plot.setAxis(plot.yAxis, {range.lower / 3, range.upper * 3}, RoundTicker::Steps::Decimal, true);
  else
    plot.setAxis(plot.yAxis, roundRange(0, std::max(1e-9, 1.08 * range.upper)), RoundTicker::Steps::Decimal);
}

}  // namespace

QString DifferenceQuantity::notice(const MotionView& view) const {
  if (const QString usual = view.notice(); !usual.isEmpty()) return usual;
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

std::vector<DifferenceCurve> differenceCurves(const MotionView& view) {
  if (!view.alongTime) return {alongOrdering(view.snapshot)};
  std::vector<DifferenceCurve> curves{alongTime(view.snapshot, {}, theme::vermilion)};
  for (const KeptRun& kept : view.snapshot->kept)
    if (kept.isShown && kept.answer->comparison)
      curves.push_back(alongTime(kept.answer, QString::fromStdString(kept.name), runColor(kept)));
  return curves;
}

void DifferenceQuantity::draw(StyledPlot& plot, const MotionView& view) const {
  const std::vector<DifferenceCurve> curves = differenceCurves(view);
  const bool whole = !view.alongTime;
  double first = curves[0].x[0], last = first;
  for (const DifferenceCurve& curve : curves) {
    first = std::min(first, curve.x[0]);
    last = std::max(last, curve.x[curve.x.size() - 1]);
  }
  const double room = whole ? std::max(0.03 * (last - first), last > first ? 0 : 0.5) : 0;
  plot.setAxis(plot.xAxis, {first - room, last + room},
               whole ? RoundTicker::Steps::Whole : RoundTicker::Steps::Decimal);
  setDifferenceAxis(plot, curves, view.isLog);
  plot.setCaptions(whole ? AxisCaption{{}, QObject::tr("reflection")}
                         : AxisCaption{QStringLiteral("t"), QStringLiteral("(s)")},
                   {whole ? QStringLiteral("‖p − p′‖ / ‖p⁻‖") : QStringLiteral("‖p − p′‖ / ‖p‖"), {}});
  const PlotStyle& style = plot.plotStyle();
  const RunNames names = runNames(*view.snapshot, 4);
  const bool isIdentical =
      std::ranges::all_of(curves, [](const DifferenceCurve& curve) { return curve.y.isZero(0); });
  const QString words = isIdentical ? QObject::tr("%1 against %2: identical") : QObject::tr("%1 against %2");
  std::vector<LegendEntry> entries{
      {words.arg(names.first, names.second), theme::vermilion, LegendEntry::Mark::None}};
  for (const DifferenceCurve& curve : curves) {
    const QString name = curve.name.isEmpty() ? QStringLiteral("difference") : curve.name;
    QCPGraph* graph = plot.addLine(name, thinned(curve.x, shownValues(curve.y, view.isLog)),
                                   style.pen(curve.color, PlotStyle::lineWidth));
    if (whole && curve.x.size() <= mostSingleMoments)
      graph->setScatterStyle({QCPScatterStyle::ssDisc, curve.color, curve.color, 5.5 * style.unit});
    if (!curve.name.isEmpty()) entries.push_back({curve.name, curve.color, LegendEntry::Mark::Line});
  }
  plot.header()->setEntries(std::move(entries));
  if (whole) return;
  std::vector<double> times;
  for (const ImpactEvent& impact : view.snapshot->trajectory->impacts) times.push_back(impact.time);
  new TimeMarks(&plot, std::move(times));
}

QColor DifferenceQuantity::cursorColor() const {
  return theme::accent();
}

double differenceAt(const MotionView& view, double place) {
  if (view.alongTime) return distanceBetweenRuns(*view.snapshot, place);
  const Pair pair(*view.snapshot);
  return pair.after(static_cast<int>(std::lround(std::clamp<double>(place, 0, pair.length()))));
}

Html DifferenceQuantity::card(const MotionView& view, double place) const {
  const int reflections = static_cast<int>(std::lround(std::max(0.0, place)));
  const QString head =
      view.alongTime
          ? QObject::tr("t = %1 s").arg(formatNumber(place, 4))
          : QObject::tr("after %1 of both").arg(reflectionsText(static_cast<std::uint64_t>(reflections)));
  HtmlRows rows{{view.alongTime ? QStringLiteral("‖p − p′‖/‖p‖") : QStringLiteral("‖p − p′‖/‖p⁻‖"),
                 formatNumber(differenceAt(view, place), 5)}};
  if (view.alongTime)
    for (const KeptRun& kept : view.snapshot->kept)
      if (kept.isShown && kept.answer->comparison)
        rows += HtmlRow{QString::fromStdString(kept.name),
                        formatNumber(distanceBetweenRuns(*kept.answer, place), 5)};
  return cardOf(head, rows);
}

QString DifferenceQuantity::csv(const MotionView& view) const {
  const std::vector<DifferenceCurve> curves = differenceCurves(view);
  const bool named = curves.size() > 1;
  QString text = (named ? QStringLiteral("run,") : QString()) +
                 (view.alongTime ? QStringLiteral("time [s]") : QStringLiteral("reflection")) +
                 QStringLiteral(",difference [1]\n");
  for (const DifferenceCurve& curve : curves) {
    const QString run =
        !named ? QString()
               : csvField(curve.name.isEmpty() ? QObject::tr("this run") : curve.name) + QLatin1Char(',');
    for (Eigen::Index i = 0; i < curve.x.size(); ++i)
      text += run + csvNumber(curve.x[i]) + QLatin1Char(',') + csvNumber(curve.y[i]) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
