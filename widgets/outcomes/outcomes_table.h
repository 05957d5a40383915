#pragma once

class QTableView;
class QWidget;

namespace carom {

class OutcomesOrder;

/// The table of the outcomes: coloured dots, mathematics in the header, a click on it sorts (a third one goes
/// back to the order of discovery), and every column is reached by scrolling.
QTableView* makeOutcomesTable(OutcomesOrder* order, QWidget* parent);

}  // namespace carom
