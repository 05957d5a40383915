#pragma once

#include <optional>

#include "base/figure_arguments.h"
#include "cli/terminal.h"
#include "figures/figure_catalog.h"

namespace carom {

/// The figures, in a library that is loaded when it is first asked for.
const FigureLibrary& figures();
/// Throws CommandError, which names the figures that there are.
const FigureKind& figureKind(const std::string& name);

/// A figure to write, and whether all of its numbers were computed.
struct Ordered {
  FigureOrder order;
  bool complete = true;
};

/// Computes what a figure shows; empty where that was stopped before there was anything to show. The texts of
/// `arguments` stay.
std::optional<Ordered> orderOf(const FigureArguments& arguments, const FigureOptions& file, LongWork& work);

}  // namespace carom
