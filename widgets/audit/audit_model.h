#pragma once

#include "common/shown_audit.h"
#include "table/column_table.h"

namespace carom {

/// The jumps of an audited recording, one a row.
class AuditModel : public ColumnTable {
  Q_OBJECT
 public:
  explicit AuditModel(QObject* parent = nullptr);

  /// null: none.
  void setAnswer(std::shared_ptr<const AuditAnswer> answer);

 private:
  std::vector<TableColumn> columns() const;
  const ExplainedJump& jump(int row) const;
  QString contacts(const std::vector<int>& contacts, int most) const;
  QString wordHint(int row) const;

  std::shared_ptr<const AuditAnswer> m_answer;
};

}  // namespace carom
