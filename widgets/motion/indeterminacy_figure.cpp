#include "motion/indeterminacy_figure.h"

#include "answer/drop_experiment.h"
#include "base/csv_text.h"

namespace carom {

static SeriesView gaitsOf(const Snapshot& present) {
  SeriesView view = plotView(differencePlot, dropExperiment(present), true);
  view.logY = true;
  return view;
}

IndeterminacyFigure::IndeterminacyFigure(SnapshotPtr present)
    : SeriesFigure(gaitsOf(*present)), m_present(std::move(present)) {}

QString IndeterminacyFigure::title() const {
  return QObject::tr("Indeterminacy after a drop of two mechanisms — %1")
      .arg(QString::fromStdString(m_present->scene->title()));
}

QString IndeterminacyFigure::gaitName(std::size_t run) const {
  return run == 0 ? QObject::tr("orthogonal") : view().runs[run].name;
}

void IndeterminacyFigure::draw(StyledPlot& plot) const {
  const PlotContent content = contentOf(view());
  drawSeries(plot, view(), content);
  std::vector<LegendEntry> entries;
  for (const PlotCurve& curve : content.curves)
    entries.push_back({gaitName(curve.run), curve.color, LegendEntry::Mark::Line});
  plot.header()->setEntries(std::move(entries));
}

QString IndeterminacyFigure::csv() const {
  QString text = QStringLiteral("gait,time [s],xi [1]\n");
  for (const PlotCurve& curve : contentOf(view()).curves)
    for (Eigen::Index i = 0; i < curve.x.size(); ++i)
      text += csvField(gaitName(curve.run)) + QLatin1Char(',') + csvNumber(curve.x[i]) + QLatin1Char(',') +
              csvNumber(curve.y[i]) + QLatin1Char('\n');
  return text;
}

}  // namespace carom
