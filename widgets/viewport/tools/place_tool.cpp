// Placing new bodies: a ghost under the mouse, snapped to what it can touch.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewport/tools/edit_tool.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

/// 1, 2 or 5 times a power of ten, not above x.
double niceBelow(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x < 2 * power ? 1 : x < 5 * power ? 2 : 5);
}

}  // namespace

/// The same vector at a round angle where it is near one.
Eigen::Vector3d EditTool::withRoundAngle(const Eigen::Vector3d& v, bool free) {
  const double angle = roundAngle(std::atan2(v.y(), v.x()), free);
  if (angle == std::atan2(v.y(), v.x())) return v;
  Eigen::Vector3d result(v.norm() * std::cos(angle), v.norm() * std::sin(angle), 0);
  for (const int axis : {0, 1})
    if (std::abs(result[axis]) < 1e-12 * v.norm()) result[axis] = 0;  // cos 90°
  return result;
}

double EditTool::usualRadius() const {
  if (m_radius) return *m_radius;
  for (const PlacedShape& shape : m_all)
    if (std::holds_alternative<Ball>(shape.shape)) return m_editor->usualSize();
  return niceBelow(0.08 * m_canvas->view().camera.heightAtFocus());
}

void EditTool::snapGhost(const PlacedShape& shape, Eigen::Vector3d& at, const Eigen::Matrix3Xd& directions) {
  if (m_free || directions.cols() == 0) return;
  SnapOptions options;
  options.reach = snapReach * metresPerPixel(at);
  options.directions = directions;
  PlacedShape there = shape;
  there.pose.x += at;
  m_snap = Snapper({there}, m_all).snap(Eigen::Vector3d::Zero(), options);
  at += m_snap.move;
}

/// A point of a body that a line may well start from: its origin, or an end of it.
std::optional<Eigen::Vector3d> EditTool::anchorNear(const Eigen::Vector3d& point) const {
  std::optional<Eigen::Vector3d> best;
  double nearest = snapReach * metresPerPixel(point);
  const auto offer = [&](const Eigen::Vector3d& anchor) {
    if (const double distance = (anchor - point).norm(); distance <= nearest && anchor.z() == 0) {
      nearest = distance;
      best = anchor;
    }
  };
  for (const PlacedShape& shape : m_all) {
    if (const auto* rod = std::get_if<Segment>(&shape.shape))
      for (const Eigen::Vector3d& end : rod->ends) offer(shape.pose * end);
    else if (!std::holds_alternative<HalfSpace>(shape.shape))
      offer(shape.pose.x);
  }
  return best;
}

/// The point that the mouse or the typed numbers mean.
Eigen::Vector3d EditTool::endPoint() {
  const auto point = planePoint(m_cursor);
  Eigen::Vector3d at = point ? rounded(*point) : m_from;
  const bool second = m_act == Act::Placing && hasSecondPoint();
  if (second && point && m_kind != Kind::Box) {
    const Eigen::Vector3d along = withRoundAngle(*point - m_from, m_free);
    const double length = along.norm(), step = rounded({length, 0, 0}).x();
    at = length > 0 ? Eigen::Vector3d(m_from + step / length * along) : m_from;
  }
  const bool onBodies = m_kind == Kind::Link || m_kind == Kind::Spring || m_kind == Kind::Joint;
  if (const auto anchor = onBodies && point && !m_free ? anchorNear(*point) : std::nullopt) at = *anchor;
  at = withTyped(at);
  if (m_kind == Kind::Rod && !m_typed.any())
    snapGhost({-1, Point{}, {}}, at, Eigen::Matrix3d::Identity().leftCols<2>());
  return at;
}

edit::NewBall EditTool::ballGhost(const Eigen::Vector3d& at) {
  const bool placing = m_act == Act::Placing;
  edit::NewBall ball{placing ? m_from : at, usualRadius(), 1};
  if (const auto point = planePoint(m_cursor); placing && point && isPulled() && !m_typed.any())
    if (const double r = rounded({(*point - m_from).norm(), 0, 0}).x(); r > 0) m_radius = ball.radius = r;
  Eigen::Matrix3Xd directions(3, 0);
  for (const int axis : {0, 1})
    if (!m_typed.value(axis) && !placing) {
      directions.conservativeResize(3, directions.cols() + 1);
      directions.col(directions.cols() - 1) = Eigen::Vector3d::Unit(axis);
    }
  snapGhost({-1, Ball{ball.radius}, {}}, ball.at, directions);
  m_shown = ball.at;
  return ball;
}

