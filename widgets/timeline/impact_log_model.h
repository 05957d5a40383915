#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <optional>
#include <vector>

#include "answer/impact_of_run.h"
#include "answer/snapshot.h"

namespace carom {

/// The impacts of a run, one a row. What is not known stands as "–", "…" or "≥", never as a number.
class ImpactLogModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum class Column { Number, Time, Contacts, Reflections, Orderings, Outcomes, Xi, Energy };
  static constexpr int columns = 8;
  enum Role { WidestRole = Qt::UserRole };  ///< horizontal header: the widest number of a column, where known
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps what was found where the motion is the same.
  void setSnapshot(const SnapshotPtr& snapshot);
  /// What a search has told about impacts of that run; of no effect for another one.
  void take(const SnapshotPtr& run, const ImpactSearches& found);
  /// How many impacts a search has still to tell of.
  int unknownCount() const { return m_unknown; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// What rows are sorted by; empty where it is not known.
  std::optional<double> sortKey(int row, Column column) const;
  /// Whether one row comes before another: by how many contacts take part, then by which.
  bool hasFewerContacts(int row, int other) const;
  /// Column names with units, then the given rows of the model with all digits; what is not known stays
  /// empty, and ξ is an interval.
  QString csv(const std::vector<int>& rows) const;
  /// Energy that the impact took (J), up to rounding 0 where it is elastic.
  double energyTaken(int row) const;
  const SnapshotPtr& snapshot() const { return m_snapshot; }

 private:
  struct Row {
    ImpactSearch search;
    bool known = false;
  };
  const ImpactEvent& event(int row) const;
  QString cellText(int row, Column column) const;
  QString cellTip(int row, Column column) const;
  QString contactsText(int row, int most) const;
  QString energyShareText(int row) const;

  SnapshotPtr m_snapshot;
  std::vector<Row> m_rows;
  int m_unknown = 0;
  int m_timeDecimals = 4;
};

/// The log in the order that a click on a column asks for; what is not known comes last either way.
class ImpactLogOrder : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit ImpactLogOrder(ImpactLogModel* model, QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  ImpactLogModel* m_model;
};

/// "0.2500", "≥ 0.1200", "0.12 … 0.45", "not decided".
QString xiText(const ImpactSearch& search);

}  // namespace carom
