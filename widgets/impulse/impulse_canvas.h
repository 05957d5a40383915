#pragma once

#include <QWidget>
#include <optional>

#include "common/painted_words.h"
#include "common/term_tips.h"
#include "impulse/impulse_picture.h"

namespace carom {

class HoverCard;
class ImpulseLab;

/// The picture of impulse space in the panel: its lines, points and impulses can be dragged.
class ImpulseCanvas : public QWidget, public TermSource {
  Q_OBJECT
 public:
  explicit ImpulseCanvas(ImpulseLab* lab, QWidget* parent = nullptr);

  QSize sizeHint() const override { return {360, 300}; }
  QSize minimumSizeHint() const override { return {120, 90}; }

  QString wordsAt(const QPoint& place) const override { return m_words.at(place); }
  QStringList allWords() const override { return m_words.all(); }

  /// What is drawn now; empty where the case has no picture.
  const std::optional<ImpulsePicture>& picture() const { return m_picture; }
  AxesFrame frame() const;
  /// Where a handle stands in the widget.
  QPointF placeOfHandle(const ImpulseHandle& handle) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void refresh();
  AxesFrame restingFrame() const;
  QRectF area() const { return QRectF(rect()).adjusted(2, 2, -4, -2); }
  std::optional<ImpulseHandle> under(QPointF point) const;
  PlanarImpulse impulseAt(QPointF point) const;
  void hover(QMouseEvent* event);
  void release(bool keep);

  ImpulseLab* m_lab;
  std::optional<ImpulsePicture> m_picture;
  PaintedWords m_words;
  std::optional<ImpulseHandle> m_hot;  ///< under the mouse, or held
  struct Drag {
    ImpulsePicture start;
    AxesFrame frame;        ///< at the start
    PlanarImpulse grabbed;  ///< the mouse's place from the handle
  };
  std::optional<Drag> m_drag;
  HoverCard* m_card;
};

}  // namespace carom
