#include "timeline/impact_log_order.h"

#include "timeline/impact_log_model.h"

namespace carom {

ImpactLogOrder::ImpactLogOrder(ImpactLogModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(model);
  setDynamicSortFilter(true);
}

bool ImpactLogOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const int a = left.row(), b = right.row();
  using Column = ImpactLogModel::Column;
  const auto column = static_cast<Column>(left.column());
  const bool falling = sortOrder() == Qt::DescendingOrder;
  if (column == Column::Contacts) {
    if (m_model->hasFewerContacts(a, b)) return true;
    return !m_model->hasFewerContacts(b, a) && (falling ? a > b : a < b);
  }
  const auto x = m_model->sortKey(a, column), y = m_model->sortKey(b, column);
  if (x.has_value() != y.has_value()) return falling ? !x : x.has_value();
  if (x && *x != *y) return *x < *y;
  return falling ? a > b : a < b;  // equal ones stay in the order of time
}

}  // namespace carom
