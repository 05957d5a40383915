#include "timeline/impact_log_table.h"

#include <QHeaderView>
#include <QStyleOptionHeader>
#include <QTableView>
#include <algorithm>

#include "common/marked_rows.h"
#include "common/theme.h"
#include "timeline/impact_log_model.h"
#include "timeline/impact_log_order.h"

namespace carom {

namespace {

/// As narrow as its words: only the column that is sorted by has room for an arrow.
class LogHeader : public QHeaderView {
 public:
  explicit LogHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
    setSortIndicatorClearable(true);
    setSortIndicator(-1, Qt::AscendingOrder);
    connect(this, &QHeaderView::sortIndicatorChanged, this, [this] { resizeSections(); });
  }

 protected:
  QSize sectionSizeFromContents(int section) const override {
    constexpr int padding = 12, arrow = 16;
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    const int words =
        fontMetrics().horizontalAdvance(text) + padding + (section == sortIndicatorSection() ? arrow : 0);
    // Of a long table the view measures a few rows; the largest number may be beyond them.
    const QString widest =
        model()->headerData(section, Qt::Horizontal, ImpactLogModel::WidestRole).toString();
    const int number = QFontMetrics(theme::monoFont(8.2)).horizontalAdvance(widest) + padding;
    return {std::max(words, number), QHeaderView::sectionSizeFromContents(section).height()};
  }

  /// The arrow is a letter of the words: a style sheet would draw it over them.
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (section != sortIndicatorSection()) return;
    option->sortIndicator = QStyleOptionHeader::None;
    option->text += sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
  }
};

}  // namespace

QTableView* makeImpactLogTable(ImpactLogOrder* order, QWidget* parent) {
  auto* table = new QTableView(parent);
  table->setObjectName(QStringLiteral("impactLogTable"));
  table->setAccessibleName(QObject::tr("Impacts of the run"));
  auto* header = new LogHeader(table);
  table->setHorizontalHeader(header);
  table->setModel(order);
  showWholeRows(table, 22);
  table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table->verticalHeader()->setMinimumSectionSize(20);
  header->setResizeContentsPrecision(40);
  header->setMinimumSectionSize(24);
  constexpr int contacts = static_cast<int>(ImpactLogModel::Column::Contacts), usualContacts = 84;
  header->setSectionResizeMode(contacts, QHeaderView::Interactive);  // many names give way; a tooltip has all
  header->resizeSection(contacts, usualContacts);
  table->setSortingEnabled(true);
  table->setMinimumHeight(52);
  return table;
}

}  // namespace carom
