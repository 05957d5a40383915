#include "window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>

#include "base/number_format.h"
#include "common/math_label.h"
#include "common/moments.h"
#include "common/plain_text.h"
#include "common/theme.h"
#include "document/impact_focus.h"
#include "document/scene_files.h"
#include "editor/edit_session.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_text_panel.h"
#include "motion/difference_panel.h"
#include "motion/energy_panel.h"
#include "motion/momentum_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/collapse_region_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "outcomes/outcomes_panel.h"
#include "scene/impact_rule_bar.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "timeline/impact_log_panel.h"
#include "timeline/player.h"
#include "timeline/run_bar.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/panel_dock.h"

namespace carom {

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName("MainWindow");
  new PlainTexts(this);
  setAcceptDrops(true);
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  m_player = new Player(&m_selection, this);
  m_files = new SceneFiles(&m_document, &m_engine, this);
  m_focus = new ImpactFocus(&m_selection, this);
  createPanels();
  createFileMenu();
  createEditMenu();
  createMotionMenu();
  createViewMenu();
  createFigureMenu();
  createHelpMenu();
  createToolBar();
  connectEngine();
  connectImpacts();
  connectEdits();

  setContentsMargins(8, 0, 8, 0);
  resize(roomySize.boundedTo(screen()->availableSize()));
  arrangeDefaultDocks();
  m_defaultLayout = saveState(layoutVersion);
  QSettings settings;
  restoreGeometry(settings.value("window/geometry").toByteArray());
  resize(size().boundedTo(screen()->availableSize()));  // it may have been closed on a larger screen
  restoreState(settings.value("window/layout").toByteArray(), layoutVersion);
  qApp->installEventFilter(this);
  updateTitle();
}

MainWindow::~MainWindow() {
  hide();  // panels end their edits while the document is there
  qApp->removeEventFilter(this);
}

void MainWindow::createPanels() {
  m_summary = new SummaryBar(&m_selection, this);
  m_viewport = new ViewportPanel(&m_selection, &m_document, this);
  m_timeline = new TimelinePanel(&m_selection, &m_document, m_player, this);

  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(m_viewport, 1);
  column->addWidget(m_timeline);
  setCentralWidget(centre);

  m_scenePanel = new ScenePanel(&m_selection, &m_document, this);
  m_sceneText = new SceneTextPanel(&m_selection, &m_document, this);
  m_graph = new OrderingGraphPanel(&m_selection, &m_document, this);
  m_outcomes = new OutcomesPanel(&m_selection, &m_document, this);
  m_curve = new XiCurvePanel(&m_selection, &m_document, this);
  m_outcomeSet = new OutcomeSetPanel(&m_selection, &m_document, this);
  m_difference = new DifferencePanel(&m_selection, &m_document, this);
  m_collapse = new CollapseRegionPanel(&m_selection, &m_document, this);
  m_energy = new EnergyPanel(&m_selection, this);
  m_momentum = new MomentumPanel(&m_selection, this);
  m_log = new ImpactLogPanel(&m_selection, m_player, this);
  addPanelDock(m_scenePanel, "scene", Qt::LeftDockWidgetArea);
  createEditor();
  addPanelDock(m_sceneText, "scene-text", Qt::LeftDockWidgetArea);
  addPanelDock(m_graph, "ordering-graph", Qt::RightDockWidgetArea);
  addPanelDock(m_outcomes, "outcomes", Qt::RightDockWidgetArea);
  addPanelDock(m_curve, "xi-curve", Qt::BottomDockWidgetArea);
  addPanelDock(m_energy, "energy", Qt::BottomDockWidgetArea);
  addPanelDock(m_momentum, "momentum", Qt::BottomDockWidgetArea);
  addPanelDock(m_outcomeSet, "outcome-set", Qt::RightDockWidgetArea);
  addPanelDock(m_difference, "difference", Qt::BottomDockWidgetArea);
  addPanelDock(m_collapse, "collapse-region", Qt::BottomDockWidgetArea);
  addPanelDock(m_log, "impact-log", Qt::BottomDockWidgetArea);
  for (Panel* panel : panels()) connectExport(panel);

  m_message = new ElidedLabel(this);
  m_message->setObjectName("message");
  statusBar()->addWidget(m_message, 1);
  statusBar()->setSizeGripEnabled(false);
}

