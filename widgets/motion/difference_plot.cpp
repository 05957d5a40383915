#include "motion/difference_plot.h"

#include <algorithm>
#include <cmath>

#include "answer/run_distance.h"
#include "base/counted_words.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
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

struct Series {
  Eigen::VectorXd x, y;
};

Series alongTime(const Snapshot& snapshot) {
  RunDistance distance = distanceAlongTime(snapshot);
  return {std::move(distance.time), std::move(distance.xi)};
}

Series alongOrdering(const Snapshot& snapshot) {
  const Pair pair(snapshot);
  Series series{Eigen::VectorXd::LinSpaced(pair.length() + 1, 0, pair.length()),
                Eigen::VectorXd(pair.length() + 1)};
  for (int i = 0; i <= pair.length(); ++i) series.y[i] = pair.after(i);
  return series;
}

/// The largest finite value > 0; 0 where there is none.
double largest(const Eigen::VectorXd& y) {
  double most = 0;
  for (const double value : y)
    if (value > most) most = value;
  return most;
}

Series seriesOf(const MotionView& view) {
  return view.alongTime ? alongTime(*view.snapshot) : alongOrdering(*view.snapshot);
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

void DifferenceQuantity::draw(StyledPlot& plot, const MotionView& view) const {
  const Series series = seriesOf(view);
  const bool whole = !view.alongTime;
  const double first = series.x[0], last = series.x[series.x.size() - 1];
  const double room = whole ? std::max(0.03 * (last - first), last > first ? 0 : 0.5) : 0;
  plot.setAxis(plot.xAxis, {first - room, last + room},
               whole ? RoundTicker::Steps::Whole : RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, roundRange(0, std::max(1e-9, 1.08 * largest(series.y))),
               RoundTicker::Steps::Decimal);
  plot.setCaptions(whole ? AxisCaption{{}, QObject::tr("reflection")}
                         : AxisCaption{QStringLiteral("t"), QStringLiteral("(s)")},
                   {{}, whole ? QStringLiteral("‖p − p′‖ / ‖p⁻‖") : QStringLiteral("‖p − p′‖ / ‖p‖")});
  const PlotStyle& style = plot.plotStyle();
  QCPGraph* graph = plot.addLine(QStringLiteral("difference"), thinned(series.x, series.y),
                                 style.pen(theme::vermilion, PlotStyle::lineWidth));
  if (whole && series.x.size() <= mostSingleMoments)
    graph->setScatterStyle({QCPScatterStyle::ssDisc, theme::vermilion, theme::vermilion, 5.5 * style.unit});
  const RunNames names = runNames(*view.snapshot, 4);
  plot.header()->setEntries({{QObject::tr("%1 against %2").arg(names.first, names.second), theme::vermilion,
                              LegendEntry::Mark::None}});
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
  return cardOf(head, {{view.alongTime ? QStringLiteral("‖p − p′‖/‖p‖") : QStringLiteral("‖p − p′‖/‖p⁻‖"),
                        formatNumber(differenceAt(view, place), 5)}});
}

QString DifferenceQuantity::csv(const MotionView& view) const {
  const Series series = seriesOf(view);
  QString text = (view.alongTime ? QStringLiteral("time [s]") : QStringLiteral("reflection")) +
                 QStringLiteral(",difference [1]\n");
  for (Eigen::Index i = 0; i < series.x.size(); ++i)
    text += csvNumber(series.x[i]) + QLatin1Char(',') + csvNumber(series.y[i]) + QLatin1Char('\n');
  return text;
}

}  // namespace carom
