#include "editor/scene_tree_model.h"

#include <QBrush>
#include <algorithm>

#include "common/theme.h"
#include "editor/row_texts.h"
#include "scene/edit/edit.h"

namespace carom {

struct SceneTreeModel::Node {
  SceneRow row;
  Node* parent = nullptr;
  int number = 0;  ///< among its siblings
  bool filled = false;
  std::vector<std::unique_ptr<Node>> children{};
};

namespace {

/// One entry of the file, and one row of the top with others below it.
constexpr const char* touchingPlace = "initial.touching";
constexpr qsizetype mostInTip = 1000;  ///< letters

QString cutAt(qsizetype most, const QString& text) {
  return text.size() > most ? text.left(most) + QStringLiteral("…") : text;
}

template <typename Node>
void renumber(std::vector<std::unique_ptr<Node>>& children) {
  for (std::size_t i = 0; i < children.size(); ++i) children[i]->number = static_cast<int>(i);
}

}  // namespace

SceneTreeModel::SceneTreeModel(QObject* parent)
    : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {
  m_outline.scene = nlohmann::ordered_json::object();
  fill(*m_root);
}
SceneTreeModel::~SceneTreeModel() = default;

SceneTreeModel::Node* SceneTreeModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

void SceneTreeModel::fill(Node& node) const {
  if (node.filled) return;
  node.filled = true;
  for (SceneRow& row : rowsUnder(m_outline, &node == m_root.get() ? nullptr : &node.row))
    node.children.push_back(std::make_unique<Node>(Node{std::move(row), &node, 0, false, {}}));
  renumber(node.children);
}

void SceneTreeModel::setOutline(SceneOutline outline) {
  m_outline = std::move(outline);
  update(*m_root, {});
}

/// Moves the rows that another order of the same ones has elsewhere: a contact that gets an entry of its own
/// in the file goes up to the other entries, with the field in which it is typed.
void SceneTreeModel::sortLike(const std::vector<SceneRow>& rows, Node& node, const QModelIndex& index) {
  auto& children = node.children;
  if (children.size() != rows.size()) return;
  std::vector<QString> before, after;
  for (const auto& child : children) before.push_back(child->row.id);
  for (const SceneRow& row : rows) after.push_back(row.id);
  if (before == after) return;
  std::ranges::sort(before);
  std::ranges::sort(after);
  if (before != after) return;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto place = children.begin() + static_cast<std::ptrdiff_t>(i);
    const auto found =
        std::find_if(place, children.end(), [&](const auto& child) { return child->row.id == rows[i].id; });
    if (found == place) continue;
    const int from = static_cast<int>(found - children.begin());
    beginMoveRows(index, from, from, index, static_cast<int>(i));
    std::rotate(place, found, found + 1);
    renumber(children);
    endMoveRows();
  }
}

/// Keeps the rows that are the same at both ends of the list; replaces the others. A single row in the place
/// of one of its kind is that row with another name.
void SceneTreeModel::update(Node& node, const QModelIndex& index) {
  if (!node.filled) return;
  auto rows = rowsUnder(m_outline, &node == m_root.get() ? nullptr : &node.row);
  auto& children = node.children;
  const auto same = [](const std::unique_ptr<Node>& child, const SceneRow& row) {
    return child->row.id == row.id && child->row.kind == row.kind;
  };
  sortLike(rows, node, index);
  std::size_t head = 0, tail = 0;
  const std::size_t least = std::min(children.size(), rows.size());
  while (head < least && same(children[head], rows[head])) ++head;
  while (tail < least - head && same(children[children.size() - 1 - tail], rows[rows.size() - 1 - tail]))
    ++tail;
  const auto at = [&](std::size_t i) { return children.begin() + static_cast<std::ptrdiff_t>(i); };
  const bool single = children.size() == rows.size() && head + tail + 1 == rows.size();
  if (single && children[head]->row.kind == rows[head].kind && rows[head].kind != RowKind::Group) ++head;
  if (const std::size_t gone = children.size() - head - tail; gone > 0) {
    beginRemoveRows(index, static_cast<int>(head), static_cast<int>(head + gone - 1));
    children.erase(at(head), at(head + gone));
    renumber(children);
    endRemoveRows();
  }
  if (const std::size_t more = rows.size() - head - tail; more > 0) {
    beginInsertRows(index, static_cast<int>(head), static_cast<int>(head + more - 1));
    std::vector<std::unique_ptr<Node>> added;
    for (std::size_t i = head; i < head + more; ++i)
      added.push_back(std::make_unique<Node>(Node{rows[i], &node, 0, false, {}}));
    children.insert(at(head), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    renumber(children);
    endInsertRows();
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    children[i]->row = std::move(rows[i]);
    update(*children[i], createIndex(static_cast<int>(i), 0, children[i].get()));
  }
  if (!children.empty())
    emit dataChanged(createIndex(0, 0, children.front().get()),
                     createIndex(static_cast<int>(children.size()) - 1, Columns - 1, children.back().get()));
}

const SceneRow& SceneTreeModel::row(const QModelIndex& index) const {
  return nodeOf(index)->row;
}

QModelIndex SceneTreeModel::find(const QString& id, const QModelIndex& parent) const {
  Node* node = nodeOf(parent);
  fill(*node);
  for (const auto& child : node->children)
    if (child->row.id == id) return createIndex(child->number, 0, child.get());
  return {};
}

QModelIndex SceneTreeModel::findEntry(const std::string& place) const {
  if (place == touchingPlace) return find(QLatin1String("touching"));
  QModelIndex group = find(QString::fromStdString(place.substr(0, place.find_first_of(".["))));
  if (!group.isValid()) group = find(QStringLiteral("about"));
  for (int i = 0; group.isValid() && i < rowCount(group); ++i)
    if (const QModelIndex row = index(i, 0, group); entryOf(row) == place) return row;
  return {};
}

std::string SceneTreeModel::entryOf(QModelIndex index) const {
  while (index.parent().parent().isValid()) index = index.parent();
  const QModelIndex top = index.parent().isValid() ? index.parent() : index;
  if (top.isValid() && nodeOf(top)->row.place == touchingPlace) return touchingPlace;
  if (!index.parent().isValid()) return {};
  const SceneRow& row = nodeOf(index)->row;
  // The row of a parameter or derived quantity stands for its value.
  if (row.kind != RowKind::Parameter) return row.place;
  return row.place.substr(0, row.place.find('.') + 1) + row.subject;
}

void SceneTreeModel::setProblem(const std::string& place, const QString& problem) {
  if (place == m_problemPlace && problem == m_problem) return;
  m_problemPlace = place;
  m_problem = problem;
  if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));  // the view repaints
}

