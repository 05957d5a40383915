#pragma once

#include <Eigen/Core>
#include <vector>

#include "common/selection.h"
#include "figure/panel.h"
#include "viewport/picture/camera.h"
#include "viewport/picture/instant.h"
#include "viewport/picture/shown_ghosts.h"
#include "viewport/picture/start_camera.h"
#include "viewport/picture/trails.h"
#include "viewport/tools/tool_box.h"
#include "viewport/view_state.h"

class QMenu;
class QToolButton;

namespace carom {

class BodyMenu;
class BodyPull;
class Edits;
class ToolPalette;
class ViewHint;
class ViewportCanvas;
struct EditRefusal;
struct Pick;

/// The scene in 3D at the selected moment: balls, walls, contacts, velocities, and handles for parameters.
///
/// A drag of a body or handle at the initial moment is an edit, and the next snapshot shows its result; at
/// another moment a drag of a body is a push. A new scene is framed, and so is one that a parameter, choice
/// or setting of the run has made larger or smaller, until a person moves the camera.
class ViewportPanel : public Panel {
  Q_OBJECT
 public:
  ViewportPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);
  ~ViewportPanel() override;

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override { m_framesScene = true; }
  /// Puts the tool away, whose numbers and bodies are of the scene before.
  void endEditing();
  /// Looks at the scene as it was first shown.
  void firstView();
  /// Shows or hides one part of the picture.
  void setShown(bool ViewState::*part, bool isShown);
  std::unique_ptr<Figure> figure() const override;
  /// What a movie of the run is made of: its camera follows the bodies where no hand has moved it.
  std::unique_ptr<Figure> movieFigure() const;
  void showFigure(const FigureArguments& figure) override;
  ViewportCanvas* canvas() const { return m_canvas; }
  /// Shows a palette of tools, whose edits go to the editor.
  void setEditor(SceneEditor* editor);
  ToolBox* tool() const { return m_tool; }
  /// What the view shows besides the run.
  ShownGhosts* ghosts() { return &m_ghosts; }

 signals:
  /// A body is about to be pushed: time is to stand still.
  void pushStarted();

 public slots:
  /// Frames all bodies at the present moment.
  void fit();
  void topView();
  void setParallel(bool parallel);
  /// Keeps a body where it is in the picture; −1: none.
  void follow(int body);
  /// Adds the present camera to the views of this scene, which the context menu lists.
  void saveView();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void createButtons();
  void showRefusal(const EditRefusal& refusal);
  std::unique_ptr<BodyPull> beginPull(const Pick& grabbed, QPointF position);
  void placeButtons();
  void followPalette();
  std::unique_ptr<Figure> figureOf(const ViewState& view, std::vector<Ghosts> ghosts,
                                   std::vector<GhostTrack> tracks = {}) const;
  void showMoment();
  void showFrame(const Moment& moment, bool newScene);
  SceneFrame frameAt(const Moment& moment);
  void keepInView(const SnapshotPtr& before);
  void addFollowing(QMenu* menu, int under);
  void addViews(QMenu* menu);

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  bool m_framesScene = true;  ///< the camera starts afresh with the next snapshot
  ViewportCanvas* m_canvas;
  QWidget* m_buttonColumn;
  ToolBox* m_tool = nullptr;  ///< null before setEditor(), as are the two below
  ToolPalette* m_palette = nullptr;
  BodyMenu* m_bodyMenu = nullptr;
  QToolButton* m_parallel = nullptr;
  QToolButton* m_arrows = nullptr;
  QToolButton* m_labels = nullptr;
  ViewHint* m_hint;
  ArrowSize m_arrowSize;
  double m_arrowScale = 0;
  double m_shownTime = 0;  ///< of the picture (s)
  WholeImpacts m_impacts;  ///< of the motions of m_snapshot
  ShownGhosts m_ghosts;
  std::optional<Trails> m_trails;  ///< of m_snapshot, once they are shown
  std::vector<Camera> m_views;     ///< that a person has saved for this scene
};

}  // namespace carom
