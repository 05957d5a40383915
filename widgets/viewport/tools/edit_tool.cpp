#include "viewport/tools/edit_tool.h"

#include <QLineF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "common/moments.h"
#include "common/selection.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

constexpr double handleReach = 10;  // px
constexpr double pickReach = 6;     // px around thin things
constexpr double springReach = 9;   // px around the middle of a spring

/// Distance of a point of the plane to a shape, negative inside.
double distanceTo(const PlacedShape& placed, const Eigen::Vector3d& point) {
  const Eigen::Vector3d local = placed.pose.R.transpose() * (point - placed.pose.x);
  if (const auto* ball = std::get_if<Ball>(&placed.shape))
    return (local - ball->centre).norm() - ball->radius;
  if (const auto* wall = std::get_if<HalfSpace>(&placed.shape)) return wall->normal.dot(local) - wall->offset;
  if (const auto* dot = std::get_if<Point>(&placed.shape)) return (local - dot->at).norm();
  if (const auto* rod = std::get_if<Segment>(&placed.shape)) {
    const Eigen::Vector3d along = rod->ends[1] - rod->ends[0];
    const double s = std::clamp(along.dot(local - rod->ends[0]) / along.squaredNorm(), 0.0, 1.0);
    return (local - rod->ends[0] - s * along).norm() - rod->radius;
  }
  const auto& box = std::get<Box>(placed.shape);
  const Eigen::Vector3d outside = (box.rotation.transpose() * (local - box.centre)).cwiseAbs() - box.halfSize;
  return std::max(outside.x(), outside.y());
}

}  // namespace

EditTool::EditTool(ViewportCanvas* canvas, SceneEditor* editor, Selection* selection)
    : QObject(canvas), m_canvas(canvas), m_editor(editor), m_selection(selection) {
  connect(selection, &Selection::chosenChanged, this, &EditTool::redraw);
}

void EditTool::setKind(Kind kind) {
  if (kind == m_kind) return;
  finish(false);
  m_kind = kind;
  m_typed = {};
  m_ghost.reset();
  if (kind != Kind::None && m_snapshot && m_snapshot->trajectory)  // only the initial state can be edited
    m_selection->setMoment(momentAt(*m_snapshot->trajectory, 0));
  if (!m_canvas->underMouse()) {  // keys begin in the middle
    m_cursor = QRectF(m_canvas->rect()).center();
    m_inside = true;
  }
  updateGhost();
  m_canvas->setCursor(kind == Kind::None || kind == Kind::Select ? Qt::ArrowCursor : Qt::CrossCursor);
  emit kindChanged(kind);
  redraw();
}

void EditTool::setJoint(JointKind joint) {
  setKind(Kind::Joint);
  if (joint == m_joint) return;
  finish(false);
  m_joint = joint;
  emit jointChanged();
  redraw();
}

std::vector<EditTool::JointKind> EditTool::joints() const {
  if (!m_snapshot || m_snapshot->instance.view.planar)
    return {JointKind::Hinge, JointKind::Slider, JointKind::Weld};
  return {JointKind::Hinge, JointKind::Slider, JointKind::Ball, JointKind::Weld};
}

void EditTool::setSnapshot(const SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  if (std::ranges::count(joints(), m_joint) == 0) {
    m_joint = JointKind::Hinge;
    emit jointChanged();
  }
  m_all.clear();
  const Mechanism& mechanism = *snapshot->instance.mechanism;
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i)
    for (PlacedShape& shape : placedShapes(mechanism, i, snapshot->instance.initial.q))
      m_all.push_back(std::move(shape));
  if (m_act == Act::Idle) updateGhost();
  redraw();
}

void EditTool::redraw() {
  m_canvas->updateOverlay();
}

std::optional<Eigen::Vector3d> EditTool::planePoint(QPointF position) const {
  const Ray ray = m_canvas->screenMap().rayAt(position);
  if (std::abs(ray.direction.z()) < 1e-3) return std::nullopt;  // the plane is seen edge-on
  const double distance = -ray.origin.z() / ray.direction.z();
  if (distance <= 0) return std::nullopt;
  Eigen::Vector3d point = ray.origin + distance * ray.direction;
  point.z() = 0;
  return point;
}

