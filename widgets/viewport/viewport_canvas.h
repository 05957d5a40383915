#pragma once

#include "common/painted_words.h"
#include "common/term_tips.h"
#include "viewport/camera_motion.h"
#include "viewport/canvas_hand.h"
#include "viewport/picture/overlay.h"
#include "viewport/picture/picking.h"
#include "viewport/render/scene_picture.h"
#include "viewport/render/vtk_widget.h"

namespace carom {

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
  int hoveredBody() const { return m_hand.hovered().body; }
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
  /// What the mouse holds.
  CanvasHand* hand() { return &m_hand; }
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
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showHover(bool isOtherBody);
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
  CanvasHand m_hand{this, &m_motion};
};

}  // namespace carom
