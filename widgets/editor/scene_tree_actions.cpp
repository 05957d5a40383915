#include "editor/scene_tree_actions.h"

#include <QMenu>
#include <QPersistentModelIndex>
#include <QTreeView>

#include "base/qt_text.h"
#include "common/context_menu.h"
#include "common/plain_text.h"
#include "editor/row_texts.h"
#include "editor/scene_editor.h"
#include "editor/scene_tree_model.h"
#include "scene/edit/edit.h"

namespace carom {

namespace {

using edit::Json;

Json simpleShape(Section section) {
  Json shape{{"type", nameOf(section)}};
  shape.update(Json::parse(usualShape(section)));
  return shape;
}

}  // namespace

SceneTreeActions::SceneTreeActions(SceneEditor* editor, SceneTreeModel* model, QTreeView* tree)
    : QObject(tree), m_editor(editor), m_model(model), m_tree(tree) {
  tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tree, &QWidget::customContextMenuRequested, this, &SceneTreeActions::showMenu);
}

QMenu* SceneTreeActions::makeAddMenu(QWidget* parent) {
  auto* menu = new QMenu(parent);
  for (const auto& [kind, text] :
       {std::pair(SceneEditor::Kind::Ball, tr("&Ball")), std::pair(SceneEditor::Kind::Wall, tr("&Wall")),
        std::pair(SceneEditor::Kind::Rod, tr("&Rod")), std::pair(SceneEditor::Kind::Box, tr("Bo&x")),
        std::pair(SceneEditor::Kind::Link, tr("&Link"))})
    menu->addAction(text, this, [this, kind = kind] { m_editor->add(kind); })
        ->setObjectName(QStringLiteral("add-") + QString(text).remove('&').toLower());
  menu->addSeparator();
  menu->addAction(tr("&Gravity"), this, &SceneTreeActions::addGravity)
      ->setObjectName(QStringLiteral("add-gravity"));
  menu->addAction(tr("&Parameter"), this, &SceneTreeActions::addParameter)
      ->setObjectName(QStringLiteral("add-parameter"));
  menu->addAction(tr("&Derived quantity"), this, &SceneTreeActions::addDerived)
      ->setObjectName(QStringLiteral("add-derived"));
  return menu;
}

void SceneTreeActions::editCurrent(bool wantsName) {
  const QModelIndex current = m_tree->currentIndex();
  if (!current.isValid()) return;
  const SceneRow& row = m_model->row(current);
  const QModelIndex value = current.siblingAtColumn(SceneTreeModel::Text);
  if (row.kind == RowKind::Flag) {
    m_model->setData(value,
                     value.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
                     Qt::CheckStateRole);
    return;
  }
  const bool name = row.kind == RowKind::Body || row.kind == RowKind::Contact ||
                    (row.kind == RowKind::Parameter && wantsName);
  const QModelIndex index = name ? current.siblingAtColumn(SceneTreeModel::Name) : value;
  if (!(index.flags() & Qt::ItemIsEditable)) return;
  m_tree->setCurrentIndex(index);
  m_tree->edit(index);
}

void SceneTreeActions::makeParameter() {
  nameNumber(tr("Make %1 a parameter"), edit::makeParameter);
}

void SceneTreeActions::makeDerived() {
  nameNumber(tr("Make %1 a derived quantity"), edit::makeDerived);
}

void SceneTreeActions::nameNumber(const QString& title, NameEdit edit) {
  const QModelIndex current = m_tree->currentIndex();
  if (current.isValid() && m_model->row(current).kind == RowKind::Value)
    return nameRow(title, m_model->row(current), edit);
  std::vector<SceneRow> numbers;
  if (current.isValid()) addNumbersUnder(current.siblingAtColumn(0), numbers);
  if (numbers.empty()) {
    emit complained(tr("Choose a number first, or a body that has one: a mass, a radius, a position …"));
    return;
  }
  auto* menu = new QMenu(m_tree);
  menu->setObjectName(QStringLiteral("numbers"));
  for (const SceneRow& row : numbers)
    menu->addAction(menuText(title.arg(rowTitle(row))), this,
                    [this, title, row, edit] { nameRow(title, row, edit); });
  openMenu(menu, m_tree->viewport()->mapToGlobal(m_tree->visualRect(current).bottomLeft()));
}

/// The numbers in the rows below a row, as many as a menu can list.
void SceneTreeActions::addNumbersUnder(const QModelIndex& index, std::vector<SceneRow>& numbers) const {
  constexpr std::size_t most = 20;
  for (int i = 0; i < m_model->rowCount(index) && numbers.size() < most; ++i) {
    const QModelIndex child = m_model->index(i, 0, index);
    if (m_model->row(child).kind == RowKind::Value &&
        !child.siblingAtColumn(SceneTreeModel::Text).data().toString().isEmpty())
      numbers.push_back(m_model->row(child));
    addNumbersUnder(child, numbers);
  }
}

