#pragma once

#include "viewport/picture/camera.h"

namespace carom {

/// How a person looks at a scene. Changes of it edit no scene.
struct ViewState {
  Camera camera;
  double arrowScale = 1;  ///< seconds of motion that an arrow stands for
  bool arrows = true;
  bool labels = true;
  bool trails = false;    ///< the ways of bodies up to the moment
  bool impulses = false;  ///< of the reflections so far, at contacts
  bool axes = false;      ///< the directions of x, y and z
  bool handles = true;    ///< the grips at the ends of arcs
  bool follows = false;   ///< the camera of a movie goes back where something leaves the picture
  double rodWidth = 0;    ///< least width of a rod, in units of the picture
};

}  // namespace carom
