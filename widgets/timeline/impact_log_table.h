#pragma once

class QTableView;
class QWidget;

namespace carom {

class ImpactLogOrder;

/// The table of the impacts: columns as narrow as their numbers, and a click on the header sorts.
QTableView* makeImpactLogTable(ImpactLogOrder* order, QWidget* parent);

}  // namespace carom