edit::NewWall EditTool::wallGhost(const Eigen::Vector3d& at) {
  const Eigen::Vector3d along = at - m_from;
  const bool drawn = m_act == Act::Placing && along.norm() > 3 * metresPerPixel(at);
  edit::NewWall wall{m_act == Act::Placing ? m_from : at,
                     drawn ? Eigen::Vector3d(along.normalized()) : Eigen::Vector3d::UnitY()};
  const Eigen::Matrix3Xd normal = wall.normal;
  snapGhost({-1, HalfSpace{wall.normal, 0}, {}}, wall.at, normal);
  return wall;
}

edit::NewBox EditTool::boxGhost(const Eigen::Vector3d& at) {
  const double r = usualRadius(), pixel = metresPerPixel(at);
  edit::NewBox box{m_act == Act::Placing ? m_from : at, {3 * r, 2 * r, 2 * r}};
  const Eigen::Vector3d size = (at - m_from).cwiseAbs();
  if (m_act == Act::Placing && size.x() > 2 * pixel && size.y() > 2 * pixel) {
    box.centre = 0.5 * (m_from + at);
    box.size = {size.x(), size.y(), std::min(size.x(), size.y())};
  }
  snapGhost({-1, Box{0.5 * box.size, Eigen::Vector3d::Zero()}, {}}, box.centre,
            Eigen::Matrix3d::Identity().leftCols<2>());
  return box;
}

/// A rod, a link, or a spring as the line between its ends.
edit::NewBody EditTool::lineGhost(const Eigen::Vector3d& at) const {
  const bool placing = m_act == Act::Placing,
             drawn = placing && (at - m_from).norm() > 3 * metresPerPixel(at);
  const Eigen::Vector3d from = placing ? m_from : at;
  const Eigen::Vector3d to =
      drawn ? at : Eigen::Vector3d(from + 4 * usualRadius() * Eigen::Vector3d::UnitX());
  if (m_kind != Kind::Link) return edit::NewRod{from, to};
  edit::NewLink link{"", {}, from, to};
  if (const int parent = bodyAt(m_canvas->screenMap().toScreen(from).value_or(m_cursor)); parent >= 0) {
    const Mechanism& mechanism = *m_snapshot->instance.mechanism;
    link.parent = mechanism.bodies()[static_cast<std::size_t>(parent)].name;
    link.parentPose = mechanism.pose(parent, m_snapshot->instance.initial.q);
  }
  return link;
}

void EditTool::updateGhost() {
  m_snap = {};
  m_ghost.reset();
  m_hinge.reset();
  if (m_kind == Kind::None || m_kind == Kind::Select || !m_inside || !planePoint(m_cursor)) return;
  const Eigen::Vector3d at = endPoint();
  m_shown = at;
  switch (m_kind) {
    case Kind::Joint:
      if (m_act == Act::Placing || bodyAt(m_cursor) >= 0) m_hinge = at;
      return;
    case Kind::Ball:
      m_ghost = ballGhost(at);
      return;
    case Kind::Wall:
      m_ghost = wallGhost(at);
      return;
    case Kind::Box:
      m_ghost = boxGhost(at);
      return;
    default:
      m_ghost = lineGhost(at);
  }
}

/// Between two points, each of the body that is there or of the world; at rest as it is drawn.
void EditTool::placeSpring(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  SceneEditor::Json between = SceneEditor::Json::array();
  for (const Eigen::Vector3d& point : {from, to}) {
    SceneEditor::Json end = SceneEditor::Json::object();
    Eigen::Vector3d at = point;
    const auto screen = m_canvas->screenMap().toScreen(point);
    if (const int body = screen ? bodyAt(*screen) : -1; body >= 0) {
      const std::string& name = mechanism.bodies()[static_cast<std::size_t>(body)].name;
      if (edit::isRepeat(m_editor->scene(), name)) continue;
      const Pose pose = mechanism.pose(body, m_snapshot->instance.initial.q);
      end["body"] = name;
      at = pose.R.transpose() * (point - pose.x);
    }
    if (!at.isZero(1e-12)) end["at"] = SceneEditor::Json::array({at.x(), at.y(), at.z()});
    between.push_back(std::move(end));
  }
  m_editor->apply(tr("Add a spring"), [&](const SceneEditor::Json& scene) {
    return edit::addForce(scene, "springs",
                          {{"between", between}, {"stiffness", 100}, {"rest", (to - from).norm()}});
  });
}

