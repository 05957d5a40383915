#include "viewport/render/scene_picture.h"

#include <QPainter>
#include <algorithm>

#include "viewport/picture/body_shapes.h"

namespace carom {

void ScenePicture::setBackdrop(Backdrop backdrop) {
  m_backdrop = backdrop;
  m_scene.setBackdrop(backdrop);
}

void ScenePicture::place(const SceneFrame& frame, const ViewState& view, QSize size) {
  m_scene.setFrame(frame);
  m_scene.placeSolids(thickened(frame.solids, ScreenMap(view.camera, size), view.rodWidth));
  m_scene.setCamera(view.camera, double(size.width()) / std::max(1, size.height()));
}

QImage ScenePicture::make(const SceneFrame& frame, const ViewState& view, QSize size, QSize pixels,
                          const std::function<QImage()>& draw) {
  const Surroundings surroundings{view.camera, frame.ground, m_backdrop, pixels};
  const bool isStill = m_surroundings == surroundings;
  m_surroundings = surroundings;
  m_scene.setGroundVisible(true);
  if (!isStill) {
    m_ground = {};
  } else if (m_ground.isNull()) {
    SceneFrame empty;
    empty.ground = frame.ground;
    place(empty, view, size);
    m_ground = draw();
    m_ground.reinterpretAsFormat(QImage::Format_RGB32);
  }
  m_scene.setGroundVisible(!isStill);
  place(frame, view, size);
  QImage bodies = draw();
  if (!isStill) return bodies;
  QImage picture = m_ground.copy();
  QPainter(&picture).drawImage(QPoint(), bodies);
  return picture;
}

}  // namespace carom
