#pragma once

#include <optional>

namespace carom {

class SceneEditor;
class WorkPlane;

/// The radius (m) of the next new ball. Other new bodies are some radii large.
///
/// It is the radius that was drawn last, else that of the scene's typical ball, else a round part of the
/// picture's height.
class UsualRadius {
 public:
  UsualRadius(const WorkPlane* plane, const SceneEditor* editor);

  double value() const;
  /// A ball of this radius was drawn.
  void setDrawn(double radius) { m_drawn = radius; }

 private:
  const WorkPlane* m_plane;
  const SceneEditor* m_editor;
  std::optional<double> m_drawn;
};

}  // namespace carom
