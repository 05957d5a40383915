#include "window/tour/guided_tour.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <cmath>
#include <numbers>

#include "design/design_panel.h"
#include "document/scene_files.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/figure_menu.h"
#include "window/main_window.h"
#include "window/panels.h"
#include "window/tour/tour_card.h"

namespace carom {

namespace {

constexpr auto offeredKey = "tour/offered";
constexpr auto sceneName = "billiard-break";
constexpr int steppingStep = 2;

double degreesOfTheta(const Snapshot& snapshot) {
  for (const ParameterValue& each : snapshot.instance.parameters)
    if (each.name == "theta") return each.value * 180 / std::numbers::pi;
  return 0;
}

}  // namespace

GuidedTour::GuidedTour(MainWindow* window, Player* player, FigureMenu* figures)
    : QObject(window),
      m_window(window),
      m_player(player),
      m_card(new TourCard(
          window, {window->panels().find<TimelinePanel>(), window->panels().find<ViewportPanel>(),
                   window->panels().find<OrderingGraphPanel>(), window->panels().find<XiCurvePanel>()})),
      m_steps(makeSteps()) {
  constexpr int seenMs = 400;  // what was done is seen for a moment
  m_goOn.setSingleShot(true);
  m_goOn.setInterval(seenMs);
  connect(&m_goOn, &QTimer::timeout, this, [this] {
    // A drag ends before the next step begins.
    QApplication::mouseButtons() == Qt::NoButton ? next() : look();
  });
  connect(m_card, &TourCard::skipWanted, this, &GuidedTour::next);
  connect(m_card, &TourCard::endWanted, this, &GuidedTour::end);
  connect(window, &MainWindow::displayed, this, [this] {
    const Snapshot& shown = *m_window->snapshot();
    if (m_isOpening && shown.scene->name() == sceneName && !shown.isPending &&
        std::lround(degreesOfTheta(shown)) == 120) {
      m_isOpening = false;
      show(0);
    }
    look();
  });
  connect(window->selection(), &Selection::momentChanged, this, [this](const Moment& moment) {
    m_hasSteppedInside |= moment.impact >= 0 && moment.reflection > 0 && !m_player->isPlaying();
    look();
  });
  connect(player, &Player::playingChanged, this, [this](bool playing) {
    m_hasPlayed |= playing;
    look();
  });
  connect(window->panels().find<DesignPanel>(), &DesignPanel::otherDesignChanged, this,
          [this](const std::shared_ptr<const SceneInstance>& design) {
            m_hasFoundDesign |= design != nullptr;
            look();
          });
  connect(figures, &FigureMenu::written, this, [this](const QString& path) {
    m_exported = path;
    look();
  });
}

std::vector<GuidedTour::Step> GuidedTour::makeSteps() {
  const Panels& panels = m_window->panels();
  const auto panel = [](auto* found) { return [found]() -> QWidget* { return found; }; };
  auto* view = panels.find<ViewportPanel>();
  auto* graph = panels.find<OrderingGraphPanel>();
  auto* summary = panels.find<SummaryBar>();
  const auto named = [this](const char* name) {
    return [this, name]() -> QWidget* { return m_window->findChild<QWidget*>(QLatin1String(name)); };
  };
  const auto snapshot = [this]() -> const SnapshotPtr& { return m_window->snapshot(); };
  return {
      {tr("Drag θ to 90°"),
       tr("Ball <i>c</i> strikes <i>a</i> and <i>b</i> at once. Drag a green handle of θ in the view, or its "
          "slider at the left, to about 90°, or type 90 into its field. ξ at the top falls towards 0: at 90° "
          "the contacts are orthogonal, and their order does not matter."),
       panel(view),
       [snapshot] {
         constexpr double near =
             2.5;  // degrees: what a person takes for about 90; a pixel of the handle has 2
         return std::abs(degreesOfTheta(*snapshot()) - 90) < near;
       }},
      {tr("Choose the other ordering"),
       tr("Drag θ to an angle of your own, such as 120°: now the order matters. The tree shows the "
          "orderings. Click the end that is not in force, <i>p⁺</i> of outcome 2: the balls follow the "
          "ordering "
          "that leads there."),
       panel(graph),
       [this, snapshot] {
         return snapshot()->report && snapshot()->report->outcomes.size() > 1 &&
                m_window->document()->state().ordering;
       }},
      {tr("Step through the impact"),
       tr("The impact begins again. Press → to do one reflection after the other, and ← to go back. The "
          "arrows in the view are the velocities after each reflection."),
       panel(panels.find<TimelinePanel>()), [this] { return m_hasSteppedInside; }},
      {tr("Ask why"),
       tr("Press <i>Why?</i> at the top (Ctrl+F1): it gives the reasons in sentences, with the numbers of "
          "this impact. Close it to go on."),
       panel(summary), [this] { return m_hasExplained; }},
      {tr("Play the motion"), tr("Press Space, or ▶ below the view. The line there goes through the run."),
       panel(panels.find<TimelinePanel>()), [this] { return m_hasPlayed; }},
      {tr("Compare two orderings"),
       tr("Press <b>C</b>: the ordering is pinned. Then click the other outcome in the tree. The balls of "
          "the "
          "pinned ordering move as ghosts beside the others."),
       panel(graph),
       [snapshot] {
         return snapshot()->comparison && snapshot()->comparison->outcome != snapshot()->outcome;
       }},
      {tr("Find the nearest unique design"),
       tr("Press <i>Find nearest unique design</i> at the top. It finds the least change of θ and of "
          "the radii after which the order does not matter, and the view shows that design as ghosts."),
       panel(summary), [this] { return m_hasFoundDesign; }},
      {tr("Export your figure"),
       tr("Press <i>Export figure…</i> at the right, choose a panel, then press <i>Export</i>. The file is "
          "as "
          "large as on paper, and contains how it was made: drop it on the window, and your angle is back."),
       named("export-figure"), [this] { return !m_exported.isEmpty(); }},
  };
}

void GuidedTour::start() {
  QSettings().setValue(offeredKey, true);
  end();
  m_isOpening = true;
  m_window->openSceneAfterAsking(QLatin1String(sceneName), {{"theta", "120deg"}});
}

void GuidedTour::show(int step) {
  if (m_step < 0) qApp->installEventFilter(this);
  m_step = step;
  m_goOn.stop();
  m_hasSteppedInside = m_hasExplained = m_hasPlayed = m_hasFoundDesign = false;
  m_exported.clear();
  const SnapshotPtr& snapshot = m_window->snapshot();
  if (step == steppingStep && snapshot && snapshot->trajectory && !snapshot->trajectory->impacts.empty()) {
    m_player->pause();  // a click on an outcome showed the end of the impact
    m_window->selection()->setMoment({snapshot->trajectory->impacts.front().time, 0, 0});
  }
  const Step& shown = m_steps[static_cast<std::size_t>(step)];
  m_card->showStep(tr("%1 of %2").arg(step + 1).arg(m_steps.size()), shown.title, shown.text, shown.part());
}

void GuidedTour::next() {
  if (m_step < 0) return;
  if (m_step + 1 < static_cast<int>(m_steps.size())) return show(m_step + 1);
  end();
  const QString words =
      tr("That was the tour. F1 opens the handbook, and Ctrl+Shift+P finds everything by a few letters.");
  emit told(m_exported.isEmpty() ? words : tr("Written to %1. %2").arg(m_exported, words));
}

void GuidedTour::look() {
  if (m_step < 0 || !m_window->snapshot()) return;
  if (m_window->snapshot()->scene->name() != sceneName) return end();  // another scene was opened
  if (m_steps[static_cast<std::size_t>(m_step)].isDone())
    if (!m_goOn.isActive()) m_goOn.start();
}

void GuidedTour::end() {
  m_isOpening = false;
  if (m_step < 0) return;
  qApp->removeEventFilter(this);
  m_step = -1;
  m_goOn.stop();
  m_card->end();
}

void GuidedTour::offer(QStatusBar* bar) {
  if (QSettings().value(offeredKey).toBool()) return;
  QSettings().setValue(offeredKey, true);
  auto* line = new QWidget(bar);
  line->setObjectName("tourOffer");
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  auto* words = new QLabel(tr("New here? Eight steps show what Carom does."), line);
  row->addWidget(words);
  const auto button = [&](const QString& text) {
    auto* tool = new QToolButton(line);
    tool->setText(text);
    tool->setProperty("role", "quiet");
    tool->setFocusPolicy(Qt::TabFocus);
    row->addWidget(tool);
    connect(tool, &QToolButton::clicked, line, &QObject::deleteLater);
    return tool;
  };
  connect(button(tr("Guided tour")), &QToolButton::clicked, this, &GuidedTour::start);
  button(tr("No, thanks"));
  bar->addPermanentWidget(line);
}

/// The dialog of the reasoning opens by a button, a key or a menu, and has been read when it is closed.
bool GuidedTour::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Hide && watched->inherits("carom::ReasoningDialog")) {
    m_hasExplained = true;
    look();
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace carom
