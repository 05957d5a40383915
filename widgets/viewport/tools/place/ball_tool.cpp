#include "viewport/tools/place/ball_tool.h"

#include "base/number_format.h"
#include "viewport/tools/usual_radius.h"

namespace carom {

BallTool::BallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::Plain) {}

edit::NewBody BallTool::ghostAt(const Eigen::Vector3d& at) {
  edit::NewBall ball{isPlacing() ? from() : at, m_radius->value(), 1};
  const auto point = m_plane->pointAt(m_pointer->at);
  if (isPlacing() && point && m_pointer->isPulled() && !m_typed.any())
    if (const double r = m_plane->rounded((*point - from()).norm()); r > 0) {
      ball.radius = r;
      m_radius->setDrawn(r);
    }
  Eigen::Matrix3Xd directions(3, 0);  // a typed coordinate stays
  for (const int axis : {0, 1})
    if (!m_typed.value(axis) && !isPlacing()) {
      directions.conservativeResize(3, directions.cols() + 1);
      directions.col(directions.cols() - 1) = Eigen::Vector3d::Unit(axis);
    }
  snap({-1, Ball{ball.radius}, {}}, ball.at, directions);
  m_shown = ball.at;
  return ball;
}

QStringList BallTool::ownTexts() const {
  return {QStringLiteral("r ") + formatNumber(ghost().radius) + QStringLiteral(" m")};
}

}  // namespace carom
