#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/version.h"
#include "common/math_label.h"
#include "common/plain_text.h"
#include "common/theme.h"
#include "document/scene_files.h"
#include "figure/export_dialog.h"
#include "orderings/ordering_graph_panel.h"
#include "scene/impact_rule_bar.h"
#include "scene/summary_bar.h"
#include "timeline/player.h"
#include "timeline/run_bar.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/library_dialog.h"
#include "window/main_window.h"
#include "window/panel_focus.h"

namespace carom {

void MainWindow::createFileMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  m_files->addNew(menu);
  menu->addAction(tr("&Library…"), QKeySequence(Qt::CTRL | Qt::Key_L), this, &MainWindow::showLibrary)
      ->setObjectName("library");
  m_builtinMenu = menu->addMenu(tr("&Built-in scene"));
  m_builtinMenu->setToolTipsVisible(true);
  for (const BuiltinScene& scene : builtinScenes()) {
    const QString name = QString::fromStdString(scene.name);
    QAction* action = m_builtinMenu->addAction(menuText(QString::fromStdString(scene.title)), this,
                                               [this, name] { m_files->openAfterAsking(name); });
    action->setObjectName("open:" + name);
    action->setToolTip(QString::fromStdString(scene.source));
  }
  menu->addSeparator();
  m_files->addSaves(menu);
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::showLibrary() {
  auto* library = new LibraryDialog(this);
  library->setAttribute(Qt::WA_DeleteOnClose);
  connect(library, &LibraryDialog::chosen, m_files, &SceneFiles::openAfterAsking);
  library->open();
}

void MainWindow::createEditMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  QUndoStack* stack = m_document.undoStack();
  m_undo = stack->createUndoAction(this, tr("Undo"));
  m_undo->setShortcut(QKeySequence::Undo);
  m_redo = stack->createRedoAction(this, tr("Redo"));
  // The document knows of edits that still wait for their answer; the stack does not.
  disconnect(m_undo, &QAction::triggered, stack, nullptr);
  disconnect(m_redo, &QAction::triggered, stack, nullptr);
  connect(m_undo, &QAction::triggered, &m_document, &Document::undo);
  connect(m_redo, &QAction::triggered, &m_document, &Document::redo);
  m_redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  menu->addActions({m_undo, m_redo});
  createEditorMenu(menu);
  menu->addSeparator();
  menu->addAction(tr("Copy as command li&ne"), this, &MainWindow::copyCommandLine);
  menu->addAction(tr("Compare &orderings"), Qt::Key_C, m_graph, &OrderingGraphPanel::toggleComparison)
      ->setObjectName("compare");
  menu->addSeparator();
  menu->addAction(tr("Reset all parameter&s"), this, [this] { m_document.resetAssignments(); });
}

void MainWindow::createMotionMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Motion"));
  const auto add = [&](const QString& text, const QKeySequence& key, auto slot) {
    QAction* action = menu->addAction(text);
    action->setShortcut(key);
    connect(action, &QAction::triggered, m_player, slot);
    return action;
  };
  m_play = add(tr("&Play"), Qt::Key_Space, [this] { m_player->togglePlay(); });
  connect(m_player, &Player::playingChanged, this,
          [this](bool playing) { m_play->setText(playing ? tr("&Pause") : tr("&Play")); });
  menu->addSeparator();
  add(tr("Reflection &forward"), Qt::Key_Right, [this] { m_player->stepReflection(+1); });
  add(tr("Reflection &back"), Qt::Key_Left, [this] { m_player->stepReflection(-1); });
  add(tr("&Next impact"), Qt::Key_PageDown, [this] { m_player->nextImpact(); });
  add(tr("Pre&vious impact"), Qt::Key_PageUp, [this] { m_player->previousImpact(); });
  add(tr("To the &start"), Qt::Key_Home, [this] { m_player->toStart(); });
  add(tr("To the &end"), Qt::Key_End, [this] { m_player->toEnd(); });
  menu->addSeparator();
  QAction* dwell = menu->addAction(tr("&Dwell at every impact"));
  dwell->setObjectName("dwell");
  dwell->setCheckable(true);
  dwell->setStatusTip(tr("Play shows each reflection for a while; if not, only those of the first impact"));
  connect(dwell, &QAction::toggled, this, [this](bool on) {
    m_player->setDwells(on);
    QSettings().setValue("motion/dwell", on);
  });
  dwell->setChecked(QSettings().value("motion/dwell", false).toBool());
  menu->addSeparator();
  menu->addMenu(m_timeline->runBar()->secondRunMenu());
}

