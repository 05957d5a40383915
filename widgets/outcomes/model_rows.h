#pragma once

#include <QAbstractTableModel>

#include "answer/snapshot.h"

class QTableView;
class QWidget;

namespace carom {

/// The label of an impact model, translated.
QString modelLabel(const ImpactModel& model);

/// What other impact models make of an impact, one a row: model, distances from the nearest outcome and from
/// the convex hull of the outcomes, energy, feasibility.
class ModelRows : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { MarkRole = Qt::UserRole };  ///< int: number of the model, in the first column
  enum Column { Name, Distance, Nearest, FromHull, Energy, Feasible, ColumnCount };
  using QAbstractTableModel::QAbstractTableModel;

  void setSnapshot(const SnapshotPtr& snapshot);
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  /// Text with tabs, the header first.
  QString text() const;

 private:
  const ComparedModel& row(int row) const { return m_models->models[static_cast<std::size_t>(row)]; }
  QString cell(int row, int column) const;

  std::shared_ptr<const ModelComparison> m_models;
};

QTableView* makeModelTable(ModelRows* rows, QWidget* parent);

}  // namespace carom
