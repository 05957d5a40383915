#pragma once

#include "impulse/impulse_case.h"
#include "laws/impulse_diagram_laws.h"
#include "table/column_table.h"

namespace carom {

/// What each law makes of a case, one a row: impulse, velocity, energy, stick or slip, conditions that break.
class LawRows : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Name, Pn, Pt, VnAfter, VtAfter, Energy, Mode, Breaks };
  explicit LawRows(QObject* parent = nullptr);

  void setCase(const ImpulseCase& what);

 private:
  std::vector<TableColumn> columns() const;
  TableColumn numberColumn(int column, const QString& title, const QString& tip, const char* name) const;
  const LawDiagram& row(int at) const { return m_rows[static_cast<std::size_t>(at)]; }
  std::optional<double> number(const LawDiagram& row, int column) const;
  /// The largest restitution, other impulses, or why there is no answer.
  QString tip(const LawDiagram& row) const;

  std::vector<LawDiagram> m_rows;
  ImpulseCase m_case;
  double m_energy = 0, m_speed = 0;  ///< before: E_c (J), ‖V_i‖ (m/s)
};

}  // namespace carom
