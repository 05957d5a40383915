#include "window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>
#include <QSet>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "audit/audit_panel.h"
#include "audit/recording/number_table.h"
#include "common/elided_button.h"
#include "common/math_label.h"
#include "common/theme.h"
#include "document/answers.h"
#include "document/scene_files.h"
#include "editor/scene_editor.h"
#include "impulse/impulse_lab.h"
#include "robot/import_robot.h"
#include "runs/runs_panel.h"
#include "scene/impact_rule_bar.h"
#include "scene/summary_bar.h"
#include "timeline/player.h"
#include "timeline/push_menu.h"
#include "timeline/run_bar.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/composition_reopening.h"
#include "window/drop_action.h"
#include "window/edit_menu.h"
#include "window/fault_report.h"
#include "window/figure_menu.h"
#include "window/figure_reopening.h"
#include "window/file_menu.h"
#include "window/heap_trim.h"
#include "window/help_menu.h"
#include "window/layout/large_panel.h"
#include "window/layout/workspace_bar.h"
#include "window/layout/workspace_menu.h"
#include "window/layout/workspaces.h"
#include "window/message_line.h"
#include "window/motion_menu.h"
#include "window/palette/command_palette.h"
#include "window/palette/palette_sources.h"
#include "window/panel_dock.h"
#include "window/panel_focus.h"
#include "window/panel_links.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"
#include "window/tour/guided_tour.h"
#include "window/view_menu.h"
#include "window/window_layout.h"