void MainWindow::createViewMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  menu->addAction(tr("&Fit"), Qt::Key_F, m_viewport, &ViewportPanel::fit);
  menu->addAction(tr("&Top view"), Qt::Key_T, m_viewport, &ViewportPanel::topView);
  menu->addSeparator();
  for (QDockWidget* dock : findChildren<QDockWidget*>()) {
    menu->addAction(dock->toggleViewAction());
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool shown) {
      if (shown) dock->raise();  // not behind the other tabs
    });
  }
  menu->addSeparator();
  new PanelFocus({m_viewport, m_timeline, m_scenePanel, m_graph, m_outcomes, m_curve, m_energy, m_momentum,
                  m_editorPanel, m_sceneText, m_outcomeSet, m_difference, m_collapse, m_log},
                 menu->addMenu(tr("&Go to panel")), this);
  addSchemes(menu->addMenu(tr("&Colours")));
  menu->addAction(tr("&Reset layout"), this, [this] { restoreState(m_defaultLayout, layoutVersion); })
      ->setObjectName("reset-layout");
}

void MainWindow::addSchemes(QMenu* menu) {
  const auto remembered = theme::scheme();
  auto* group = new QActionGroup(menu);
  for (const auto& [scheme, text] :
       {std::pair{theme::Scheme::System, tr("&As the desktop")},
        std::pair{theme::Scheme::Light, tr("&Light")}, std::pair{theme::Scheme::Dark, tr("&Dark")}}) {
    QAction* action = menu->addAction(text, this, [scheme = scheme] {
      theme::apply(scheme);
      QSettings().setValue("window/colours", static_cast<int>(scheme));
    });
    action->setCheckable(true);
    action->setChecked(scheme == remembered);
    group->addAction(action);
  }
}

void MainWindow::createFigureMenu() {
  m_figureMenu = menuBar()->addMenu(tr("Fi&gure"));
  connect(m_figureMenu, &QMenu::aboutToShow, this, [this] {
    m_figureMenu->clear();
    for (Panel* panel : panels()) {
      const std::unique_ptr<Figure> figure = panel->figure();
      if (!figure && !panel->isFigureComing()) continue;
      const QString title = figure ? figure->title() : panel->windowTitle();
      m_figureMenu
          ->addAction(tr("Export “%1”…").arg(menuText(title)), this, [this, panel] { exportFigure(panel); })
          ->setObjectName("export:" + (figure ? figure->name() : panel->objectName()));
    }
  });
}

/// Rich text of our own: what a box shows else is plain.
void MainWindow::showRichText(const QString& title, const QString& markup) {
  auto* box = new QMessageBox(QMessageBox::Information, title, QString(), QMessageBox::Ok, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::RichText);
  box->setText(markup);
  box->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
  box->setModal(false);  // it may stay beside the work
  box->show();
}

void MainWindow::createHelpMenu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  menu->addAction(tr("&Keys and mouse"), QKeySequence::HelpContents, this, [this] {
    showRichText(
        tr("Keys and mouse"),
        tr("<table cellspacing=6>"
           "<tr><td><b>← →</b></td><td>one reflection back or forward</td></tr>"
           "<tr><td><b>Space</b></td><td>play or pause</td></tr>"
           "<tr><td><b>Page Up, Page Down</b></td><td>previous, next impact</td></tr>"
           "<tr><td><b>Home, End</b></td><td>start, end of the motion</td></tr>"
           "<tr><td><b>Alt+1 … Alt+9, F6</b></td><td>to a panel, to the next one</td></tr>"
           "<tr><td><b>↑ ↓, Ctrl+C</b></td><td>in the impact log: go along it, copy rows as CSV</td></tr>"
           "<tr><td><b>Ctrl+Z, Ctrl+Shift+Z</b></td><td>undo, redo</td></tr>"
           "<tr><td><b>C</b></td><td>pin the ordering for comparison, or unpin it</td></tr>"
           "<tr><td><b>Ctrl+F</b></td><td>find contacts among the outcomes</td></tr>"
           "<tr><td><b>F, T</b></td><td>fit, top view</td></tr>"
           "<tr><td><b>Ctrl+N, Ctrl+O, Ctrl+S</b></td><td>new scene, open, save</td></tr>"
           "<tr><td><b>Ctrl+L</b></td><td>library of built-in scenes</td></tr>"
           "<tr><td><b>Ctrl+Enter</b></td><td>in the scene text: apply it now</td></tr>"
           "<tr><td><b>E, B, W, D, L, X, J, S</b></td><td>in the 3D view: edit, or add a ball, wall, rod, "
           "link, box, "
           "joint (J again: slider, ball joint, weld), spring</td></tr>"
           "<tr><td><b>M, R, V</b></td><td>while editing: move, turn, set the velocity of what is "
           "selected</td></tr>"
           "<tr><td><b>Ctrl+D, Delete, Ctrl+P</b></td><td>duplicate, delete bodies; make a number a "
           "parameter</td></tr>"
           "<tr><td>drag a ball or handle</td><td>changes the parameters that place it; Esc cancels</td></tr>"
           "<tr><td>drag the ground, wheel, middle button</td><td>rotate, zoom, pan</td></tr>"
           "<tr><td><b>Shift+F1</b></td><td>why the outcome is unique, or not</td></tr>"
           "<tr><td>right click on a panel</td><td>export it as a figure</td></tr></table>"));
  });
  menu->addAction(tr("&Why is it unique, or not?"), QKeySequence(Qt::SHIFT | Qt::Key_F1), m_summary,
                  &SummaryBar::showReasoning);
  menu->addAction(tr("&About Carom"), this, [this] {
    const QString commit = versionCommit();
    showRichText(
        tr("About Carom"),
        tr("<b>Carom %1</b><br>A workbench for simultaneous rigid-body impact.<br>"
           "Free software under the GNU General Public License, version 3 or later.")
                .arg(versionNumber() + (commit.isEmpty() ? QString() : " (" + commit + ')')) +
            tr("<p>The model and its theorems:<br>"
               "V. Seghete, T. D. Murphey: <i>A propagative model of simultaneous impact: existence, "
               "uniqueness, "
               "and design consequences</i>, IEEE Trans. Automation Science and Engineering 11 (1), 2014<br>"
               "V. Seghete, T. D. Murphey: <i>Variational solutions to simultaneous collisions between "
               "multiple "
               "rigid bodies</i>, 2010; <i>Conditions for uniqueness in simultaneous impact with application "
               "to "
               "mechanical design</i>, 2012<br>"
               "Laws of single contacts: A. Chatterjee, A. Ruina: <i>A new algebraic rigid-body collision "
               "law "
               "based on impulse space considerations</i>, J. Applied Mechanics 65, 1998</p>"
               "<p>To cite Carom: name it with its version and the first of these papers; "
               "the file CITATION.cff has both.</p>") +
            tr("<p>Made with Qt %1, VTK, Eigen, QCustomPlot, muParser, oneTBB, nlohmann-json and CLI11.</p>")
                .arg(QString::fromLatin1(qVersion())));
  });
}

