#pragma once

#include <QPainter>
#include <QSizeF>
#include <QStringList>
#include <QWidget>

#include "answer/snapshot.h"
#include "picture/picture.h"

namespace carom {

/// Draws the Coxeter diagram of an impact: a vertex a contact, an edge where two reflections do not commute,
/// labelled with m; pairs that fit no m dashed, with π/δ. Labels are made smaller, then names lose their
/// middle, and labels are left out at last, where they would hide something; of more than 15 edges none is
/// labelled. `names`: of the contacts. `unit`: units of one pixel of the window's design.
void paintCoxeterDiagram(QPainter& painter, const ImpactReport& report, const QStringList& names,
                         const QRectF& area, double unit = 1);

/// Whether it has all of its names, whole, and, of at most 15 edges, all numbers of these, in an area of this
/// size.
bool isWholeCoxeterDiagram(const ImpactReport& report, const QStringList& names, const QSizeF& size,
                           double unit = 1);

struct CoxeterDrawing;

class CoxeterDiagram : public QWidget {
  Q_OBJECT
 public:
  explicit CoxeterDiagram(Panel* panel);
  void setSnapshot(SnapshotPtr snapshot);
  QSize sizeHint() const override { return {190, 90}; }
  QSize minimumSizeHint() const override { return {110, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  PictureSpot spotAt(const QPointF& place) const;
  Html card(int contact) const;
  QString words() const;
  const CoxeterDrawing& drawing() const;

  SnapshotPtr m_snapshot;
  mutable std::shared_ptr<const CoxeterDrawing> m_drawing;  ///< null: to be laid out
  mutable QSize m_drawnSize;
  Picture* m_vertices;
};

}  // namespace carom
