#pragma once

#include "figure/panel.h"
#include "picture/picture.h"

namespace carom {

class Edits;
struct GramMark;

/// The pairs of contacts over G and e, with the region in which orderings never end.
class CollapseRegionPanel : public Panel {
  Q_OBJECT
 public:
  /// Asks to be shown when e of each reflection is switched on.
  CollapseRegionPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {450, 230}; }
  QSize minimumSizeHint() const override { return {220, 110}; }

  /// Where a pair with this G stands in the panel.
  QPointF placeOf(double gram) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF drawingArea() const { return QRectF(rect()).adjusted(6, 6, -6, -4); }
  double restitution() const;
  PictureSpot spotAt(const QPointF& place) const;
  Html card(const GramMark& mark) const;
  QString words() const;

  SnapshotPtr m_snapshot;
  Picture* m_marks;
};

}  // namespace carom
