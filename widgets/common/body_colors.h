#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// "a": the scene's label of a body, else its name.
QString bodyLabel(const SceneInstance& instance, int body);
/// The scene's colour of a body, else a categorical one; grey where it never moves.
QColor bodyColor(const SceneInstance& instance, int body);
/// The same for lines and bars: darker or lighter where it would not stand out from the ground.
QColor bodyInk(const SceneInstance& instance, int body);
/// The bodies that can move.
std::vector<int> movingBodies(const Mechanism& mechanism);

}  // namespace carom
