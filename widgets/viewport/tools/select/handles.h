#pragma once

#include <QPointF>
#include <optional>
#include <vector>

class QPainter;

namespace carom {

class SceneEditor;
class Selection;
class UsualRadius;
class WorkPlane;

/// A ring by which the velocity or the angle of a body is pulled. Positions in px.
struct Handle {
  enum class Kind { Velocity, Turn, Spin };
  Kind kind = Kind::Velocity;
  int body = -1;
  QPointF tip;  ///< of the body's arrow or arm
  QPointF at;   ///< of the ring: at the tip, or beside it where it would hide the value of an angle
};

/// The handles of the selected bodies: a velocity for each that travels, and of a single one that turns
/// about z its angle and its angular velocity. More than eight bodies have none, because the handles would
/// cover them.
class Handles {
 public:
  Handles(const WorkPlane* plane, const SceneEditor* editor, const Selection* selection,
          const UsualRadius* radius);

  /// All handles. The one that is held keeps its distance from its tip, so that it stays under the pointer.
  std::vector<Handle> all(const std::optional<Handle>& held = std::nullopt) const;
  std::vector<Handle> all(Handle::Kind kind) const;
  std::optional<Handle> first(Handle::Kind kind) const;
  /// The handle that a press there takes hold of.
  std::optional<Handle> at(QPointF position) const;
  /// Seconds of motion that the arrow of a velocity handle stands for, and the turn of a spin handle.
  double velocityScale() const;
  /// Where the handle of the angular velocity is while the body does not spin: its angle (rad) and distance
  /// (m) from the body's origin. The handle of ω is turned from there by ω velocityScale().
  double spinRest(int body) const;
  double spinRadius(int body) const;
  /// The angle from the place of rest to the handle (rad), which stays there for faster bodies.
  double spinTurn(int body) const;
  /// The angular velocity at the start, about z (rad/s).
  double spinOf(int body) const;
  void paint(QPainter& painter, const std::optional<Handle>& held) const;

 private:
  std::vector<int> selectedBodies() const;
  std::optional<QPointF> velocityTip(int body) const;
  std::optional<QPointF> turnTip(int body) const;
  std::optional<QPointF> spinTip(int body) const;
  void drawSpin(QPainter& painter, const Handle& handle) const;
  QPointF besideLabels(QPointF tip, QPointF centre) const;
  double reachOf(int body) const;
  bool turnsAboutZ(int body) const;

  const WorkPlane* m_plane;
  const SceneEditor* m_editor;
  const Selection* m_selection;
  const UsualRadius* m_radius;
};

}  // namespace carom
