#pragma once

#include <memory>

#include "answer/snapshot.h"
#include "study/orbit/orbit.h"
#include "table/column_table.h"

namespace carom {

/// A search for a periodic motion: what it is about, how it was asked for, and what it found.
struct AskedOrbit {
  SnapshotPtr of;
  OrbitQuestion question;
  Orbit orbit;
};

/// What changed until a motion was periodic: coordinates, velocities, parameters and the period, then how far
/// coordinates travel in one period.
class OrbitTable : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Name, Before, After };
  explicit OrbitTable(QObject* parent = nullptr);

  /// Null: none yet.
  void setOrbit(std::shared_ptr<const AskedOrbit> orbit);

 private:
  struct Row {
    QString name, unit;
    std::optional<double> before;
    double after;
  };
  std::vector<TableColumn> columns() const;
  const Row& row(int number) const { return m_list[static_cast<std::size_t>(number)]; }

  std::vector<Row> m_list;
};

/// The multipliers of an orbit, for each sequence of orderings of its ties that has a map of its own.
class MultiplierTable : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Value, Size, Orderings };
  explicit MultiplierTable(QObject* parent = nullptr);

  /// Null: none.
  void setOrbit(std::shared_ptr<const AskedOrbit> orbit);

 private:
  struct Row {
    std::complex<double> value;
    QString orderings;
  };
  std::vector<TableColumn> columns() const;
  const Row& row(int number) const { return m_list[static_cast<std::size_t>(number)]; }

  std::vector<Row> m_list;
};

}  // namespace carom