void MainWindow::createToolBar() {
  QToolBar* bar = addToolBar(tr("Main tool bar"));
  bar->setObjectName("main-toolbar");
  const auto button = [bar](const QString& text, QAction* action, QMenu* menu) {
    auto* tool = new QToolButton(bar);
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
  button(tr("Open"), m_files->openAction(), nullptr);
  m_sceneButton = button(tr("Scenes"), nullptr, m_builtinMenu);
  button(tr("Undo"), m_undo, nullptr);
  button(tr("Redo"), m_redo, nullptr);
  m_rule = new ImpactRuleBar(&m_document, bar);
  bar->addWidget(m_rule);
  auto* space = new QWidget(bar);
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  button(tr("Export figure…"), nullptr, m_figureMenu)->setObjectName("export-figure");

  addToolBarBreak();
  QToolBar* summary = addToolBar(tr("Summary"));
  summary->setObjectName("summary");
  auto* card = new QWidget(summary);
  auto* around = new QVBoxLayout(card);
  around->setContentsMargins(0, 7, 0, 2);
  around->addWidget(m_summary);
  summary->addWidget(card);
  for (QToolBar* each : {bar, summary}) {
    each->setMovable(false);
    each->setContextMenuPolicy(Qt::PreventContextMenu);
    each->toggleViewAction()->setEnabled(false);
  }
}

/// One word of a command line, whatever is in it.
static QString shellQuoted(QString text) {
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

static bool isWord(const QString& text) {
  static const QRegularExpression word(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9_-]*$"));
  return word.match(text).hasMatch();
}

void MainWindow::copyCommandLine() {
  const DocumentState& state = m_document.state();
  if (!state.scene) return;
  const QString file = m_files->path();
  const QString scene = file.isEmpty() ? QString::fromStdString(state.scene->name()) : file;
  QString line = "carom resolve " + (file.isEmpty() && isWord(scene) ? scene : shellQuoted(scene));
  for (const auto& [name, expression] : state.assignments)
    line += " --set " + shellQuoted(QString::fromStdString(name + '=' + expression));
  if (const auto R = state.settings.restitution) line += QString(" --restitution %1").arg(*R);
  if (const auto e = state.settings.reflectionRestitution)
    line += QString(" --reflection-restitution %1").arg(*e);
  QApplication::clipboard()->setText(line);
  m_message->setFullText(tr("Copied: %1").arg(line));
}

void MainWindow::exportFigure(Panel* panel) {
  std::unique_ptr<Figure> figure = panel->figure();
  m_awaited = !figure && panel->isFigureComing() ? panel : nullptr;
  if (m_awaited)
    m_message->setFullText(
        tr("“%1” is being computed; it is exported when it is there.").arg(panel->windowTitle()));
  if (!figure) return;
  auto* dialog = new FigureExportDialog(std::move(figure), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FigureExportDialog::written, this,
          [this](const QString& path) { m_message->setFullText(tr("Wrote %1").arg(path)); });
  dialog->open();
}

}  // namespace carom
