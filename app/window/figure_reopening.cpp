#include "window/figure_reopening.h"

#include <utility>

#include "base/qt_text.h"
#include "document/answers.h"
#include "document/document.h"
#include "document/scene_files.h"
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
#include "viewport/impulse_view_panel.h"
#include "viewport/viewport_panel.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

namespace carom {

namespace {

template <class P>
Panel* findPanel(const Panels& panels) {
  return panels.find<P>();
}

template <const PlotPreset& preset>
Panel* findPlot(const Panels& panels) {
  return panels.find<SeriesPanel>(preset.panel);
}

/// The panel that makes the figures whose names begin so. A longer beginning stands before a shorter one.
constexpr std::pair<const char*, Panel* (*)(const Panels&)> makers[] = {
    {"billiard-xi", findPanel<XiCurvePanel>},
    {"xi-curve", findPanel<XiCurvePanel>},
    {"energy", findPlot<energyPlot>},
    {"momentum", findPlot<momentumPlot>},
    {"difference", findPlot<differencePlot>},
    {"ordering-graph", findPanel<OrderingGraphPanel>},
    {"outcome-set", findPanel<OutcomeSetPanel>},
    {"outcomes", findPanel<OutcomesPanel>},
    {"collapse-region", findPanel<CollapseRegionPanel>},
    {"cones", findPanel<ConesPanel>},
    {"landscape", findPanel<LandscapePanel>},
    {"rhex-landscape", findPanel<LandscapePanel>},
    {"impulse-2d", findPanel<ImpulsePanel>},
    {"impulse-3d", findPanel<ImpulseViewPanel>},
    {"law-sweep", findPanel<LawComparisonPanel>},
    {"plot", findPlot<freePlot>},
    {"growth", findPlot<freePlot>},
    {"sensitivity", findPanel<SensitivityPanel>},
    {"configuration-space", findPanel<ConfigurationSpacePanel>},
    {"normal-space", findPanel<NormalSpacePanel>},
    {"normal-sphere", findPanel<NormalSpacePanel>},
    {"drawing", findPanel<ViewportPanel>},
    {"scene", findPanel<ViewportPanel>}};

/// The impact that a figure is about, as index in Trajectory::impacts; empty: that of the initial state.
std::optional<int> impactOfFigure(const FigureArguments& figure) {
  return readQuestion(figure.only({"impact"}), Command::Figure, {}).impact;
}

}  // namespace

FigureReopening::FigureReopening(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
  connect(parts.files, &SceneFiles::figureOpened, this, &FigureReopening::begin);
  connect(parts.answers, &Answers::runChanged, this, &FigureReopening::takeRun);
  connect(parts.answers, &Answers::impactChanged, this, &FigureReopening::takeImpact);
}

void FigureReopening::begin(const FigureArguments& figure) {
  m_figure = figure;
  if (!figure.has("scene")) showFigure();
}

/// An answer from before the settings of the figure is passed over. A later impact needs its own answer.
void FigureReopening::takeRun(const SnapshotPtr& run) {
  const DocumentState& state = m_parts.document->state();
  if (!m_figure || run->isPending || run->scene != state.scene || !(run->settings == state.settings)) return;
  const std::optional<int> impact = impactOfFigure(*m_figure);
  if (!impact || !run->trajectory || *impact >= std::ssize(run->trajectory->impacts)) return showFigure();
  const ImpactEvent& event = run->trajectory->impacts[static_cast<std::size_t>(*impact)];
  const Moment moment{event.time, *impact, static_cast<int>(event.word.size())};
  // Others take the run within the same signal, and may set the moment to its beginning.
  QMetaObject::invokeMethod(
      this, [this, moment] { m_parts.selection->setMoment(moment); }, Qt::QueuedConnection);
}

void FigureReopening::takeImpact(const SnapshotPtr& shown) {
  if (m_figure && impactOfFigure(*m_figure) == shown->impact) showFigure();
}

/// Called within the signals of an answer, some panels get it later: the rest is done after all of them.
void FigureReopening::showFigure() {
  const FigureArguments figure = *std::exchange(m_figure, std::nullopt);
  QMetaObject::invokeMethod(
      this,
      [this, figure] {
        Panel* panel = panelOf(q(figure.name));
        if (!panel) return emit shown(nullptr);
        m_parts.delivery->bringUpToDate(panel);
        m_parts.panels->show(panel);
        try {
          panel->showFigure(figure);
        } catch (const std::exception& error) {  // of a record that someone has written by hand
          emit m_parts.files->told(QString::fromUtf8(error.what()));
        }
        emit shown(panel);
      },
      Qt::QueuedConnection);
}

Panel* FigureReopening::panelOf(const QString& figure) const {
  for (const auto& [name, find] : makers)
    if (figure.startsWith(QLatin1String(name))) return find(*m_parts.panels);
  return nullptr;
}

}  // namespace carom
