#pragma once

#include <QStyledItemDelegate>

namespace carom {

/// Edits the cells of a DesignTableModel: numbers as text, the target of a pair by a list of m.
class DesignDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  void paintSymbol(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const QString& math) const;
  void finish(QWidget* editor);
};

}  // namespace carom
