#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// The scene's label of a body, such as "a", else its name.
QString bodyLabel(const SceneInstance& instance, int body);
/// The scene's colour of a body, else a categorical one; grey for a fixed body.
QColor bodyColor(const SceneInstance& instance, int body);
/// The body's colour for lines and bars: darkened or lightened where it would be too close to the background.
QColor bodyInk(const SceneInstance& instance, int body);
/// The same in a plot that has several bodies of one colour: each has a shade of its own.
QColor bodyShade(const SceneInstance& instance, int body);
/// The bodies that can move.
std::vector<int> movingBodies(const Mechanism& mechanism);

}  // namespace carom
