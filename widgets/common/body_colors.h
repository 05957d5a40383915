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
/// The same of all bodies, for a plot: bodies that move and have one colour get a shade each. The first of
/// them keeps the colour.
std::vector<QColor> bodyShades(const SceneInstance& instance);

}  // namespace carom
