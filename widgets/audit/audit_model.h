#pragma once

#include <QAbstractTableModel>

#include "common/shown_audit.h"

namespace carom {

/// The jumps of an audited recording, one a row.
class AuditModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Number, Time, Contacts, Verdict, WordShown, Likelihood, Xi, Residual, Energy, Columns };
  enum Role { ColorRole = Qt::UserRole };  ///< of the verdict
  using QAbstractTableModel::QAbstractTableModel;

  /// null: none.
  void setAnswer(std::shared_ptr<const AuditAnswer> answer);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : Columns; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString cell(const ExplainedJump& jump, int column) const;
  QString tip(const ExplainedJump& jump, int column) const;
  QString contacts(const std::vector<int>& contacts, int most) const;

  std::shared_ptr<const AuditAnswer> m_answer;
};

}  // namespace carom
