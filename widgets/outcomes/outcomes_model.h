#pragma once

#include <optional>

#include "answer/snapshot.h"
#include "table/column_table.h"

namespace carom {

/// The outcomes of an impact, one a row: number, velocity of every moving body, then numbers about the
/// orderings that end there.
class OutcomesModel : public ColumnTable {
  Q_OBJECT
 public:
  /// The columns after the velocities. A figure on paper has room for the first two and the example.
  enum class Column { EnergyError, Orderings, Probability, Length, Distance, Minimal, Example };
  explicit OutcomesModel(QObject* parent = nullptr, bool everything = false)
      : ColumnTable(parent), m_everything(everything) {}

  /// Resets the model only where rows or columns change, not where only their contents do.
  void setSnapshot(const SnapshotPtr& snapshot);

  /// The kind of a column after the velocities; empty for the number and the velocities.
  std::optional<Column> kindOf(int column) const;
  /// The column of a kind, −1 where it is not shown.
  int columnOf(Column kind) const;
  /// Whether the outcome's example passes these contacts one after the other; its names are separated by
  /// spaces, and the last one may be unfinished.
  bool passes(int row, const QString& contacts) const;

  /// "(+0.250, +0.433)", or "+0.250" for a body with one coordinate.
  QString velocityText(int outcome, int body) const;

 private:
  struct MovingBody {
    QString label;                 ///< "a"
    std::vector<int> coordinates;  ///< indices into velocity
    QString unit;                  ///< "m/s"

    bool operator==(const MovingBody&) const = default;
  };
  std::vector<MovingBody> movingBodies(const Snapshot& snapshot) const;
  std::vector<TableColumn> columns() const;
  TableColumn velocityColumn(int body) const;
  TableColumn kindColumn(Column kind) const;
  QString exampleTip(int row) const;
  static std::vector<Column> columnsFor(const SnapshotPtr& snapshot, bool everything);
  const Outcome& outcome(int row) const { return m_snapshot->report->outcomes[row]; }

  SnapshotPtr m_snapshot;
  std::vector<MovingBody> m_bodies;
  QStringList m_names;  ///< of the contacts, short
  std::vector<Column> m_columns;
  std::vector<double> m_distances;  ///< ‖p⁺ − p⁻‖ of each outcome (√J)
  bool m_everything;
  int m_decimals = 3;
};

}  // namespace carom
