#pragma once

class QTableView;
class QWidget;

namespace carom {

class OutcomesOrder;

/// The table of the outcomes, with coloured dots and mathematics in the header. A click on the header sorts,
/// a third one restores the order of discovery. The table scrolls to columns that do not fit.
QTableView* makeOutcomesTable(OutcomesOrder* order, QWidget* parent);

/// The height at which a table of outcomes shows its rows, `most` of them at most (pixels).
int heightOfRows(const QTableView& table, int most);

}  // namespace carom
