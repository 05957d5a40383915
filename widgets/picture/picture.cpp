#include "picture/picture.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QTimer>
#include <cmath>
#include <utility>

#include "common/context_menu.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "common/selection.h"
#include "picture/figure_actions.h"

namespace carom {

namespace {

constexpr double slack = 4;        // px that a click may move
constexpr double keyStep = 1.25;   // zoom of a key
constexpr double perNotch = 1.2;   // zoom of the wheel
constexpr int speechRestMs = 250;  // a drag is not read aloud at every move

}  // namespace

PictureDrag editDrag(Edits* edits, std::function<void(const QPointF& place)> preview) {
  return {[preview = std::move(preview)](const QPointF& place, Qt::KeyboardModifiers) { preview(place); },
          [edits] { edits->commitEdit(); }, [edits] { edits->cancelEdit(); }};
}

PictureDrag momentDrag(Selection* selection, std::function<void(const QPointF& place)> pick,
                       const QPointF& begun) {
  const Moment before = selection->moment();
  pick(begun);
  return {[pick](const QPointF& place, Qt::KeyboardModifiers) { pick(place); },
          {},
          [selection, before] { selection->setMoment(before); }};
}

Picture::Picture(QWidget* on, Panel* panel, Parts parts)
    : QObject(on),
      m_on(on),
      m_focus(parts.focus ? parts.focus : on),
      m_panel(panel),
      m_parts(std::move(parts)),
      m_card(new HoverCard(on)),
      m_rest(new QTimer(this)) {
  on->setMouseTracking(true);
  on->installEventFilter(this);
  if (m_focus != on) m_focus->installEventFilter(this);
  m_rest->setSingleShot(true);
  m_rest->setInterval(speechRestMs);
  connect(m_rest, &QTimer::timeout, this, [this] {
    if (const QString words = spoken(); words != m_focus->accessibleDescription())
      m_focus->setAccessibleDescription(words);
  });
}

void Picture::renew() {
  if (!m_drag) point({});
  hideCard();
  speakLater();
}

void Picture::speakLater() {
  if (!m_rest->isActive()) m_rest->start();
}

QString Picture::spoken() const {
  constexpr qsizetype mostWords = 60;
  QStringList parts;
  if (m_parts.words) parts += m_parts.words();
  parts += m_words.all().mid(0, mostWords);
  parts.removeAll(QString());
  return parts.join(QStringLiteral("; "));
}

void Picture::showCard(const QPoint& global, const Html& text, bool explains) {
  m_card->showBeside(global, text, explains);
}

void Picture::hideCard() {
  m_card->hide();
}

void Picture::point(const PictureSpot& spot) {
  const bool isOther = !spot.isSame(m_spot);
  m_spot = spot;
  if (!isOther) return;
  emit pointed(spot);
  m_on->update();
}

bool Picture::eventFilter(QObject* watched, QEvent* event) {
  if (event->isInputEvent() && !m_on->isEnabled()) return false;
  const bool isOfKeys = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
  if (isOfKeys) return watched == m_focus && filterKeys(event);
  return watched == m_on && filterMouse(event);
}

/// Escape ends a drag before it does what it means in the window.
bool Picture::filterKeys(QEvent* event) {
  const auto& key = static_cast<QKeyEvent&>(*event);
  if (event->type() == QEvent::KeyPress) return pressKey(key);
  const bool isEscape = key.key() == Qt::Key_Escape && m_drag;
  if (isEscape) event->accept();
  return isEscape;
}

bool Picture::filterMouse(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      press(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseMove:
      move(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseButtonRelease:
      release(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseButtonDblClick:
      clickTwice(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::Wheel:
      return wheel(static_cast<QWheelEvent&>(*event));
    case QEvent::ContextMenu:
      if (m_panel) openMenuAt(static_cast<QContextMenuEvent&>(*event));
      return m_panel != nullptr;
    case QEvent::Paint:  // which may paint other words
      speakLater();
      return false;
    case QEvent::Leave:
      hideCard();
      if (!m_drag) point({});
      return false;
    case QEvent::Hide:
      cancelDrag();
      m_held = Held::Nothing;
      return false;
    default:
      return false;
  }
}

void Picture::press(const QMouseEvent& event) {
  if (m_held != Held::Nothing) return;
  m_pressedAt = m_last = event.position();
  if (event.button() == Qt::MiddleButton && m_parts.pan) m_held = Held::Pan;
  if (event.button() != Qt::LeftButton) return;
  m_held = Held::Pressed;
  point(m_parts.at ? m_parts.at(event.position()) : PictureSpot());
  if (m_spot.drag && !m_spot.click) beginDrag(event.position());
}

/// The release that follows is no click.
void Picture::clickTwice(const QMouseEvent& event) {
  if (!m_parts.clickTwice || event.button() != Qt::LeftButton) return press(event);
  m_held = Held::Spent;
  const PictureSpot clicked = m_parts.at ? m_parts.at(event.position()) : PictureSpot();
  point(clicked);
  m_parts.clickTwice(clicked);
}

void Picture::beginDrag(const QPointF& place) {
  hideCard();
  const PictureSpot held = m_spot;  // what begins may change the picture, and with it the spot
  m_drag = held.drag(m_pressedAt);
  m_held = m_drag ? Held::Drag : Held::Spent;
  if (!m_drag) return;
  const auto usual = held.cursor == Qt::OpenHandCursor ? Qt::ClosedHandCursor : held.cursor;
  m_on->setCursor(m_drag->cursor.value_or(usual));
  if (const auto moveTo = m_drag->moveTo; place != m_pressedAt) moveTo(place, {});
  m_on->update();
}

void Picture::move(const QMouseEvent& event) {
  const QPointF by = event.position() - m_last, way = event.position() - m_pressedAt;
  m_last = event.position();
  if (m_held == Held::Pressed && std::hypot(way.x(), way.y()) > slack) {
    if (m_spot.drag) return beginDrag(event.position());
    if (m_parts.pansByLeft && m_parts.pan) {
      m_held = Held::Pan;
      return m_parts.pan(way);
    }
  }
  if (m_held == Held::Drag) {
    const auto moveTo = m_drag->moveTo;  // an answer to it may end the drag
    return moveTo(event.position(), event.modifiers());
  }
  if (m_held == Held::Pan) {
    hideCard();
    m_on->setCursor(Qt::ClosedHandCursor);
    return m_parts.pan(by);
  }
  if (m_held == Held::Nothing) hover(event.position(), event.globalPosition().toPoint());
}

void Picture::hover(const QPointF& place, const QPoint& global) {
  const PictureSpot before = m_spot;
  point(m_parts.at ? m_parts.at(place) : PictureSpot());
  m_on->setCursor(m_spot.cursor);
  if (m_spot.isSame(before) && m_card->isVisible()) return;
  const Html card = m_spot.card ? m_spot.card() : Html();
  card.text().isEmpty() ? hideCard() : showCard(global, card);
}

/// Ends what the mouse holds: a drag that ends is no drag any more for those who hear of it.
void Picture::release(const QMouseEvent& event) {
  if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) return;
  const Held held = std::exchange(m_held, Held::Nothing);
  const std::optional<PictureDrag> drag = std::exchange(m_drag, std::nullopt);
  if (held == Held::Drag && drag && drag->commit) drag->commit();
  m_on->setCursor(Qt::ArrowCursor);
  if (held != Held::Pressed) return point({});
  if (const PictureSpot clicked = m_spot; clicked.click) clicked.click();
}

void Picture::cancelDrag() {
  const std::optional<PictureDrag> drag = std::exchange(m_drag, std::nullopt);
  if (!drag) return;
  m_held = Held::Spent;
  if (drag->cancel) drag->cancel();
  point({});
  m_on->setCursor(Qt::ArrowCursor);
}

void Picture::forgetDrag() {
  if (std::exchange(m_drag, std::nullopt)) m_held = Held::Spent;
}

bool Picture::wheel(const QWheelEvent& event) {
  const QPoint pixels = event.pixelDelta(), turned = event.angleDelta();
  const bool isTouch = !pixels.isNull() && !(event.modifiers() & Qt::ControlModifier);
  if (isTouch && m_parts.pan)
    m_parts.pan(pixels);
  else if (m_parts.zoom)
    m_parts.zoom(event.position(), std::pow(perNotch, (turned.y() ? turned.y() : turned.x()) / 120.0),
                 event.modifiers());
  else
    return false;
  hideCard();
  return true;
}

bool Picture::pressKey(const QKeyEvent& event) {
  if (event.key() == Qt::Key_Escape && m_drag) {
    cancelDrag();
    return true;
  }
  if (m_parts.key && m_parts.key(event)) return true;
  const QPointF middle = QRectF(m_on->rect()).center();
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Minus:
      if (m_parts.zoom) m_parts.zoom(middle, event.key() == Qt::Key_Plus ? keyStep : 1 / keyStep, {});
      return bool(m_parts.zoom);
    case Qt::Key_F:
    case Qt::Key_0:
      if (m_parts.fit) m_parts.fit();
      return bool(m_parts.fit);
    default:
      return false;
  }
}

void Picture::openMenuAt(const QContextMenuEvent& event) {
  hideCard();
  auto* menu = new QMenu(m_on);
  if (m_parts.menu) m_parts.menu(menu, event);
  if (!menu->isEmpty()) menu->addSeparator();
  addFigureActions(menu, m_panel);
  openMenu(menu, event.globalPos());
}

}  // namespace carom
