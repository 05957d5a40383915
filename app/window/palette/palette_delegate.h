#pragma once

#include <QStyledItemDelegate>

namespace carom {

/// Draws an entry of the palette: the title with the typed letters in the accent, the kind and the key at the
/// right, and below it a sentence or the reason why it cannot be done now.
class PaletteDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace carom
