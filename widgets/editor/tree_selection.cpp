#include "editor/tree_selection.h"

#include <QItemSelectionModel>
#include <QTreeView>
#include <set>

#include "base/qt_text.h"
#include "common/selection.h"
#include "editor/scene_editor.h"
#include "editor/scene_tree_model.h"
#include "scene/edit/body_names.h"

namespace carom {

namespace {

/// The body that a row belongs to; invalid without one.
QModelIndex bodyOf(const SceneTreeModel& model, QModelIndex index) {
  while (index.isValid() && model.row(index).kind != RowKind::Body) index = index.parent();
  return index;
}

}  // namespace

TreeSelection::TreeSelection(Selection* selection, const SceneEditor* editor, SceneTreeModel* model,
                             QTreeView* tree)
    : QObject(tree), m_selection(selection), m_editor(editor), m_model(model), m_tree(tree) {
  connect(tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TreeSelection::followTree);
}

void TreeSelection::followTree() {
  if (m_following) return;
  QStringList bodies, places;
  const auto add = [](QStringList& list, const std::string& name) {
    if (!name.empty() && !list.contains(q(name))) list << q(name);
  };
  for (const QModelIndex& index : m_tree->selectionModel()->selectedRows())
    if (const QModelIndex body = bodyOf(*m_model, index); body.isValid())
      add(bodies, m_model->row(body).subject);
    else
      add(places, m_model->entryOf(index));
  m_following = true;
  m_selection->choose(bodies, places);
  const QModelIndex current = m_tree->currentIndex();
  if (current.isValid() && m_model->row(current).kind == RowKind::Contact)
    m_selection->chooseContact(q(m_model->row(current).subject));
  m_following = false;
}

/// The rows of the chosen bodies and places.
std::vector<QModelIndex> TreeSelection::chosenRows() const {
  const edit::BodyNames names(m_editor->scene());
  const QModelIndex group = m_model->find(QStringLiteral("bodies"));
  std::set<int> entries;
  for (const QString& body : m_selection->bodies())
    if (const int entry = names.entry(body.toStdString()); entry >= 0) entries.insert(entry);
  std::vector<QModelIndex> rows;
  for (const int entry : entries) rows.push_back(m_model->index(entry, 0, group));
  for (const QString& place : m_selection->places()) rows.push_back(m_model->findEntry(place.toStdString()));
  std::erase_if(rows, [](const QModelIndex& row) { return !row.isValid(); });
  return rows;
}

void TreeSelection::follow() {
  if (m_following) return;
  const std::vector<QModelIndex> rows = chosenRows();
  std::set<QModelIndex> shown;  // a selected row below an entry counts as that entry
  for (const QModelIndex& index : m_tree->selectionModel()->selectedRows())
    if (const std::string entry = m_model->entryOf(index); !entry.empty())
      shown.insert(m_model->findEntry(entry));
  if (shown == std::set(rows.begin(), rows.end())) return;
  m_following = true;
  QItemSelection selected;
  for (const QModelIndex& row : rows) {
    selected.select(row, row.siblingAtColumn(SceneTreeModel::Columns - 1));
    m_tree->expand(row.parent());
  }
  m_tree->selectionModel()->select(selected, QItemSelectionModel::ClearAndSelect);
  if (!rows.empty()) {  // keys then act on the chosen row
    m_tree->selectionModel()->setCurrentIndex(rows[0], QItemSelectionModel::NoUpdate);
    m_tree->scrollTo(rows[0]);
  }
  m_following = false;
}

}  // namespace carom
