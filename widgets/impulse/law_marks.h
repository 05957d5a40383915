#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QString>
#include <vector>

#include "laws/collision_law.h"

namespace carom {

/// "Pfeiffer–Glocker": the name of a law for people.
QString lawLabel(CollisionLaw law);
/// All laws, in the order of the enum.
std::vector<CollisionLaw> allCollisionLaws();
/// The colour of a law in pictures and tables.
QColor lawColor(CollisionLaw law);
/// Draws the mark of a law, a shape of its own, in a picture whose pixel is `unit`. share: of its usual size.
void paintLawMark(QPainter& painter, CollisionLaw law, QPointF at, double unit, double share = 1);

/// The mark as an icon of lists and tables.
QIcon lawIcon(CollisionLaw law);

}  // namespace carom
