#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "study/design/design_search.h"
#include "study/robust.h"
#include "table/column_table.h"

namespace carom {

/// What a design search is asked and what it has found: rows for ξ, each pair of contacts and each variable.
///
/// What a person ticks and types is kept by name while the scene is edited.
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
  /// Lists the scene's initial coordinates among the variables, or only those that are ticked.
  void setCoordinatesListed(bool listed);
  /// Goes back to the usual variables, bounds, weights and targets.
  void reset();
  /// Shows what was found; null: nothing yet.
  void setAnswer(const std::shared_ptr<const DesignAnswer>& answer);

  /// How far variables may be off, where that is typed.
  std::vector<Tolerance> tolerances() const;
  /// Shows what the tolerances of variables do to G.
  void setEffects(const std::map<std::string, double>& effects);

  Kind kind(int row) const;
  /// The question of the rows. Only without a fault().
  DesignQuestion question() const;
  /// Why no search can start; empty where one can.
  QString fault() const;

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 signals:
  /// A person has changed the question.
  void questionChanged();

 private:
  /// What a person has set for a variable; an empty text is the usual value.
  struct Setting {
    bool isVaried = false;
    std::array<QString, 4> texts;  ///< Least, Greatest, Weight, Width
  };
  struct Target {
    bool isWanted = true;
    int multiplicity = 0;  ///< 0: the nearest
  };
  struct Variable {
    DesignVariable spec;
    QString label, unit, tip;
    QString math{};  ///< the symbol of a parameter
  };
  struct Pair {
    std::array<std::string, 2> contacts;
    double G = 0;
  };

  void list();
  std::vector<TableColumn> columns();
  void renew();
  void tick(int row, bool isOn);
  void enter(int row, int column, const QVariant& value);
  std::vector<Variable> parameterRows();
  std::vector<Variable> coordinateRows();
  std::vector<Pair> pairRows();
  const Setting& setting(const Variable& variable) const;
  std::optional<double> typedValue(const Variable& variable, int column) const;
  QString typedFault(const Variable& variable, int column) const;
  QString variableText(const Variable& variable, int column) const;
  QString pairText(const Pair& pair, int column) const;
  QString xiText(int column) const;
  QString cellText(int row, int column) const;
  QString cellTip(int row, int column) const;
  QVariant typed(int row, int column) const;
  QVariant cellInk(int row, int column) const;
  const Variable* variableAt(int row) const;
  const Pair* pairAt(int row) const;
  const DesignAnswer::Variable* found(const Variable& variable) const;
  const DesignAnswer::Pair* found(const Pair& pair) const;

  SnapshotPtr m_snapshot;
  bool m_listsCoordinates = false;
  std::vector<Variable> m_variables;
  std::vector<Pair> m_pairs;
  std::map<std::string, Setting> m_settings;
  std::map<std::array<std::string, 2>, Target> m_targets;
  std::map<std::string, double> m_effects;
  double m_largestEffect = 0;
  std::shared_ptr<const DesignAnswer> m_answer;
};

}  // namespace carom
