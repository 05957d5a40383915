#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "common/painted_words.h"
#include "common/plain_text.h"
#include "common/term_tips.h"

class QContextMenuEvent;
class QKeyEvent;
class QMenu;
class QMouseEvent;
class QTimer;
class QWheelEvent;
class QWidget;

namespace carom {

class Edits;
class HoverCard;
class Panel;
class Selection;

/// A drag of something in a picture, in the moments of Edits: it begins when it is made, follows the mouse,
/// and ends once.
struct PictureDrag {
  std::function<void(const QPointF& place, Qt::KeyboardModifiers keys)> moveTo;
  std::function<void()> commit{}, cancel{};
  std::optional<Qt::CursorShape> cursor{};  ///< empty: that of the spot
};
/// The drag of an edit that has begun.
PictureDrag editDrag(Edits* edits, std::function<void(const QPointF& place)> preview);
/// A drag through the moments of the run, which `pick` shows; it has begun at a place.
PictureDrag momentDrag(Selection* selection, std::function<void(const QPointF& place)> pick,
                       const QPointF& begun);

/// What the mouse points at.
struct PictureSpot {
  int kind = -1, number = -1;  ///< tell it from others; −1: nothing
  std::function<Html()> card{};
  Qt::CursorShape cursor = Qt::ArrowCursor;
  std::function<void()> click{};
  std::function<std::optional<PictureDrag>(const QPointF& place)> drag{};

  bool isSame(const PictureSpot& other) const { return kind == other.kind && number == other.number; }
  explicit operator bool() const { return kind >= 0; }
};

/// What every interactive picture has, as an event filter of the widget that paints it: the card of what the
/// mouse points at, clicks, drags that Escape takes back, zoom and pan, a menu with the picture as a figure,
/// terms of the painted words, and a sentence for those who cannot see it.
///
/// A drag that begins may have done nothing yet: a press that does not move is a click where the spot has
/// one.
class Picture : public QObject, public TermSource {
  Q_OBJECT
 public:
  /// What a picture is made of. What is left empty it does not have.
  struct Parts {
    std::function<PictureSpot(const QPointF& place)> at{};
    std::function<QString()> words{};  ///< what it shows, for screen readers
    std::function<void(QMenu* menu, const QContextMenuEvent& event)> menu{};  ///< what it can do besides
    std::function<void(const QPointF& about, double factor, Qt::KeyboardModifiers keys)> zoom{};
    std::function<void(const QPointF& by)> pan{};
    std::function<void()> fit{};
    std::function<bool(const QKeyEvent& key)> key{};  ///< whether it means something here
    std::function<void(const PictureSpot& spot)> clickTwice{};
    bool pansByLeft = false;   ///< also with the left button, beside what can be dragged
    QWidget* focus = nullptr;  ///< which has the keyboard in place of the picture
  };
  /// panel: whose figure the menu exports; null: there is no menu.
  Picture(QWidget* on, Panel* panel, Parts parts);

  Parts& parts() { return m_parts; }
  /// What the mouse points at or holds.
  const PictureSpot& spot() const { return m_spot; }

  /// The words that are painted: `const PaintedWords::Recording recording(picture->painted())`.
  PaintedWords* painted() { return &m_words; }
  QString wordsAt(const QPoint& place) const override { return m_words.at(place); }
  QStringList allWords() const override { return m_words.all(); }

  /// Something else is painted from now on: nothing is pointed at, and the sentence follows.
  void renew();
  /// The sentence follows after a moment of rest.
  void speakLater();
  /// Spots have other numbers from now on; what was pointed at is still there.
  void forgetSpot() { m_spot = {}; }
  bool isDragging() const { return m_drag.has_value(); }
  /// Takes a drag back; the mouse does nothing more until the button is released.
  void cancelDrag();
  /// Forgets a drag that has ended by itself.
  void forgetDrag();
  void showCard(const QPoint& global, const Html& text, bool explains = true);
  void hideCard();
  /// The sentence for those who cannot see the picture: what it says of itself, and the words in it.
  QString spoken() const;

  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  /// Another spot is pointed at or held.
  void pointed(const carom::PictureSpot& spot);

 private:
  enum class Held { Nothing, Pressed, Drag, Pan, Spent };
  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void clickTwice(const QMouseEvent& event);
  void beginDrag(const QPointF& place);
  void hover(const QPointF& place, const QPoint& global);
  void point(const PictureSpot& spot);
  bool wheel(const QWheelEvent& event);
  bool pressKey(const QKeyEvent& event);
  void openMenuAt(const QContextMenuEvent& event);
  bool filterKeys(QEvent* event);
  bool filterMouse(QEvent* event);

  QWidget* m_on;
  QWidget* m_focus;
  Panel* m_panel;
  Parts m_parts;
  HoverCard* m_card;
  QTimer* m_rest;  ///< runs until the sentence is read again
  PaintedWords m_words;
  PictureSpot m_spot;
  std::optional<PictureDrag> m_drag;
  Held m_held = Held::Nothing;
  QPointF m_pressedAt, m_last;
};

}  // namespace carom
