#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <vector>

#include "snapshot.h"

namespace carom {

/// The outcomes of an impact, one a row: number, velocity of every moving body, energy error, orderings,
/// example.
class OutcomesModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    DotRole = Qt::UserRole,  ///< QColor of the outcome, in the first column
    MathRole,                ///< horizontal header: mathematics for theme::drawMath, such as "v_a"
    UnitRole,                ///< horizontal header: what follows it, such as "m/s"
    MonoRole,                ///< bool: figures that align
  };
  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps rows and columns where only their contents changed.
  void setSnapshot(const SnapshotPtr& snapshot);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  /// "(+0.250, +0.433)", or "+0.250" for a body with one coordinate.
  QString velocityText(int outcome, int body) const;

 private:
  struct MovingBody {
    QString label;                 ///< "a"
    std::vector<int> coordinates;  ///< indices into velocity
    QString unit;                  ///< "m/s"
  };
  bool isBody(int column) const { return column >= 1 && column <= static_cast<int>(m_bodies.size()); }
  QString cellText(int row, int column) const;
  const Outcome& outcome(int row) const { return m_snapshot->report->outcomes[row]; }

  SnapshotPtr m_snapshot;
  std::vector<MovingBody> m_bodies;
  QStringList m_names;  ///< of the contacts, short
  int m_decimals = 3;
};

}  // namespace carom
