#include "table/frozen_column.h"

#include <QAbstractItemDelegate>
#include <QEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>
#include <memory>

#include "table/table_header.h"

namespace carom {

FrozenColumn::FrozenColumn(QTableView* table, bool isSorted) : QTableView(table), m_table(table) {
  setObjectName(QStringLiteral("frozenColumn"));
  setAccessibleName(table->accessibleName());
  setHorizontalHeader(new TableHeader(isSorted, this));
  setModel(table->model());
  const std::unique_ptr<QItemSelectionModel> own(selectionModel());
  setSelectionModel(table->selectionModel());
  setItemDelegate(table->itemDelegate());
  // It paints here. The fields that it opens are the table's alone, which takes what is typed there.
  disconnect(itemDelegate(), &QAbstractItemDelegate::commitData, this, nullptr);
  disconnect(itemDelegate(), &QAbstractItemDelegate::closeEditor, this, nullptr);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setEditTriggers(NoEditTriggers);
  setFocusPolicy(Qt::NoFocus);
  setShowGrid(false);
  setWordWrap(false);
  setIconSize(table->iconSize());
  setStyleSheet(QStringLiteral("QTableView { border: 0; border-right: 1px solid palette(mid); }"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(table->verticalHeader()->minimumSectionSize());
  verticalHeader()->setDefaultSectionSize(table->verticalHeader()->defaultSectionSize());
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setSortIndicatorShown(isSorted);
  // A head sorts the table, whose head says then how it is sorted.
  connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, table->horizontalHeader(),
          &QHeaderView::setSortIndicator);
  connect(table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
          [this](int column, Qt::SortOrder order) {
            const QSignalBlocker quiet(horizontalHeader());
            horizontalHeader()->setSortIndicator(column, order);
            horizontalHeader()->viewport()->update();
          });
  connect(table->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, table->verticalScrollBar(), &QScrollBar::setValue);
  connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumn::place);
  connect(table->horizontalHeader(), &QHeaderView::geometriesChanged, this, &FrozenColumn::place);
  connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenColumn::place);
  connect(model(), &QAbstractItemModel::modelReset, this, &FrozenColumn::place);
  connect(this, &QTableView::clicked, table, &QTableView::clicked);
  connect(this, &QTableView::activated, table, &QTableView::activated);
  table->installEventFilter(this);
  place();
}

bool FrozenColumn::eventFilter(QObject* table, QEvent* event) {
  if (table == m_table && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) place();
  return QTableView::eventFilter(table, event);
}

/// Over the table's own first column, at its full width as far as that leaves half of the table.
void FrozenColumn::place() {
  const bool isScrolled = m_table->horizontalScrollBar()->value() > 0 && model()->columnCount() > 1;
  setVisible(isScrolled);
  if (!isScrolled) return;
  for (int column = 1; column < model()->columnCount(); ++column) setColumnHidden(column, true);
  const QRect rows = m_table->viewport()->geometry(), head = m_table->horizontalHeader()->geometry();
  const int width = std::min(m_table->columnWidth(0), rows.width() / 2);
  setGeometry(rows.left(), head.top(), width, rows.bottom() - head.top() + 1);
  horizontalHeader()->setFixedHeight(head.height());
  verticalScrollBar()->setValue(m_table->verticalScrollBar()->value());
  raise();
}

}  // namespace carom
