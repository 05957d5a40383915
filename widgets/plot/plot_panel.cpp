#include "plot/plot_panel.h"

#include <QVBoxLayout>

#include "common/next_steps.h"

namespace carom {

PlotPanel::PlotPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  m_plot = new StyledPlot({}, this);
  m_plot->setFocusPolicy(Qt::NoFocus);  // the panel takes it
  m_plot->showNotice(tr("The scene is being opened."));
  m_picture = new Picture(m_plot, this,
                          {.at = [this](const QPointF& place) { return spotAt(place); },
                           .words = [this] { return windowTitle(); },
                           .menu = [this](QMenu* menu, const auto&) { addToMenu(menu); },
                           .focus = this});
  m_steps = new NextSteps(m_plot);
  setFocusPolicy(Qt::StrongFocus);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 5, 6, 4);
  layout->addWidget(m_plot);
}

/// Every place within the axes is a spot of its own. A drag rests while an answer has taken the curve away.
PictureSpot PlotPanel::spotAt(const QPointF& place) {
  if (!isDrawn() || m_plot->hasNotice() || !m_plot->axisRect()->rect().contains(place.toPoint())) return {};
  return {qRound(place.x()),
          qRound(place.y()),
          [this, place] { return cardAt(place); },
          Qt::ArrowCursor,
          {},
          [this](const QPointF& from) {
            std::optional<PictureDrag> drag = dragAt(from);
            if (!drag) return drag;
            drag->moveTo = [this, moveTo = drag->moveTo](const QPointF& to, Qt::KeyboardModifiers keys) {
              if (isDrawn() && !m_plot->hasNotice()) moveTo(to, keys);
            };
            return drag;
          }};
}

void PlotPanel::requestRedraw() {
  m_dirty = !isVisible();
  if (m_dirty) return;
  redraw();
  m_steps->offer(m_plot->hasNotice() ? nextSteps() : std::vector<NextStep>());
  m_plot->replot(QCustomPlot::rpQueuedReplot);
  m_picture->speakLater();
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

}  // namespace carom
