#include "impulse/impulse_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "common/hover_card.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "impulse/impulse_cards.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_painter.h"

namespace carom {

ImpulseCanvas::ImpulseCanvas(ImpulseLab* lab, QWidget* parent)
    : QWidget(parent), m_lab(lab), m_card(new HoverCard(this)) {
  setObjectName(QStringLiteral("impulseCanvas"));
  setAccessibleName(tr("Impulse space"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(lab, &ImpulseLab::changed, this, &ImpulseCanvas::refresh);
  connect(lab, &ImpulseLab::lawsChanged, this, &ImpulseCanvas::refresh);
  refresh();
}

void ImpulseCanvas::refresh() {
  m_picture.reset();
  if (whyNoPicture(m_lab->now().impact).isEmpty()) {
    ImpulseLook look{m_lab->laws()};
    look.legend = false;  // the list of laws beside the picture is one
    look.largest = true;
    look.aboveOne = m_lab->now().coefficients.restitution > 1;
    look.path = std::ranges::find(look.laws, CollisionLaw::Routh) != look.laws.end();
    m_picture = impulsePicture(m_lab->now(), look);
  }
  if (!m_drag) m_hot.reset();
  m_card->hide();
  update();
}

/// In a low panel the captions of the axes leave their room to the picture.
AxesFrame ImpulseCanvas::restingFrame() const {
  constexpr int low = 180;            // px
  constexpr double captionRoom = 16;  // of each axis
  if (height() >= low) return impulseFrame(*m_picture, area(), 1);
  AxesFrame frame = impulseFrame(*m_picture, area().adjusted(-captionRoom, 0, 0, captionRoom), 1);
  frame.x = frame.y = {};
  return frame;
}

/// While a handle is held the ellipse stays where it is: the frame moves with its centre.
AxesFrame ImpulseCanvas::frame() const {
  if (!m_drag) return restingFrame();
  const QPointF moved = placeOf(m_picture->diagram.sticking()) - placeOf(m_drag->start.diagram.sticking());
  AxesFrame frame = m_drag->frame;
  frame.data.translate(moved);
  frame.xTicks = roundTicks(frame.data.left(), frame.data.right(), frame.plot.width(), 1);
  frame.yTicks = roundTicks(frame.data.top(), frame.data.bottom(), frame.plot.height(), 1);
  return frame;
}

QPointF ImpulseCanvas::placeOfHandle(const ImpulseHandle& handle) const {
  return frame().map(placeOf(handle.at));
}

void ImpulseCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PaintedWords::Recording recording(&m_words);
  if (m_picture)
    return paintImpulseSpace(painter, *m_picture, frame(), area(), true, m_hot ? &*m_hot : nullptr);
  painter.setPen(theme::quietInk());
  theme::drawText(painter, QRectF(rect()).adjusted(20, 0, -20, 0), Qt::AlignCenter | Qt::TextWordWrap,
                  whyNoPicture(m_lab->now().impact), theme::textFont(12));
}

std::optional<ImpulseHandle> ImpulseCanvas::under(QPointF point) const {
  if (!m_picture) return std::nullopt;
  constexpr double reach = 10;
  const AxesFrame now = frame();
  std::optional<ImpulseHandle> found;
  double nearest = reach;
  for (const ImpulseHandle& handle : impulseHandles(*m_picture, now)) {
    const QPointF off = now.map(placeOf(handle.at)) - point;
    const double distance = std::hypot(off.x(), off.y());
    if (distance >= nearest) continue;
    nearest = distance;
    found = handle;
  }
  return found;
}

PlanarImpulse ImpulseCanvas::impulseAt(QPointF point) const {
  const AxesFrame& at = m_drag->frame;
  return {at.data.top() + (at.plot.bottom() - point.y()) / at.plot.height() * at.data.height(),
          at.data.left() + (point.x() - at.plot.left()) / at.plot.width() * at.data.width()};
}

void ImpulseCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  m_hot = under(event->position());
  if (!m_hot) return;
  m_card->hide();
  m_drag = Drag{*m_picture, frame(), {}};
  m_drag->grabbed = impulseAt(event->position()) - m_hot->at;
  m_lab->begin();
  setCursor(Qt::ClosedHandCursor);
  update();
}

void ImpulseCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!m_drag) return hover(event);
  m_lab->preview(draggedCase(m_drag->start, *m_hot, impulseAt(event->position()) - m_drag->grabbed));
}

void ImpulseCanvas::hover(QMouseEvent* event) {
  const auto now = under(event->position());
  setCursor(now ? Qt::OpenHandCursor : Qt::ArrowCursor);
  if (now)
    m_card->showBeside(event->globalPosition().toPoint(), handleCard(*m_picture, *now));
  else
    m_card->hide();
  m_hot = now;
  update();
}

void ImpulseCanvas::release(bool keep) {
  if (!m_drag) return;
  m_drag.reset();
  m_hot.reset();
  setCursor(Qt::ArrowCursor);
  keep ? m_lab->commit() : m_lab->cancel();
  update();
}

void ImpulseCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) release(true);
}

void ImpulseCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_drag) return release(false);
  QWidget::keyPressEvent(event);
}

bool ImpulseCanvas::event(QEvent* event) {
  const bool escape =
      event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (escape && m_drag) event->accept();
  return QWidget::event(event);
}

void ImpulseCanvas::leaveEvent(QEvent*) {
  m_card->hide();
  if (m_drag) return;
  m_hot.reset();
  update();
}

void ImpulseCanvas::hideEvent(QHideEvent* event) {
  release(true);
  QWidget::hideEvent(event);
}

}  // namespace carom
