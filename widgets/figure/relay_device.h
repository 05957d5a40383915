#pragma once

#include <QPainter>
#include <QSize>
#include <functional>

#include "figure/sized_device.h"

namespace carom {

/// What becomes of pens, brushes and pictures on the way.
struct RelayChange {
  double lineFactor = 1;                  ///< of the widths of lines
  std::function<QColor(QColor)> color{};  ///< empty: colours stay
  bool pictures = false;                  ///< whether it counts for the pixels of pictures, too
  double leastLine = 0;                   ///< the width of the thinnest line
  bool darkWords = false;                 ///< coloured words are dark enough to be read on white paper
};

/// A paint device that repeats each drawing call on another painter, in the coordinates that this painter has
/// when drawing starts.
///
/// Code that needs a painter class of its own (QCustomPlot's QCPPainter) draws vectors on any painter this
/// way. Text can become outlines, so that a file needs no fonts.
class RelayDevice : public SizedDevice {
 public:
  /// AsWords: as text whose size is in units of the target, for a file that states it so.
  enum class Text { AsText, AsWords, AsOutlines };

  /// `size` in units of the device; `dpi` units make an inch. The target must be active, and outlive it.
  RelayDevice(QPainter& target, const QSize& size, int dpi, Text text = Text::AsText,
              RelayChange change = {});
};

}  // namespace carom
