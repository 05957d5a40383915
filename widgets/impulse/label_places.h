#pragma once

#include <QColor>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

namespace carom {

/// Places labels in a plot where they do not cover each other and, as far as there is room, no line. They are
/// collected first and drawn last. One without a free place is left out, unless it names a point: that is
/// drawn where it covers least. The name of a line stands in the line, like the height of a contour, so that
/// it can be told without colours whose name it is; it takes two lines of text where it would hide another
/// line otherwise, and then goes beside its line. A label that lies on a line hides the line behind its
/// letters, and a name that is away from its point, or as near to another one, gets a thin line to it.
class LabelPlaces {
 public:
  LabelPlaces(QPainter& painter, const QRectF& plot, double unit)
      : m_painter(painter), m_plot(plot), m_unit(unit) {}

  /// A name beside a point.
  void math(QPointF point, const QString& math, const QColor& color);
  /// Words that begin or end near one of these places.
  void words(const std::vector<QPointF>& places, const QString& words, const QColor& color);
  /// Words in one of the lines that have this name, near one of its ends, with mathematics between $ signs;
  /// beside it where there is no room.
  void alongLine(const std::vector<QLineF>& lines, const QString& words, const QColor& color);
  /// The same for a curve at one of these places of it.
  void alongCurve(const std::vector<QPointF>& places, const QString& words, const QColor& color);
  /// A line that labels rather do not lie on; an axis is a lesser loss.
  enum class Loss { Line, Axis };
  void avoid(const QPolygonF& line, Loss loss = Loss::Line);
  /// An area that is filled: where a label hides lines, its ground stays that of the area.
  void shade(const QPolygonF& area, const QBrush& brush, Qt::FillRule rule = Qt::OddEvenFill);
  /// No label covers this disc.
  void keepFree(QPointF centre, double radius);

  void paint();
  /// Whether, when they were painted, the name of a line had no place, or one on another line.
  bool hidesLines() const { return m_hidesLines; }

 private:
  struct Place {
    QRectF box;
    bool isWithin = false;  ///< in the line that the label names
    bool isBroken = false;  ///< its text takes two lines
  };
  struct Label {
    QString text;
    QColor color;
    bool isMath;
    std::vector<Place> places;  ///< the better ones first
    QPointF point{};            ///< that it names
    bool namesLine = false;
  };
  QSizeF sizeOf(const QString& text, bool isMath) const;
  std::optional<QSizeF> brokenSize(const QString& text) const;
  void add(const QString& text, bool isMath, const QColor& color, const std::vector<QPointF>& centres);
  void addWithin(const std::vector<QPointF>& centres);
  bool isFree(const QRectF& place) const;
  double linesOn(const QRectF& box) const;
  double hiddenAt(const Label& label, const Place& place, double rim) const;
  double lossAt(const Label& label, const Place& place) const;
  bool isNearOther(const Label& label, const QRectF& place) const;
  QLineF leader(const Label& label, const QRectF& place) const;
  bool meetsLabels(const QLineF& line) const;
  bool meetsPoints(const QLineF& line, QPointF from) const;
  double covered(const QRectF& place) const;
  void hideLines(const QRectF& place);
  const Place* placeOf(const Label& label) const;
  void paint(const Label& label, const Place& place);
  void drawText(const Label& label, const Place& place);

  QPainter& m_painter;
  QRectF m_plot;
  double m_unit;
  std::vector<Label> m_labels;
  bool m_hidesLines = false;
  std::vector<QRectF> m_taken, m_texts;
  std::vector<std::pair<QPolygonF, double>> m_lines;      ///< with what it counts that a label lies on them
  std::vector<std::pair<QPainterPath, QBrush>> m_shades;  ///< in the order in which they are filled
};

}  // namespace carom
