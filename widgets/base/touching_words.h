#pragma once

#include <QString>
#include <QStringList>

#include "scene/scene.h"

namespace carom {

/// "moved by 1.4 mm, 0.49°": how far a scene moved coordinates and parameters so that contacts touch or loops
/// close, the root of the sum of squares of each unit. "nothing had to move" where they touched before.
QString movesText(const std::vector<StartMove>& moves);
/// "r_1 by −0.0025 mm": each move that is not 0, in their order.
QStringList movesOf(const std::vector<StartMove>& moves);

}  // namespace carom
