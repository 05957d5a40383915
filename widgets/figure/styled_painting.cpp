#include <cmath>

#include "common/theme.h"
#include "figure/figure.h"
#include "figure/note_drawing.h"
#include "figure/palettes.h"
#include "figure/relay_device.h"

namespace carom {

namespace {

constexpr int fineUnits = 16;  // of the relay in a point: its sizes are whole numbers

/// The same style for what is drawn `scale` times as large: the relay's painter knows no pixels.
FilePaint within(const FilePaint& how, const QPainter& painter, double scale) {
  const QTransform device = painter.deviceTransform();
  const double pixels = how.rasterDpi > 0 ? how.rasterDpi : 72 * std::hypot(device.m11(), device.m12());
  FrameWish frame = how.frame;
  frame.least /= scale;
  return {static_cast<int>(std::lround(pixels * scale)), how.style, frame};
}

}  // namespace

void Figure::paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const auto& [look, edits] = how.style;
  const theme::PaperFonts fonts(look.font, look.mathFont, textPoints);
  if (how.style == FigureStyle()) return paintPlain(painter, area, how);
  const double scale = textScale(look);
  const double lines = look.linePt > 0 ? look.linePt / (linePoints() * scale) : 1;
  const FilePaint inner = within(how, painter, scale);
  constexpr double leastPt = 0.25;  // a thinner line breaks in print
  QRectF place(QPointF(), area.size() / scale);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale / fineUnits, scale / fineUnits);
  // 72 units to the inch, as the painter has: a font keeps the size that its letters have.
  RelayDevice relay(painter, (place.size() * fineUnits).toSize(), 72, RelayDevice::Text::AsText,
                    {lines, recolouring(look.palette, look.black), look.palette == QLatin1String("grey"),
                     leastPt / scale * fineUnits, look.black});
  {
    QPainter styled(&relay);
    styled.setRenderHints(painter.renderHints());
    styled.scale(fineUnits, fineUnits);
    const QRectF whole = place;
    if (!edits.title.isEmpty()) place.setTop(drawTitle(styled, whole, edits.title, textPoints));
    paintPlain(styled, place, inner);
    for (const FigureNote& note : edits.notes) drawNote(styled, whole, note, textPoints);
  }
  painter.restore();
}

void Figure::paintPage(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const double shrink = pageShrink(area.width(), how.style.look);
  if (shrink == 1) return paintFile(painter, area, how);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(shrink, shrink);
  const int dpi = std::max(1, static_cast<int>(std::lround(how.rasterDpi * shrink)));
  paintFile(painter, QRectF(QPointF(), area.size() / shrink),
            {how.rasterDpi > 0 ? dpi : 0, how.style, how.frame});
  painter.restore();
}

}  // namespace carom
