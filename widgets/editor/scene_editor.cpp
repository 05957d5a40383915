#include "editor/scene_editor.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/selection.h"
#include "editor/free_offset.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/snapper.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

QString problemOf(const SceneError& error) {
  QString text = QString::fromStdString(error.problem());
  if (!error.expected().empty())
    text += SceneEditor::tr("; expected %1").arg(QString::fromStdString(error.expected()));
  return text;
}

QString nameOf(const edit::NewBody& body) {
  static const std::array names{"a ball", "a wall", "a rod", "a box", "a link"};
  return SceneEditor::tr(names[body.index()]);
}

QStringList listed(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list;
}

}  // namespace

SceneEditor::SceneEditor(Selection* selection, Edits* edits, QObject* parent)
    : QObject(parent), m_selection(selection), m_edits(edits) {}

void SceneEditor::setSnapshot(const SnapshotPtr& snapshot) {
  const bool other = !m_snapshot || m_snapshot->scene != snapshot->scene;
  m_snapshot = snapshot;
  if (other) m_scene = read(snapshot->scene->text());
}

/// A text that is typed, and that the engine is going to refuse, is no scene to start from.
SceneEditor::SharedJson SceneEditor::current() {
  const std::string text = m_edits->sceneText();
  if (text == m_snapshot->scene->text()) return m_scene;
  try {
    return read(text);
  } catch (const SceneError&) {
    return m_scene;
  }
}

/// Looks the text up among those written here first: during a drag each answer is about one of them.
SceneEditor::SharedJson SceneEditor::read(const std::string& text) {
  const auto known = std::ranges::find(m_written, text, &std::pair<std::string, SharedJson>::first);
  if (known != m_written.end()) return known->second;
  ++m_parsed;
  // A text that is being typed may be JSON and yet no scene, which edits cannot begin from.
  return std::make_shared<const Json>(edit::checked(parseJson(text, m_snapshot->scene->name())));
}

const std::string& SceneEditor::write(Json scene) {
  constexpr std::size_t mostUnanswered =
      4;  // the engine answers the newest question, and one may be under way
  std::string text = sceneText(scene);
  m_written.emplace_back(std::move(text), std::make_shared<const Json>(std::move(scene)));
  if (m_written.size() > mostUnanswered) m_written.pop_front();
  return m_written.back().first;
}

bool SceneEditor::attempt(const Json& from, const Edit& edit, Json& result) {
  try {
    result = edit(from);
    emit refused({}, {});
    return true;
  } catch (const SceneError& error) {
    emit refused(QString::fromStdString(error.place()), problemOf(error));
  } catch (const nlohmann::json::exception&) {
    emit refused({}, tr("This part of the scene has an unusual form; edit its text."));
  }
  return false;
}

bool SceneEditor::apply(const QString& name, const Edit& edit, const Renames& renames) {
  if (!m_snapshot) return false;
  Json result;
  if (!attempt(*current(), edit, result)) return false;
  m_edits->editScene(name, write(std::move(result)), renames);
  return true;
}

bool SceneEditor::test(const Edit& edit) {
  Json ignored;
  return m_snapshot && attempt(*current(), edit, ignored);
}

double SceneEditor::usualSize() const {
  std::vector<double> radii;
  if (m_snapshot)
    for (const Body& body : m_snapshot->instance.mechanism->bodies())
      for (const Shape& shape : body.shapes)
        if (const auto* ball = std::get_if<Ball>(&shape)) radii.push_back(ball->radius);
  if (radii.empty()) return 0.05;
  std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2), radii.end());
  return radii[radii.size() / 2];
}

void SceneEditor::addBody(const edit::NewBody& body) {
  std::vector<std::string> added;
  const bool done = apply(tr("Add %1").arg(nameOf(body)), [&](const Json& scene) {
    auto result = edit::addBody(scene, body);
    added = result.bodies;
    return result.scene;
  });
  if (done) m_selection->choose(listed(added));
}

void SceneEditor::add(Kind kind) {
  if (!m_snapshot) return;
  const double r = usualSize();
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  std::vector<PlacedShape> all;
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i)
    for (const PlacedShape& shape : placedShapes(mechanism, i, m_snapshot->instance.initial.q))
      all.push_back(shape);
  if (kind == Kind::Wall) {  // below everything that moves
    double lowest = 0;
    for (const PlacedShape& shape : all)
      if (!std::get_if<HalfSpace>(&shape.shape)) lowest = std::min(lowest, shape.pose.x.y() - 2 * r);
    return addBody(edit::NewWall{{0, lowest - r, 0}, {0, 1, 0}});
  }
  const Snapper snapper({{-1, Ball{kind == Kind::Ball ? r : 2.2 * r}, {}}}, all);
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  for (int tries = 0; tries < 200 && !snapper.isClear(at, 0); ++tries) at.x() += 2.5 * r;
  const Eigen::Vector3d along(2 * r, 0, 0);
  if (kind == Kind::Ball) return addBody(edit::NewBall{at, r});
  if (kind == Kind::Rod) return addBody(edit::NewRod{at - along, at + along});
  if (kind == Kind::Box) return addBody(edit::NewBox{at, {3 * r, 2 * r, 2 * r}});
  addBody(edit::NewLink{"", {}, at, at + Eigen::Vector3d(0, -4 * r, 0)});
}

void SceneEditor::begin(const QString& name, Edits::OnRefusal onRefusal) {
  if (!m_snapshot) return;
  if (m_before) cancel();
  m_before = current();
  m_hasWritten = false;
  m_edits->beginEdit(name, onRefusal);
}

