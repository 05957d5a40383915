#pragma once

#include <string>

#include "answer/record_motion.h"

namespace carom {

/// A run in a few lines for people.
std::string runSummary(const RecordedMotion& run);

}  // namespace carom
