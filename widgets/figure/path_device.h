#pragma once

#include <QPainterPath>
#include <QPen>

#include "figure/sized_device.h"

namespace carom {

/// What a vector file is written of, in units of the device.
class PathSink {
 public:
  virtual ~PathSink() = default;
  virtual void fill(const QPainterPath& path, const QColor& color) = 0;
  /// The width and the dashes of the pen are in units of the device.
  virtual void stroke(const QPainterPath& path, const QPen& pen) = 0;
  virtual void picture(const QImage& image, const QTransform& fromUnitSquare) = 0;
  /// From here on only this area is drawn; empty: everything.
  virtual void clip(const QPainterPath& area) = 0;
  /// Words on a baseline, and how they are placed in the device.
  struct Words {
    QString text;
    QFont font;
    QColor color;
    double width = 0;  ///< in the units that `place` maps to the device
    QTransform place;  ///< of the left end of the baseline
  };
  /// A line of text; false where it is to be filled as outlines.
  virtual bool text(const Words&) { return false; }
};

/// A paint device that breaks all drawing down to paths, for formats that Qt does not write. 72 units make an
/// inch, y points down.
class PathDevice : public SizedDevice {
 public:
  PathDevice(PathSink& sink, const QSizeF& size);
};

}  // namespace carom
