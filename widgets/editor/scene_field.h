#pragma once

#include <QLineEdit>
#include <QPersistentModelIndex>
#include <QPointer>
#include <QStyledItemDelegate>

class QLabel;
class QTreeView;

namespace carom {

class SceneEditor;
class SceneTreeModel;
class Selection;
struct SceneRow;

/// The field over a value or a name of the scene's tree. Valid text is previewed while it is typed; Enter
/// keeps it, Esc takes it back. A bubble at the field shows the error of invalid text, and the field stays
/// open.
class SceneField : public QStyledItemDelegate {
  Q_OBJECT
 public:
  SceneField(Selection* selection, SceneEditor* editor, SceneTreeModel* model, QTreeView* tree);

  bool isOpen() const { return m_field; }
  /// Whether the row of the open field is still there.
  bool isAtRow() const { return m_field && m_edited.isValid(); }
  /// The error of the text in the open field; empty where it is valid.
  const QString& problem() const { return m_problem; }
  /// The place in the file that the open field edits.
  std::string place() const;
  /// Marks the open field with a problem; an empty one removes the mark.
  void setProblem(const QString& problem);

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget*, QAbstractItemModel*, const QModelIndex&) const override {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 signals:
  /// The field is closed, and its problem is gone.
  void cleared();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void opened(QLineEdit* field, const QModelIndex& index);
  void offer(const QStringList& options, QLineEdit* field);
  void typed(const QString& text);
  void testName(const SceneRow& row, const std::string& name);
  void closed(bool keep);
  void lost();
  void finish(bool keep);
  bool isName() const;
  bool isOverridden(const SceneRow& row) const;
  void rename(const QString& text);
  void placeBubble();

  Selection* m_selection;
  SceneEditor* m_editor;
  SceneTreeModel* m_model;
  QTreeView* m_tree;
  QLabel* m_bubble;                ///< under the open field
  QPointer<QLineEdit> m_field;     ///< the open field; the view removes it with its row
  QPersistentModelIndex m_edited;  ///< the index of the open field
  bool m_typing = false;           ///< whether something was typed in the open field
  QString m_problem, m_lastText;
};

}  // namespace carom
