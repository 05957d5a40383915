#include "impulse/impulse_canvas.h"

#include <QPainter>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/panel.h"
#include "impulse/impulse_cards.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_painter.h"
#include "impulse/law_marks.h"

namespace carom {

ImpulseCanvas::ImpulseCanvas(ImpulseLab* lab, Panel* panel)
    : QWidget(panel),
      m_lab(lab),
      m_handles(new Picture(this, panel,
                            {.at = [this](const QPointF& place) { return spotAt(place); },
                             .words = [this] { return words(); }})) {
  setObjectName(QStringLiteral("impulseCanvas"));
  setAccessibleName(tr("Impulse space"));
  setFocusPolicy(Qt::StrongFocus);
  connect(m_handles, &Picture::pointed, this, [this](const PictureSpot& spot) {
    if (!spot) m_hot.reset();
  });
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
    look.recorded = m_lab->state().recorded;
    look.path = std::ranges::find(look.laws, CollisionLaw::Routh) != look.laws.end();
    m_picture = impulsePicture(m_lab->now(), look);
  }
  if (!m_drag) m_hot.reset();
  m_handles->renew();
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

void ImpulseCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PaintedWords::Recording recording(m_handles->painted());
  if (m_picture)
    return paintImpulseSpace(painter, *m_picture, frame(), area(), true, m_hot ? &*m_hot : nullptr);
  painter.setPen(theme::quietInk());
  theme::drawText(painter, QRectF(rect()).adjusted(20, 0, -20, 0), Qt::AlignCenter | Qt::TextWordWrap,
                  whyNoPicture(m_lab->now().impact), theme::textFont(12));
}

PictureSpot ImpulseCanvas::spotAt(const QPointF& place) {
  m_hot.reset();
  if (!m_picture) return {};
  constexpr double reach = 10;
  const AxesFrame now = frame();
  PictureSpot found;
  double nearest = reach;
  const std::vector<ImpulseHandle> handles = impulseHandles(*m_picture, now);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const QPointF off = now.map(placeOf(handles[i].at)) - place;
    const double distance = std::hypot(off.x(), off.y());
    if (distance >= nearest) continue;
    nearest = distance;
    m_hot = handles[i];
    found = {0,
             static_cast<int>(i),
             [this, handle = handles[i]] { return handleCard(*m_picture, handle); },
             Qt::OpenHandCursor,
             {},
             [this, handle = handles[i]](const QPointF& from) { return dragOf(handle, from); }};
  }
  if (const auto& recorded = m_picture->look.recorded; recorded && !m_hot) {
    const QPointF off = now.map(recorded->at) - place;
    if (std::hypot(off.x(), off.y()) < reach) found = {1, 0, [this] { return recordedCard(*m_picture); }};
  }
  return found;
}

PlanarImpulse ImpulseCanvas::impulseAt(QPointF point) const {
  const AxesFrame& at = m_drag->frame;
  return {at.data.top() + (at.plot.bottom() - point.y()) / at.plot.height() * at.data.height(),
          at.data.left() + (point.x() - at.plot.left()) / at.plot.width() * at.data.width()};
}

/// The mouse holds a handle where it has taken hold of it.
PictureDrag ImpulseCanvas::dragOf(const ImpulseHandle& handle, const QPointF& from) {
  m_hot = handle;
  m_drag = Drag{*m_picture, frame()};
  const PlanarImpulse grabbed = impulseAt(from) - handle.at;
  m_lab->begin();
  const auto end = [this](void (ImpulseLab::*how)()) {
    return [this, how] {
      m_drag.reset();
      m_hot.reset();
      (m_lab->*how)();
      update();
    };
  };
  return {[this, handle, grabbed](const QPointF& place, Qt::KeyboardModifiers) {
            const AxesFrame& at = m_drag->frame;
            m_lab->preview(draggedCase(m_drag->start, handle, impulseAt(place) - grabbed,
                                       at.data.width() / at.plot.width()));
          },
          end(&ImpulseLab::commit), end(&ImpulseLab::cancel)};
}

QString ImpulseCanvas::words() const {
  if (!m_picture) return {};
  QStringList laws;
  for (const CollisionLaw law : m_picture->look.laws) laws += lawLabel(law);
  const QString words = tr("%1; impulses of %2").arg(m_lab->state().title(), laws.join(QStringLiteral(", ")));
  return m_picture->look.recorded ? tr("%1; the recorded impulse").arg(words) : words;
}

}  // namespace carom
