#include "editor/scene_editor_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "common/elided_button.h"
#include "common/selection.h"
#include "editor/row_texts.h"
#include "editor/scene_field.h"
#include "editor/scene_tree_actions.h"
#include "editor/scene_tree_model.h"
#include "editor/tree_selection.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/rename.h"
#include "scene/edit/touching.h"
#include "scene/edit/value.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

using edit::Json;

constexpr std::size_t mostPairs = 200;  // contacts that the file does not list, as rows

/// The contacts of the mechanism that the file leaves unlisted, for rows of their own. Stops of joints are
/// among the limits of their bodies.
std::vector<std::string> unlistedPairs(const Json& scene, const Mechanism& mechanism) {
  std::vector<std::string> names;
  if (mechanism.contacts().size() > mostPairs) return names;
  const edit::BodyNames known(scene);
  for (const ContactPair& contact : mechanism.contacts()) {
    if (contact.limit || known.namedContact(contact.name) >= 0) continue;
    const auto [json, place] = edit::listContact(scene, contact.name);
    if (!edit::find(scene, place)) names.push_back(contact.name);
  }
  return names;
}

}  // namespace

SceneEditorPanel::SceneEditorPanel(Selection* selection, SceneEditor* editor, QWidget* parent)
    : Panel(selection, parent), m_editor(editor), m_model(new SceneTreeModel(this)) {
  setObjectName(QStringLiteral("scene-editor"));
  setWindowTitle(tr("Scene editor"));
  setAccessibleName(windowTitle());
  buildTree();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 4);
  layout->setSpacing(4);
  layout->addLayout(buildButtons());
  layout->addWidget(m_tree, 1);
  layout->addLayout(buildComplaint());
  connect(m_editor, &SceneEditor::refused, this, &SceneEditorPanel::setProblem);
  connect(m_editor->edits(), &Edits::refused, this, [this](const EditRefusal& refusal) {
    if (!refusal.text.empty()) setProblem(refusal.why.place, refusal.why.problem);
  });
  connect(m_editor->edits(), &Edits::refusalOver, this, [this] {
    if (!m_field->isOpen()) setProblem({}, {});
  });
  connect(m_model, &SceneTreeModel::flagChosen, this, [this](const QModelIndex& index, bool on) {
    const SceneRow row = m_model->row(index);
    m_editor->apply(tr("Set %1").arg(rowTitle(row)), [&](const Json& scene) {
      if (row.place == "initial.touching") return edit::setTouching(scene, row.subject, on);
      return edit::setFlag(scene, row.place, on);
    });
  });
  connect(selection, &Selection::chosenChanged, this, [this] {
    if (!m_field->isOpen()) m_rows->follow();
  });
}

void SceneEditorPanel::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setModel(m_model);
  m_tree->setObjectName(QStringLiteral("scene-tree"));
  m_tree->setAccessibleName(tr("Scene"));
  m_tree->setUniformRowHeights(true);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setEditTriggers(QAbstractItemView::DoubleClicked);
  m_tree->setIndentation(14);
  m_tree->setTabKeyNavigation(false);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Name, QHeaderView::Interactive);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Text, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Unit, QHeaderView::ResizeToContents);
  m_tree->header()->resizeSection(SceneTreeModel::Name, 150);
  m_tree->installEventFilter(this);
  setFocusProxy(m_tree);
  m_field = new SceneField(selection(), m_editor, m_model, m_tree);
  m_tree->setItemDelegate(m_field);
  m_rows = new TreeSelection(selection(), m_editor, m_model, m_tree);
  m_actions = new SceneTreeActions(m_editor, m_model, m_tree);
  connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
    // The view does so for the names alone: the sum of a vector asks for its numbers just as much.
    const QModelIndex row = index.siblingAtColumn(SceneTreeModel::Name);
    if (index != row && !(m_model->flags(index) & Qt::ItemIsEditable))
      m_tree->setExpanded(row, !m_tree->isExpanded(row));
  });
  connect(m_field, &SceneField::cleared, this, [this] { setProblem({}, {}); });
  connect(m_actions, &SceneTreeActions::complained, this,
          [this](const QString& problem) { setProblem({}, problem); });
  connect(m_actions, &SceneTreeActions::quantityAdded, this,
          [this](const QString& name) { m_awaited = name; });
}

