#pragma once

#include <Eigen/Core>
#include <QString>
#include <utility>
#include <vector>

namespace carom {

/// Columns of one or several runs as CSV. Several runs follow each other, and a first column names them; a
/// run leaves the columns that it has not empty.
class RunTable {
 public:
  /// Heads with units and N values each.
  using Columns = std::vector<std::pair<QString, Eigen::VectorXd>>;
  void addRun(const QString& name, Columns columns) { m_runs.push_back({name, std::move(columns)}); }
  QString csv() const;

 private:
  struct Run {
    QString name;
    Columns columns;
  };
  std::vector<Run> m_runs;
};

}  // namespace carom
