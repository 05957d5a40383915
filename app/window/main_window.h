#pragma once

#include <QMainWindow>
#include <QPointer>
#include <vector>

#include "common/selection.h"
#include "document/document.h"
#include "document/engine_thread.h"

class QAction;
class QDockWidget;
class QMenu;
class QToolButton;

namespace carom {

class ElidedLabel;
class CollapseRegionPanel;
class DifferencePanel;
class EnergyPanel;
class ImpactFocus;
class ImpactLogPanel;
class ImpactRuleBar;
class MomentumPanel;
class OrderingGraphPanel;
class OutcomeSetPanel;
class OutcomesPanel;
class Panel;
class Player;
class SceneEditor;
class SceneEditorPanel;
class SceneFiles;
class ScenePanel;
class SceneTextPanel;
class SummaryBar;
class TimelinePanel;
class ViewportPanel;
class XiCurvePanel;

/// The window: panels around a viewport, the menus, and the wires between Document, EngineThread and panels.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a scene by built-in name or path; on an error the open scene stays and a message says why.
  void openScene(const QString& nameOrPath, const Assignments& assignments = {});

  Document* document() { return &m_document; }
  SceneFiles* files() { return m_files; }
  Selection* selection() { return &m_selection; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  /// What orderings and outcomes are shown of: `snapshot`, or the same about a later impact.
  const SnapshotPtr& impactShown() const;

 signals:
  /// A new answer is on the screen.
  void displayed(const carom::SnapshotPtr& snapshot);
  void openRefused(const QString& message);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// Raised whenever docks are added or renamed: an older saved layout is then ignored.
  static constexpr int layoutVersion = 5;
  static constexpr QSize roomySize{1600, 1000};  ///< at first, where the screen has room

  void createPanels();
  QDockWidget* addPanelDock(Panel* panel, const QString& name, Qt::DockWidgetArea area);
  void createEditor();
  void createEditorMenu(QMenu* menu);
  void createFileMenu();
  void createEditMenu();
  void createMotionMenu();
  void createViewMenu();
  void addSchemes(QMenu* menu);
  void createFigureMenu();
  void createHelpMenu();
  void showRichText(const QString& title, const QString& markup);
  void createToolBar();
  void connectEngine();
  void connectEdits();
  void showLibrary();
  void connectExport(Panel* panel);
  void arrangeDefaultDocks();

  void connectImpacts();

  void display(const SnapshotPtr& snapshot);
  void displayImpact(const SnapshotPtr& shown);
  void setBusy(double fraction = -1);
  void showOpened(const SnapshotPtr& snapshot);
  void showPanel(Panel* panel);
  void updateTitle();
  void copyCommandLine();
  /// Opens the dialog for a panel's figure, once it is there.
  void exportFigure(Panel* panel);
  std::vector<Panel*> panels() const;
  /// Those that are about one impact of the run.
  std::vector<Panel*> impactPanels() const;

  Document m_document;
  Selection m_selection;
  EngineThread m_engine;
  ImpactFocus* m_focus = nullptr;
  bool m_engineBusy = false, m_impactBusy = false;
  SnapshotPtr m_snapshot;
  SceneFiles* m_files = nullptr;
  Player* m_player = nullptr;
  ElidedLabel* m_message = nullptr;
  QAction* m_undo = nullptr;
  QAction* m_redo = nullptr;
  QAction* m_play = nullptr;
  QMenu* m_builtinMenu = nullptr;
  QMenu* m_figureMenu = nullptr;
  QToolButton* m_sceneButton = nullptr;
  QByteArray m_defaultLayout;
  QPointer<Panel> m_awaited;  ///< the panel whose figure was asked for before it was there

  ImpactRuleBar* m_rule = nullptr;
  SummaryBar* m_summary = nullptr;
  ScenePanel* m_scenePanel = nullptr;
  SceneEditor* m_editor = nullptr;
  SceneEditorPanel* m_editorPanel = nullptr;
  SceneTextPanel* m_sceneText = nullptr;
  ViewportPanel* m_viewport = nullptr;
  TimelinePanel* m_timeline = nullptr;
  OrderingGraphPanel* m_graph = nullptr;
  OutcomesPanel* m_outcomes = nullptr;
  XiCurvePanel* m_curve = nullptr;
  EnergyPanel* m_energy = nullptr;
  MomentumPanel* m_momentum = nullptr;
  OutcomeSetPanel* m_outcomeSet = nullptr;
  DifferencePanel* m_difference = nullptr;
  CollapseRegionPanel* m_collapse = nullptr;
  ImpactLogPanel* m_log = nullptr;
};

}  // namespace carom
