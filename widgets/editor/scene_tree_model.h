#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "editor/scene_rows.h"

namespace carom {

/// The scene as a tree: names, expressions, units. Rows are made when a view first reads them, and a change
/// of the scene touches only the rows that it changes.
class SceneTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Name, Text, Unit, Columns };
  enum Role { KindRole = Qt::UserRole, ProblemRole };

  explicit SceneTreeModel(QObject* parent = nullptr);
  ~SceneTreeModel() override;

  void setOutline(SceneOutline outline);
  const SceneOutline& outline() const { return m_outline; }
  /// The row of a valid index.
  const SceneRow& row(const QModelIndex& index) const;
  /// The index of the row with this id under `parent`, whose rows are made if needed; invalid where there is
  /// no such row.
  QModelIndex find(const QString& id, const QModelIndex& parent = {}) const;
  /// The row of an entry of the file other than a body, "springs[0]"; invalid where there is no such row.
  QModelIndex findEntry(const std::string& place) const;
  /// The entry that a row belongs to, "springs[0]" for its stiffness; empty for other rows.
  std::string entryOf(QModelIndex index) const;
  /// Marks the row with this place in the file; empty: clears the mark.
  void setProblem(const std::string& place, const QString& problem);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 signals:
  /// A person has set or cleared a check box.
  void flagChosen(const QModelIndex& index, bool on);

 private:
  struct Node;
  Node* nodeOf(const QModelIndex& index) const;
  void fill(Node& node) const;
  void sortLike(const std::vector<SceneRow>& rows, Node& node, const QModelIndex& index);
  void update(Node& node, const QModelIndex& index);
  QVariant display(const SceneRow& row, int column) const;
  bool isOn(const SceneRow& row) const;

  SceneOutline m_outline;
  std::unique_ptr<Node> m_root;
  std::string m_problemPlace;
  QString m_problem;
};

}  // namespace carom
