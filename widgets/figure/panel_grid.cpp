#include "figure/panel_grid.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

namespace carom {

namespace {

constexpr int offerRole = Qt::UserRole, cellRole = Qt::UserRole + 1;
constexpr int cellHeight = 44, cellGap = 4;

}  // namespace

PanelGrid::PanelGrid(std::shared_ptr<const Figure> first, QWidget* parent) : QWidget(parent) {
  m_offered = new QListWidget(this);
  m_offered->setObjectName(QStringLiteral("offered"));
  m_offered->setDragDropMode(QAbstractItemView::DragOnly);
  m_grid = new QListWidget(this);
  m_grid->setObjectName(QStringLiteral("grid"));
  m_grid->setFlow(QListView::LeftToRight);
  m_grid->setWrapping(true);
  m_grid->setResizeMode(QListView::Adjust);
  m_grid->setDragDropMode(QAbstractItemView::DragDrop);
  m_grid->setDefaultDropAction(Qt::MoveAction);
  m_grid->setWordWrap(true);
  m_grid->installEventFilter(this);
  m_grid->viewport()->installEventFilter(this);
  m_columns = new QSpinBox(this);
  m_columns->setObjectName(QStringLiteral("columns"));
  m_columns->setRange(1, CompositionFigure::mostColumns);
  m_columns->setValue(2);
  m_letters = new QCheckBox(tr("letters (a), (b), …"), this);
  m_letters->setObjectName(QStringLiteral("letters"));
  m_letters->setChecked(true);
  m_shared = new QCheckBox(tr("shared axes"), this);
  m_shared->setObjectName(QStringLiteral("sharedAxes"));
  m_shared->setToolTip(
      tr("Plots side by side with the same vertical axis show it once, and plots above each "
         "other with the same horizontal axis, too"));
  m_shared->setChecked(true);
  auto* remove = new QPushButton(tr("Re&move panel"), this);
  remove->setObjectName(QStringLiteral("removePanel"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(tr("Drag figures into the grid, or double-click them:"), this));
  column->addWidget(m_offered, 3);
  column->addWidget(new QLabel(tr("The grid, row by row; drag within it to reorder:"), this));
  column->addWidget(m_grid, 2);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Columns"), this));
  row->addWidget(m_columns);
  row->addWidget(m_letters);
  row->addWidget(m_shared);
  row->addStretch();
  row->addWidget(remove);
  column->addLayout(row);
  m_cells.push_back({std::move(first), {}});
  auto* item = new QListWidgetItem(m_grid);
  item->setData(cellRole, 0);
  showCells();
  const auto settle = [this] {
    QMetaObject::invokeMethod(this, &PanelGrid::takeDrops, Qt::QueuedConnection);
  };
  connect(m_grid->model(), &QAbstractItemModel::rowsInserted, this, settle);
  connect(m_grid->model(), &QAbstractItemModel::rowsRemoved, this, settle);
  connect(m_grid->model(), &QAbstractItemModel::rowsMoved, this, settle);
  connect(m_offered, &QListWidget::itemDoubleClicked, this,
          [this](QListWidgetItem* offer) { add(offer->data(offerRole).toInt()); });
  connect(m_columns, &QSpinBox::valueChanged, this, [this] {
    showCells();
    emit changed();
  });
  connect(m_letters, &QCheckBox::toggled, this, &PanelGrid::changed);
  connect(m_shared, &QCheckBox::toggled, this, &PanelGrid::changed);
  connect(remove, &QPushButton::clicked, this, &PanelGrid::removeCurrent);
}

void PanelGrid::setOffers(std::vector<FigureOffer> offers) {
  m_offers = std::move(offers);
  m_offered->clear();
  for (std::size_t i = 0; i < m_offers.size(); ++i) {
    auto* item = new QListWidgetItem(m_offers[i].title, m_offered);
    item->setData(offerRole, static_cast<int>(i));
  }
}

void PanelGrid::add(int offer) {
  auto* item = new QListWidgetItem(m_grid);
  item->setData(offerRole, offer);
}

/// Makes the figures of items that were dropped, and forgets those that cannot be made or are too many.
void PanelGrid::takeDrops() {
  for (int row = m_grid->count(); row-- > 0;) {
    QListWidgetItem* item = m_grid->item(row);
    if (item->data(cellRole).isValid()) continue;
    const auto offer = static_cast<std::size_t>(item->data(offerRole).toInt());
    std::shared_ptr<const Figure> figure = offer < m_offers.size() ? m_offers[offer].make() : nullptr;
    if (!figure || static_cast<std::size_t>(m_grid->count()) > CompositionFigure::mostPanels) {
      delete item;
      continue;
    }
    m_cells.push_back({std::move(figure), {}});
    item->setData(cellRole, static_cast<int>(m_cells.size() - 1));
  }
  showCells();
  emit changed();
}

void PanelGrid::removeCurrent() {
  if (m_grid->count() > 1) delete m_grid->takeItem(std::max(0, m_grid->currentRow()));
}

/// Shows the letters and titles in cells that are as wide as the columns.
void PanelGrid::showCells() {
  const QSignalBlocker quiet(m_grid);
  // A list leaves room for a scroll bar when it wraps its items.
  const int room =
      m_grid->maximumViewportSize().width() - m_grid->verticalScrollBar()->sizeHint().width() - 4;
  const int width = std::max(60, room / m_columns->value());
  m_grid->setGridSize({width, cellHeight});
  for (int row = 0; row < m_grid->count(); ++row) {
    QListWidgetItem* item = m_grid->item(row);
    if (!item->data(cellRole).isValid()) continue;
    const Cell& cell = m_cells[static_cast<std::size_t>(item->data(cellRole).toInt())];
    item->setText(QStringLiteral("(%1) %2").arg(QChar(u'a' + row)).arg(cell.figure->title()));
    item->setToolTip(cell.figure->title());
    item->setSizeHint({width - cellGap, cellHeight - cellGap});  // else a long title covers the next cell
  }
}

std::vector<PanelGrid::Cell> PanelGrid::cells() const {
  std::vector<Cell> cells;
  for (int row = 0; row < m_grid->count(); ++row)
    if (const QVariant number = m_grid->item(row)->data(cellRole); number.isValid())
      cells.push_back(m_cells[static_cast<std::size_t>(number.toInt())]);
  return cells;
}

CompositionFigure::Grid PanelGrid::grid() const {
  return {m_columns->value(), m_letters->isChecked(), m_shared->isChecked()};
}

void PanelGrid::setCells(std::vector<Cell> cells, const CompositionFigure::Grid& grid) {
  {
    const QSignalBlocker quiet(this);
    m_columns->setValue(grid.columns);
    m_letters->setChecked(grid.letters);
    m_shared->setChecked(grid.sharesAxes);
    const QSignalBlocker model(m_grid->model());
    m_grid->clear();
    m_cells = std::move(cells);
    for (std::size_t i = 0; i < m_cells.size(); ++i)
      (new QListWidgetItem(m_grid))->setData(cellRole, static_cast<int>(i));
    showCells();
  }
  emit changed();
}

void PanelGrid::setEdits(std::size_t cell, const FigureEdits& edits) {
  int row = -1;
  for (int i = 0; i < m_grid->count(); ++i)
    if (m_grid->item(i)->data(cellRole).isValid() && ++row == static_cast<int>(cell))
      m_cells[static_cast<std::size_t>(m_grid->item(i)->data(cellRole).toInt())].edits = edits;
}

bool PanelGrid::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = watched == m_grid && event->type() == QEvent::KeyPress;
  if (isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
    removeCurrent();
    return true;
  }
  if (watched == m_grid->viewport() && event->type() == QEvent::Resize) showCells();
  return QWidget::eventFilter(watched, event);
}

}  // namespace carom
