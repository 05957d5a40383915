#include "viewport/tools/select/handles.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/selection.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "editor/scene_editor.h"
#include "scene/edit/own_coordinates.h"
#include "scene/initial_velocity.h"
#include "viewport/tools/usual_radius.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {
constexpr double handleReach = 10;      // px around a handle at which a press takes hold of it
constexpr std::size_t mostHandles = 8;  // bodies with handles
}  // namespace

Handles::Handles(const WorkPlane* plane, const SceneEditor* editor, const Selection* selection,
                 const UsualRadius* radius)
    : m_plane(plane), m_editor(editor), m_selection(selection), m_radius(radius) {}

std::vector<int> Handles::selectedBodies() const {
  std::vector<int> bodies;
  for (const QString& name : m_selection->bodies())
    if (const int body = m_plane->mechanism().bodyIndex(name.toStdString()); body >= 0)
      bodies.push_back(body);
  return bodies;
}

std::vector<Handle> Handles::all(const std::optional<Handle>& held) const {
  std::vector<Handle> handles;
  if (!m_plane->snapshot()) return handles;
  const std::vector<int> bodies = selectedBodies();
  if (bodies.size() > mostHandles) return handles;
  for (const int body : bodies) {
    const auto tip = velocityTip(body), centre = m_plane->toScreen(m_plane->originOf(body));
    if (!tip || !centre) continue;
    const bool isHeld = held && held->kind == Handle::Kind::Velocity && held->body == body;
    handles.push_back({Handle::Kind::Velocity, body, *tip,
                       isHeld ? *tip + held->at - held->tip : besideLabels(*tip, *centre)});
  }
  if (bodies.size() != 1) return handles;
  if (const auto tip = turnTip(bodies[0])) handles.push_back({Handle::Kind::Turn, bodies[0], *tip, *tip});
  if (const auto tip = spinTip(bodies[0])) handles.push_back({Handle::Kind::Spin, bodies[0], *tip, *tip});
  return handles;
}

std::vector<Handle> Handles::all(Handle::Kind kind) const {
  std::vector<Handle> handles = all();
  std::erase_if(handles, [kind](const Handle& handle) { return handle.kind != kind; });
  return handles;
}

std::optional<Handle> Handles::first(Handle::Kind kind) const {
  const std::vector<Handle> handles = all(kind);
  return handles.empty() ? std::nullopt : std::optional(handles.front());
}

std::optional<Handle> Handles::at(QPointF position) const {
  for (const Handle& handle : all())
    if (QLineF(handle.at, position).length() <= handleReach) return handle;
  return std::nullopt;
}

double Handles::velocityScale() const {
  double fastest = 0;
  for (const Eigen::Vector3d& v : m_plane->canvas().frame().velocities) fastest = std::max(fastest, v.norm());
  const double scale = m_plane->canvas().view().arrowScale;
  if (fastest > 0 && std::isfinite(scale) && scale > 0 && m_plane->mechanism().dof() > 0) return scale;
  return 4 * m_radius->value();  // 1 m/s is a few radii long
}

/// The tip of the body's arrow, or a place above the body where it rests.
std::optional<QPointF> Handles::velocityTip(int body) const {
  if (edit::ownCoordinates(m_plane->mechanism(), body).travel.empty() ||
      edit::isRepeat(m_editor->scene(), m_plane->nameOf(body)))
    return std::nullopt;
  const Eigen::Vector3d at = m_plane->originOf(body);
  const Eigen::Vector3d v = m_plane->canvas().frame().velocities[static_cast<std::size_t>(body)];
  if (v.norm() > 0) return m_plane->toScreen(at + velocityScale() * v);
  return m_plane->toScreen(at + Eigen::Vector3d(0, reachOf(body) + 18 * m_plane->metresPerPixel(at), 0));
}

std::optional<QPointF> Handles::turnTip(int body) const {
  if (!edit::isFree(m_editor->scene(), m_plane->nameOf(body)) || !turnsAboutZ(body)) return std::nullopt;
  const Pose pose = m_plane->poseOf(body);
  return m_plane->toScreen(pose *
                           Eigen::Vector3d(reachOf(body) + 26 * m_plane->metresPerPixel(pose.x), 0, 0));
}

double Handles::spinRest(int body) const {
  const Eigen::Vector3d arm = m_plane->poseOf(body).R.col(0);
  return std::atan2(arm.y(), arm.x()) - std::numbers::pi / 3;  // beside the handle that turns the body
}

double Handles::spinRadius(int body) const {
  return reachOf(body) + 26 * m_plane->metresPerPixel(m_plane->originOf(body));
}

