#include "outcomes/outcome_set_panel.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "outcomes/outcome_set_figure.h"

namespace carom {

OutcomeSetPanel::OutcomeSetPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("outcomeSet"));
  setWindowTitle(tr("Outcome set"));
  setAccessibleName(windowTitle());
  setMouseTracking(true);
  m_card = new HoverCard(this);
  auto* row = new QHBoxLayout;
  for (int i = 0; i < 2; ++i) {
    const QString name = i == 0 ? QStringLiteral("x") : QStringLiteral("y");
    auto* label = new QLabel(name, this);
    label->setProperty("role", QStringLiteral("quiet"));
    m_choices[i] = new QComboBox(this);
    m_choices[i]->setObjectName(QStringLiteral("axis-") + name);
    m_choices[i]->setAccessibleName(tr("Direction along %1").arg(name));
    m_choices[i]->setToolTip(
        tr("The direction on which momenta are projected: a unit covector of the kinetic metric"));
    m_choices[i]->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_choices[i], &QComboBox::activated, this, [this, i](int at) {
      m_axes[i] = outcomeAxes(*m_snapshot)[static_cast<std::size_t>(at)];
      project();
    });
    row->addWidget(label);
    row->addWidget(m_choices[i]);
  }
  row->addStretch();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 4, 8, 4);
  layout->addLayout(row);
  layout->addStretch();
}

void OutcomeSetPanel::sceneOpened() {
  for (int i = 0; i < 2; ++i) m_axes[i] = {OutcomeAxis::Kind::Principal, i};
}

void OutcomeSetPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_hovered = -1;
  m_card->hide();
  offerAxes();
  project();
}

/// The directions of this impact; one that it does not have any more gives way to a principal axis.
void OutcomeSetPanel::offerAxes() {
  const std::vector<OutcomeAxis> axes = outcomeAxes(*m_snapshot);
  QStringList words;
  for (const OutcomeAxis& axis : axes) words += axisWords(*m_snapshot, axis);
  for (int i = 0; i < 2; ++i) {
    if (words != m_offered) {
      m_choices[i]->clear();
      m_choices[i]->addItems(words);
    }
    m_choices[i]->setEnabled(!axes.empty());
    if (axes.empty()) {
      m_choices[i]->setCurrentIndex(-1);
      continue;
    }
    auto at = std::find(axes.begin(), axes.end(), m_axes[i]);
    if (at == axes.end()) at = axes.begin() + std::min(i, static_cast<int>(axes.size()) - 1);
    m_axes[i] = *at;
    m_choices[i]->setCurrentIndex(static_cast<int>(at - axes.begin()));
  }
  m_offered = words;
}

void OutcomeSetPanel::project() {
  m_picture = projectOutcomes(m_snapshot, m_axes[0], m_axes[1]);
  update();
}

QRectF OutcomeSetPanel::drawingArea() const {
  return QRectF(rect()).adjusted(4, m_choices[0]->geometry().bottom() + 4, -4, -4);
}

QPointF OutcomeSetPanel::placeOf(int outcome) const {
  return outcomeFrame(m_picture, drawingArea(), 1).map(m_picture.outcomes[static_cast<std::size_t>(outcome)]);
}

int OutcomeSetPanel::outcomeAt(QPointF point) const {
  if (m_picture.isEmpty()) return -1;
  const AxesFrame frame = outcomeFrame(m_picture, drawingArea(), 1);
  constexpr double reach = 9;
  double nearest = reach;
  int found = -1;
  for (std::size_t i = 0; i < m_picture.outcomes.size(); ++i) {
    const QPointF off = frame.map(m_picture.outcomes[i]) - point;
    if (std::hypot(off.x(), off.y()) >= nearest) continue;
    nearest = std::hypot(off.x(), off.y());
    found = static_cast<int>(i);
  }
  return found;
}

Html OutcomeSetPanel::card(int outcome) const {
  const ImpactReport& report = *m_snapshot->report;
  const Outcome& o = report.outcomes[static_cast<std::size_t>(outcome)];
  const QPointF at = m_picture.outcomes[static_cast<std::size_t>(outcome)];
  HtmlRows rows{
      {axisWords(*m_snapshot, m_picture.x), formatNumber(at.x()), QStringLiteral("√J")},
      {axisWords(*m_snapshot, m_picture.y), formatNumber(at.y()), QStringLiteral("√J")},
      {tr("from p⁻"), formatNumber(report.problem.metric().norm(o.momentum - report.problem.momentum())),
       QStringLiteral("√J")}};
  if (o.probability) rows.append(HtmlRow{tr("probability"), probabilityText(*o.probability)});
  const QStringList names = shortContactNames(report.problem.labels(), m_snapshot->instance);
  return Html(tr("outcome %1").arg(outcome + 1)).bold() +
         (o.orderings > 0 ? QLatin1Char(' ') + orderingsText(o.orderings) : QString()) + Html::lineBreak() +
         wordText(names, o.example, 8) + cardTable(rows);
}

void OutcomeSetPanel::paintEvent(QPaintEvent*) {
  if (!m_snapshot) return;
  QPainter painter(this);
  paintOutcomeSet(painter, m_picture, drawingArea(), 1, m_hovered);
}

void OutcomeSetPanel::mouseMoveEvent(QMouseEvent* event) {
  const int outcome = outcomeAt(event->position());
  setCursor(outcome >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (outcome == m_hovered) return;
  m_hovered = outcome;
  if (outcome >= 0)
    m_card->showBeside(event->globalPosition().toPoint(), card(outcome));
  else
    m_card->hide();
  update();
}

void OutcomeSetPanel::mouseReleaseEvent(QMouseEvent* event) {
  const int outcome = event->button() == Qt::LeftButton ? outcomeAt(event->position()) : -1;
  if (outcome < 0) return;
  const SnapshotPtr snapshot = m_snapshot;  // stays while the edit may bring another one
  const Word& word = snapshot->report->outcomes[static_cast<std::size_t>(outcome)].example;
  if (word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, word);
}

void OutcomeSetPanel::leaveEvent(QEvent*) {
  m_hovered = -1;
  m_card->hide();
  update();
}

void OutcomeSetPanel::contextMenuEvent(QContextMenuEvent* event) {
  m_card->hide();
  QMenu menu(this);
  menu.addAction(tr("Export figure…"), this, &Panel::exportRequested)->setEnabled(!m_picture.isEmpty());
  menu.exec(event->globalPos());
}

std::unique_ptr<Figure> OutcomeSetPanel::figure() const {
  if (m_picture.isEmpty()) return nullptr;
  return std::make_unique<OutcomeSetFigure>(m_picture);
}

}  // namespace carom
