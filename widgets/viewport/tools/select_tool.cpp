// Moving, turning and throwing bodies that are there.
#include <Eigen/QR>
#include <QLineF>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/scene_error.h"
#include "viewport/tools/edit_tool.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

std::vector<int> ownCoordinates(const Mechanism& mechanism, int body, const std::string& unit) {
  std::vector<int> own;
  const std::string prefix = mechanism.bodies()[static_cast<std::size_t>(body)].name + '.';
  for (const int i : mechanism.chain(body)) {
    const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
    if (coordinate.name.starts_with(prefix) && coordinate.unit == unit) own.push_back(i);
  }
  return own;
}

/// Where a body can travel within the plane: orthonormal columns.
Eigen::Matrix3Xd travelDirections(const Mechanism& mechanism, int body, const Eigen::VectorXd& q) {
  if (mechanism.isFixed(body)) return Eigen::Matrix3d::Identity().leftCols<2>();
  const std::vector<int> own = ownCoordinates(mechanism, body, "m");
  if (own.empty()) return Eigen::Matrix3Xd(3, 0);
  Eigen::Matrix3Xd J = mechanism.positionJacobian(body, q)(Eigen::all, own);
  J.row(2).setZero();
  const Eigen::ColPivHouseholderQR<Eigen::Matrix3Xd> factors(J);
  if (factors.rank() >= 2) return Eigen::Matrix3d::Identity().leftCols<2>();
  if (factors.rank() == 0) return Eigen::Matrix3Xd(3, 0);
  return J.col(factors.colsPermutation().indices()[0]).normalized();
}

constexpr std::size_t mostHandles = 8;

/// To 12 decimals, so that sums of round numbers are round.
Eigen::Vector3d withoutNoise(const Eigen::Vector3d& v) {
  return v.unaryExpr([](double x) { return std::round(x * 1e12) / 1e12; });
}

}  // namespace

/// A multiple of 15° where an angle is near one, and the angle itself elsewhere (rad).
double EditTool::roundAngle(double angle, bool free) {
  constexpr double step = std::numbers::pi / 12, reach = 0.05;
  const double snapped = step * std::round(angle / step);
  return free || std::abs(angle - snapped) > reach ? angle : snapped;
}

bool EditTool::canMove(const std::vector<std::string>& names) const {
  if (names.empty()) return false;
  try {
    const auto scene = SceneEditor::withSingleBodies(m_editor->scene(), names, m_snapshot->instance);
    return edit::areFree(scene, names);
  } catch (const SceneError&) {
    return false;
  }
}

/// Bodies that the moving ones touch, where the scene marks the contact as touching.
std::vector<int> EditTool::keptTouching(const std::set<int>& moving) const {
  std::vector<int> kept;
  const auto& scene = m_editor->scene();
  if (!scene.contains("initial") || !scene["initial"].contains("touching")) return kept;
  for (const ContactPair& contact : m_start->instance.mechanism->contacts()) {
    const auto [a, b] = contact.body;
    if (moving.contains(a) == moving.contains(b)) continue;
    if (edit::isTouching(scene, contact.name)) kept.push_back(moving.contains(a) ? b : a);
  }
  return kept;
}

void EditTool::startMoving() {
  m_start = m_snapshot;
  m_names = m_editor->selected();
  const Mechanism& mechanism = *m_start->instance.mechanism;
  const Eigen::VectorXd& q = m_start->instance.initial.q;
  m_grabPoint = planePoint(m_pressedAt).value_or(mechanism.position(m_grabbed, q));
  std::set<int> moving;
  for (const std::string& name : m_names) moving.insert(mechanism.bodyIndex(name));
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i)
    if (moving.contains(mechanism.bodies()[static_cast<std::size_t>(i)].parent)) moving.insert(i);
  std::vector<PlacedShape> mine, others;
  for (const PlacedShape& shape : m_all) (moving.contains(shape.body) ? mine : others).push_back(shape);
  m_directions = m_names.size() == 1 ? travelDirections(mechanism, m_grabbed, q)
                                     : Eigen::Matrix3Xd(Eigen::Matrix3d::Identity().leftCols<2>());
  m_kept = keptTouching(moving);
  m_snapper.emplace(std::move(mine), std::move(others));
  m_snap = {};
  m_typed = {};
  m_editor->begin(m_names.size() == 1 ? tr("Move %1").arg(QString::fromStdString(m_names[0]))
                                      : tr("Move %1 bodies").arg(m_names.size()));
  m_act = Act::Moving;
  move();
}

