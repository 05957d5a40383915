#pragma once

#include <QAbstractTableModel>

#include "impulse/impulse_case.h"
#include "laws/impulse_diagram_laws.h"

class QTableView;
class QWidget;

namespace carom {

/// What each law makes of a case, one a row: impulse, velocity, energy, stick or slip, conditions that break.
class LawRows : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { SortRole = Qt::UserRole };  ///< numbers as numbers; a row without an answer after all others
  enum Column { Name, Pn, Pt, VnAfter, VtAfter, Energy, Mode, Breaks, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setCase(const ImpulseCase& what);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  /// Text with tabs, the header first; numbers read back to the same double.
  QString text() const;

 private:
  std::optional<double> number(const LawDiagram& row, int column) const;
  QString words(const LawDiagram& row, int column) const;
  /// The largest restitution, other impulses, or why there is no answer.
  QString tip(const LawDiagram& row) const;

  std::vector<LawDiagram> m_rows;
  ImpulseCase m_case;
  double m_energy = 0, m_speed = 0;  ///< before: E_c (J), ‖V_i‖ (m/s)
};

/// The table, sorted by a click on a column.
QTableView* makeLawTable(LawRows* rows, QWidget* parent);

}  // namespace carom
