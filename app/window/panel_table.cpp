#include "window/panel_table.h"

#include <QCoreApplication>
#include <array>
#include <type_traits>

#include "audit/audit_panel.h"
#include "design/design_panel.h"
#include "design/landing_panel.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_text_panel.h"
#include "futures/futures_panel.h"
#include "futures/orbit_panel.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_comparison_panel.h"
#include "motion/landscape_panel.h"
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

template <const PlotPreset& preset>
Panel* makePlot(const PanelParts& parts, QWidget* parent) {
  return new SeriesPanel(preset, parts.selection, parts.edits, parent);
}

/// A panel that overrides figure() is a picture.
template <class P>
constexpr PanelMaker of(Panel* (*maker)(const PanelParts&, QWidget*) = make<P>) {
  return {maker, !std::is_same_v<decltype(&P::figure), decltype(&Panel::figure)>};
}

using Place = PanelRow::Place;
using Group = PanelRow::Group;
constexpr auto Run = PanelRow::About::Run, Impact = PanelRow::About::Impact;

// clang-format off
constexpr std::array table{
    PanelRow{"", Place::Bar, Impact, 0, of<SummaryBar>()},
    PanelRow{"", Place::Centre, Run, 1, of<ViewportPanel>(makeViewport)},
    PanelRow{"", Place::Centre, Run, 2, of<TimelinePanel>()},
    PanelRow{"scene", Place::Left, Run, 3, of<ScenePanel>(), Group::Scene, "scene", QT_TRANSLATE_NOOP("PanelTitle", "sliders")},
    PanelRow{"scene-editor", Place::Left, Run, 9, of<SceneEditorPanel>(), Group::Scene, "scene", QT_TRANSLATE_NOOP("PanelTitle", "tree")},
    PanelRow{"scene-text", Place::Left, Run, 10, of<SceneTextPanel>(), Group::Scene, "scene", QT_TRANSLATE_NOOP("PanelTitle", "text")},
    PanelRow{"ordering-graph", Place::Right, Impact, 4, of<OrderingGraphPanel>(), Group::Impact},
    PanelRow{"outcomes", Place::Right, Impact, 5, of<OutcomesPanel>(), Group::Impact},
    PanelRow{"xi-curve", Place::Bottom, Run, 6, of<XiCurvePanel>(), Group::Design},
    PanelRow{"energy", Place::Bottom, Run, 7, of<SeriesPanel>(makePlot<energyPlot>), Group::Motion, "plot", QT_TRANSLATE_NOOP("PanelTitle", "energy")},
    PanelRow{"momentum", Place::Bottom, Run, 8, of<SeriesPanel>(makePlot<momentumPlot>), Group::Motion, "plot", QT_TRANSLATE_NOOP("PanelTitle", "momentum")},
    PanelRow{"outcome-set", Place::Right, Impact, 11, of<OutcomeSetPanel>(), Group::Impact},
    PanelRow{"difference", Place::Bottom, Run, 12, of<SeriesPanel>(makePlot<differencePlot>), Group::Motion, "plot", QT_TRANSLATE_NOOP("PanelTitle", "difference")},
    PanelRow{"impact-log", Place::Bottom, Run, 14, of<ImpactLogPanel>(), Group::Motion},
    PanelRow{"collapse-region", Place::Bottom, Impact, 13, of<CollapseRegionPanel>(), Group::Impact},
    PanelRow{"impulse-space", Place::Right, Impact, 15, of<ImpulsePanel>(), Group::Contact, "impulse", QT_TRANSLATE_NOOP("PanelTitle", "plane")},
    PanelRow{"law-comparison", Place::Bottom, Run, 16, of<LawComparisonPanel>(), Group::Contact, "impulse", QT_TRANSLATE_NOOP("PanelTitle", "laws")},
    PanelRow{"plots", Place::Bottom, Run, 18, of<SeriesPanel>(makePlot<freePlot>), Group::Motion, "plot", QT_TRANSLATE_NOOP("PanelTitle", "any quantity")},
    PanelRow{"landscape", Place::Bottom, Run, 19, of<LandscapePanel>(), Group::Design, "design", QT_TRANSLATE_NOOP("PanelTitle", "landscape")},
    PanelRow{"sensitivity", Place::Bottom, Run, 21, of<SensitivityPanel>(), Group::Design, "design", QT_TRANSLATE_NOOP("PanelTitle", "sensitivity")},
    PanelRow{"runs", Place::Bottom, Run, 20, of<RunsPanel>(), Group::Motion},
    PanelRow{"design", Place::Right, Run, 22, of<DesignPanel>(), Group::Design, "design", QT_TRANSLATE_NOOP("PanelTitle", "search")},
    PanelRow{"landing", Place::Right, Run, 28, of<LandingPanel>(), Group::Design, "design", QT_TRANSLATE_NOOP("PanelTitle", "landing")},
    PanelRow{"configuration-space", Place::Bottom, Run, 23, of<ConfigurationSpacePanel>(), Group::Impact, "spaces", QT_TRANSLATE_NOOP("PanelTitle", "configurations")},
    PanelRow{"normal-space", Place::Right, Impact, 24, of<NormalSpacePanel>(), Group::Impact, "spaces", QT_TRANSLATE_NOOP("PanelTitle", "normals")},
    PanelRow{"cones", Place::Right, Impact, 27, of<ConesPanel>(), Group::Impact},
    PanelRow{"futures", Place::Right, Run, 25, of<FuturesPanel>(), Group::Motion},
    PanelRow{"orbit", Place::Right, Run, 29, of<OrbitPanel>(), Group::Motion},
    PanelRow{"audit", Place::Bottom, Run, 26, of<AuditPanel>(), Group::Motion},
    PanelRow{"impulse-space-3d", Place::Right, Run, 17, of<ImpulseViewPanel>(), Group::Contact, "impulse", QT_TRANSLATE_NOOP("PanelTitle", "in 3D")},
};
// clang-format on

}  // namespace

std::span<const PanelRow> panelTable() {
  return table;
}

}  // namespace carom
