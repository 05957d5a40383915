#pragma once

#include <QObject>
#include <functional>
#include <memory>

#include "viewport/camera_motion.h"
#include "viewport/grips/grip.h"
#include "viewport/picture/picking.h"
#include "viewport/tools/canvas_tool.h"

namespace carom {

class BodyPull;
class ViewportCanvas;

/// What the mouse and the keys hold and touch in the 3D picture. The tool gets them first, then a body or
/// the camera.
class CanvasHand : public QObject {
  Q_OBJECT
 public:
  CanvasHand(ViewportCanvas* canvas, CameraMotion* camera);

  /// The tool that gets the mouse and keys first; null for none. The caller owns it.
  void setTool(CanvasTool* tool) { m_tool = tool; }
  const CanvasTool* tool() const { return m_tool; }
  /// Sets what begins the pull at a body that the mouse has hold of at a position.
  void setPulls(std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> begin);
  /// What is under the mouse; nothing where the tool has it.
  const Pick& hovered() const { return m_hovered; }
  bool isFree() const { return !m_isTools && !m_grip; }
  /// A body that is not fixed.
  bool canDrag(const Pick& pick) const;

  /// The canvas has another frame: a grip that does not survive it is cancelled.
  void takeFrame(const FrameChange& change);

 signals:
  /// `hovered` has changed; whether it is another body, or empty space.
  void hoverChanged(bool isOtherBody);

 protected:
  bool eventFilter(QObject* canvas, QEvent* event) override;

 private:
  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  /// Whether it takes a key before the window does.
  bool claims(const QKeyEvent& event) const;
  /// Whether it has used a key.
  bool use(const QKeyEvent& event);
  bool isPulling() const { return m_grip && m_grip->isPulling(); }
  void cancelPull();
  void hover(const Pick& pick);
  void hoverAt(QPointF position);
  void updateCursor();

  ViewportCanvas* m_canvas;
  CameraMotion* m_camera;
  CanvasTool* m_tool = nullptr;
  bool m_isTools = false;        ///< the tool has the button that is down
  std::unique_ptr<Grip> m_grip;  ///< what else a button holds; null: nothing
  std::function<std::unique_ptr<BodyPull>(const Pick&, QPointF)> m_pullAt;
  Pick m_hovered;
};

}  // namespace carom