/// Takes hold of a handle. What one of several bodies gains in velocity, the others gain, too.
void EditTool::startHandle(const Handle& handle) {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto& velocities = m_canvas->frame().velocities;
  const bool turns = handle.act == Act::Turning;
  m_names.clear();
  m_velocities.clear();
  for (const Handle& one : handles()) {
    if (one.act != handle.act) continue;
    m_names.push_back(mechanism.bodies()[static_cast<std::size_t>(one.body)].name);
    m_velocities.push_back(velocities[static_cast<std::size_t>(one.body)]);
  }
  m_grabbed = handle.body;
  m_start = m_snapshot;
  m_scale = velocityScale();
  m_besideTip = handle.at - handle.tip;
  m_typed = {};
  const QString name = QString::fromStdString(m_names[0]);
  m_editor->begin(turns                 ? tr("Turn %1").arg(name)
                  : m_names.size() == 1 ? tr("Set the velocity of %1").arg(name)
                                        : tr("Set the velocities of %1 bodies").arg(m_names.size()));
  m_act = handle.act;
  const Pose pose = mechanism.pose(m_grabbed, m_start->instance.initial.q);
  m_shown = turns ? Eigen::Vector3d(std::atan2(pose.R(1, 0), pose.R(0, 0)), 0, 0)
                  : velocities[static_cast<std::size_t>(m_grabbed)];
  redraw();
}

void EditTool::move() {
  const auto point = planePoint(m_cursor);
  if (!point) return;
  const Eigen::Vector3d start = m_start->instance.mechanism->position(m_grabbed, m_start->instance.initial.q);
  Snap snap;
  if (m_directions.cols() == 0) {  // on a hinge: it turns towards the mouse
    snap.move = *point - m_grabPoint;
    m_shown = *point;
    return moveBy(snap);
  }
  const Eigen::Vector3d target = withTyped(rounded(start + *point - m_grabPoint));
  SnapOptions options;
  options.reach = m_free ? 0 : snapReach * metresPerPixel(target);
  options.directions = m_directions;
  if (!m_free) options.kept = m_kept;
  if (m_typed.value(0) && m_typed.value(1)) options.reach = 0;
  snap = m_snapper->snap(target - start - Eigen::Vector3d(0, 0, target.z() - start.z()), options);
  m_shown = start + snap.move;
  if (snap.free) moveBy(snap);
}

void EditTool::moveBy(const Snap& snap) {
  m_snap = snap;
  const SceneInstance& instance = m_start->instance;
  m_editor->preview([&](const SceneEditor::Json& scene) {
    SceneEditor::Json result = SceneEditor::withSingleBodies(scene, m_names, instance);
    std::vector<edit::BodyMove> moves;
    for (const std::string& name : m_names) {
      const int body = instance.mechanism->bodyIndex(name);
      const bool hinge = m_directions.cols() == 0;
      const Eigen::Vector3d from =
          hinge ? m_grabPoint : instance.mechanism->position(body, instance.initial.q);
      moves.push_back({name, from, from + snap.move, {}});
    }
    result = edit::moveBodies(result, instance, moves);
    if (m_free)  // what was marked as touching is let go
      for (const ContactPair& contact : instance.mechanism->contacts()) {
        const auto isMoved = [&](int body) {
          const std::string& name = instance.mechanism->bodies()[static_cast<std::size_t>(body)].name;
          return std::find(m_names.begin(), m_names.end(), name) != m_names.end();
        };
        if (isMoved(contact.body[0]) != isMoved(contact.body[1]) && edit::isTouching(result, contact.name))
          result = edit::setTouching(result, contact.name, false);
      }
    return result;
  });
}