namespace carom {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      m_answers(new Answers(&m_document, &m_selection, this)),
      m_files(new SceneFiles(&m_document, m_answers->engine(), this)),
      m_faults(new FaultReport(m_files, this)),
      m_player(new Player(&m_selection, this)),
      m_editor(new SceneEditor(&m_selection, &m_document, this)),
      m_panels(new Panels({&m_selection, &m_document, m_editor, m_player, new ImpulseLab(this)}, this)),
      m_delivery(new SnapshotDelivery(m_panels->all(), &m_document, this)),
      m_large(new LargePanel(m_panels, this)),
      m_workspaces(new Workspaces(m_panels, this)),
      m_layout(new WindowLayout(m_panels, m_workspaces, this)) {
  setObjectName("MainWindow");
  setAcceptDrops(true);
  auto* reopening =
      new FigureReopening({m_files, &m_document, &m_selection, m_answers, m_panels, m_delivery}, this);
  auto* compositions = new CompositionReopening(m_files, reopening, m_answers, this);
  createStatusBar();
  createMenus();
  connect(compositions, &CompositionReopening::reopened, m_figureMenu, &FigureMenu::editComposition);
  connect(compositions, &CompositionReopening::told, m_message, &MessageLine::tell);
  connectAnswers();
  connectMessages();
  setContentsMargins(8, 0, 8, 0);
  m_layout->restore();
  m_keys.emplace();
  updateTitle();
}

MainWindow::~MainWindow() {
  m_keys.reset();
  delete findChild<PanelFocus*>();  // the keyboard moves on while panels go
  m_panels->drop();
  // Panels end their edits while the document still exists, and they themselves: those with a field in a
  // menu, too.
  for (QMenu* menu : findChildren<QMenu*>()) menu->hide();
  if (QWidget* field = QApplication::focusWidget())
    for (const QObject* each = field; each; each = each->parent())
      if (each == this) {
        field->clearFocus();
        break;
      }
  hide();
  for (QDockWidget* dock : findChildren<QDockWidget*>()) dock->hide();  // those that float, too
}

const SnapshotPtr& MainWindow::snapshot() const {
  return m_answers->run();
}

const SnapshotPtr& MainWindow::impactShown() const {
  return m_answers->impact();
}

void MainWindow::createStatusBar() {
  auto* label = new ElidedLabel(this);
  label->setObjectName("message");
  statusBar()->addWidget(label, 1);
  m_message = new MessageLine(label, this);
  statusBar()->setSizeGripEnabled(false);
}

void MainWindow::createMenus() {
  auto* file = m_fileMenu = new FileMenu(m_files, this);
  auto* edit = new EditMenu({&m_document, m_files, m_editor, *m_panels, m_delivery, m_answers}, this);
  const RunBar* runBar = m_panels->find<TimelinePanel>()->runBar();
  m_figureMenu = new FigureMenu(*m_panels, m_delivery, this);
  menuBar()->addMenu(file);
  menuBar()->addMenu(edit);
  auto* drop = new DropAction(&m_document, this);
  menuBar()->addMenu(new MotionMenu(
      m_player, {runBar->secondRunMenu(), runBar->pushMenu(), m_panels->find<RunsPanel>(), drop}, this));
  auto* workspaces = new WorkspaceMenu(m_workspaces, this);
  auto* view = new ViewMenu(m_panels, *m_large, workspaces, this);
  menuBar()->addMenu(view);
  menuBar()->setCornerWidget(new WorkspaceBar(m_workspaces, workspaces, this));
  menuBar()->addMenu(m_figureMenu);
  auto* help = new HelpMenu(m_panels->find<SummaryBar>(), &m_terms, this);
  menuBar()->addMenu(help);
  createPalette(help, view->focus());
  m_tour = new GuidedTour(this, m_player, m_figureMenu);
  connect(help, &HelpMenu::tourWanted, m_tour, &GuidedTour::start);
  connect(m_tour, &GuidedTour::told, m_message, &MessageLine::tell);
  connect(edit, &EditMenu::told, m_message, &MessageLine::tell);
  connect(drop, &DropAction::told, m_message, &MessageLine::tell);
  connect(m_answers, &Answers::runChanged, drop, &DropAction::setSnapshot);
  m_links = new PanelLinks({m_panels, &m_document, m_answers, m_delivery, m_player, m_large, drop}, this);
  connect(file, &FileMenu::recordingChosen, m_links, &PanelLinks::openRecording);
  createToolBar(*file, *edit);
  createSummary();
}

void MainWindow::createPalette(HelpMenu* help, PanelFocus* focus) {
  const auto goTo = [focus](Panel* panel) { focus->goTo(panel); };
  const auto enlarge = [this, focus](Panel* panel) {
    focus->goTo(panel);
    if (m_large->panel() != panel) m_large->toggle(panel);
  };
  const PaletteParts parts{this,
                           m_panels,
                           [this] { return snapshot(); },
                           goTo,
                           enlarge,
                           [help](const QString& word) { help->explain(word); },
                           [help](const QString& address) { help->read(address); }};
  auto* palette = new CommandPalette([parts] { return paletteEntries(parts); }, this);
  connect(help, &HelpMenu::told, m_message, &MessageLine::tell);
  connect(help, &HelpMenu::paletteWanted, palette, &CommandPalette::open);
  connect(palette, &CommandPalette::told, m_message, &MessageLine::tell);
}

void MainWindow::createToolBar(const FileMenu& file, const EditMenu& edit) {
  QToolBar* bar = addToolBar(tr("Main tool bar"));
  bar->setObjectName("main-toolbar");
  const auto add = [bar](QToolButton* tool, const QString& text, QAction* action, QMenu* menu) {
    if (action) {
      tool->setDefaultAction(action);
      action->setIconText(text);
    }
    tool->setMenu(menu);
    if (menu) tool->setPopupMode(QToolButton::InstantPopup);
    tool->setText(text);
    tool->setToolButtonStyle(Qt::ToolButtonTextOnly);
    tool->setAccessibleName(text);
    bar->addWidget(tool);
    return tool;
  };
  const auto button = [&](const QString& text, QAction* action, QMenu* menu) {
    return add(new QToolButton(bar), text, action, menu);
  };
  button(tr("Open"), file.openAction(), nullptr);
  m_sceneButton = new ElidedButton(bar);  // a scene may have a long title
  add(m_sceneButton, tr("Scenes"), nullptr, file.sceneMenu())->setObjectName("scenes");
  button(tr("Undo"), edit.undoAction(), nullptr);
  button(tr("Redo"), edit.redoAction(), nullptr);
  auto* rule = new ImpactRuleBar(&m_document, bar);
  connect(m_answers, &Answers::runChanged, rule, &ImpactRuleBar::setSnapshot);
  bar->addWidget(rule);
  auto* space = new QWidget(bar);
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  button(tr("Export figure…"), nullptr, m_figureMenu)->setObjectName("export-figure");
}

void MainWindow::createSummary() {
  addToolBarBreak();
  QToolBar* bar = addToolBar(tr("Summary"));
  bar->setObjectName("summary");
  auto* card = new QWidget(bar);
  auto* around = new QVBoxLayout(card);
  around->setContentsMargins(0, 7, 0, 2);
  around->addWidget(m_panels->find<SummaryBar>());
  bar->addWidget(card);
  for (QToolBar* each : findChildren<QToolBar*>(Qt::FindDirectChildrenOnly)) {
    each->setMovable(false);
    each->setContextMenuPolicy(Qt::PreventContextMenu);
    each->toggleViewAction()->setEnabled(false);
  }
}

void MainWindow::connectAnswers() {
  connect(&m_document, &Document::opened, m_delivery, &SnapshotDelivery::sceneOpened);
  connect(&m_document, &Document::opened, m_panels->find<ViewportPanel>(), &ViewportPanel::endEditing);
  connect(&m_document, &Document::opened, m_figureMenu, &FigureMenu::forgetAwaited);
  connect(&m_document, &Document::opened, m_player, &Player::pause);
  // A scene without bodies waits for the first one: the keys of the tools are those of the view.
  auto* view = m_panels->find<ViewportPanel>();
  connect(&m_document, &Document::opened, view, [view](const SnapshotPtr& snapshot) {
    if (snapshot->instance.mechanism->bodies().empty()) view->setFocus(Qt::OtherFocusReason);
  });
  connect(&m_document, &Document::opened, m_answers, &Answers::showOpened);  // after all above
  connect(m_answers, &Answers::runChanged, m_editor, &SceneEditor::setSnapshot);
  connect(m_answers, &Answers::runChanged, m_delivery, &SnapshotDelivery::deliverRun);
  connect(m_answers, &Answers::impactChanged, m_delivery, &SnapshotDelivery::deliverImpact);
  connect(m_answers, &Answers::workCancelled, m_delivery, &SnapshotDelivery::workCancelled);
  connect(m_player, &Player::playingChanged, m_delivery, &SnapshotDelivery::setPlaying);
  connect(m_answers, &Answers::runChanged, this, &MainWindow::displayed);
  connect(m_answers, &Answers::impactChanged, &m_terms, &TermTips::setSnapshot);
  auto* summary = m_panels->find<SummaryBar>();
  connect(m_answers, &Answers::busyChanged, summary, &SummaryBar::setBusy);
  connect(m_answers, &Answers::busyChanged, new HeapTrim(this), &HeapTrim::setBusy);
  connect(m_answers, &Answers::progressed, summary, &SummaryBar::showProgress);
  connect(summary, &SummaryBar::cancelRequested, m_answers, &Answers::cancel);
}

/// Connects the messages that the status bar and the title show.
void MainWindow::connectMessages() {
  connect(m_answers, &Answers::told, m_message, &MessageLine::tell);
  connect(m_files, &SceneFiles::told, m_message, &MessageLine::tell);
  connect(m_faults, &FaultReport::told, m_message, &MessageLine::tell);
  connect(m_layout, &WindowLayout::told, m_message, &MessageLine::tell);
  connect(m_figureMenu, &FigureMenu::told, m_message, &MessageLine::tell);
  for (const Panels::Entry& entry : m_panels->all())
    connect(entry.panel, &Panel::told, m_message, &MessageLine::tell);
  connect(m_figureMenu, &FigureMenu::movieBegun, this, [this](QWidget* progress) {
    statusBar()->addPermanentWidget(progress);
    progress->show();
  });
  connect(&m_document, &Edits::refused, this, [this](const EditRefusal& refusal) {
    const bool isHalfTyped = refusal.of == EditRefusal::Of::Parameter && refusal.isPreview;
    if (!isHalfTyped) m_message->refuse(refusal.why.message);
  });
  connect(&m_document, &Edits::refusalOver, m_message, &MessageLine::endRefusal);
  connect(m_files, &SceneFiles::openRefused, this, &MainWindow::openRefused);
  connect(m_files, &SceneFiles::fileChosen, this, &MainWindow::openAnyFile);
  connect(m_files, &SceneFiles::renamed, this, &MainWindow::updateTitle);
  connect(&m_document, &Document::stateChanged, this, &MainWindow::updateTitle);
}

void MainWindow::openRecording(const QString& path) {
  m_links->openRecording(path);
}

void MainWindow::openScene(const QString& nameOrPath, const Assignments& assignments) {
  m_player->pause();
  m_files->open(nameOrPath, assignments);
}

void MainWindow::openSceneAfterAsking(const QString& nameOrPath, const Assignments& assignments) {
  m_player->pause();
  m_files->openAfterAsking(nameOrPath, assignments);
}

void MainWindow::updateTitle() {
  const auto& scene = m_document.state().scene;
  setWindowTitle(scene ? tr("%1[*] — Carom").arg(titleText(m_files->name())) : tr("Carom"));
  // Qt would tell the window manager the title at each step of a drag.
  if (const bool isUnsaved = m_files->isUnsaved(); isUnsaved != isWindowModified())
    setWindowModified(isUnsaved);
  if (!scene) return;
  constexpr int mostOfTitle = 116;  // px that other parts of the tool bar leave it
  m_sceneButton->setFullText(QString::fromStdString(scene->title()));
  m_sceneButton->setMinimumWidth(std::min(mostOfTitle, m_sceneButton->sizeHint().width()));
}

/// The menu bar stands within the window's margins; its background reaches from edge to edge.
/// A layout asks its parent's for room by an event of its own, and one call answers one level of them. All
/// are answered before the window is painted; else every level would paint and compose the window once more.
bool MainWindow::event(QEvent* event) {
  constexpr int mostLevels = 12;
  if (event->type() == QEvent::UpdateRequest)
    for (int level = 0; level < mostLevels; ++level)
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  return QMainWindow::event(event);
}

namespace {

/// Whether a widget is in a panel that lies behind the tab of another one.
bool isBehindATab(const QWidget* widget) {
  const PanelDock* dock = nullptr;
  while (widget && !(dock = qobject_cast<const PanelDock*>(widget))) widget = widget->parentWidget();
  return dock && dock->isBehindATab();
}

}  // namespace

/// Passes over what lies behind tabs, until it comes to a widget for the second time: the one that has the
/// keyboard at first may be out of the round, in a panel that has been hidden.
bool MainWindow::focusNextPrevChild(bool next) {
  QSet<const QWidget*> passed{focusWidget()};
  do {
    if (!QMainWindow::focusNextPrevChild(next)) return false;
    if (passed.contains(focusWidget())) return true;
    passed.insert(focusWidget());
  } while (isBehindATab(focusWidget()));
  return true;
}

void MainWindow::paintEvent(QPaintEvent* event) {
  QMainWindow::paintEvent(event);
  QPainter painter(this);
  const int bottom = menuWidget()->geometry().bottom();
  painter.fillRect(QRect(0, 0, width(), bottom), theme::panelGround());
  painter.fillRect(QRect(0, bottom, width(), 1), theme::hairline());
}

/// Esc comes here where nothing that has the keyboard has a use for it.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && m_large->panel()) return m_large->goBack();
  if (event->key() == Qt::Key_Escape && m_tour->isRunning()) return m_tour->end();
  auto* audit = m_panels->find<AuditPanel>();
  if (event->key() == Qt::Key_Escape && audit->isOpen()) return audit->end();
  QMainWindow::keyPressEvent(event);
}

void MainWindow::keepLayout() {
  m_large->goBack();
  if (const QString why = m_layout->save(); !why.isEmpty()) writeFault(why.toStdString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_files->mayClose()) return event->ignore();
  m_files->forget();
  keepLayout();
  event->accept();
}

namespace {

/// Answers a drop as a copy: after a move the program that it comes from may delete the file.
void acceptAsCopy(QDropEvent* event) {
  event->setDropAction(Qt::CopyAction);
  event->accept();
}

}  // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) acceptAsCopy(event);
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  acceptAsCopy(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.isEmpty() || !urls.front().isLocalFile()) return;
  acceptAsCopy(event);
  openAnyFile(urls.front().toLocalFile());
}

void MainWindow::openAnyFile(const QString& path) {
  if (isRecordingFile(path.toStdString())) return openRecording(path);
  isRobotFile(path.toStdString()) ? m_fileMenu->importRobot(path) : m_files->openFileAfterAsking(path);
}

}  // namespace carom
