#include <map>
#include <set>

#include "answer/motion_samples.h"
#include "base/joined_units.h"
#include "common/body_colors.h"
#include "common/theme.h"
#include "motion/plot_preset.h"

namespace carom {

namespace {

/// x solid, y dashed, z dotted, everything else dash-dotted.
Qt::PenStyle lineOf(const std::string& component) {
  static const std::map<std::string, Qt::PenStyle> known{
      {"x", Qt::SolidLine}, {"y", Qt::DashLine}, {"z", Qt::DotLine}};
  const auto found = known.find(component);
  return found == known.end() ? Qt::DashDotLine : found->second;
}

QString lineWord(Qt::PenStyle line) {
  return line == Qt::SolidLine  ? QObject::tr("solid")
         : line == Qt::DashLine ? QObject::tr("dashed")
         : line == Qt::DotLine  ? QObject::tr("dotted")
                                : QObject::tr("dash-dotted");
}

const Coordinate& coordinateOf(const SeriesView::Run& run, const RunQuantity& momentum) {
  return run.scene->mechanism->coordinates()[static_cast<std::size_t>(momentum.index)];
}

std::vector<SeriesView::Run> momentumRuns(const SeriesView& view) {
  std::vector<SeriesView::Run> runs = motionRuns(view);
  for (SeriesView::Run& run : runs)
    for (RunQuantity& momentum : momentaOf(*run.scene->mechanism)) {
      momentum.key = momentum.words = coordinateOf(run, momentum).name;
      momentum.of.clear();
      run.quantities.push_back(std::move(momentum));
    }
  return runs;
}

/// "x solid", "y dashed" where there is more than one direction, then bodies as colours, then kept runs.
void addDirections(PlotContent& content, const SeriesView& view, const std::vector<QColor>& shades) {
  const SceneInstance& instance = view.snapshot->instance;
  QStringList directions;
  for (const Coordinate& coordinate : instance.mechanism->coordinates())
    directions += QString::fromStdString(coordinate.component) + QLatin1Char(' ') +
                  lineWord(lineOf(coordinate.component));
  directions.removeDuplicates();
  if (directions.size() > 1)
    for (const QString& words : directions)
      content.legend.push_back({words, {}, LegendEntry::Mark::None, {}});
  std::set<int> drawn;  // a body that is fixed to another has no momentum of its own
  for (const Coordinate& coordinate : instance.mechanism->coordinates()) drawn.insert(coordinate.body);
  for (const int body : drawn)
    content.legend.push_back({bodyLabel(instance, body), shades[static_cast<std::size_t>(body)]});
  addRunLegend(content, view);
}

PlotContent momentumContent(const SeriesView& view) {
  PlotContent content;
  const std::vector<QColor> shades = bodyShades(view.snapshot->instance);
  QStringList units;
  for (std::size_t r = view.runs.size(); r-- > 0;)  // the run in force above the kept ones
    for (std::size_t k = 0; k < view.runs[r].quantities.size(); ++k) {
      const SeriesView::Run& run = view.runs[r];
      const Coordinate& coordinate = coordinateOf(run, *run.quantities[k]);
      PlotCurve curve = curveOf(view, r, k);
      curve.column =
          QStringLiteral("p_%1 [%2]")
              .arg(curve.key, coordinate.unit == "m" ? QStringLiteral("kg*m/s") : QStringLiteral("kg*m^2/s"));
      curve.line = lineOf(coordinate.component);
      curve.color = r == 0 ? shades[static_cast<std::size_t>(coordinate.body)] : run.color;
      if (r > 0) curve.width = 1.1;
      if (r > 0) curve.key = run.name + QLatin1Char(' ') + curve.key;
      if (r == 0) units += curve.unit;
      curve.hasDots = !view.alongTime && curve.x.size() <= mostSingleMoments;
      content.curves.push_back(std::move(curve));
    }
  setMotionAxis(content, view, QStringLiteral("p"),
                units.isEmpty() ? QString() : QLatin1Char('(') + joinedUnits(units) + QLatin1Char(')'));
  addDirections(content, view, shades);
  return content;
}

}  // namespace

const PlotPreset momentumPlot{"momentum",      "momentum",    QT_TRANSLATE_NOOP("QObject", "Momentum"),
                              false,           motionNotice,  momentumRuns,
                              momentumContent, theme::accent, nullptr};

}  // namespace carom