QLayout* SceneEditorPanel::buildButtons() {
  auto* add = new QToolButton(this);
  add->setText(tr("Add"));
  add->setObjectName(QStringLiteral("add"));
  add->setAccessibleName(tr("Add to the scene"));
  add->setPopupMode(QToolButton::InstantPopup);
  add->setMenu(m_actions->makeAddMenu(add));
  auto* make = new ElidedButton(this);
  make->setFullText(tr("Make parameter"));
  make->setObjectName(QStringLiteral("make-parameter"));
  make->setToolTip(
      tr("Turn the chosen number into a parameter: a slider, a sweep axis, a design variable (Ctrl+P)"));
  connect(make, &QToolButton::clicked, m_actions, &SceneTreeActions::makeParameter);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(9, 4, 9, 0);
  buttons->addWidget(add);
  buttons->addWidget(make);
  buttons->addStretch();
  return buttons;
}

QLayout* SceneEditorPanel::buildComplaint() {
  m_complaint = new QLabel(this);
  m_complaint->setProperty("role", QStringLiteral("error"));
  m_complaint->setObjectName(QStringLiteral("complaint"));
  m_complaint->setWordWrap(true);
  m_complaint->hide();
  auto* strip = new QHBoxLayout;
  strip->setContentsMargins(9, 0, 9, 0);
  strip->addWidget(m_complaint);
  return strip;
}

void SceneEditorPanel::setSnapshot(SnapshotPtr snapshot) {
  const Json& scene = m_editor->scene();
  SceneOutline outline{scene, unlistedPairs(scene, *snapshot->instance.mechanism), {}, {}};
  const bool some = edit::find(scene, "initial.touching") != nullptr;
  const auto& contacts = snapshot->instance.mechanism->contacts();
  for (const ContactPair& contact : contacts) {
    const bool touches = some && edit::isTouching(scene, contact.name);
    if (touches) outline.touching.push_back(contact.name);
    if (touches || contacts.size() <= mostPairs) outline.contacts.push_back(contact.name);
  }
  outline.assigned.insert(snapshot->assignments.begin(), snapshot->assignments.end());
  for (const auto& [name, value] : snapshot->assignments)  // those of a drag that has written nothing yet
    if (isInitialName(name)) edit::makeInitial(outline.scene, name) = edit::valueOf(value);
  m_model->setOutline(std::move(outline));
  if (!m_field->isOpen()) setProblem({}, {});
  if (!m_awaited.isEmpty()) reveal(m_awaited);
  if (!m_field->isOpen()) m_rows->follow();
}

/// Shows a new parameter or derived quantity and opens the field of its name.
void SceneEditorPanel::reveal(const QString& quantity) {
  QModelIndex index;
  for (const auto& group : {QLatin1String("parameters"), QLatin1String("derived")})
    if (const QModelIndex list = m_model->find(group); list.isValid() && !index.isValid())
      index = m_model->find(quantity, list);
  if (!index.isValid()) return;
  m_awaited.clear();
  m_tree->setCurrentIndex(index);
  m_tree->scrollTo(index);
  if (m_tree->isVisible()) m_tree->edit(index);
}

void SceneEditorPanel::makeParameter() {
  m_actions->makeParameter();
}

void SceneEditorPanel::editCurrent(bool name) {
  m_actions->editCurrent(name);
}

QString SceneEditorPanel::problem() const {
  return m_field->problem();
}

/// Marks the open field, or else a place of the scene, with a problem and shows the problem under the tree.
void SceneEditorPanel::setProblem(const QString& place, const QString& problem) {
  const bool atField = m_field->isAtRow();
  m_model->setProblem(atField ? m_field->place() : place.toStdString(), problem);
  m_complaint->setText(place.isEmpty() ? problem : place + QStringLiteral(": ") + problem);
  m_complaint->setVisible(!problem.isEmpty() && !atField);
  m_field->setProblem(problem);
}

bool SceneEditorPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool pressed = event->type() == QEvent::KeyPress;
  if (watched != m_tree || (!pressed && event->type() != QEvent::ShortcutOverride))
    return Panel::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool plain = key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier;
  const int code = key->key();
  const bool own = plain && (code == Qt::Key_F2 || code == Qt::Key_Return || code == Qt::Key_Enter ||
                             code == Qt::Key_Delete || code == Qt::Key_Space);
  const bool walks = plain && (code == Qt::Key_Home || code == Qt::Key_End || code == Qt::Key_PageUp ||
                               code == Qt::Key_PageDown);
  if (!pressed) {  // these keys mean something else in the window
    if (own || walks) event->accept();
    return own || walks;
  }
  if (!own || m_field->isOpen())
    return Panel::eventFilter(watched, event);  // an open field has handled the key already
  if (code == Qt::Key_Delete)
    m_actions->removeCurrent();
  else
    m_actions->editCurrent(code == Qt::Key_F2);
  return true;
}

}  // namespace carom
