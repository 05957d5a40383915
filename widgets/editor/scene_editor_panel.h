#pragma once

#include "editor/scene_editor.h"
#include "figure/panel.h"

class QLabel;
class QToolButton;
class QTreeView;

namespace carom {

class SceneField;
class SceneTreeActions;
class SceneTreeModel;
class TreeSelection;

/// The scene as a tree in which everything can be edited: parameters, bodies with joints and shapes,
/// contacts, forces, initial values.
///
/// Every field takes an expression. A typed expression is previewed while it is valid. An invalid one shows
/// its error beside the field, and the document keeps the last valid state.
class SceneEditorPanel : public Panel {
  Q_OBJECT
 public:
  SceneEditorPanel(Selection* selection, SceneEditor* editor, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  QSize sizeHint() const override { return {330, 560}; }
  QTreeView* tree() const { return m_tree; }
  SceneTreeModel* model() const { return m_model; }
  /// The reason why the content of the open field, or the last action, is refused; empty where it is
  /// accepted.
  QString problem() const;

 public slots:
  void makeParameter();
  /// Opens the field of the current row: its value, or its name.
  void editCurrent(bool name = false);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildTree();
  QLayout* buildButtons();
  QLayout* buildComplaint();
  void setProblem(const QString& place, const QString& problem);
  void reveal(const QString& quantity);

  SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree = nullptr;
  SceneField* m_field = nullptr;
  SceneTreeActions* m_actions = nullptr;
  TreeSelection* m_rows = nullptr;
  QLabel* m_complaint = nullptr;  ///< under the tree
  QString m_awaited;              ///< a new parameter to show when the next answer comes
};

}  // namespace carom
