#pragma once

#include <QSortFilterProxyModel>

namespace carom {

class OutcomesModel;

/// The outcomes as they are shown: sorted by any column, filtered by contacts that they pass, and by whether
/// a minimal ordering reaches them. An outcome for which this is not decided stays.
class OutcomesOrder : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit OutcomesOrder(OutcomesModel* model, QObject* parent = nullptr);

  /// Names of contacts that an outcome's example must pass one after the other; empty for all.
  void setContacts(const QString& contacts);
  const QString& contacts() const { return m_contacts; }
  void setMinimalOnly(bool minimalOnly);
  bool minimalOnly() const { return m_minimalOnly; }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  OutcomesModel* m_model;
  QString m_contacts;
  bool m_minimalOnly = false;
};

}  // namespace carom