double Handles::spinOf(int body) const {
  const SceneInstance& scene = m_plane->instance();
  return scene.mechanism->angularVelocity(body, scene.initial.q, initialVelocity(scene)).z();
}

double Handles::spinTurn(int body) const {
  constexpr double most = 5.2;
  return std::clamp(spinOf(body) * velocityScale(), -most, most);
}

std::optional<QPointF> Handles::spinTip(int body) const {
  if (edit::isRepeat(m_editor->scene(), m_plane->nameOf(body)) || !turnsAboutZ(body)) return std::nullopt;
  const double angle = spinRest(body) + spinTurn(body);
  return m_plane->toScreen(m_plane->poseOf(body).x +
                           spinRadius(body) * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0));
}

/// The tip, moved sideways as far as it takes to leave the body's name, and values and handles of angles,
/// free.
QPointF Handles::besideLabels(QPointF tip, QPointF centre) const {
  constexpr double step = 4;  // px
  constexpr int most = 40;
  constexpr double nameRoom = 17;  // px: half of a letter on a ball, and the ring
  const QLineF arm(centre, tip);
  const QPointF across = arm.length() < 1 ? QPointF(1, 0) : QPointF(-arm.dy(), arm.dx()) / arm.length();
  const std::vector<QRectF> kept = m_plane->canvas().keptFree();
  const auto isClear = [&](QPointF at) {
    const QRectF room(at - QPointF(9, 20), QSizeF(32, 29));  // the ring, and its letter
    return QLineF(at, centre).length() >= nameRoom &&
           std::ranges::none_of(kept, [&](const QRectF& area) { return area.intersects(room); });
  };
  for (int i = 0; i <= most; ++i)
    for (const int side : {-1, 1})
      if (const QPointF at = tip + side * i * step * across; isClear(at)) return at;
  return tip;
}

/// How far the body's shapes reach from its origin, about (m).
double Handles::reachOf(int body) const {
  double reach = 0;
  for (const Shape& shape : m_plane->mechanism().bodies()[static_cast<std::size_t>(body)].shapes) {
    if (const auto* ball = std::get_if<Ball>(&shape))
      reach = std::max(reach, ball->centre.norm() + ball->radius);
    if (const auto* rod = std::get_if<Segment>(&shape)) reach = std::max(reach, rod->ends[1].norm());
    if (const auto hull = drawnHull(shape)) reach = std::max(reach, halfSizeOf(*hull).x());
  }
  return reach;
}

bool Handles::turnsAboutZ(int body) const {
  const std::vector<int> own = edit::ownCoordinates(m_plane->mechanism(), body).turn;
  if (own.size() != 1) return false;
  const Link& link = m_plane->mechanism().links()[static_cast<std::size_t>(own[0])];
  return std::abs(std::abs(link.axis.z()) - 1) < 1e-9;
}

/// The arc from where the handle would be at rest.
void Handles::drawSpin(QPainter& painter, const Handle& handle) const {
  const Pose pose = m_plane->poseOf(handle.body);
  const double from = spinRest(handle.body), radius = spinRadius(handle.body), turn = spinTurn(handle.body);
  QPolygonF arc;
  constexpr int pieces = 32;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = from + turn * i / pieces;
    if (const auto at =
            m_plane->toScreen(pose.x + radius * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0)))
      arc << *at;
  }
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(arc);
}

void Handles::paint(QPainter& painter, const std::optional<Handle>& held) const {
  QRegion besideAngles(m_plane->canvas().rect());
  for (const QRectF& area : m_plane->canvas().keptFree()) besideAngles -= area.toAlignedRect();
  for (const Handle& handle : all(held)) {
    const bool turns = handle.kind == Handle::Kind::Turn, spins = handle.kind == Handle::Kind::Spin;
    const QColor color = turns ? theme::orange : theme::accent();
    const auto centre = m_plane->toScreen(m_plane->originOf(handle.body));
    painter.save();
    painter.setClipRegion(besideAngles);
    painter.setPen(QPen(color, 1.5, Qt::DashLine));
    if (spins)
      drawSpin(painter, handle);
    else if (centre)
      painter.drawLine(*centre, handle.tip);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(handle.tip, handle.at);
    painter.restore();
    painter.setPen(QPen(color, 2.5));
    painter.setBrush(Qt::white);
    painter.drawEllipse(handle.at, 6, 6);
    if (turns) continue;
    painter.setPen(theme::ink());
    theme::drawMath(painter, handle.at + QPointF(9, -5), spins ? QStringLiteral("ω") : QStringLiteral("v"),
                    15);
  }
}

}  // namespace carom
