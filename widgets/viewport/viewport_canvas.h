#pragma once

#include <functional>
#include <memory>

#include "common/painted_words.h"
#include "common/term_tips.h"
#include "viewport/camera_motion.h"
#include "viewport/grips/grip.h"
#include "viewport/picture/overlay.h"
#include "viewport/picture/picking.h"
#include "viewport/render/scene_picture.h"
#include "viewport/render/vtk_widget.h"
#include "viewport/tools/canvas_tool.h"

namespace carom {

class BodyPull;
class OverlayLayer;

/// The 3D picture, whose camera the mouse moves and whose balls it drags.
///
/// Left button on empty space rotates; with Shift, or with the middle button, it pans; the wheel zooms
/// towards the cursor. Left button on a body pulls it (Esc cancels). Keys: Ctrl+arrows rotate, Shift+arrows
/// pan, + and − zoom.
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
  /// Sets what begins the pull at a body that the mouse has hold of at a position.
  void setPulls(std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> begin);
  /// Shows or hides one part of the picture.
  void setShown(bool ViewState::*part, bool isShown);
  /// Draws the tool and the overlay again.
  void updateOverlay();

 public slots:
  void fit();
  void topView();
  /// Looks as at a scene that was just opened.
  void firstView();
  void setParallel(bool parallel);

 signals:
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
  void cancelPull();
  void hover(const Pick& pick);
  void updateCursor();
  bool canDrag(const Pick& pick) const;
  bool isPulling() const { return m_grip && m_grip->isPulling(); }
  void redraw(bool moving);
  void startPending();

  SceneFrame m_frame;
  ViewState m_view;
  ScenePicture m_scene;
  Overlay m_overlay;
  PaintedWords m_words;  ///< of the overlay
  OverlayLayer* m_layer = nullptr;

  CameraMotion m_motion{&m_view.camera, this};
  int m_followed = -1;
  bool m_startPending = false;  ///< a new scene waits for the size of the widget

  CanvasTool* m_tool = nullptr;
  bool m_isTools = false;        ///< the tool has the button that is down
  std::unique_ptr<Grip> m_grip;  ///< what else a button holds; null: nothing
  std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> m_pullAt;
  Pick m_hovered;
};

}  // namespace carom
