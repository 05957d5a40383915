#pragma once

#include <memory>
#include <span>
#include <string>

#include "answer/snapshot.h"
#include "figure/figure.h"

namespace carom {

/// A figure that can be made from a snapshot alone, without the window.
struct FigureKind {
  enum class Draws { Answer, Curve, Comparison };

  const char* name;         ///< on the command line
  const char* description;  ///< one line
  const char* scene;        ///< where none is named
  Draws draws;              ///< what the snapshot must hold
  std::unique_ptr<Figure> (*make)(const SnapshotPtr& snapshot);
};

/// All of them, in the order in which they are listed.
std::span<const FigureKind> figureKinds();

/// Throws CommandError (CommandFault), which names the known ones.
const FigureKind& figureKind(const std::string& name);

}  // namespace carom
