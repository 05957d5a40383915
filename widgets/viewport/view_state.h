#pragma once

#include "viewport/picture/camera.h"

namespace carom {

/// How a person looks at a scene. Changes of it edit no scene.
struct ViewState {
  Camera camera;
  double arrowScale = 1;  ///< seconds of motion that an arrow stands for
  bool arrows = true;
  bool labels = true;
  double rodWidth = 0;  ///< least width of a rod in a figure, in units of the picture
};

}  // namespace carom
