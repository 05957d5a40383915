#pragma once

#include <QObject>
#include <vector>

class QModelIndex;
class QTreeView;

namespace carom {

class SceneEditor;
class SceneTreeModel;
class Selection;

/// Lets the rows that are selected in the tree and the bodies and places of the Selection follow each other.
class TreeSelection : public QObject {
  Q_OBJECT
 public:
  TreeSelection(Selection* selection, const SceneEditor* editor, SceneTreeModel* model, QTreeView* tree);

 public slots:
  /// Selects the rows of the chosen bodies and places.
  void follow();

 private:
  void followTree();
  std::vector<QModelIndex> chosenRows() const;

  Selection* m_selection;
  const SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree;
  bool m_following = false;  ///< one selection follows the other
};

}  // namespace carom
