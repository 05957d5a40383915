#pragma once

#include <QPersistentModelIndex>

#include "editor/edit_session.h"
#include "figure/panel.h"

class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;
class QTreeView;

namespace carom {

class SceneTreeModel;
struct SceneRow;

/// The scene as a tree in which everything can be edited: parameters, bodies with joints and shapes,
/// contacts, forces, initial values.
///
/// Every field takes an expression. While one is typed, it is previewed as far as it can be read; what cannot
/// is told beside the field, and the document keeps the last good state. Enter keeps, Esc takes back.
class SceneEditorPanel : public Panel {
  Q_OBJECT
 public:
  SceneEditorPanel(Selection* selection, SceneEditor* editor, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  QSize sizeHint() const override { return {330, 560}; }
  QTreeView* tree() const { return m_tree; }
  SceneTreeModel* model() const { return m_model; }
  /// Why what is in the open field cannot stand there; empty where it can.
  QString problem() const { return m_problem; }

 public slots:
  void makeParameter();
  void removeCurrent();
  /// Opens the field of the current row: its value, or its name.
  void editCurrent(bool name = false);
  void addParameter();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class FieldDelegate;
  void build();
  void buildAddMenu();
  void opened(QLineEdit* field, const QModelIndex& index);
  void offer(const QStringList& options, QLineEdit* field);
  void typed(const QString& text);
  void closed(bool keep);
  bool isName() const;
  bool isOverridden(const SceneRow& row) const;
  void rename(const QString& text);
  void placeBubble();
  void setProblem(const QString& place, const QString& problem);
  void followTree();
  void followSelection();
  std::vector<QModelIndex> chosenRows() const;
  void showMenu(const QPoint& position);
  void fillBodyMenu(QMenu& menu, const SceneRow& row);
  void fillJointMenu(QMenu& menu, const SceneRow& row);
  void reveal(const QString& group, const QString& id, bool rename);

  SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree = nullptr;
  QToolButton* m_add = nullptr;
  QLabel* m_complaint = nullptr;   ///< under the tree
  QLabel* m_bubble = nullptr;      ///< under the open field
  QLineEdit* m_field = nullptr;    ///< the open one
  QPersistentModelIndex m_edited;  ///< where it stands
  bool m_typing = false;           ///< something was typed in it
  bool m_following = false;        ///< one selection follows the other
  QString m_problem;
  QString m_lastText;
  QString m_awaitedGroup, m_awaitedRow;  ///< to be shown when the next answer comes
};

}  // namespace carom
