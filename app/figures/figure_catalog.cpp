#include "figures/figure_catalog.h"

#include "cli/options.h"
#include "motion/difference_panel.h"
#include "motion/energy_panel.h"
#include "motion/momentum_panel.h"
#include "motion/xi_curve_figure.h"
#include "orderings/ordering_graph_figure.h"
#include "outcomes/collapse_region_figure.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcomes_figure.h"
#include "viewport/picture/scene_figure.h"

namespace carom {

namespace {

template <typename Kind, auto... options>
std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot) {
  return std::make_unique<Kind>(snapshot, options...);
}

using Draws = FigureKind::Draws;
constexpr const char* breakScene = "billiard-break";
constexpr FigureKind kinds[] = {
    {"billiard-xi", "ξ over the angle of the billiard break", breakScene, Draws::Curve,
     makeFigure<XiCurveFigure>},
    {"xi-curve", "ξ over the scene's sweep parameter, its present value marked", breakScene, Draws::Curve,
     makeFigure<XiCurveFigure, true>},
    {"energy", "kinetic energy by body along an ordering", breakScene, Draws::Answer,
     makeFigure<EnergyFigure>},
    {"energy-time", "energy by body along time", breakScene, Draws::Answer, makeFigure<EnergyFigure, true>},
    {"momentum", "momentum along an ordering", breakScene, Draws::Answer, makeFigure<MomentumFigure>},
    {"momentum-time", "momentum along time", breakScene, Draws::Answer, makeFigure<MomentumFigure, true>},
    {"ordering-graph", "the merged tree of reflection orderings", breakScene, Draws::Answer,
     makeFigure<OrderingGraphFigure>},
    {"outcomes", "the outcomes as a table, with the certificate", breakScene, Draws::Answer,
     makeFigure<OutcomesFigure>},
    {"outcome-set", "outcomes, their hulls and p⁻ along two principal axes", breakScene, Draws::Answer,
     makeFigure<OutcomeSetFigure>},
    {"collapse-region", "where inelastic orderings never end, over G and e, with the scene's pairs",
     breakScene, Draws::Answer, makeFigure<CollapseRegionFigure>},
    {"difference", "how far two orderings are apart, reflection by reflection", breakScene, Draws::Comparison,
     makeFigure<DifferenceFigure>},
    {"difference-time", "the same along time", breakScene, Draws::Comparison,
     makeFigure<DifferenceFigure, true>},
    {"scene", "the bodies and their velocities after the impact, in 3D", breakScene, Draws::Answer,
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
