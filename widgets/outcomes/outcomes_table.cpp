#include "outcomes/outcomes_table.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QTableView>
#include <algorithm>

#include "common/marked_rows.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "outcomes/outcomes_model.h"
#include "outcomes/outcomes_order.h"

namespace carom {

namespace {

/// The coloured dot before the number; figures in a font whose digits align.
class OutcomeDelegate : public MarkedRows {
 public:
  explicit OutcomeDelegate(QTableView* table) : MarkedRows(OutcomesModel::DotRole, paintDot, table) {}

  /// In steps, so that a column stands still while a drag changes its digits.
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    constexpr int step = 12;
    const QSize needed = MarkedRows::sizeHint(option, index) + QSize(2, 4);
    return {(needed.width() + step - 1) / step * step, needed.height()};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    MarkedRows::initStyleOption(option, index);
    if (index.data(OutcomesModel::MonoRole).toBool()) option->font = theme::monoFont(8.2);
  }

 private:
  static void paintDot(QPainter& painter, QPointF centre, const QVariant& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.value<QColor>());
    painter.drawEllipse(centre, 5.5, 5.5);
  }
};

/// Headers with real subscripts.
class MathHeader : public QHeaderView {
 public:
  explicit MathHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSectionsClickable(true);
    setSortIndicatorClearable(true);
    setSortIndicator(-1, Qt::AscendingOrder);
  }

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const QString math = model()->headerData(section, Qt::Horizontal, OutcomesModel::MathRole).toString();
    if (math.isEmpty()) return QHeaderView::paintSection(painter, rect, section);
    painter->save();
    painter->fillRect(rect, theme::panelGround());
    painter->setPen(theme::quietInk());
    const double size = fontMetrics().height() * 0.86, base = rect.center().y() + 0.3 * size;
    const QString unit = model()->headerData(section, Qt::Horizontal, OutcomesModel::UnitRole).toString();
    const double unitWidth = fontMetrics().horizontalAdvance(unit), gap = 4;
    const double left = rect.right() - 8 - unitWidth - gap - theme::mathWidth(math, size);
    if (sortIndicatorSection() == section) drawIndicator(*painter, {left - 8, rect.center().y() + 0.5});
    painter->setPen(theme::quietInk());
    theme::drawMath(*painter, {left, base}, math, size);
    painter->drawText(QPointF(rect.right() - 8 - unitWidth, base), unit);
    painter->restore();
  }

 private:
  void drawIndicator(QPainter& painter, QPointF at) const {
    const double up = sortIndicatorOrder() == Qt::AscendingOrder ? -1 : 1;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::accent());
    painter.drawPolygon(QPolygonF{
        {at.x() - 3.5, at.y() - 2 * up}, {at.x() + 3.5, at.y() - 2 * up}, {at.x(), at.y() + 2.5 * up}});
  }
};

}  // namespace

QTableView* makeOutcomesTable(OutcomesOrder* order, QWidget* parent) {
  auto* table = new QTableView(parent);
  table->setObjectName(QStringLiteral("outcomesTable"));
  table->setAccessibleName(QObject::tr("Outcomes"));
  table->setHorizontalHeader(new MathHeader(table));
  table->setModel(order);
  table->setSortingEnabled(true);
  table->setItemDelegate(new OutcomeDelegate(table));
  showWholeRows(table, 24);
  table->verticalHeader()->setMinimumSectionSize(20);
  table->horizontalHeader()->setResizeContentsPrecision(40);
  table->horizontalHeader()->setSectionResizeMode(
      QHeaderView::Fixed);  // resized with the rows, not after them
  return table;
}

int heightOfRows(const QTableView& table, int most) {
  const int rows = std::min(most, table.model()->rowCount());
  return table.horizontalHeader()->sizeHint().height() + rows * table.verticalHeader()->defaultSectionSize() +
         table.horizontalScrollBar()->sizeHint().height() + 2 * table.frameWidth();
}

}  // namespace carom