QDockWidget* MainWindow::addPanelDock(Panel* panel, const QString& name, Qt::DockWidgetArea area) {
  auto* dock = new PanelDock(panel, name, this);
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::arrangeDefaultDocks() {
  setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  const auto dock = [this](const char* name) { return findChild<QDockWidget*>(name); };
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  for (const auto& [first, second] :
       {std::pair("outcomes", "outcome-set"), std::pair("scene", "scene-editor"),
        std::pair("momentum", "difference"), std::pair("xi-curve", "impact-log"),
        std::pair("xi-curve", "collapse-region"), std::pair("scene", "scene-text")}) {
    tabifyDockWidget(dock(first), dock(second));
    dock(first)->raise();
  }
  for (const char* later : {"difference", "collapse-region", "scene-text"})
    dock(later)->hide();  // until there is a use for them
  const auto wide = [this](int size) { return size * width() / roomySize.width(); };
  const auto high = [this](int size) { return size * height() / roomySize.height(); };
  resizeDocks({dock("scene"), dock("ordering-graph")}, {wide(310), wide(500)}, Qt::Horizontal);
  resizeDocks({dock("ordering-graph"), dock("outcomes")}, {high(330), high(230)}, Qt::Vertical);
  resizeDocks({dock("xi-curve"), dock("energy"), dock("momentum")}, {wide(520), wide(520), wide(520)},
              Qt::Horizontal);
  resizeDocks({dock("xi-curve")}, {high(270)}, Qt::Vertical);
}

std::vector<Panel*> MainWindow::panels() const {
  return {m_summary, m_scenePanel, m_editorPanel, m_sceneText,  m_viewport,   m_timeline, m_graph, m_outcomes,
          m_curve,   m_energy,     m_momentum,    m_outcomeSet, m_difference, m_collapse, m_log};
}

std::vector<Panel*> MainWindow::impactPanels() const {
  return {m_summary, m_graph, m_outcomes, m_outcomeSet, m_collapse};
}

const SnapshotPtr& MainWindow::impactShown() const {
  return m_focus->shown();
}

void MainWindow::connectEngine() {
  connect(&m_document, &Document::requested, &m_engine, &EngineThread::submit);
  connect(&m_document, &Document::stateChanged, this, &MainWindow::updateTitle);
  connect(m_files, &SceneFiles::renamed, this, &MainWindow::updateTitle);
  connect(m_files, &SceneFiles::told, m_message, &ElidedLabel::setFullText);
  connect(&m_engine, &EngineThread::answered, this, [this](const SnapshotPtr& snapshot) {
    if (!m_document.isCurrent(snapshot->request)) return;
    m_document.accept(snapshot);
    display(snapshot);
  });
  for (const auto refined : {&EngineThread::curveReady, &EngineThread::probabilitiesReady})
    connect(&m_engine, refined, this, [this](const SnapshotPtr& snapshot) {
      if (m_snapshot && snapshot->request == m_snapshot->request) display(snapshot);
    });
  connect(&m_engine, &EngineThread::curveCancelled, this, [this](quint64 request) {
    if (m_snapshot && request == m_snapshot->request) m_curve->tellCancelled();
  });
  connect(&m_engine, &EngineThread::opened, this, &MainWindow::showOpened);
  connect(&m_engine, &EngineThread::failed, &m_document, &Document::refuse);
  connect(&m_engine, &EngineThread::openFailed, this, [this](quint64 request, const QString& message) {
    if (!m_files->isOpening(request)) return;
    auto* box =
        new QMessageBox(QMessageBox::Warning, tr("The scene was not opened"), message, QMessageBox::Ok, this);
    box->setInformativeText(m_snapshot ? tr("The scene that was open stays as it was.") : QString());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
    m_files->takeOpenFailed();
    emit openRefused(message);
  });
  connect(&m_engine, &EngineThread::busyChanged, this, [this](bool busy) {
    m_engineBusy = busy;
    setBusy();
  });
  connect(&m_engine, &EngineThread::progressed, this,
          [this](quint64, double fraction) { setBusy(fraction); });
  connect(m_summary, &SummaryBar::cancelRequested, &m_engine, &EngineThread::cancel);
}

void MainWindow::connectImpacts() {
  connect(m_focus, &ImpactFocus::shownChanged, this, &MainWindow::displayImpact);
  connect(m_focus, &ImpactFocus::failed, m_message, &ElidedLabel::setFullText);
  connect(m_focus, &ImpactFocus::busyChanged, this, [this](bool busy) {
    m_impactBusy = busy;
    setBusy();
  });
  connect(m_focus, &ImpactFocus::progressed, this, &MainWindow::setBusy);
  connect(m_summary, &SummaryBar::cancelRequested, m_focus, &ImpactFocus::cancel);
  connect(m_focus, &ImpactFocus::searched, m_log, &ImpactLogPanel::takeSearches);
  connect(m_log, &ImpactLogPanel::searchWanted, m_focus, &ImpactFocus::setSearching);
  connect(m_log, &ImpactLogPanel::told, m_message, &ElidedLabel::setFullText);
}

/// Work is under way on either thread, or on none.
void MainWindow::setBusy(double fraction) {
  m_summary->setBusy(m_engineBusy || m_impactBusy, fraction);
}

void MainWindow::connectEdits() {
  connect(&m_document, &Edits::refused, this, [this](const EditRefusal& refusal) {
    const bool isHalfTyped = refusal.of == EditRefusal::Of::Parameter && refusal.isPreview;
    if (!isHalfTyped) m_message->setFullText(refusal.why.message);
  });
  connect(&m_document, &Edits::refusalOver, this, [this] { m_message->setFullText({}); });
}

void MainWindow::connectExport(Panel* panel) {
  connect(panel, &Panel::showWanted, this, [this, panel] { showPanel(panel); });
  connect(panel, &Panel::exportRequested, this, [this, panel] { exportFigure(panel); });
  connect(panel, &Panel::figureReady, this, [this, panel] {
    if (m_awaited != panel) return;
    m_message->setFullText({});
    exportFigure(panel);
  });
}

void MainWindow::openScene(const QString& nameOrPath, const Assignments& assignments) {
  m_player->pause();
  m_files->open(nameOrPath, assignments);
}

void MainWindow::showOpened(const SnapshotPtr& snapshot) {
  if (!m_files->isOpening(snapshot->request)) return;
  m_awaited.clear();
  m_player->pause();
  m_document.reset(snapshot);
  m_files->takeOpened(snapshot);
  m_selection.setHoveredNode(std::nullopt);
  display(snapshot);
  m_selection.setMoment(momentAt(*snapshot->trajectory, 0));
}

void MainWindow::display(const SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  m_editor->setSnapshot(snapshot);
  const std::vector<Panel*> ofOneImpact = impactPanels();
  for (Panel* panel : panels())
    if (std::ranges::find(ofOneImpact, panel) == ofOneImpact.end()) panel->setSnapshot(snapshot);
  m_focus->setRun(snapshot, m_document.wantsProbabilities());
  m_rule->setSnapshot(snapshot);
  emit displayed(snapshot);
}

void MainWindow::displayImpact(const SnapshotPtr& shown) {
  for (Panel* panel : impactPanels()) panel->setSnapshot(shown);
}

void MainWindow::showPanel(Panel* panel) {
  auto* dock = qobject_cast<QDockWidget*>(panel->parentWidget());
  dock->show();
  dock->raise();
}

void MainWindow::updateTitle() {
  const auto& scene = m_document.state().scene;
  setWindowTitle(scene ? tr("%1[*] — Carom").arg(titleText(m_files->name())) : tr("Carom"));
  setWindowModified(m_files->isUnsaved());
  if (scene) m_sceneButton->setText(menuText(QString::fromStdString(scene->title())));
}

/// The menu bar stands within the window's margins; its ground reaches from edge to edge.
void MainWindow::paintEvent(QPaintEvent* event) {
  QMainWindow::paintEvent(event);
  QPainter painter(this);
  const int bottom = menuWidget()->geometry().bottom();
  painter.fillRect(QRect(0, 0, width(), bottom), theme::panelGround());
  painter.fillRect(QRect(0, bottom, width(), 1), theme::hairline());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_files->mayClose()) return event->ignore();
  m_files->forget();
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  settings.setValue("window/layout", saveState(layoutVersion));
  event->accept();
}

bool MainWindow::eventFilter(QObject* object, QEvent* event) {
  // ← and → step reflections in the whole window; a slider, a list of choices and a tree with the focus keep
  // them.
  if (event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const auto* focus = qobject_cast<QWidget*>(object);
    const bool wantsArrows = focus && (focus->inherits("QAbstractSlider") || focus->inherits("QComboBox") ||
                                       focus->inherits("QTreeView"));
    if (wantsArrows && (key == Qt::Key_Left || key == Qt::Key_Right)) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::eventFilter(object, event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile()) m_files->openAfterAsking(urls.front().toLocalFile());
}

}  // namespace carom
