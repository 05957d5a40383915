#include "common/marked_rows.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace carom {

MarkedRows::MarkedRows(int role, PaintMark paint, QTableView* table)
    : QStyledItemDelegate(table), m_role(role), m_paint(std::move(paint)) {}

void MarkedRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                       const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const QVariant mark = index.data(m_role);
  if (!mark.isValid()) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  m_paint(*painter, {option.rect.left() + 11.0, option.rect.center().y() + 0.5}, mark);
  painter->restore();
}

void MarkedRows::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (index.data(m_role).isValid()) option->text = QStringLiteral("     ") + option->text;
  option->state &= ~QStyle::State_HasFocus;
}

void showWholeRows(QTableView* table, int rowHeight) {
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setSelectionMode(QAbstractItemView::SingleSelection);
  table->setShowGrid(false);
  table->setTabKeyNavigation(false);
  table->setWordWrap(false);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(rowHeight);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setStretchLastSection(true);
  table->horizontalHeader()->setHighlightSections(false);
}

}  // namespace carom
