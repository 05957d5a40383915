#pragma once

#include <string>
#include <vector>

#include "scene/format/expression_reader.h"

namespace carom {

/// The indices of all repeats, in the order of the bodies.
std::vector<std::string> readRepeatIndices(const JsonValue& bodies);
/// The bodies with their joints and shapes.
std::vector<BodySource> readBodies(const JsonValue& bodies, ExpressionReader& read);

}  // namespace carom