int EditTool::turnCoordinate(int body) const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const std::vector<int> own = ownCoordinates(mechanism, body, "rad");
  if (own.size() != 1) return -1;
  const Link& link = mechanism.links()[static_cast<std::size_t>(own[0])];
  return std::abs(std::abs(link.axis.z()) - 1) < 1e-9 ? own[0] : -1;
}

double EditTool::velocityScale() const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  double fastest = 0;
  for (const Eigen::Vector3d& v : m_canvas->frame().velocities) fastest = std::max(fastest, v.norm());
  const double scale = m_canvas->view().arrowScale;
  if (fastest > 0 && std::isfinite(scale) && scale > 0 && mechanism.dof() > 0) return scale;
  return 4 * usualRadius();  // 1 m/s is a few radii long
}

double EditTool::reachOf(int body) const {
  double reach = 0;
  for (const Shape& shape : m_snapshot->instance.mechanism->bodies()[static_cast<std::size_t>(body)].shapes) {
    if (const auto* ball = std::get_if<Ball>(&shape)) reach = std::max(reach, ball->radius);
    if (const auto* rod = std::get_if<Segment>(&shape)) reach = std::max(reach, rod->ends[1].norm());
    if (const auto* box = std::get_if<Box>(&shape)) reach = std::max(reach, box->halfSize.x());
  }
  return reach;
}

std::optional<QPointF> EditTool::turnTip(int body) const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  if (!edit::isFree(m_editor->scene(), mechanism.bodies()[static_cast<std::size_t>(body)].name))
    return std::nullopt;
  if (turnCoordinate(body) < 0) return std::nullopt;
  const Pose pose = mechanism.pose(body, m_snapshot->instance.initial.q);
  return m_canvas->screenMap().toScreen(pose *
                                        Eigen::Vector3d(reachOf(body) + 26 * metresPerPixel(pose.x), 0, 0));
}

std::optional<QPointF> EditTool::velocityTip(int body) const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const std::string& name = mechanism.bodies()[static_cast<std::size_t>(body)].name;
  if (ownCoordinates(mechanism, body, "m").empty() || edit::isRepeat(m_editor->scene(), name))
    return std::nullopt;
  const Eigen::Vector3d at = mechanism.position(body, m_snapshot->instance.initial.q);
  const Eigen::Vector3d v = m_canvas->frame().velocities[static_cast<std::size_t>(body)];
  if (v.norm() > 0) return m_canvas->screenMap().toScreen(at + velocityScale() * v);
  return m_canvas->screenMap().toScreen(at + Eigen::Vector3d(0, reachOf(body) + 18 * metresPerPixel(at), 0));
}

/// Moved sideways as far as it takes to leave what can be read or taken hold of there.
QPointF EditTool::besideLabels(QPointF tip, QPointF centre) const {
  constexpr double step = 4;  // px
  constexpr int most = 40;
  const QLineF arm(centre, tip);
  const QPointF across = arm.length() < 1 ? QPointF(1, 0) : QPointF(-arm.dy(), arm.dx()) / arm.length();
  const std::vector<QRectF> kept = m_canvas->keptFree();
  const auto isClear = [&](QPointF at) {
    const QRectF room(at - QPointF(9, 20), QSizeF(32, 29));  // the ring, and its letter
    return std::ranges::none_of(kept, [&](const QRectF& area) { return area.intersects(room); });
  };
  for (int i = 0; i <= most; ++i)
    for (const int side : {-1, 1})
      if (const QPointF at = tip + side * i * step * across; isClear(at)) return at;
  return tip;
}