QModelIndex SceneTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (column < 0 || column >= Columns || row < 0 || parent.column() > 0) return {};
  Node* node = nodeOf(parent);
  fill(*node);
  if (row >= static_cast<int>(node->children.size())) return {};
  return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex SceneTreeModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  Node* parent = nodeOf(index)->parent;
  return parent == m_root.get() ? QModelIndex() : createIndex(parent->number, 0, parent);
}

int SceneTreeModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0) return 0;
  Node* node = nodeOf(parent);
  fill(*node);
  return static_cast<int>(node->children.size());
}

int SceneTreeModel::columnCount(const QModelIndex&) const {
  return Columns;
}

bool SceneTreeModel::hasChildren(const QModelIndex& parent) const {
  if (!parent.isValid()) return true;
  if (parent.column() > 0) return false;
  const Node* node = nodeOf(parent);
  return node->filled ? !node->children.empty() : hasRowsUnder(m_outline, node->row);
}

bool SceneTreeModel::isOn(const SceneRow& row) const {
  if (row.place == touchingPlace)
    return std::find(m_outline.touching.begin(), m_outline.touching.end(), row.subject) !=
           m_outline.touching.end();
  const auto* flag = edit::find(m_outline.scene, row.place);
  return flag && flag->is_boolean() && flag->get<bool>();
}

QVariant SceneTreeModel::display(const SceneRow& row, int column) const {
  if (column == Name) return row.label;
  if (column == Unit) return rowUnit(m_outline, row);
  // Hundreds of names take seconds to be laid out, each time that the row is painted.
  constexpr qsizetype most = 160;
  const QString text = cutAt(most, shownText(m_outline, row));
  return text.isEmpty() ? row.otherwise : text;
}

QVariant SceneTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const SceneRow& row = nodeOf(index)->row;
  const bool wrong = !m_problemPlace.empty() && row.place == m_problemPlace && row.kind != RowKind::Group;
  switch (role) {
    case Qt::DisplayRole:
      return display(row, index.column());
    case Qt::EditRole:
      return index.column() == Name ? row.label : fieldText(m_outline, row);
    case Qt::CheckStateRole:
      if (row.kind != RowKind::Flag || index.column() != Text) return {};
      return isOn(row) ? Qt::Checked : Qt::Unchecked;
    case Qt::ForegroundRole:
      if (wrong) return QBrush(theme::warningInk());
      if (index.column() == Unit) return QBrush(theme::quietInk());
      if (index.column() == Text &&
          (row.kind == RowKind::Body || row.kind == RowKind::Group || rowText(m_outline, row).isEmpty()))
        return QBrush(theme::quietInk());
      return {};
    case Qt::ToolTipRole:
      if (wrong) return m_problem;
      if (const QString whole = rowText(m_outline, row);
          index.column() == Text && whole != display(row, Text).toString())
        return cutAt(mostInTip, whole);  // the text in the row is rounded, or stands for another one
      return rowHelp(m_outline, row);
    case Qt::AccessibleTextRole:
      return index.column() == Name
                 ? QStringLiteral("%1 %2 %3")
                       .arg(row.label, display(row, Text).toString(), display(row, Unit).toString())
                       .trimmed()
                 : display(row, index.column());
    case KindRole:
      return static_cast<int>(row.kind);
    case ProblemRole:
      return wrong ? m_problem : QString();
    default:
      return {};
  }
}

QVariant SceneTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return std::array{tr("name"), tr("value"), tr("unit")}[static_cast<std::size_t>(section)];
}

Qt::ItemFlags SceneTreeModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  const RowKind kind = nodeOf(index)->row.kind;
  const bool named = kind == RowKind::Body || kind == RowKind::Parameter || kind == RowKind::Contact;
  const bool written = kind == RowKind::Value || kind == RowKind::Text || kind == RowKind::Parameter;
  if ((index.column() == Name && named) || (index.column() == Text && written)) flags |= Qt::ItemIsEditable;
  if (index.column() == Text && kind == RowKind::Flag) flags |= Qt::ItemIsUserCheckable;
  return flags;
}

bool SceneTreeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !index.isValid()) return false;  // texts are edited through the panel
  emit flagChosen(index, value.toInt() == Qt::Checked);
  return true;
}

}  // namespace carom