void SceneTreeActions::nameRow(const QString& title, const SceneRow& row, NameEdit edit) {
  std::string name;
  const bool done = m_editor->apply(title.arg(rowTitle(row)), [&](const Json& scene) {
    Json from = scene;
    std::string place = row.place;
    if (const auto close = place.find(']');
        place.starts_with("contacts[") && !edit::find(scene, place.substr(0, close + 1))) {
      const auto listed = edit::listContact(scene, row.subject);
      from = listed.first;
      place = listed.second + row.place.substr(close + 1);
    }
    name = edit::suggestParameterName(from, place);
    return edit(from, place, name);
  });
  if (done) emit quantityAdded(q(name));
}

/// Downwards in the view: along −y in the plane, along −z in space.
void SceneTreeActions::addGravity() {
  if (!m_editor->snapshot()) return;
  const char* const place = m_editor->snapshot()->instance.view.planar ? "gravity[1]" : "gravity[2]";
  m_editor->apply(tr("Add gravity"),
                  [&](const Json& scene) { return edit::setValue(scene, place, "-9.81"); });
}

void SceneTreeActions::addParameter() {
  std::string name;
  const bool done = m_editor->apply(tr("Add a parameter"), [&](const Json& scene) {
    for (int number = 1;; ++number) {
      name = "p" + std::to_string(number);
      if (!edit::find(scene, "parameters." + name)) break;
    }
    return edit::addParameter(
        scene, {.name = name, .value = "1", .sliderLeast = "0", .sliderGreatest = "2", .free = true});
  });
  if (done) emit quantityAdded(q(name));
}

void SceneTreeActions::addDerived() {
  std::string name;
  const bool done = m_editor->apply(tr("Add a derived quantity"), [&](const Json& scene) {
    for (int number = 1;; ++number) {
      name = "d" + std::to_string(number);
      if (!edit::find(scene, edit::quantityPlace(scene, name))) break;
    }
    return edit::addDerived(scene, name, "1");
  });
  if (done) emit quantityAdded(q(name));
}

void SceneTreeActions::removeCurrent() {
  const QModelIndex current = m_tree->currentIndex();
  if (!current.isValid()) return;
  const SceneRow row = m_model->row(current);
  const QString name = tr("Delete %1").arg(rowTitle(row));
  switch (row.kind) {
    case RowKind::Body:
    case RowKind::Force:
      return m_editor->removeSelected();
    case RowKind::Parameter:
      m_editor->apply(name, [&](const Json& scene) { return edit::dissolveParameter(scene, row.subject); });
      return;
    case RowKind::Joint:
      m_editor->apply(name, [&](const Json& scene) { return edit::removeJoint(scene, row.subject); });
      return;
    case RowKind::Value:
    case RowKind::Text:
      m_editor->apply(tr("Clear %1").arg(rowTitle(row)), [&](const Json& scene) {
        Json result = edit::setValue(scene, row.place, "");
        edit::check(result);
        return result;
      });
      return;
    case RowKind::Solid:
      m_editor->apply(name, [&](const Json& scene) { return edit::removeSolid(scene, row.place); });
      return;
    case RowKind::Contact:
    case RowKind::ShapeOfBody:
      if (row.place.empty())
        return emit complained(tr("All pairs may touch in this scene; list the contacts to leave one out."));
      m_editor->apply(name, [&](const Json& scene) { return edit::removeAt(scene, row.place); });
      return;
    default:
      return;
  }
}

void SceneTreeActions::fillBodyMenu(QMenu& menu, const SceneRow& row) {
  menu.addAction(tr("Duplicate"), m_editor, &SceneEditor::duplicateSelected);
  menu.addAction(tr("Copy"), m_editor, &SceneEditor::copySelected);
  menu.addAction(tr("Cut"), m_editor, &SceneEditor::cutSelected);
  const std::string body = row.subject;
  if (edit::isRepeat(m_editor->scene(), body))
    menu.addAction(tr("Expand the repeat into single bodies"), this, [this, body] {
      m_editor->apply(tr("Expand %1").arg(q(body)), [&](const Json& scene) {
        return edit::expandRepeat(scene, body, m_editor->snapshot()->instance);
      });
    });
  QMenu* joints = menu.addMenu(tr("Add joint"));
  for (const auto& [joint, text] :
       {std::pair("x", tr("travel along x")), std::pair("y", tr("travel along y")),
        std::pair("z", tr("travel along z")), std::pair("angle", tr("turn about z")),
        std::pair("planar", tr("free in the plane"))})
    joints->addAction(text, this, [this, body, joint = joint] {
      m_editor->apply(tr("Add a joint to %1").arg(q(body)),
                      [&](const Json& scene) { return edit::addJoint(scene, body, joint); });
    });
  QMenu* shapes = menu.addMenu(tr("Add shape"));
  for (int i = static_cast<int>(firstShape); i <= static_cast<int>(lastShape); ++i)
    shapes->addAction(q(std::string(nameOf(static_cast<Section>(i)))), this, [this, body, i] {
      m_editor->apply(tr("Add a shape to %1").arg(q(body)), [&](const Json& scene) {
        return edit::addShape(scene, body, simpleShape(static_cast<Section>(i)));
      });
    });
  menu.addAction(tr("Add solid"), this, [this, body] {
    m_editor->apply(tr("Add a solid to %1").arg(q(body)),
                    [&](const Json& scene) { return edit::addSolid(scene, body); });
  });
}

