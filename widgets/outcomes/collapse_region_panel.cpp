#include "outcomes/collapse_region_panel.h"

#include <QPainter>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "outcomes/collapse_region_figure.h"

namespace carom {

CollapseRegionPanel::CollapseRegionPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent) {
  setObjectName(QStringLiteral("collapseRegion"));
  setWindowTitle(tr("Collapse region"));
  setAccessibleName(windowTitle());
  m_marks = new Picture(
      this, this,
      {.at = [this](const QPointF& place) { return spotAt(place); }, .words = [this] { return words(); }});
  // The panel stays where it is: who chooses a restitution has not asked for it.
  connect(edits, &Edits::reflectionRestitutionChosen, this, [this] {
    if (!isVisible()) emit told(tr("Menu View, Collapse region: for which e orderings never end"));
  });
}

void CollapseRegionPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_marks->renew();
  update();
}

double CollapseRegionPanel::restitution() const {
  return m_snapshot->settings.reflectionRestitution.value_or(1);
}

QPointF CollapseRegionPanel::placeOf(double gram) const {
  return collapseFrame(drawingArea(), 1).map(collapsePlace(gram, restitution()));
}

std::unique_ptr<Figure> CollapseRegionPanel::figure() const {
  return m_snapshot ? std::make_unique<CollapseRegionFigure>(m_snapshot) : nullptr;
}

void CollapseRegionPanel::paintEvent(QPaintEvent*) {
  if (!m_snapshot) return;
  QPainter painter(this);
  const PaintedWords::Recording recording(m_marks->painted());
  paintCollapseRegion(painter, *m_snapshot, drawingArea(), 1);
}

PictureSpot CollapseRegionPanel::spotAt(const QPointF& place) const {
  constexpr double reach = 10;
  if (!m_snapshot || !m_snapshot->report) return {};
  const std::vector<GramMark> marks = gramMarks(m_snapshot->report->problem);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const QPointF off = placeOf(marks[i].gram) - place;
    if (std::hypot(off.x(), off.y()) <= reach)
      return {0, static_cast<int>(i), [this, mark = marks[i]] { return card(mark); }};
  }
  return {};
}

Html CollapseRegionPanel::card(const GramMark& mark) const {
  const ImpactProblem& problem = m_snapshot->report->problem;
  Html pairs;
  constexpr std::size_t mostPairs = 8;
  for (std::size_t k = 0; k < std::min(mostPairs, mark.pairs.size()); ++k) {
    const auto& [i, j] = mark.pairs[k];
    if (k > 0) pairs += Html::lineBreak();
    pairs += contactName(problem, i) + QStringLiteral(", ") + contactName(problem, j);
  }
  const double edge = collapseRestitution(mark.gram);
  const QString ends = mark.gram >= 0          ? tr("an ordering ends for every e")
                       : restitution() <= edge ? tr("an ordering never ends at this e")
                                               : tr("every ordering of the pair ends at this e");
  return pairs.bold() + Html::lineBreak() + ends +
         cardTable({{QStringLiteral("G"), formatNumber(mark.gram, 6)},
                    {QStringLiteral("e"), formatNumber(restitution())},
                    {tr("never ends up to e"), formatNumber(edge)}});
}

QString CollapseRegionPanel::words() const {
  if (!m_snapshot || !m_snapshot->report) return {};
  const ImpactProblem& problem = m_snapshot->report->problem;
  QStringList pairs;
  for (const GramMark& mark : gramMarks(problem))
    for (const auto& [i, j] : mark.pairs)
      pairs += tr("%1 and %2: G = %3")
                   .arg(contactName(problem, i), contactName(problem, j), formatNumber(mark.gram, 4));
  return tr("e = %1; %2").arg(formatNumber(restitution()), pairs.mid(0, 20).join(QStringLiteral(", ")));
}

}  // namespace carom
