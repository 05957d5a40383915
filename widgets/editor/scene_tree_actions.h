#pragma once

#include <QObject>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

class QMenu;
class QModelIndex;
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
  void addGravity();
  void addParameter();
  void addDerived();
  void makeDerived();
  void removeCurrent();
  /// Opens the field of the current row: its value, or its name.
  void editCurrent(bool name = false);

 signals:
  /// The action does not fit the row, for this reason.
  void complained(const QString& problem);
  /// A parameter or derived quantity is new.
  void quantityAdded(const QString& name);

 private:
  void showMenu(const QPoint& position);
  void fillBodyMenu(QMenu& menu, const SceneRow& row);
  void fillJointMenu(QMenu& menu, const SceneRow& row);
  void fillContactMenu(QMenu& menu, const SceneRow& row);
  /// Turns the number of the current row into a quantity by an edit of the engine. Of a row that has several
  /// numbers below it, a menu asks which.
  using NameEdit = nlohmann::ordered_json (*)(const nlohmann::ordered_json& scene, const std::string& place,
                                              const std::string& name);
  void nameNumber(const QString& title, NameEdit edit);
  void nameRow(const QString& title, const SceneRow& row, NameEdit edit);
  void addNumbersUnder(const QModelIndex& index, std::vector<SceneRow>& numbers) const;

  SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree;
};

}  // namespace carom
