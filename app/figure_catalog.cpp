#include "figure_catalog.h"

#include "command.h"
#include "ordering_graph_figure.h"
#include "outcomes_figure.h"
#include "viewport/scene_figure.h"

namespace carom {

namespace {

template <typename Kind>
std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot) {
  return std::make_unique<Kind>(snapshot);
}

constexpr FigureKind kinds[] = {
    {"ordering-graph", "the merged tree of reflection orderings", "billiard-break", false,
     makeFigure<OrderingGraphFigure>},
    {"outcomes", "the outcomes as a table, with the certificate", "billiard-break", false,
     makeFigure<OutcomesFigure>},
    {"scene", "the bodies and their velocities after the impact, in 3D", "billiard-break", false,
     makeFigure<SceneFigure>},
};

}  // namespace

std::span<const FigureKind> figureKinds() {
  return kinds;
}

const FigureKind& figureKind(const std::string& name) {
  std::string known;
  for (const FigureKind& kind : kinds) {
    if (name == kind.name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw CommandError(ExitStatus::CommandFault,
                     "figure: unknown figure \"" + name + "\"; expected one of " + known);
}

}  // namespace carom
