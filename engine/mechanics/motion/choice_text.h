#pragma once

#include <string>

#include "mechanics/motion/trajectory.h"

namespace carom {

/// "2 solutions of Coulomb's law; contacts at rest stay so"
std::string choiceText(const ForceChoice& choice);

}  // namespace carom