void SceneTreeActions::fillJointMenu(QMenu& menu, const SceneRow& row) {
  const auto add = [&](const QString& text, const char* list, const Json& force) {
    menu.addAction(text, this, [this, list, force] {
      m_editor->apply(tr("Add to %1").arg(QLatin1String(list)),
                      [&](const Json& scene) { return edit::addForce(scene, list, force); });
    });
  };
  add(tr("Add a spring"), "springs", {{"coordinate", row.subject}, {"stiffness", 1}});
  add(tr("Add a damper"), "dampers", {{"coordinate", row.subject}, {"damping", 0.1}});
  add(tr("Add a motor"), "motors", {{"coordinate", row.subject}, {"proportional", 1}});
}

/// Offers every coordinate of a single joint that may close the gap of the contact.
void SceneTreeActions::fillContactMenu(QMenu& menu, const SceneRow& row) {
  QMenu* close = menu.addMenu(tr("Close its gap by moving"));
  close->setObjectName(QStringLiteral("close-gap"));
  const std::string contact = row.subject;
  for (const Json& body : m_editor->scene().value("bodies", Json::array()))
    for (const Json& joint : body.value("joints", Json::array()))
      for (const std::string& name : edit::coordinatesOf(joint)) {
        const std::string coordinate = body.value("name", "") + '.' + name;
        close->addAction(q(coordinate), this, [this, contact, coordinate] {
          m_editor->apply(tr("Close the gap of %1").arg(q(contact)),
                          [&](const Json& scene) { return edit::closeGap(scene, contact, coordinate); });
        });
      }
}

void SceneTreeActions::showMenu(const QPoint& position) {
  auto* menu = new QMenu(m_tree);
  const QModelIndex index = m_tree->indexAt(position);
  if (index.isValid()) {
    const SceneRow& row = m_model->row(index);
    const bool named =
        row.kind == RowKind::Body || row.kind == RowKind::Parameter || row.kind == RowKind::Contact;
    if (named)
      menu->addAction(tr("Rename (F2)"), this,
                      [this, name = QPersistentModelIndex(index.siblingAtColumn(SceneTreeModel::Name))] {
                        if (name.isValid()) m_tree->edit(name);
                      });
    if (row.kind == RowKind::Value) {
      menu->addAction(tr("Edit (F2)"), this, [this] { editCurrent(); });
      menu->addAction(tr("Make parameter (Ctrl+P)"), this, &SceneTreeActions::makeParameter);
      menu->addAction(tr("Make derived quantity"), this, &SceneTreeActions::makeDerived);
    }
    if (row.kind == RowKind::Body) fillBodyMenu(*menu, row);
    if (row.kind == RowKind::Joint) fillJointMenu(*menu, row);
    if (row.kind == RowKind::Contact) fillContactMenu(*menu, row);
    if (row.kind == RowKind::Parameter)
      menu->addAction(tr("Delete, leaving its value (Del)"), this, &SceneTreeActions::removeCurrent);
    else if (row.kind != RowKind::Group && row.kind != RowKind::Flag)
      menu->addAction(
          row.kind == RowKind::Value || row.kind == RowKind::Text ? tr("Clear (Del)") : tr("Delete (Del)"),
          this, &SceneTreeActions::removeCurrent);
    menu->addSeparator();
  }
  if (m_editor->canPaste()) menu->addAction(tr("Paste bodies"), m_editor, &SceneEditor::paste);
  menu->addAction(tr("Add a parameter"), this, &SceneTreeActions::addParameter);
  menu->addAction(tr("Add a derived quantity"), this, &SceneTreeActions::addDerived);
  openMenu(menu, m_tree->viewport()->mapToGlobal(position));
}

}  // namespace carom