double EditTool::metresPerPixel(const Eigen::Vector3d& at) const {
  return 1 / m_canvas->screenMap().scaleAt(at);
}

/// To a power of ten that the eye can just tell.
Eigen::Vector3d EditTool::rounded(const Eigen::Vector3d& point) const {
  const double power = std::floor(std::log10(5 * metresPerPixel(point)));
  const double inverse = std::pow(10, std::abs(power));  // exact: so that 0.12 becomes 0.12
  const auto round = [&](double x) {
    return power < 0 ? std::round(x * inverse) / inverse : std::round(x / inverse) * inverse;
  };
  return {round(point.x()), round(point.y()), 0};
}

Eigen::Vector3d EditTool::withTyped(Eigen::Vector3d point) const {
  for (int i : {0, 1})
    if (const auto value = m_typed.value(i)) point[i] = *value;
  return point;
}

int EditTool::bodyAt(QPointF position) const {
  if (!m_snapshot) return -1;
  if (const Pick pick = pickAt(m_canvas->frame(), m_canvas->screenMap(), position, 0); pick.body >= 0)
    return pick.body;
  const auto point = planePoint(position);
  if (!point) return -1;
  const double reach = pickReach * metresPerPixel(*point);
  int best = -1;
  double nearest = HUGE_VAL;
  for (const PlacedShape& shape : m_all) {
    double distance = distanceTo(shape, *point);
    const bool wall = std::holds_alternative<HalfSpace>(shape.shape);
    if (distance > reach || (wall && distance < -10 * reach))
      continue;                                            // of a wall, its face and a strip behind it
    if (wall) distance = std::max(distance, 0.0) + reach;  // behind anything else
    if (distance >= nearest) continue;
    nearest = distance;
    best = shape.body;
  }
  return best;
}

/// The place in the file of the spring or damper there. Bodies are before it, but for walls, which have no
/// end.
QString EditTool::springAt(QPointF position) const {
  const int line = lineAt(m_canvas->frame(), m_canvas->screenMap(), position, springReach);
  if (line < 0) return {};
  const int body = bodyAt(position);
  const auto isSolid = [body](const PlacedShape& shape) {
    return shape.body == body && !std::holds_alternative<HalfSpace>(shape.shape);
  };
  if (body >= 0 && std::ranges::any_of(m_all, isSolid)) return {};
  return m_canvas->frame().lines[static_cast<std::size_t>(line)].place;
}

bool EditTool::isPulled() const {
  return QLineF(m_pressedAt, m_cursor).length() >= moveThreshold;
}

bool EditTool::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !m_snapshot) return false;
  if (m_byKeys) {
    finish(true);
    m_act = Act::Spent;
    return true;
  }
  m_cursor = m_pressedAt = event.position();
  m_inside = true;
  m_free = event.modifiers() & Qt::AltModifier;
  m_add = event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
  if (m_kind == Kind::None) return pressWithoutTool();
  if (m_kind == Kind::Select) return pressSelect(event);
  m_second = m_act == Act::Placing;
  if (!m_second) {
    updateGhost();
    if (!m_ghost && !m_hinge) return true;
    startPlacing();
  }
  updateGhost();
  redraw();
  return true;
}

void EditTool::drag(const QMouseEvent& event) {
  m_cursor = event.position();
  m_free = event.modifiers() & Qt::AltModifier;
  const bool far = isPulled();
  switch (m_act) {
    case Act::Pressed:
      if (far) startMoving();
      break;
    case Act::Placing:
      if (far || hasSecondPoint()) updateGhost();
      break;
    case Act::Moving:
      move();
      break;
    case Act::Turning:
      turn();
      break;
    case Act::Velocity:
      changeVelocity();
      break;
    default:
      break;
  }
  redraw();
}

void EditTool::release(const QMouseEvent& event) {
  m_cursor = event.position();
  const bool far = isPulled();
  switch (m_act) {
    case Act::Placing:
      // After a click, the second point follows with the next one.
      if (far || m_second || !hasSecondPoint()) place();
      break;
    case Act::Band:
      selectBand(m_add);
      m_act = Act::Idle;
      break;
    case Act::Moving:
    case Act::Turning:
    case Act::Velocity:
      finish(true);
      break;
    default:
      m_act = Act::Idle;
      break;
  }
  redraw();
}

