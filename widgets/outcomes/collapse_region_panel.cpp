#include "outcomes/collapse_region_panel.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "outcomes/collapse_region_figure.h"

namespace carom {

CollapseRegionPanel::CollapseRegionPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent) {
  setObjectName(QStringLiteral("collapseRegion"));
  setWindowTitle(tr("Collapse region"));
  setAccessibleName(windowTitle());
  setMouseTracking(true);
  m_card = new HoverCard(this);
  connect(edits, &Edits::reflectionRestitutionChosen, this, &Panel::showWanted);
}

void CollapseRegionPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_card->hide();
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
  paintCollapseRegion(painter, *m_snapshot, drawingArea(), 1);
}

void CollapseRegionPanel::mouseMoveEvent(QMouseEvent* event) {
  constexpr double reach = 10;
  if (!m_snapshot || !m_snapshot->report) return;
  const ImpactProblem& problem = m_snapshot->report->problem;
  for (const GramMark& mark : gramMarks(problem)) {
    const QPointF off = placeOf(mark.gram) - event->position();
    if (std::hypot(off.x(), off.y()) > reach) continue;
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
    m_card->showBeside(event->globalPosition().toPoint(),
                       pairs.bold() + Html::lineBreak() + ends +
                           cardTable({{QStringLiteral("G"), formatNumber(mark.gram, 6)},
                                      {QStringLiteral("e"), formatNumber(restitution())},
                                      {tr("never ends up to e"), formatNumber(edge)}}));
    return;
  }
  m_card->hide();
}

void CollapseRegionPanel::leaveEvent(QEvent*) {
  m_card->hide();
}

void CollapseRegionPanel::contextMenuEvent(QContextMenuEvent* event) {
  m_card->hide();
  auto* menu = new QMenu(this);
  menu->addAction(tr("Export figure…"), this, &Panel::exportRequested)->setEnabled(m_snapshot != nullptr);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
