#pragma once

#include <QMetaType>
#include <QString>

#include "scene/scene_error.h"

namespace carom {

/// The reason why the engine refuses a scene or a value, in the parts that a window shows.
struct SceneRefusal {
  QString message;  ///< one line with everything: file, line, place, problem
  QString problem;  ///< without the place: "is 0; expected a mass > 0"
  QString place;    ///< "bodies[2].mass", "parameters.theta", or the name of what was set; may be empty
  int line = 0;     ///< in the scene's text, from 1; 0 where it is unknown or elsewhere
};

/// The parts of any error that a request can meet.
SceneRefusal refusalOf(const std::exception& error);

}  // namespace carom

Q_DECLARE_METATYPE(carom::SceneRefusal)
