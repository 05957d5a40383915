#pragma once

#include <QColor>
#include <QPainter>
#include <QString>
#include <vector>

namespace carom {

struct ImpulsePicture;

/// A line of impulse space that has a name [CR98 3.1]: how it is drawn, and its name with mathematics between
/// $ signs.
struct NamedImpulseLine {
  enum class What { Compression, Elastic, Sticking, Reversal, Restitution, Friction, Energy };
  What what;
  QString name;
  QColor color;
  Qt::PenStyle style;
  double width;  ///< in pixels of the window's design
};
/// The ground of permissible impulses, and of those of them that have e ≤ 1 where others are told apart.
QColor permissibleFill();
QColor belowOneFill();

/// Where the names of lines are. Lines with names in the legend differ in their dashes, too, because colours
/// alone are not told apart in grey.
enum class LineNames { Plot, Legend };
/// The lines that the look of a picture has, in the order in which they are drawn.
std::vector<NamedImpulseLine> namedLines(const ImpulsePicture& picture, LineNames names = LineNames::Plot);

/// Whether a picture of this width names its lines in the legend: there is no room beside the lines, or
/// only where a name hides another line, and it may grow by the names.
bool namesLinesBelow(const ImpulsePicture& picture, double width, double unit);

/// The height of the legend of a picture of this width: marks and names of its laws, of its lines where
/// namesLinesBelow() says so, and of the permissible region where the look names its largest e.
double impulseLegendHeight(const ImpulsePicture& picture, double width, double unit);
/// The part of it that the names of lines take.
double lineNamesHeight(const ImpulsePicture& picture, double width, double unit);
/// Draws it from its upper left corner.
void paintImpulseLegend(QPainter& painter, const ImpulsePicture& picture, QPointF corner, double width,
                        double unit);

}  // namespace carom
