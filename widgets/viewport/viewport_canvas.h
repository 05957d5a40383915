#pragma once

#include <optional>

#include "common/painted_words.h"
#include "common/term_tips.h"
#include "viewport/camera_motion.h"
#include "viewport/picture/overlay.h"
#include "viewport/picture/picking.h"
#include "viewport/render/scene_renderer.h"
#include "viewport/render/vtk_widget.h"
#include "viewport/tools/canvas_tool.h"

namespace carom {

class OverlayLayer;

/// The 3D picture, whose camera the mouse moves and whose balls it drags.
///
/// Left button on empty space rotates; with Shift, or with the middle button, it pans; the wheel zooms
/// towards the cursor. Left button on a body drags it (Esc cancels): at the initial moment to another place,
/// else it draws the arrow of a push. Keys: Ctrl+arrows rotate, Shift+arrows pan, + and − zoom.
class ViewportCanvas : public VtkWidget, public TermSource {
  Q_OBJECT
 public:
  explicit ViewportCanvas(QWidget* parent = nullptr);

  QString wordsAt(const QPoint& place) const override { return m_words.at(place); }
  QStringList allWords() const override { return m_words.all(); }
  const ViewState& view() const { return m_view; }
  const SceneFrame& frame() const { return m_frame; }
  ScreenMap screenMap() const { return {m_view.camera, size()}; }

  /// Shows a frame. For a new scene the camera starts afresh.
  void setFrame(SceneFrame frame, double arrowScale, bool newScene);
  /// The extent of the scene has changed: follows it, unless a hand has moved the camera or drags a body, or
  /// the camera goes along with one. room: see CameraMotion::keepFramed().
  void keepInView(const SceneFrame& extent, double room = 1);
  /// Whether the camera follows what leaves the view.
  bool keepsFramed() const { return m_motion.isFramed(); }
  /// Keeps a body where it is in the picture; −1: none.
  void follow(int body) { m_followed = body; }
  int followed() const { return m_followed; }
  /// The body under the mouse; −1 for none.
  int hoveredBody() const { return m_hovered.body; }
  /// Glides to a camera of this scene.
  void goTo(const Camera& camera);
  void setBackdrop(Backdrop backdrop);
  /// Shows the arrow of a push of a body by a vector (m), with words at its tip; empty words: none.
  void setPush(int body, const Eigen::Vector3d& by, const QString& words);
  /// Shows a message at the bottom; a passing one is emphasised.
  void setHint(const QString& text, bool emphasised);
  /// The widths that buttons cover at both sides (px), and whether those at the right reach down to the
  /// scale. What is framed, the values of arcs, the scale and the names of runs stand between them.
  void setCovered(double left, double right, bool isBelow);
  /// Areas that a tool keeps its own handles out of: the values and handles of arcs (px).
  std::vector<QRectF> keptFree() const;
  QString hint() const { return m_overlay.hint; }
  /// The tool that gets the mouse and keys first; null for none. The caller owns it.
  void setTool(CanvasTool* tool) { m_tool = tool; }
  /// Draws the tool and the overlay again.
  void updateOverlay();

 public slots:
  void fit();
  void topView();
  /// Looks as at a scene that was just opened.
  void firstView();
  void setParallel(bool parallel);
  void setArrowsVisible(bool visible);
  void setLabelsVisible(bool visible);
  void setAxesVisible(bool visible);
  void setTrailsVisible(bool visible);
  void setImpulsesVisible(bool visible);

 signals:
  void bodyDragStarted(int body);
  void bodyDragged(int body, const Eigen::Vector3d& target);
  void bodyDragFinished(int body, const Eigen::Vector3d& target);
  void bodyDragCancelled(int body);
  /// A body is pulled at a moment other than the initial one, by a vector of the world (m).
  void pushStarted(int body);
  void pushDragged(int body, const Eigen::Vector3d& by);
  void pushFinished(int body, const Eigen::Vector3d& by);
  void pushCancelled();
  /// A hand moved the camera.
  void cameraMoved();
  /// The mouse came over another body; −1 for empty space.
  void hovered(int body);

 protected:
  QImage makePicture(QSize pixels) override;
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// All that the picture of the ground depends on.
  struct Surroundings {
    Camera camera;
    SceneFrame::Ground ground;
    Backdrop backdrop;
    QSize pixels;

    bool operator==(const Surroundings&) const = default;
  };
  enum class Grip { None, Rotate, Pan, Body, Dragging, Pushing, Spent, Tool };

  void startDrag(QPointF position);
  void cancelDrag();
  void hover(const Pick& pick);
  void updateCursor();
  bool canDrag(const Pick& pick) const;
  bool isPulling() const { return m_grip == Grip::Dragging || m_grip == Grip::Pushing; }
  void redraw(bool moving);
  void startPending();
  void place(const SceneFrame& frame);

  SceneFrame m_frame;
  ViewState m_view;
  SceneRenderer m_scene;
  Overlay m_overlay;
  PaintedWords m_words;  ///< of the overlay
  OverlayLayer* m_layer = nullptr;
  Backdrop m_backdrop = Backdrop::Light;
  std::optional<Surroundings> m_surroundings;  ///< of the last picture
  QImage m_ground;                             ///< drawn once while the surroundings stay as they are

  CameraMotion m_motion{&m_view.camera, this};
  int m_followed = -1;
  bool m_startPending = false;  ///< a new scene waits for the size of the widget

  CanvasTool* m_tool = nullptr;
  Grip m_grip = Grip::None;
  QPointF m_pressed, m_last;
  Pick m_hovered, m_grabbed;
  std::optional<BodyDrag> m_drag;
  Eigen::Vector3d m_pushStart{0, 0, 0};  ///< where a body that is pushed was grabbed (world, m)
};

}  // namespace carom
