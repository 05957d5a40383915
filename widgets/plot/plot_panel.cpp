#include "plot/plot_panel.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMessageBox>
#include <QVBoxLayout>

#include "common/context_menu.h"
#include "common/hover_card.h"
#include "common/next_steps.h"
#include "figure/figure_clipboard.h"

namespace carom {

PlotPanel::PlotPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  m_plot = new StyledPlot({}, this);
  m_plot->setFocusPolicy(Qt::NoFocus);  // the panel takes it
  m_plot->installEventFilter(this);
  m_card = new HoverCard(this);
  m_steps = new NextSteps(m_plot);
  setFocusPolicy(Qt::StrongFocus);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 5, 6, 4);
  layout->addWidget(m_plot);
  connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    const bool inside = m_plot->axisRect()->rect().contains(event->pos()) && !m_plot->hasNotice();
    if (event->button() != Qt::LeftButton || !inside) return;
    m_pressed = true;
    hideCard();
    pressed(m_plot->xAxis->pixelToCoord(event->position().x()));
  });
  connect(m_plot, &QCustomPlot::mouseMove, this, &PlotPanel::mouseMoved);
  connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_pressed) return;
    m_pressed = false;
    released();
  });
}

void PlotPanel::mouseMoved(QMouseEvent* event) {
  if (!isDrawn()) return;
  const double x = m_plot->xAxis->pixelToCoord(event->position().x());
  const bool hasCurve = !m_plot->hasNotice();  // which an answer may have taken away under the pressed button
  if (m_pressed) return hasCurve ? dragged(x) : void();
  if (hasCurve && m_plot->axisRect()->rect().contains(event->pos()))
    hovered(x, event->globalPosition().toPoint());
  else
    unhovered();
}

bool PlotPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_plot && event->type() == QEvent::Leave) unhovered();
  if (watched == m_plot && event->type() == QEvent::ContextMenu) {  // which QCustomPlot keeps to itself
    contextMenuEvent(static_cast<QContextMenuEvent*>(event));
    return true;
  }
  return Panel::eventFilter(watched, event);
}

void PlotPanel::requestRedraw() {
  m_dirty = !isVisible();
  if (m_dirty) return;
  redraw();
  m_steps->offer(m_plot->hasNotice() ? nextSteps() : std::vector<NextStep>());
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<NextStep> PlotPanel::nextSteps() {
  return {};
}

void PlotPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (m_dirty) requestRedraw();
}

void PlotPanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  // A style sheet that is applied anew, as when the panel gets the keyboard, tells of the colours it had.
  constexpr const char* drawn = "drawnPalette";
  if (event->type() != QEvent::PaletteChange || property(drawn).value<QPalette>() == palette()) return;
  setProperty(drawn, QVariant::fromValue(palette()));
  requestRedraw();
}

double PlotPanel::perPixel() const {
  return m_plot->xAxis->range().size() / std::max(1, m_plot->axisRect()->width());
}

void PlotPanel::showCard(const QPoint& global, const Html& text) {
  m_card->showBeside(global, text);
}

void PlotPanel::hideCard() {
  m_card->hide();
}

void PlotPanel::copyAsPicture() {
  try {
    if (const auto shown = figure()) copyPicture(*shown);
  } catch (const FigureError& error) {
    QMessageBox::warning(this, tr("Copy as picture"), QString::fromUtf8(error.what()));
  }
}

void PlotPanel::copyAsData() {
  if (const auto shown = figure()) copyData(*shown);
}

void PlotPanel::contextMenuEvent(QContextMenuEvent* event) {
  hideCard();
  auto* menu = new QMenu(this);
  const bool drawn = figure() != nullptr;
  menu->addAction(tr("Export figure…"), this, &Panel::exportRequested)->setEnabled(drawn || isFigureComing());
  menu->addAction(tr("Copy as picture"), this, &PlotPanel::copyAsPicture)->setEnabled(drawn);
  menu->addAction(tr("Copy data"), this, &PlotPanel::copyAsData)->setEnabled(drawn);
  addToMenu(menu);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
