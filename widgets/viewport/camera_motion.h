#pragma once

#include <QVariantAnimation>
#include <QWidget>
#include <functional>

#include "viewport/picture/camera.h"

class QKeyEvent;

namespace carom {

/// Moves the camera of a view: by hand, or in a glide to where everything shows. What was framed stays framed
/// while the view is resized, until a hand moves the camera.
class CameraMotion : public QObject {
  Q_OBJECT
 public:
  CameraMotion(Camera* camera, QWidget* view);

  /// A new scene starts with this camera, fitted to the targets; the kind of projection stays.
  void start(const Camera& camera, std::vector<FitTarget> targets);
  /// Glides to where all targets show.
  void fit(std::vector<FitTarget> targets);
  /// Glides to where all targets show, looking straight at the plane of motion.
  void fitFromAbove(std::vector<FitTarget> targets);
  /// Unless a hand has moved the camera: glides to where these targets show, if one of them has left the view
  /// or all have become small in it. room: of the distance for what goes on leaving the view, over what shows
  /// the targets.
  void keepFramed(std::vector<FitTarget> targets, double room);
  /// Whether no hand has moved the camera since something was framed.
  bool isFramed() const { return m_isFramed; }
  /// Glides to a camera.
  void goTo(const Camera& camera);
  /// Moves the camera with what it follows (m).
  void follow(const Eigen::Vector3d& move);
  void setParallel(bool parallel);
  void stop() { m_glide.stop(); }
  /// Follows a new size of the view.
  void resize();
  /// What is framed stays between the buttons, which cover these widths at both sides (pixels). Reports
  /// whether they are others than before.
  bool setCovered(double left, double right);

  void rotate(QPointF move);
  void pan(QPointF move);
  /// Zooms towards a place, between two distances from the focal point (m).
  void zoom(const QPointF& about, double factor, double least, double most);
  /// Ctrl and arrows rotate, Shift and arrows pan, + and − zoom. Reports whether the key is one of these.
  bool key(const QKeyEvent& event);

 signals:
  void moved();
  void movedByHand();

 private:
  void moveByHand(const std::function<void(Camera&)>& change);
  /// Glides to where all targets show, in the direction of a camera.
  void fitFrom(Camera direction, std::vector<FitTarget> targets);
  void glideTo(const Camera& target);
  void followGlide(double t);
  void refit();
  /// Frames the targets between the buttons.
  void frame(Camera& camera, const std::vector<FitTarget>& targets) const;

  Camera* m_camera;
  QWidget* m_view;
  QVariantAnimation m_glide;
  Camera m_glideFrom, m_glideTo;
  std::vector<FitTarget> m_targets;  ///< what was framed last
  double m_coveredLeft = 0, m_coveredRight = 0;
  bool m_isFramed = false;  ///< no hand has moved the camera since then
};

}  // namespace carom
