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

void ScenePicture::setHighlightedBody(int body) {
  m_highlighted = body;
  m_scene.setHighlightedBody(body);
}

QImage ScenePicture::drawGround(const SceneFrame& frame, const ViewState& view, const Canvas& canvas) {
  SceneFrame empty;
  empty.ground = frame.ground;
  place(empty, view, canvas.size);
  QImage ground = canvas.draw(QRect(QPoint(), canvas.pixels));
  ground.reinterpretAsFormat(QImage::Format_RGB32);
  return ground;
}

/// The part of the last picture that these bodies change: around balls that moved, before and now, with their
/// shadows. All of it where other things differ.
QRect ScenePicture::changedPart(const Bodies& now, const SceneFrame::Ground& ground, const Camera& camera,
                                QSize pixels) const {
  const QRect all(QPoint(), pixels);
  const Bodies& before = m_bodies;
  if (m_picture.isNull() || now.balls.size() != before.balls.size() || now.ghosts != before.ghosts ||
      now.solids != before.solids || now.walls != before.walls || now.samples != before.samples ||
      now.rodWidth != before.rodWidth)
    return all;
  const ScreenMap map(camera, pixels);
  QRectF part;
  bool isKnown = true;
  const auto add = [&](const FitTarget& target) {
    constexpr double edge = 2;  // px, of blurred edges and rounding
    const double radius = map.silhouetteRadius(target.centre, target.radius) + edge;
    if (const auto at = map.toScreen(target.centre))
      part |= QRectF(at->x() - radius, at->y() - radius, 2 * radius, 2 * radius);
    else
      isKnown = false;
  };
  const auto litOtherwise = [&](int body) {
    return now.highlighted != before.highlighted && (body == now.highlighted || body == before.highlighted);
  };
  for (std::size_t i = 0; i < now.balls.size(); ++i) {
    if (now.balls[i] == before.balls[i] && !litOtherwise(now.balls[i].body)) continue;
    for (const SceneFrame::Ball* ball : {&now.balls[i], &before.balls[i]}) {
      add({ball->centre, ball->radius});
      add(SceneRenderer::shadowOf(*ball, ground));
    }
  }
  return isKnown ? part.toAlignedRect() & all : all;
}

QImage ScenePicture::make(const SceneFrame& frame, const ViewState& view, const Canvas& canvas) {
  const Surroundings surroundings{view.camera, frame.ground, m_backdrop, canvas.pixels};
  const bool isStill = m_surroundings == surroundings;
  m_surroundings = surroundings;
  m_scene.setGroundVisible(true);
  if (!isStill)
    m_ground = m_picture = {};
  else if (m_ground.isNull())
    m_ground = drawGround(frame, view, canvas);
  m_scene.setGroundVisible(!isStill);
  Bodies bodies{frame.balls,   frame.ghosts,   frame.solids, frame.walls,
                m_highlighted, canvas.samples, view.rodWidth};
  const QRect all(QPoint(), canvas.pixels);
  const QRect part = isStill ? changedPart(bodies, frame.ground, view.camera, canvas.pixels) : all;
  m_bodies = std::move(bodies);
  if (part.isEmpty()) return m_picture;
  place(frame, view, canvas.size);
  if (part != all)
    m_scene.drawOnly(
        {part.x(), canvas.pixels.height() - part.y() - part.height(), part.width(), part.height()});
  const QImage drawn = canvas.draw(part);
  if (!isStill) return drawn;
  if (m_picture.isNull()) m_picture = m_ground;
  QPainter painter(&m_picture);
  painter.drawImage(part, m_ground, part);
  painter.drawImage(part, drawn);
  painter.end();
  return m_picture;
}

}  // namespace carom