std::vector<EditTool::Handle> EditTool::handles() const {
  std::vector<Handle> handles;
  if (!m_snapshot || m_kind != Kind::Select) return handles;
  const std::vector<int> bodies = chosenBodies();
  for (const int body : bodies) {
    if (bodies.size() > mostHandles) break;  // they would cover the bodies
    const auto tip = velocityTip(body);
    const auto centre = m_canvas->screenMap().toScreen(
        m_snapshot->instance.mechanism->position(body, m_snapshot->instance.initial.q));
    if (!tip || !centre) continue;
    const bool held = m_act == Act::Velocity && body == m_grabbed;
    handles.push_back({Act::Velocity, body, *tip, held ? *tip + m_besideTip : besideLabels(*tip, *centre)});
  }
  if (bodies.size() == 1)
    if (const auto tip = turnTip(bodies[0])) handles.push_back({Act::Turning, bodies[0], *tip, *tip});
  return handles;
}

std::optional<EditTool::Handle> EditTool::firstHandle(Act act) const {
  for (const Handle& handle : handles())
    if (handle.act == act) return handle;
  return std::nullopt;
}

std::optional<QPointF> EditTool::velocityHandle() const {
  const auto handle = firstHandle(Act::Velocity);
  return handle ? std::optional(handle->at) : std::nullopt;
}

void EditTool::turn() {
  const auto point = planePoint(m_cursor);
  if (!point) return;
  const Mechanism& mechanism = *m_start->instance.mechanism;
  const Pose pose = mechanism.pose(m_grabbed, m_start->instance.initial.q);
  const Eigen::Vector3d arm = *point - pose.x;
  const double now = std::atan2(pose.R(1, 0), pose.R(0, 0));
  double wanted = roundAngle(std::atan2(arm.y(), arm.x()), m_free);
  if (const auto typed = m_typed.value(0)) {  // degrees, unless a unit is typed behind them
    bool plain = false;
    m_typed.text[0].toDouble(&plain);
    wanted = plain ? *typed * std::numbers::pi / 180 : *typed;
  }
  m_shown = {wanted, 0, 0};
  m_editor->preview([&](const SceneEditor::Json& scene) {
    const double by = std::remainder(wanted - now, 2 * std::numbers::pi);
    auto result = edit::moveBodies(scene, m_start->instance, {{m_names[0], pose.x, pose.x, by}});
    Scene::parse(result.dump(), "")->instantiate(m_start->assignments);  // an overlap is no place to stop at
    return result;
  });
}

void EditTool::changeVelocity() {
  const auto point = planePoint(m_cursor - m_besideTip);
  if (!point) return;
  const Mechanism& mechanism = *m_start->instance.mechanism;
  const Eigen::Vector3d at = mechanism.position(m_grabbed, m_start->instance.initial.q);
  Eigen::Vector3d arm = *point - at;
  const double angle = roundAngle(std::atan2(arm.y(), arm.x()), m_free);
  const double speed = arm.norm() / m_scale,
               step = std::pow(10, std::floor(std::log10(5 * metresPerPixel(at) / m_scale)));
  const double round = std::round(speed / step) * step;
  Eigen::Vector3d v(round * std::cos(angle), round * std::sin(angle), 0);
  for (double& x : v) x = std::abs(x) < 1e-12 * round ? 0 : x;
  v = withTyped(withoutNoise(v));
  m_shown = v;
  const std::string& grabbed = mechanism.bodies()[static_cast<std::size_t>(m_grabbed)].name;
  const auto index = std::ranges::find(m_names, grabbed) - m_names.begin();
  const Eigen::Vector3d gain = v - m_velocities[static_cast<std::size_t>(index)];
  m_editor->preview([&](const SceneEditor::Json& scene) {
    SceneEditor::Json result = scene;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
      const Eigen::Vector3d all = m_names[i] == grabbed ? v : withoutNoise(m_velocities[i] + gain);
      result = edit::setBodyVelocity(result, m_start->instance, m_names[i], all);
    }
    return result;
  });
}

void EditTool::finish(bool keep) {
  const bool held = isHeld();
  if (held) keep ? m_editor->commit() : m_editor->cancel();
  m_act = held && !keep && !m_byKeys ? Act::Spent : Act::Idle;  // until the button is released
  m_byKeys = false;
  m_typed = {};
  m_snap = {};
  m_snapper.reset();
  if (m_kind != Kind::Select) updateGhost();
  redraw();
}

}  // namespace carom
