#pragma once

#include <QString>

#include "scene/scene.h"

namespace carom {

/// What the window shows first.
struct WindowStart {
  QString file{};  ///< a built-in scene, or the file of a scene, figure or robot; empty: the billiard break
  Assignments set{};    ///< of the parameters of that scene
  QString recording{};  ///< to audit; empty: none
};

}  // namespace carom
