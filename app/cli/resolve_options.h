#pragma once

#include <string>

#include "impact/resolve.h"

namespace carom {

/// The options of `carom resolve` that every impact has, as texts; "" where not given.
struct ResolveTexts {
  std::string policy, maxStates, restitution, reflectionRestitution, sample, gaps, seed, maxMemory;
  bool gradient = false;
};

/// Checks the options, `policy` and `gradient` only beside the others. Throws CommandError, which names the
/// option.
ResolveOptions parseResolveOptions(const ResolveTexts& texts);

}  // namespace carom
