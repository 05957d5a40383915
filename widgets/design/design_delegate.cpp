#include "design/design_delegate.h"

#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QTimer>
#include <cmath>

#include "base/design_words.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "design/design_table_model.h"

namespace carom {

namespace {

constexpr int mostListed = 12;

DesignTableModel::Kind kindOf(const QModelIndex& index) {
  return static_cast<DesignTableModel::Kind>(index.data(DesignTableModel::KindRole).toInt());
}

/// A bar from the left, whose length is a share of the cell: of what raises G red, of what lowers it blue.
void paintBar(QPainter& painter, const QRect& cell, double share) {
  constexpr float opacity = 0.35F;
  QColor color = share < 0 ? theme::blue : theme::vermilion;
  color.setAlphaF(opacity);
  QRect bar = cell.adjusted(0, 3, 0, -3);
  bar.setWidth(qRound(std::abs(share) * cell.width()));
  painter.fillRect(bar, color);
}

}  // namespace

/// The symbol of a parameter in place of its letters, beside the box that is ticked.
void DesignDelegate::paintSymbol(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index, const QString& math) const {
  constexpr double larger = 4.0 / 3 * 1.1;  // pixels of a point; an italic letter is low
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
  const QRectF place = style->subElementRect(QStyle::SE_ItemViewItemText, &cell, cell.widget);
  cell.text.clear();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, &painter, cell.widget);
  const double size = larger * cell.font.pointSizeF();
  const bool isSelected = cell.state.testFlag(QStyle::State_Selected);
  painter.save();
  painter.setClipRect(place);
  painter.setPen(cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
  theme::drawMath(painter, place.topLeft() + QPointF(2, place.height() / 2 + 0.3 * size), math, size);
  painter.restore();
}

/// A line parts ξ and the pairs from the variables.
void DesignDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  if (const QVariant share = index.data(DesignTableModel::ShareRole); share.isValid())
    paintBar(*painter, option.rect, share.toDouble());
  if (const QVariant math = index.data(DesignTableModel::MathRole); math.isValid())
    paintSymbol(*painter, option, index, math.toString());
  else
    QStyledItemDelegate::paint(painter, option, index);
  const auto isVariable = [](const QModelIndex& at) {
    return kindOf(at) == DesignTableModel::Kind::Variable;
  };
  const bool isFirst =
      index.row() > 0 && isVariable(index) && !isVariable(index.siblingAtRow(index.row() - 1));
  if (!isFirst) return;
  painter->save();
  painter->setPen(theme::hairline());
  painter->drawLine(option.rect.topLeft(), option.rect.topRight());
  painter->restore();
}

void DesignDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (kindOf(index) == DesignTableModel::Kind::Pair && index.column() == DesignTableModel::Least)
    option->text.prepend(QStringLiteral("   "));  // away from the number before it
  if (!(index.flags() & Qt::ItemIsEditable)) option->state &= ~QStyle::State_HasFocus;
}

QWidget* DesignDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
  if (kindOf(index) == DesignTableModel::Kind::Variable)
    return QStyledItemDelegate::createEditor(parent, option, index);
  auto* list = new QComboBox(parent);
  list->setProperty("compact", true);
  for (int m = 0; m <= mostListed; ++m)
    if (m != 1) list->addItem(targetText(m), m);
  auto* self = const_cast<DesignDelegate*>(this);
  connect(list, &QComboBox::activated, self, [self, list] { self->finish(list); });
  QTimer::singleShot(0, list, &QComboBox::showPopup);
  return list;
}

void DesignDelegate::finish(QWidget* editor) {
  emit commitData(editor);
  emit closeEditor(editor);
}

void DesignDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  auto* list = qobject_cast<QComboBox*>(editor);
  if (!list) return QStyledItemDelegate::setEditorData(editor, index);
  list->setCurrentIndex(list->findData(index.data(Qt::EditRole)));
}

void DesignDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                  const QModelIndex& index) const {
  const auto* list = qobject_cast<QComboBox*>(editor);
  if (!list) return QStyledItemDelegate::setModelData(editor, model, index);
  model->setData(index, list->currentData());
}

}  // namespace carom
