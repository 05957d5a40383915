#include "window/panel_table.h"

#include <array>
#include <type_traits>

#include "design/design_panel.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_text_panel.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_comparison_panel.h"
#include "motion/difference_panel.h"
#include "motion/energy_panel.h"
#include "motion/landscape_panel.h"
#include "motion/momentum_panel.h"
#include "motion/sensitivity_panel.h"
#include "motion/series_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/collapse_region_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "outcomes/outcomes_panel.h"
#include "papers/space_panels.h"
#include "runs/runs_panel.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "timeline/impact_log_panel.h"
#include "timeline/timeline_panel.h"
#include "viewport/impulse_view_panel.h"
#include "viewport/viewport_panel.h"

namespace carom {

namespace {

/// Constructs a panel from those parts that its constructor takes.
template <class P>
Panel* make(const PanelParts& parts, QWidget* parent) {
  if constexpr (std::is_constructible_v<P, Selection*, Edits*, Player*, QWidget*>)
    return new P(parts.selection, parts.edits, parts.player, parent);
  else if constexpr (std::is_constructible_v<P, Selection*, Edits*, ImpulseLab*, QWidget*>)
    return new P(parts.selection, parts.edits, parts.impulses, parent);
  else if constexpr (std::is_constructible_v<P, Selection*, ImpulseLab*, QWidget*>)
    return new P(parts.selection, parts.impulses, parent);
  else if constexpr (std::is_constructible_v<P, Selection*, Edits*, QWidget*>)
    return new P(parts.selection, parts.edits, parent);
  else if constexpr (std::is_constructible_v<P, Selection*, SceneEditor*, QWidget*>)
    return new P(parts.selection, parts.editor, parent);
  else if constexpr (std::is_constructible_v<P, Selection*, Player*, QWidget*>)
    return new P(parts.selection, parts.player, parent);
  else
    return new P(parts.selection, parent);
}

Panel* makeViewport(const PanelParts& parts, QWidget* parent) {
  auto* viewport = new ViewportPanel(parts.selection, parts.edits, parent);
  viewport->setEditor(parts.editor);
  return viewport;
}

using Place = PanelRow::Place;
constexpr auto Run = PanelRow::About::Run, Impact = PanelRow::About::Impact;

// clang-format off
constexpr std::array table{
    PanelRow{"", Place::Bar, Impact, 0, make<SummaryBar>},
    PanelRow{"", Place::Centre, Run, 1, makeViewport},
    PanelRow{"", Place::Centre, Run, 2, make<TimelinePanel>},
    PanelRow{"scene", Place::Left, Run, 3, make<ScenePanel>, "", false, {310, 0}, "", 276},
    PanelRow{"scene-editor", Place::Left, Run, 9, make<SceneEditorPanel>, "scene"},
    PanelRow{"scene-text", Place::Left, Run, 10, make<SceneTextPanel>, "scene", true},
    PanelRow{"ordering-graph", Place::Right, Impact, 4, make<OrderingGraphPanel>, "", false, {500, 290}},
    PanelRow{"outcomes", Place::Right, Impact, 5, make<OutcomesPanel>, "", false, {0, 260}},
    PanelRow{"xi-curve", Place::Bottom, Run, 6, make<XiCurvePanel>, "", false, {520, 270}},
    PanelRow{"energy", Place::Bottom, Run, 7, make<EnergyPanel>, "", false, {520, 0}},
    PanelRow{"momentum", Place::Bottom, Run, 8, make<MomentumPanel>, "", false, {520, 0}, "energy"},
    PanelRow{"outcome-set", Place::Right, Impact, 11, make<OutcomeSetPanel>, "outcomes"},
    PanelRow{"difference", Place::Bottom, Run, 12, make<DifferencePanel>, "momentum", true},
    PanelRow{"impact-log", Place::Bottom, Run, 14, make<ImpactLogPanel>, "xi-curve"},
    PanelRow{"collapse-region", Place::Bottom, Impact, 13, make<CollapseRegionPanel>, "xi-curve", true},
    PanelRow{"impulse-space", Place::Right, Impact, 15, make<ImpulsePanel>, "ordering-graph"},
    PanelRow{"law-comparison", Place::Bottom, Run, 16, make<LawComparisonPanel>, "xi-curve", true},
    PanelRow{"plots", Place::Bottom, Run, 18, make<SeriesPanel>, "momentum"},
    PanelRow{"landscape", Place::Bottom, Run, 19, make<LandscapePanel>, "xi-curve"},
    PanelRow{"sensitivity", Place::Bottom, Run, 21, make<SensitivityPanel>, "xi-curve", true},
    PanelRow{"runs", Place::Bottom, Run, 20, make<RunsPanel>, "energy"},
    PanelRow{"design", Place::Right, Run, 22, make<DesignPanel>, "outcomes", true},
    PanelRow{"configuration-space", Place::Bottom, Run, 23, make<ConfigurationSpacePanel>, "xi-curve", true},
    PanelRow{"normal-space", Place::Right, Impact, 24, make<NormalSpacePanel>, "outcomes", true},
    PanelRow{"impulse-space-3d", Place::Right, Run, 17, make<ImpulseViewPanel>, "ordering-graph", true},
};
// clang-format on

}  // namespace

std::span<const PanelRow> panelTable() {
  return table;
}

}  // namespace carom
