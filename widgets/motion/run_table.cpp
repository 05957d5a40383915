#include "motion/run_table.h"

#include <QStringList>

#include "base/csv_text.h"

namespace carom {

QString RunTable::csv() const {
  QStringList heads;
  for (const Run& run : m_runs)
    for (const auto& [head, values] : run.columns)
      if (!heads.contains(head)) heads += head;
  const bool hasNames = m_runs.size() > 1;
  QStringList fields;
  if (hasNames) fields += QStringLiteral("run");
  for (const QString& head : heads) fields += csvField(head);
  QString text = fields.join(QLatin1Char(',')) + QLatin1Char('\n');
  for (const Run& run : m_runs) {
    std::vector<const Eigen::VectorXd*> columns(static_cast<std::size_t>(heads.size()), nullptr);
    for (const auto& [head, values] : run.columns)
      columns[static_cast<std::size_t>(heads.indexOf(head))] = &values;
    const Eigen::Index count = run.columns.empty() ? 0 : run.columns.front().second.size();
    for (Eigen::Index i = 0; i < count; ++i) {
      fields.clear();
      if (hasNames) fields += csvField(run.name);
      for (const Eigen::VectorXd* column : columns) fields += column ? csvNumber((*column)[i]) : QString();
      text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
  }
  return text;
}

}  // namespace carom
