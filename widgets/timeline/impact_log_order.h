#pragma once

#include <QSortFilterProxyModel>

namespace carom {

class ImpactLogModel;

/// The log sorted by the column that was clicked; unknown numbers come last in both directions.
class ImpactLogOrder : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit ImpactLogOrder(ImpactLogModel* model, QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  ImpactLogModel* m_model;
};

}  // namespace carom
