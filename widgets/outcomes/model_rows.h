#pragma once

#include "answer/snapshot.h"
#include "table/column_table.h"

namespace carom {

/// The label of an impact model, translated.
QString modelLabel(const ImpactModel& model);

/// What other impact models make of an impact, one a row: model, distances from the nearest outcome and from
/// the convex hull of the outcomes, energy, feasibility. The mark of a model is its number.
class ModelRows : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Name, Distance, Nearest, FromHull, Energy, Feasible };
  using ColumnTable::ColumnTable;

  void setSnapshot(const SnapshotPtr& snapshot);

 private:
  const ComparedModel& row(int row) const { return m_models->models[static_cast<std::size_t>(row)]; }
  std::vector<TableColumn> columns() const;
  TableColumn nameColumn() const;
  /// A number of each answer; nothing where there is no answer. noise: what rounding leaves of a 0.
  TableColumn numberColumn(const QString& title, const QString& tip, const char* name, double noise,
                           std::function<std::optional<double>(const ComparedModel&)> number) const;
  QString hint(int row) const;

  std::shared_ptr<const ModelComparison> m_models;
};

}  // namespace carom
