#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <optional>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// The outcomes of an impact, one a row: number, velocity of every moving body, then numbers about the
/// orderings that end there.
class OutcomesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    DotRole = Qt::UserRole,  ///< QColor of the outcome, in the first column
    MathRole,                ///< horizontal header: mathematics for theme::drawMath, such as "v_a"
    UnitRole,                ///< horizontal header: what follows it, such as "m/s"
    MonoRole,                ///< bool: figures that align
  };
  /// The columns after the velocities. A figure on paper has room for the first two and the example.
  enum class Column { EnergyError, Orderings, Probability, Length, Distance, Minimal, Example };
  explicit OutcomesModel(QObject* parent = nullptr, bool everything = false)
      : QAbstractTableModel(parent), m_everything(everything) {}

  /// Resets the model only where rows or columns change, not where only their contents do.
  void setSnapshot(const SnapshotPtr& snapshot);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// The kind of a column after the velocities; empty for the number and the velocities.
  std::optional<Column> kindOf(int column) const;
  /// The column of a kind, −1 where it is not shown.
  int columnOf(Column kind) const;
  /// Whether one row comes before another when the table is sorted by a column.
  bool comesBefore(int row, int other, int column) const;
  /// Whether the outcome's example passes these contacts one after the other; its names are separated by
  /// spaces, and the last one may be unfinished.
  bool passes(int row, const QString& contacts) const;
  const SnapshotPtr& snapshot() const { return m_snapshot; }

  /// "(+0.250, +0.433)", or "+0.250" for a body with one coordinate.
  QString velocityText(int outcome, int body) const;

 private:
  struct MovingBody {
    QString label;                 ///< "a"
    std::vector<int> coordinates;  ///< indices into velocity
    QString unit;                  ///< "m/s"

    bool operator==(const MovingBody&) const = default;
  };
  bool isText(int column) const;
  bool isBody(int column) const { return column >= 1 && column <= static_cast<int>(m_bodies.size()); }
  QString cellText(int row, int column) const;
  QString kindText(int row, Column kind) const;
  QString kindTip(int row, Column kind) const;
  double number(int row, Column kind) const;
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
