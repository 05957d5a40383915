#pragma once

#include "plot/styled_plot.h"

namespace carom {

/// A name in the middle of an area that it tells from its neighbours without colours; nothing where the area
/// has no room for it.
class InsideName : public QCPItemText {
 public:
  /// The room in plot coordinates, of which a part that is out of sight does not count; ground: the colour of
  /// the area.
  InsideName(StyledPlot* plot, const QString& name, const QRectF& room, const QColor& ground);

 protected:
  void draw(QCPPainter* painter) override;

 private:
  QRectF m_room;
};

}  // namespace carom
