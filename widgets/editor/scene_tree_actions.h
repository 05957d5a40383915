#pragma once

#include <QObject>

class QMenu;
class QPoint;
class QTreeView;

namespace carom {

class SceneEditor;
class SceneTreeModel;
struct SceneRow;

/// The actions on the rows of the scene's tree, by keys, by buttons, and by the context menu.
class SceneTreeActions : public QObject {
  Q_OBJECT
 public:
  SceneTreeActions(SceneEditor* editor, SceneTreeModel* model, QTreeView* tree);

  /// Makes the menu of everything that can be added to a scene.
  QMenu* makeAddMenu(QWidget* parent);

 public slots:
  void makeParameter();
  void addParameter();
  void removeCurrent();
  /// Opens the field of the current row: its value, or its name.
  void editCurrent(bool name = false);

 signals:
  /// The action does not fit the row, for this reason.
  void complained(const QString& problem);
  void parameterAdded(const QString& name);

 private:
  void showMenu(const QPoint& position);
  void fillBodyMenu(QMenu& menu, const SceneRow& row);
  void fillJointMenu(QMenu& menu, const SceneRow& row);

  SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree;
};

}  // namespace carom