namespace {

/// What an edit is called: a body, and the one that it is joined to.
QString jointText(edit::NewJoint::Kind kind, const QString& body, const QString& parent) {
  using Kind = edit::NewJoint::Kind;
  const bool world = parent.isEmpty();
  const QString text =
      kind == Kind::Hinge    ? world ? EditTool::tr("Hinge %1") : EditTool::tr("Hinge %1 on %2")
         : kind == Kind::Slider ? world ? EditTool::tr("Let %1 slide") : EditTool::tr("Let %1 slide on %2")
      : kind == Kind::Ball ? world ? EditTool::tr("Ball joint of %1") : EditTool::tr("Ball joint of %1 on %2")
      : world ? EditTool::tr("Weld %1")
                           : EditTool::tr("Weld %1 to %2");
  return world ? text.arg(body) : text.arg(body, parent);
}

}  // namespace

/// A joint at the first point, on the other body to which it was pulled, or on the world.
void EditTool::placeJoint(const Eigen::Vector3d& end) {
  if (m_joined < 0) return;
  const bool slides = m_joint == JointKind::Slider;
  const Eigen::Vector3d along = end - m_from;
  const auto screen = m_canvas->screenMap().toScreen(end);
  if (slides && along.norm() < 3 * metresPerPixel(m_from)) return;  // along nothing
  const int other = slides && screen ? bodyAt(*screen) : isPulled() ? bodyAt(m_cursor) : -1;
  const auto nameOf = [&](int index) {
    return m_snapshot->instance.mechanism->bodies()[static_cast<std::size_t>(index)].name;
  };
  const std::string name = nameOf(m_joined),
                    parent = other >= 0 && other != m_joined ? nameOf(other) : std::string();
  const QString text = jointText(m_joint, QString::fromStdString(name), QString::fromStdString(parent));
  m_editor->apply(text, [&](const SceneEditor::Json& scene) {
    std::vector<std::string> names{name};
    if (!parent.empty()) names.push_back(parent);
    const SceneInstance& instance = m_snapshot->instance;
    return edit::joinBody(SceneEditor::withSingleBodies(scene, names, instance), instance,
                          {m_joint, name, parent, m_from, along});
  });
}

/// The first point is where the ghost is.
void EditTool::startPlacing() {
  const auto* ball = m_ghost ? std::get_if<edit::NewBall>(&*m_ghost) : nullptr;
  m_from = ball ? ball->at : endPoint();
  m_joined = bodyAt(m_cursor);
  m_act = Act::Placing;
  m_typed = {};
}

/// Enter: as a click where the numbers say.
void EditTool::advancePlacing() {
  if (m_kind == Kind::Select || (!m_ghost && !m_hinge)) return;
  if (m_act == Act::Placing) return place();
  m_pressedAt = m_cursor;
  if (!hasSecondPoint()) {
    if (m_hinge) m_from = *m_hinge;
    m_joined = bodyAt(m_cursor);
    return place();
  }
  m_second = true;
  startPlacing();
}

void EditTool::place() {
  updateGhost();
  const auto body = m_ghost;
  m_act = Act::Idle;
  m_typed = {};
  if (m_kind == Kind::Joint) return placeJoint(m_hinge.value_or(m_from));
  if (!body) return;
  if (m_kind == Kind::Spring) {
    const auto& ends = std::get<edit::NewRod>(*body);
    m_ghost.reset();
    return placeSpring(ends.from, ends.to);
  }
  edit::NewBody placed = *body;
  if (auto* link = std::get_if<edit::NewLink>(&placed);
      link && edit::isRepeat(m_editor->scene(), link->parent))
    link->parent.clear();
  m_editor->addBody(placed);
  m_ghost.reset();
}

}  // namespace carom
