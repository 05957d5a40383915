#pragma once

#include "plot/styled_plot.h"

namespace carom {

/// A word at a point of a curve, set above it where it covers neither the curve nor the cursor.
struct CurveNote {
  QPointF at;  ///< plot coordinates
  QString text;
  QColor color;
  bool bold = false;
  bool ring = false;    ///< a ring marks the point
  bool centred = true;  ///< else to the right of the point where there is room

  bool operator==(const CurveNote&) const = default;
};

/// Notes on a curve. Where they stand is decided when they are drawn, from the pixels of the curve.
class CurveNotes : public QCPAbstractItem {
  Q_OBJECT
 public:
  CurveNotes(StyledPlot* plot, const QCPGraph* curve, std::vector<CurveNote> notes);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

  const std::vector<CurveNote>& notes() const { return m_notes; }
  /// Returns whether they differ from those before.
  bool setNotes(std::vector<CurveNote> notes);
  /// The boxes of their texts (pixels of the laid out plot); empty for notes without room.
  std::vector<std::optional<QRectF>> boxes() const;
  /// A vertical line that the notes keep away from. Returns whether their places change.
  bool setCursor(double x);

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::optional<QRectF> place(const CurveNote& note, const std::vector<QRectF>& taken) const;
  double highestWithin(double left, double right) const;
  void drawLeader(QCPPainter* painter, const CurveNote& note, const QRectF& box) const;

  PlotStyle m_style;
  const QCPGraph* m_curve;
  std::vector<CurveNote> m_notes;
  double m_cursor = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace carom
