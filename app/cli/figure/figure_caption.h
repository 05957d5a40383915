#pragma once

#include <string>

#include "figures/figure_catalog.h"

namespace carom {

/// A caption for a figure, one paragraph: what it shows, the scene with its source, the parameters that were
/// set or that a design may change, the rules, what the impact gives, and the program.
std::string figureCaption(const FigureOrder& order);

}  // namespace carom
