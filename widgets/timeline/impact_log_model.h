#pragma once

#include "answer/impact_of_run.h"
#include "answer/snapshot.h"
#include "table/column_table.h"

namespace carom {

/// The impacts of a run, one a row. An unknown number is shown as "–", "…" or "≥"; in CSV it is an empty
/// field, and ξ is an interval.
class ImpactLogModel : public ColumnTable {
  Q_OBJECT
 public:
  enum class Column { Number, Time, Contacts, Reflections, Orderings, Outcomes, Xi, Energy, Verdict };
  explicit ImpactLogModel(QObject* parent = nullptr);

  /// Keeps the searches of earlier snapshots with the same motion.
  void setSnapshot(const SnapshotPtr& snapshot);
  /// Takes searches of impacts of a run; ignores those of another run.
  void take(const SnapshotPtr& run, const ImpactSearches& found);
  /// How many impacts have not been searched yet.
  int unknownCount() const { return m_unknown; }
  /// Energy that the impact took (J); 0 where it is elastic up to rounding.
  double energyTaken(int row) const;
  const SnapshotPtr& snapshot() const { return m_snapshot; }

 private:
  struct Row {
    ImpactSearch search;
    bool known = false;
  };
  const ImpactEvent& impactAt(int row) const;
  const Row& rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// The search of a row that was searched; null elsewhere.
  const ImpactSearch* searchOf(int row) const;
  std::vector<TableColumn> columns() const;
  std::vector<TableColumn> motionColumns() const;
  std::vector<TableColumn> searchColumns() const;
  /// A column about what a search finds: `found` is asked only where there is one.
  template <class Text>
  TableColumn searched(const QString& title, const QString& tip, Text found) const;
  QString contactsText(int row, int most) const;
  QString searchHint(int row) const;
  QString verdictWords(int row) const;
  QString energyShareText(int row) const;

  SnapshotPtr m_snapshot;
  std::vector<Row> m_rows;
  int m_unknown = 0;
  int m_timeDecimals = 4;  ///< show five significant digits of the run's length
};

}  // namespace carom
