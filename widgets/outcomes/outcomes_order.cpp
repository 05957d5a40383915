#include "outcomes/outcomes_order.h"

#include "outcomes/outcomes_model.h"

namespace carom {

OutcomesOrder::OutcomesOrder(OutcomesModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(model);
  setDynamicSortFilter(true);
}

void OutcomesOrder::setContacts(const QString& contacts) {
  if (contacts == m_contacts) return;
  m_contacts = contacts;
  invalidateFilter();
}

void OutcomesOrder::setMinimalOnly(bool minimalOnly) {
  if (minimalOnly == m_minimalOnly) return;
  m_minimalOnly = minimalOnly;
  invalidateFilter();
}

bool OutcomesOrder::filterAcceptsRow(int row, const QModelIndex&) const {
  const auto& report = m_model->snapshot()->report;
  if (m_minimalOnly && !report->outcomes[row].reachedMinimally.value_or(true)) return false;
  return m_model->passes(row, m_contacts);
}

bool OutcomesOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  return m_model->comesBefore(left.row(), right.row(), left.column());
}

}  // namespace carom
