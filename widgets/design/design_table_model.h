#pragma once

#include <map>
#include <optional>

#include "design/design_rows.h"
#include "table/column_table.h"

namespace carom {

/// What a design search is asked and what it has found: rows for ξ, each pair of contacts and each variable.
class DesignTableModel : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { Name, Before, After, Least, Greatest, Weight, Width, Effect };
  enum class Kind { Variable, Pair, Xi };
  enum Role {
    KindRole = OwnRole,  ///< a Kind as int
    ShareRole,           ///< of an effect: of the largest one, with its sign
    MathRole             ///< of the name of a parameter: its symbol for theme::drawMath, "r_a"
  };
  explicit DesignTableModel(QObject* parent = nullptr);

  /// Shows the present design. The rows stay where only values have changed.
  void setSnapshot(const SnapshotPtr& snapshot);
  void setCoordinatesListed(bool listed);
  /// Goes back to the usual variables, bounds, weights and targets.
  void reset();
  /// Shows what was found; null: nothing yet.
  void setAnswer(const std::shared_ptr<const DesignAnswer>& answer);

  const DesignRows& rows() const { return m_rows; }
  /// Shows what the tolerances of variables do to G.
  void setEffects(const std::map<std::string, double>& effects);

  Kind kind(int row) const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 signals:
  /// A person has changed the question.
  void questionChanged();

 private:
  using Variable = DesignRows::Variable;
  using Pair = DesignRows::Pair;

  void list();
  std::vector<TableColumn> columns();
  void renew();
  void tick(int row, bool isOn);
  void enter(int row, int column, const QVariant& value);
  QString variableText(const Variable& variable, int column) const;
  QString pairText(const Pair& pair, int column) const;
  QString xiText(int column) const;
  QString cellText(int row, int column) const;
  QString cellTip(int row, int column) const;
  QVariant typed(int row, int column) const;
  QVariant cellInk(int row, int column) const;
  const Variable* variableAt(int row) const;
  bool isPair(int row) const;
  std::optional<Pair> pairAt(int row) const;
  const DesignAnswer::Variable* found(const Variable& variable) const;
  const DesignAnswer::Pair* found(const Pair& pair) const;

  SnapshotPtr m_snapshot;
  DesignRows m_rows;
  std::map<std::string, double> m_effects;
  double m_largestEffect = 0;
  std::shared_ptr<const DesignAnswer> m_answer;
};

}  // namespace carom
