#pragma once

#include "base/figure_arguments.h"
#include "cli/terminal.h"
#include "figures/figure_catalog.h"
#include "study/landscape.h"

namespace carom {

/// What a figure shows.
struct Shown {
  SnapshotPtr snapshot;                          ///< null for a figure without a scene
  std::shared_ptr<const Landscape> landscape{};  ///< where the figure draws one
  bool complete = true;
};

/// Whether a figure is drawn of a scene.
bool needsSnapshot(const FigureKind& kind);
/// Computes what a figure shows; Throws CommandError and SceneError.
Shown computeShown(const FigureArguments& arguments, const FigureKind& kind, LongWork& work);

}  // namespace carom
