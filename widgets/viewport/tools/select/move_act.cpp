#include "viewport/tools/select/move_act.h"

#include <Eigen/QR>
#include <algorithm>

#include "editor/scene_editor.h"
#include "scene/edit/own_coordinates.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/typed_numbers.h"

namespace carom {

namespace {

Eigen::Matrix3Xd wholePlane() {
  return Eigen::Matrix3d::Identity().leftCols<2>();
}

/// Where a body can travel within the plane: orthonormal columns.
Eigen::Matrix3Xd travelDirections(const Mechanism& mechanism, int body, const Eigen::VectorXd& q) {
  if (mechanism.isFixed(body)) return wholePlane();
  const std::vector<int> own = edit::ownCoordinates(mechanism, body).travel;
  if (own.empty()) return Eigen::Matrix3Xd(3, 0);
  Eigen::Matrix3Xd J = mechanism.positionJacobian(body, q)(Eigen::all, own);
  J.row(2).setZero();
  const Eigen::ColPivHouseholderQR<Eigen::Matrix3Xd> factors(J);
  if (factors.rank() >= 2) return wholePlane();
  if (factors.rank() == 0) return Eigen::Matrix3Xd(3, 0);
  return J.col(factors.colsPermutation().indices()[0]).normalized();
}

/// The scene in which bodies that were moved are no longer marked as touching others.
SceneEditor::Json withoutTouching(SceneEditor::Json scene, const Mechanism& mechanism,
                                  const std::vector<std::string>& moved) {
  const auto isMoved = [&](int body) {
    return std::ranges::count(moved, mechanism.bodies()[static_cast<std::size_t>(body)].name) > 0;
  };
  for (const ContactPair& contact : mechanism.contacts())
    if (isMoved(contact.body[0]) != isMoved(contact.body[1]) && edit::isTouching(scene, contact.name))
      scene = edit::setTouching(scene, contact.name, false);
  return scene;
}

}  // namespace

MoveAct::MoveAct(const WorkPlane* plane, SceneEditor* editor, int grabbed, const Pointer& pointer)
    : m_plane(plane),
      m_editor(editor),
      m_start(plane->snapshot()),
      m_names(editor->selected()),
      m_grabbed(grabbed),
      m_grabPoint(plane->pointAt(pointer.pressedAt).value_or(plane->originOf(grabbed))),
      m_directions(m_names.size() == 1
                       ? travelDirections(plane->mechanism(), grabbed, plane->instance().initial.q)
                       : wholePlane()),
      m_movesCoordinates(edit::areFree(editor->scene(), m_names)) {
  const std::set<int> moving = movedBodies();
  m_kept = keptTouching(moving);
  std::vector<PlacedShape> mine, others;
  for (const PlacedShape& shape : plane->shapes())
    (moving.contains(shape.body) ? mine : others).push_back(shape);
  m_snapper.emplace(std::move(mine), std::move(others));
}

QString MoveAct::name() const {
  return m_names.size() == 1 ? QObject::tr("Move %1").arg(QString::fromStdString(m_names[0]))
                             : QObject::tr("Move %1 bodies").arg(m_names.size());
}

/// The bodies with a name, and those that they carry.
std::set<int> MoveAct::movedBodies() const {
  const Mechanism& mechanism = *m_start->instance.mechanism;
  std::set<int> moving;
  for (const std::string& name : m_names) moving.insert(mechanism.bodyIndex(name));
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i)
    if (moving.contains(mechanism.bodies()[static_cast<std::size_t>(i)].parent)) moving.insert(i);
  return moving;
}

/// Bodies that the moving ones touch, where the scene marks the contact as touching.
std::vector<int> MoveAct::keptTouching(const std::set<int>& moving) const {
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

void MoveAct::follow(const Pointer& pointer, const TypedNumbers& typed) {
  const auto point = m_plane->pointAt(pointer.at);
  if (!point) return;
  if (isOnHinge()) {
    Snap snap;
    snap.move = *point - m_grabPoint;
    m_shown = *point;
    return preview(snap, pointer.free);
  }
  const Eigen::Vector3d start = m_start->instance.mechanism->position(m_grabbed, m_start->instance.initial.q);
  const Eigen::Vector3d target =
      typed.applied(pointer.isPulled() ? m_plane->rounded(start + *point - m_grabPoint) : start);
  SnapOptions options;
  options.directions = m_directions;
  const bool allTyped = typed.value(0) && typed.value(1);
  if (!pointer.free && !allTyped) options.reach = m_plane->snapReach(target);
  if (!pointer.free) options.kept = m_kept;
  const Snap snap = m_snapper->snap({target.x() - start.x(), target.y() - start.y(), 0}, options);
  m_shown = start + snap.move;
  if (snap.free) preview(snap, pointer.free);
}

/// `letGo`: contacts that were marked as touching are so no longer.
void MoveAct::preview(const Snap& snap, bool letGo) {
  m_snap = snap;
  const SceneInstance& instance = m_start->instance;
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<edit::BodyMove> moves;
  for (const std::string& name : m_names) {
    const int body = mechanism.bodyIndex(name);
    const Eigen::Vector3d from = isOnHinge() ? m_grabPoint : mechanism.position(body, instance.initial.q);
    moves.push_back({name, from, from + snap.move, {}});
  }
  // The edit of a drag may be done after the act has gone.
  const SceneEditor::Edit edit = [start = m_start, names = m_names, moves,
                                  letGo](const SceneEditor::Json& scene) {
    const SceneEditor::Json single = SceneEditor::withSingleBodies(scene, names, start->instance);
    SceneEditor::Json result = edit::moveBodies(single, start->instance, moves);
    return letGo ? withoutTouching(std::move(result), *start->instance.mechanism, names) : result;
  };
  const bool keepsTouching = !letGo || m_kept.empty();
  const auto moved = m_movesCoordinates && keepsTouching
                         ? edit::movedCoordinates(m_editor->scene(), instance, moves)
                         : std::nullopt;
  if (moved)
    m_editor->previewInitial(*moved, edit);
  else
    m_editor->preview(edit);
}

QString MoveAct::readout(const TypedNumbers& typed) const {
  return readoutLine(numberTexts(m_shown, typed) + snapTexts(m_snap, *m_plane));
}

void MoveAct::paint(QPainter& painter) const {
  drawTouches(painter, *m_plane, m_snap);
}

}  // namespace carom
