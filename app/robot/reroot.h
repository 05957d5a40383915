#pragma once

#include "robot/robot.h"

namespace carom {

/// Hangs a robot whose root has no mass on the heaviest link that is fixed to it, because only a body with a
/// mass can float. Its own frame keeps its directions. False where no fixed link has a mass.
bool hangOnMass(Robot& robot);

}  // namespace carom
