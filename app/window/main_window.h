#pragma once

#include <QMainWindow>
#include <optional>

#include "common/field_focus.h"
#include "common/plain_text.h"
#include "common/selection.h"
#include "common/term_tips.h"
#include "document/document.h"
#include "window/window_keys.h"

namespace carom {

class Answers;
class EditMenu;
class ElidedButton;
class FaultReport;
class FigureMenu;
class MessageLine;
class FileMenu;
class HelpMenu;
class LargePanel;
class Panel;
class PanelFocus;
class PanelLinks;
class Panels;
class Player;
class SceneEditor;
class SceneFiles;
class SnapshotDelivery;
class WindowLayout;
class GuidedTour;
class Workspaces;

/// The window: a document, the answers about it, and the panels and menus that show and edit them.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a scene by built-in name or path; on an error the open scene stays and a message gives the reason.
  void openScene(const QString& nameOrPath, const Assignments& assignments = {});

  /// The same after the question about unsaved edits.
  void openSceneAfterAsking(const QString& nameOrPath, const Assignments& assignments = {});

  /// Audits a recording by the open scene, which stays as it is.
  void openRecording(const QString& path);
  /// Does with a file what can be done with it: opens a scene or a figure, imports a robot, audits a
  /// recording.
  void openAnyFile(const QString& path);

  GuidedTour* tour() { return m_tour; }
  WindowLayout* windowLayout() { return m_layout; }
  /// Writes the layout for the next session.
  void keepLayout();
  Document* document() { return &m_document; }
  SceneFiles* files() { return m_files; }
  FaultReport* faults() { return m_faults; }
  Selection* selection() { return &m_selection; }
  const Panels& panels() const { return *m_panels; }
  LargePanel* large() { return m_large; }
  Workspaces* workspaces() { return m_workspaces; }
  const SnapshotPtr& snapshot() const;
  /// The answer whose orderings and outcomes are shown: `snapshot`, or the same run's answer about a later
  /// impact.
  const SnapshotPtr& impactShown() const;

 signals:
  /// The panels get a new answer.
  void displayed(const carom::SnapshotPtr& snapshot);
  void openRefused(const QString& message);

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void createMenus();
  void createPalette(HelpMenu* help, PanelFocus* focus);
  void createToolBar(const FileMenu& file, const EditMenu& edit);
  void createSummary();
  void createStatusBar();
  void connectAnswers();
  void connectMessages();
  void updateTitle();

  PlainTexts m_plainTexts{this};  ///< constructed before any widget
  FieldFocus m_fieldFocus{this};
  TermTips m_terms{this};
  Document m_document;
  Selection m_selection;
  Answers* m_answers;
  SceneFiles* m_files;
  FaultReport* m_faults;
  Player* m_player;
  SceneEditor* m_editor;
  Panels* m_panels;
  SnapshotDelivery* m_delivery;
  LargePanel* m_large;
  Workspaces* m_workspaces;
  WindowLayout* m_layout;
  FileMenu* m_fileMenu = nullptr;
  FigureMenu* m_figureMenu = nullptr;
  MessageLine* m_message = nullptr;
  ElidedButton* m_sceneButton = nullptr;
  GuidedTour* m_tour = nullptr;
  PanelLinks* m_links = nullptr;
  std::optional<WindowKeys> m_keys;  ///< made last: it filters before all others
};

}  // namespace carom
