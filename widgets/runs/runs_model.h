#pragma once

#include <QPixmap>
#include <map>

#include "runs/tried_values.h"
#include "table/column_table.h"

namespace carom {

/// The run in force, the kept runs and, if wanted, what was tried before: one row each, with ξ, outcomes and
/// the parameters that tell them apart.
class RunsModel : public ColumnTable {
  Q_OBJECT
 public:
  /// The columns before the parameters.
  enum Column { Name, Xi, Outcomes, Impacts, Ordering, Restitution, Parameters };
  using ColumnTable::ColumnTable;

  /// tried: noted states; empty where they are not shown.
  void setRuns(const SnapshotPtr& snapshot, const std::optional<Word>& ordering,
               const std::vector<RunRow>& tried);
  void setPicture(const Snapshot* answer, const QPixmap& picture);
  bool hasPicture(const Snapshot* answer) const { return m_pictures.contains(answer); }

  const RunRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// The number of a kept run in the list of kept runs; −1 for another row.
  int keptAt(int row) const;

 signals:
  /// A person has typed another name or clicked the box of a kept run.
  void renameWanted(int kept, const QString& name);
  void showWanted(int kept, bool isShown);

 private:
  void chooseParameters(const std::vector<ParameterSpec>& all);
  bool isSameInAll(const TableColumn& column) const;
  std::vector<TableColumn> columns();
  TableColumn nameColumn();
  TableColumn parameterColumn(const ParameterSpec& parameter) const;
  /// A text of each run, in grey where the run was only tried.
  TableColumn ofRuns(const QString& title, const QString& tip,
                     std::function<QString(const RunRow&)> text) const;

  std::vector<RunRow> m_rows;
  std::vector<ParameterSpec> m_parameters;  ///< those that have a column
  std::map<const Snapshot*, QPixmap> m_pictures;
};

}  // namespace carom