bool EditTool::hover(const QMouseEvent& event) {
  if (m_byKeys) return true;
  m_cursor = event.position();
  m_inside = true;
  m_free = event.modifiers() & Qt::AltModifier;
  if (m_kind == Kind::None) return false;
  if (m_kind != Kind::Select) updateGhost();
  redraw();
  return m_kind != Kind::Select;
}

void EditTool::leave() {
  if (m_byKeys) return;
  m_inside = false;
  if (m_act == Act::Idle) updateGhost();
  redraw();
}

bool EditTool::hasSecondPoint() const {
  return m_kind == Kind::Wall || m_kind == Kind::Rod || m_kind == Kind::Link || m_kind == Kind::Box ||
         m_kind == Kind::Spring || (m_kind == Kind::Joint && m_joint == JointKind::Slider);
}

std::vector<int> EditTool::chosenBodies() const {
  std::vector<int> bodies;
  for (const QString& name : m_selection->bodies())
    if (const int body = m_snapshot->instance.mechanism->bodyIndex(name.toStdString()); body >= 0)
      bodies.push_back(body);
  return bodies;
}

void EditTool::selectBand(bool add) {
  const QRectF band = QRectF(m_pressedAt, m_cursor).normalized();
  QStringList bodies = add ? m_selection->bodies() : QStringList();
  QStringList places = add ? m_selection->places() : QStringList();
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i) {
    const auto at = m_canvas->screenMap().toScreen(mechanism.centreOfMass(i, m_snapshot->instance.initial.q));
    const QString name = QString::fromStdString(mechanism.bodies()[static_cast<std::size_t>(i)].name);
    if (at && band.contains(*at) && !mechanism.isFixed(i) && !bodies.contains(name)) bodies << name;
  }
  for (const SceneFrame::Line& line : m_canvas->frame().lines) {
    const auto from = m_canvas->screenMap().toScreen(line.from), to = m_canvas->screenMap().toScreen(line.to);
    if (from && to && band.contains(*from) && band.contains(*to) && !places.contains(line.place))
      places << line.place;
  }
  m_selection->choose(bodies, places);
}

/// Where no parameter could follow a body that is dragged, it is moved itself.
bool EditTool::pressWithoutTool() {
  const int body =
      m_add || !m_canvas->frame().initial || !m_snapshot->scene->parameters().empty() ? -1 : bodyAt(m_cursor);
  if (body < 0) return false;
  const std::string& name = m_snapshot->instance.mechanism->bodies()[static_cast<std::size_t>(body)].name;
  if (m_snapshot->instance.mechanism->isFixed(body) || !canMove({name})) return false;
  m_selection->choose({QString::fromStdString(name)});
  m_grabbed = body;
  m_act = Act::Pressed;
  return true;
}

bool EditTool::pressSpring() {
  const QString spring = springAt(m_cursor);
  if (spring.isEmpty()) return false;
  QStringList places = m_add ? m_selection->places() : QStringList();
  if (!places.removeOne(spring)) places << spring;
  m_selection->choose(m_add ? m_selection->bodies() : QStringList(), places);
  m_act = Act::Idle;
  return true;
}

bool EditTool::pressSelect(const QMouseEvent&) {
  for (const Handle& handle : handles()) {
    if (QLineF(handle.at, m_cursor).length() > handleReach) continue;
    startHandle(handle);
    return true;
  }
  if (pressSpring()) return true;
  const int body = bodyAt(m_cursor);
  if (body < 0) {
    if (!m_add) m_selection->choose({});
    m_act = Act::Band;
    return true;
  }
  const QString name =
      QString::fromStdString(m_snapshot->instance.mechanism->bodies()[static_cast<std::size_t>(body)].name);
  QStringList bodies = m_selection->bodies();
  if (m_add) {
    if (!bodies.removeOne(name)) bodies << name;
    m_selection->choose(bodies, m_selection->places());
    m_act = Act::Idle;
    return true;
  }
  if (!bodies.contains(name)) m_selection->choose({name});
  if (!canMove(m_editor->selected())) {  // its parameters may follow instead
    m_act = Act::Idle;
    return pickAt(m_canvas->frame(), m_canvas->screenMap(), m_cursor, 0).body < 0;
  }
  m_grabbed = body;
  m_act = Act::Pressed;
  return true;
}

}  // namespace carom
