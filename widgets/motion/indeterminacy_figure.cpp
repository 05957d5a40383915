#include "motion/indeterminacy_figure.h"

#include "answer/drop_experiment.h"
#include "base/csv_text.h"

namespace carom {

namespace {

MotionView gaitsOf(const Snapshot& present) {
  MotionView view = motionView(dropExperiment(present), true);
  view.isLog = true;
  return view;
}

QString gaitName(const DifferenceCurve& curve) {
  return curve.name.isEmpty() ? QObject::tr("orthogonal") : curve.name;
}

}  // namespace

IndeterminacyFigure::IndeterminacyFigure(SnapshotPtr present)
    : IndeterminacyFigure(present, gaitsOf(*present)) {}

IndeterminacyFigure::IndeterminacyFigure(SnapshotPtr present, const MotionView& view)
    : MotionFigure(std::make_shared<DifferenceQuantity>(), view),
      m_present(std::move(present)),
      m_gaits(view) {}

QString IndeterminacyFigure::title() const {
  return QObject::tr("Indeterminacy after a drop of two mechanisms — %1")
      .arg(QString::fromStdString(m_present->scene->title()));
}

void IndeterminacyFigure::draw(StyledPlot& plot) const {
  MotionFigure::draw(plot);
  std::vector<LegendEntry> entries;
  for (const DifferenceCurve& curve : differenceCurves(m_gaits))
    entries.push_back({gaitName(curve), curve.color, LegendEntry::Mark::Line});
  plot.header()->setEntries(std::move(entries));
}

QString IndeterminacyFigure::csv() const {
  QString text = QStringLiteral("gait,time [s],xi [1]\n");
  for (const DifferenceCurve& curve : differenceCurves(m_gaits))
    for (Eigen::Index i = 0; i < curve.x.size(); ++i)
      text += csvField(gaitName(curve)) + QLatin1Char(',') + csvNumber(curve.x[i]) + QLatin1Char(',') +
              csvNumber(curve.y[i]) + QLatin1Char('\n');
  return text;
}

}  // namespace carom