bool SceneEditor::preview(const Edit& edit, const Renames& renames) {
  if (!m_before) return false;
  Json result;
  if (!attempt(*m_before, edit, result)) return false;
  m_unwritten = {};
  m_hasWritten = true;
  m_edits->previewScene(write(std::move(result)), renames);
  return true;
}

bool SceneEditor::previewInitial(const Assignments& values, Edit edit) {
  if (!m_before) return false;
  if (m_hasWritten) return preview(edit);
  m_unwritten = std::move(edit);
  emit refused({}, {});
  m_edits->previewInitial(values);
  return true;
}

void SceneEditor::commit() {
  if (!m_before) return;
  if (const Edit edit = std::exchange(m_unwritten, {}); edit && !preview(edit)) return cancel();
  m_before.reset();
  m_edits->commitEdit();
}

void SceneEditor::cancel() {
  if (!m_before) return;
  m_before.reset();
  m_unwritten = {};
  emit refused({}, {});
  m_edits->cancelEdit();
}

std::vector<std::string> SceneEditor::selected() const {
  std::vector<std::string> names;
  if (!m_snapshot) return names;
  const edit::BodyNames known(scene());
  for (const QString& name : m_selection->bodies())
    if (known.entry(name.toStdString()) >= 0) names.push_back(name.toStdString());
  return names;
}

std::vector<std::string> SceneEditor::selectedForces() const {
  std::vector<std::string> forces;
  for (const QString& chosen : m_selection->places()) {
    const std::string place = chosen.toStdString(), list = place.substr(0, place.find('['));
    if (edit::isActingList(list) && edit::find(scene(), place)) forces.push_back(place);
  }
  std::ranges::sort(forces, [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) > std::pair(b.size(), b);
  });
  return forces;
}

SceneEditor::Json SceneEditor::withSingleBodies(Json scene, const std::vector<std::string>& names,
                                                const SceneInstance& instance) {
  for (const std::string& name : names)
    if (const bool pattern = name.find('{') != std::string::npos; !pattern && edit::isRepeat(scene, name))
      scene = edit::expandRepeat(scene, name, instance);
  return scene;
}

void SceneEditor::removeSelected() {
  const auto names = selected(), forces = selectedForces();
  if (names.empty() && forces.empty()) return;
  QString text = tr("Delete %1 bodies and forces").arg(names.size() + forces.size());
  if (forces.empty())
    text = names.size() == 1 ? tr("Delete %1").arg(QString::fromStdString(names[0]))
                             : tr("Delete %1 bodies").arg(names.size());
  else if (names.empty())
    text = forces.size() == 1 ? tr("Delete a force") : tr("Delete %1 forces").arg(forces.size());
  const bool done = apply(text, [&](const Json& scene) {
    Json result = scene;
    for (const std::string& force : forces) result = edit::removeAt(result, force);
    if (names.empty()) return result;
    return edit::removeBodies(withSingleBodies(result, names, m_snapshot->instance), names);
  });
  if (done) m_selection->choose(m_selection->bodies());  // the removal has changed what the places refer to
}

void SceneEditor::duplicateSelected() {
  const auto names = selected();
  if (names.empty()) return;
  std::vector<std::string> copies;
  const bool done = apply(tr("Duplicate"), [&](const Json& scene) {
    const Json single = withSingleBodies(scene, names, m_snapshot->instance);
    auto result = edit::duplicateBodies(single, names, freeOffset(m_snapshot->instance, names));
    copies = result.bodies;
    return result.scene;
  });
  if (done) m_selection->choose(listed(copies));
}

void SceneEditor::copySelected() {
  const auto names = selected();
  if (names.empty()) return;
  try {
    const Json single = withSingleBodies(scene(), names, m_snapshot->instance);
    QGuiApplication::clipboard()->setText(QString::fromStdString(sceneText(edit::copyBodies(single, names))));
  } catch (const SceneError& error) {
    emit refused(QString::fromStdString(error.place()), problemOf(error));
  }
}

void SceneEditor::cutSelected() {
  copySelected();
  removeSelected();
}

bool SceneEditor::canPaste() const {
  return QGuiApplication::clipboard()->text().contains(QLatin1String("\"bodies\""));
}

void SceneEditor::paste() {
  const std::string text = QGuiApplication::clipboard()->text().toStdString();
  std::vector<std::string> bodies;
  const bool done = apply(tr("Paste"), [&](const Json& scene) {
    const Json part = parseJson(text, tr("clipboard").toStdString());
    auto result = edit::pasteBodies(scene, part, Eigen::Vector3d::Zero());
    // Copies that would overlap at their old place go beside the present bodies.
    try {
      Scene::parse(sceneText(result.scene), "")->instantiate(m_snapshot->assignments);
    } catch (const SceneError&) {
      result = edit::pasteBodies(scene, part, freeOffset(m_snapshot->instance, {}));
    }
    bodies = result.bodies;
    return result.scene;
  });
  if (done) m_selection->choose(listed(bodies));
}

void SceneEditor::selectAll() {
  if (!m_snapshot) return;
  QStringList all;
  for (const Body& body : m_snapshot->instance.mechanism->bodies()) all << QString::fromStdString(body.name);
  m_selection->choose(all);
}

void SceneEditor::align(edit::Alignment alignment) {
  const auto names = selected();
  if (names.size() < 2) return;
  apply(tr("Align"), [&](const Json& scene) {
    return edit::alignBodies(withSingleBodies(scene, names, m_snapshot->instance), m_snapshot->instance,
                             names, alignment);
  });
}

}  // namespace carom
