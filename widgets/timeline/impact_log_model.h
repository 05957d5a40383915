#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "answer/impact_of_run.h"
#include "answer/snapshot.h"

namespace carom {

/// The impacts of a run, one a row. An unknown number is shown as "–", "…" or "≥".
class ImpactLogModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum class Column { Number, Time, Contacts, Reflections, Orderings, Outcomes, Xi, Energy, Verdict };
  static constexpr int columns = 9;
  enum Role { WidestRole = Qt::UserRole };  ///< horizontal header: the widest number of a column, where known
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps the searches of earlier snapshots with the same motion.
  void setSnapshot(const SnapshotPtr& snapshot);
  /// Takes searches of impacts of a run; ignores those of another run.
  void take(const SnapshotPtr& run, const ImpactSearches& found);
  /// How many impacts have not been searched yet.
  int unknownCount() const { return m_unknown; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// The number that rows are sorted by; empty where it is unknown.
  std::optional<double> sortKey(int row, Column column) const;
  /// Whether one row comes before another: by how many contacts take part, then by which.
  bool hasFewerContacts(int row, int other) const;
  /// Column names with units, then the given rows of the model with all digits. Unknown numbers are empty
  /// fields, and ξ is an interval.
  QString csv(const std::vector<int>& rows) const;
  /// Energy that the impact took (J); 0 where it is elastic up to rounding.
  double energyTaken(int row) const;
  const SnapshotPtr& snapshot() const { return m_snapshot; }

 private:
  struct Row {
    ImpactSearch search;
    bool known = false;
  };
  const ImpactEvent& impactAt(int row) const;
  QString cellText(int row, Column column) const;
  QString cellTip(int row, Column column) const;
  QString contactsText(int row, int most) const;
  QString verdictWords(int row) const;
  QString energyShareText(int row) const;

  SnapshotPtr m_snapshot;
  std::vector<Row> m_rows;
  int m_unknown = 0;
  int m_timeDecimals = 4;
};

}  // namespace carom
