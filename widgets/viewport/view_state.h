#pragma once

#include "viewport/picture/camera.h"

namespace carom {

/// How a scene is looked at: what a person changes without editing anything.
struct ViewState {
  Camera camera;
  double arrowScale = 1;  ///< seconds of motion that an arrow stands for
  bool arrows = true;
  bool labels = true;
  double rodWidth = 0;  ///< the least that a rod of a figure is drawn with, in units of the picture
};

}  // namespace carom
