#include "viewport/picture/following_camera.h"

#include "viewport/picture/start_camera.h"

namespace carom {

FollowingCamera::FollowingCamera(const Camera& camera, const SceneFrame& start, double arrowScale,
                                 QSizeF size)
    : m_camera(camera), m_arrowScale(arrowScale), m_size(size), m_targets(fitTargets(start, arrowScale)) {}

void FollowingCamera::show(const SceneFrame& frame) {
  const ScreenMap map(m_camera, m_size);
  const QRectF picture(QPointF(0, 0), m_size);
  const std::size_t before = m_targets.size();
  for (const FitTarget& target : fitTargets(frame, m_arrowScale))
    if (!map.isWithin(picture, target)) m_targets.push_back(target);
  if (m_targets.size() > before) m_camera.fit(m_targets, m_size);
}

}  // namespace carom
