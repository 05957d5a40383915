#pragma once

#include <QString>

#include "viewport/tools/edit_tool.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SceneEditor;

/// A tool that places something new by one or two points, at the initial state. A ghost shows it before.
///
/// A click or Enter gives a point; a pull from the first point to the second gives both.
class PlaceTool : public EditTool {
 public:
  bool isBusy() const override { return m_isPlacing || m_typed.any(); }
  void cancel() override;
  void refresh() override;

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool hover(const QMouseEvent& event) override;
  void leave() override;
  void paint(QPainter& painter) const override;

 protected:
  /// What the second point prefers: nothing, or round angles from the first one. Anchors draw both points,
  /// and so does what they can touch.
  enum class Aim { Plain, RoundAngles, Touching, Anchors };

  PlaceTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Aim aim);

  bool takesNumbers() const override { return true; }
  void enter() override;
  void follow() override { updateGhost(); }

  virtual bool hasSecondPoint() const { return true; }
  virtual bool hasGhost() const = 0;
  virtual void clearGhost() = 0;
  /// Makes the ghost for the point that the pointer and the typed numbers mean.
  virtual void makeGhost(const Eigen::Vector3d& at) = 0;
  /// Puts the ghost into the scene.
  virtual void place() = 0;
  virtual void paintGhost(QPainter& painter) const = 0;
  /// What the readout shows beside x and y: of a line that is drawn, its length and angle.
  virtual QStringList ownTexts() const;
  /// "along 90.0°", of the line from the first point.
  QString alongText() const;
  /// The first point, as a press or Enter gives it.
  virtual Eigen::Vector3d firstPoint() { return aimedPoint(); }
  /// The point that the pointer and the typed numbers mean.
  Eigen::Vector3d aimedPoint();

  /// Moves `at` along the directions so that a shape there touches what is near.
  void snap(const PlacedShape& shape, Eigen::Vector3d& at, const Eigen::Matrix3Xd& directions);
  bool isPlacing() const { return m_isPlacing; }  ///< there is a first point
  const Eigen::Vector3d& from() const { return m_from; }
  /// Whether the second point is far enough from the first one to be meant.
  bool isDrawn(const Eigen::Vector3d& to) const;

  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  Snap m_snap;                                        ///< of the ghost
  Eigen::Vector3d m_shown = Eigen::Vector3d::Zero();  ///< x and y of the readout

 private:
  void updateGhost();
  void start();
  void finish();

  Aim m_aim;
  bool m_isPlacing = false;
  bool m_isSecond = false;                           ///< the press gives the second point
  Eigen::Vector3d m_from = Eigen::Vector3d::Zero();  ///< the first point
};

}  // namespace carom
