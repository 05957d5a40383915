#include "impulse/impulse_legend.h"

#include <QObject>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "impulse/impulse_picture.h"
#include "impulse/law_marks.h"

namespace carom {

namespace {

constexpr double legendLine = 15, legendText = 10.5, legendMark = 14, legendGap = 14;

/// "Brach: no answer" where a law refuses the case.
QString entryText(const LawDiagram& law) {
  const QString name = lawLabel(law.law);
  return law.refusal.empty() ? name : QObject::tr("%1: no answer").arg(name);
}

/// Calls place(law, corner of its entry) for each law, and returns the height of all.
template <class Place>
double layoutLegend(const ImpulsePicture& picture, double width, double unit, Place place) {
  if (picture.laws.empty() || !picture.look.legend) return 0;
  const QFont font = theme::textFont(legendText * unit);
  double x = 0, y = 0;
  for (const LawDiagram& law : picture.laws) {
    const double entry = legendMark * unit + theme::textWidth(entryText(law), font);
    if (x > 0 && x + entry > width) {
      x = 0;
      y += legendLine * unit;
    }
    place(law, QPointF(x, y));
    x += entry + legendGap * unit;
  }
  return y + legendLine * unit;
}

}  // namespace

double impulseLegendHeight(const ImpulsePicture& picture, double width, double unit) {
  return layoutLegend(picture, width - 12 * unit, unit, [](const LawDiagram&, QPointF) {});
}

void paintImpulseLegend(QPainter& painter, const ImpulsePicture& picture, QPointF corner, double width,
                        double unit) {
  layoutLegend(picture, width - 12 * unit, unit, [&](const LawDiagram& law, QPointF at) {
    const QPointF from = corner + at + QPointF(6 * unit, 0);
    paintLawMark(painter, law.law, from + QPointF(5 * unit, 6 * unit), unit);
    painter.setPen(law.refusal.empty() ? theme::ink() : theme::quietInk());
    theme::drawText(painter, from + QPointF(legendMark * unit, 10 * unit), entryText(law),
                    theme::textFont(legendText * unit));
  });
}

}  // namespace carom
