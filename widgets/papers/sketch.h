#pragma once

#include <Eigen/Core>
#include <QColor>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>
#include <utility>
#include <vector>

namespace carom {

/// A drawing in a plane of its own: x to the right, y upwards, one scale in both directions. Widths of lines,
/// sizes of marks and of text are in points. Text is drawn last, when the sketch ends: beside its place,
/// where it meets neither a line nor other text, or else on a ground that hides the lines behind it.
class Sketch {
 public:
  using Vector = Eigen::Vector2d;
  struct Line {
    QColor color;
    double width = 0.8;
    Qt::PenStyle style = Qt::SolidLine;
  };

  /// Fits `content` (in units of the plane) into the middle of `area` (pt).
  Sketch(QPainter& painter, const QRectF& area, const QRectF& content);
  ~Sketch();
  Sketch(const Sketch&) = delete;
  Sketch& operator=(const Sketch&) = delete;

  QPointF map(const Vector& point) const;
  double scale() const { return m_scale; }  ///< pt for one unit
  const QRectF& area() const { return m_area; }

  void line(const Vector& from, const Vector& to, const Line& line);
  void region(const std::vector<Vector>& corners, const QColor& fill);
  /// The union of regions with a line around it.
  void joined(const std::vector<std::vector<Vector>>& regions, const QColor& fill, const Line& line);
  /// The line ends in a filled head; nothing where it is shorter than half a head.
  void arrow(const Vector& from, const Vector& to, const Line& line);
  void circle(const Vector& centre, double radius, const Line& line, const QColor& fill = Qt::transparent);
  /// From one direction to another one, counter-clockwise (rad).
  void arc(const Vector& centre, double radius, double from, double to, const Line& line);
  void dot(const Vector& at, const QColor& color, double radius = 1.8);
  /// Mathematics, whose middle is moved from the place by `offset` (pt, y upwards).
  void math(const Vector& at, const QString& text, const Vector& offset, const QColor& color);
  /// Mathematics that names any of some places, each with its offset; the better ones first.
  struct Spot {
    Vector at, offset;
  };
  void math(const std::vector<Spot>& spots, const QString& text, const QColor& color);
  /// Mathematics at the first of some offsets where it lies within the area and meets no arrow and no other
  /// name of this kind. Without such a place the name is left out.
  void name(const Vector& at, const QString& text, const std::vector<Vector>& offsets, const QColor& color);
  void words(const Vector& at, const QString& text, const Vector& offset, const QColor& color);
  /// Words that begin at a place.
  void leftWords(const Vector& at, const QString& text, const QColor& color);

 private:
  struct Label {
    QPointF place;   ///< pt: what it names
    QPointF offset;  ///< of its middle from there
    QString text;
    bool isMath;
    QColor color;
    std::vector<std::pair<QPointF, QPointF>> others{};  ///< places and offsets in place of these
  };
  void setLine(const Line& line);
  void keepClear(const QPolygonF& line);
  static QRectF boxOf(const Label& label);
  int hits(const QRectF& box) const;
  void hideLines(const QRectF& box);
  QPointF middleOf(const Label& label) const;
  void draw(const Label& label);

  QPainter& m_painter;
  QRectF m_area;
  double m_scale = 1;
  QPointF m_origin;
  std::vector<std::pair<QPainterPath, QColor>> m_fills;  ///< in the order in which they are filled
  std::vector<QRectF> m_names;                           ///< pt
  std::vector<QLineF> m_arrows;                          ///< pt
  std::vector<QLineF> m_lines;                           ///< pt: all lines, curves as chords
  std::vector<QRectF> m_texts;                           ///< pt
  std::vector<Label> m_labels;
};

/// The unit vector at an angle from x (rad), and the angle of a vector.
Sketch::Vector direction(double angle);
double angleOf(const Sketch::Vector& vector);
/// The smallest rectangle around points, with room on all sides.
QRectF boundsOf(const std::vector<Sketch::Vector>& points, double room);

}  // namespace carom
