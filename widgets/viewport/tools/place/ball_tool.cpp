#include "viewport/tools/place/ball_tool.h"

#include <algorithm>

#include "base/number_format.h"
#include "editor/scene_editor.h"
#include "viewport/tools/usual_radius.h"

namespace carom {

BallTool::BallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::Plain) {}

/// The body that would carry a ball there, −1 without. Balls and walls carry none: those are placed beside
/// them.
int BallTool::carrierAt(const Eigen::Vector3d& centre) const {
  const int body = m_plane->bodyAt(m_plane->toScreen(centre).value_or(m_pointer->at));
  if (m_pointer->free || body < 0 || edit::isRepeat(m_editor->scene(), m_plane->nameOf(body))) return -1;
  const auto& shapes = m_plane->mechanism().bodies()[static_cast<std::size_t>(body)].shapes;
  const bool isRound = std::ranges::any_of(shapes, [](const Shape& shape) {
    return std::holds_alternative<Ball>(shape) || std::holds_alternative<HalfSpace>(shape);
  });
  return isRound || m_plane->mechanism().isFixed(body) ? -1 : body;
}

edit::NewBody BallTool::ghostAt(const Eigen::Vector3d& at) {
  edit::NewBall ball{isPlacing() ? from() : at, m_radius->value(), 1};
  const auto point = m_plane->pointAt(m_pointer->at);
  if (isPlacing() && point && m_pointer->isPulled() && !m_typed.any())
    if (const double r = m_plane->rounded((*point - from()).norm()); r > 0) {
      ball.radius = r;
      m_radius->setDrawn(r);
    }
  const bool isTyped = m_typed.value(0) || m_typed.value(1);
  if (const int carrier = carrierAt(ball.at); carrier >= 0) {
    ball.carrier = m_plane->nameOf(carrier);
    ball.carrierPose = m_plane->poseOf(carrier);
    if (!isPlacing() && !isTyped) ball.at = m_plane->anchorNear(ball.at).value_or(ball.at);
  } else {
    Eigen::Matrix3Xd directions(3, 0);  // a typed coordinate stays
    for (const int axis : {0, 1})
      if (!m_typed.value(axis) && !isPlacing()) {
        directions.conservativeResize(3, directions.cols() + 1);
        directions.col(directions.cols() - 1) = Eigen::Vector3d::Unit(axis);
      }
    snap({-1, Ball{ball.radius}, {}}, ball.at, directions);
  }
  m_shown = ball.at;
  return ball;
}

QStringList BallTool::ownTexts() const {
  QStringList texts{QStringLiteral("r ") + formatNumber(ghost().radius) + QStringLiteral(" m")};
  if (!ghost().carrier.empty()) texts << QObject::tr("on %1").arg(QString::fromStdString(ghost().carrier));
  return texts;
}

}  // namespace carom
