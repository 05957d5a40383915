#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <vector>

namespace carom {

/// Places labels in a plot where they do not cover each other. They are collected first and drawn last; one
/// without a free place near its own is drawn at its first place if it names a point, else left out.
class LabelPlaces {
 public:
  LabelPlaces(QPainter& painter, const QRectF& plot, double unit)
      : m_painter(painter), m_plot(plot), m_unit(unit) {}

  /// A name beside a point.
  void math(QPointF point, const QString& math, const QColor& color);
  /// Words that begin or end near one of these places.
  void words(const std::vector<QPointF>& places, const QString& words, const QColor& color);
  /// Words beside a line, near one of its ends.
  void alongLine(QPointF from, QPointF to, const QString& words, const QColor& color);
  /// No label covers this disc.
  void keepFree(QPointF centre, double radius);

  void paint();

 private:
  struct Label {
    QString text;
    QColor color;
    bool isMath;
    std::vector<QRectF> places;  ///< the better ones first
  };
  QSizeF sizeOf(const QString& text, bool isMath) const;
  void add(const QString& text, bool isMath, const QColor& color, const std::vector<QPointF>& centres);
  bool isFree(const QRectF& place) const;

  QPainter& m_painter;
  QRectF m_plot;
  double m_unit;
  std::vector<Label> m_labels;
  std::vector<QRectF> m_taken;
};

}  // namespace carom
