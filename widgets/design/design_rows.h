#pragma once

#include <QString>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "study/design/design_search.h"
#include "study/robust.h"

namespace carom {

/// The question of a design search: the variables and pairs of contacts of the present design, and what a
/// person has set for them, which is kept by name while the scene is edited.
class DesignRows {
 public:
  /// What can be typed for a variable.
  enum Field { Least, Greatest, Weight, Width };
  static constexpr std::size_t fields = Width + 1;

  struct Variable {
    DesignVariable spec;
    QString label, unit, tip;
    QString math{};  ///< the symbol of a parameter
  };
  struct Pair {
    std::array<std::string, 2> contacts;
    double G = 0;  ///< NaN where it is not known
  };
  struct Target {
    bool isWanted = true;
    int multiplicity = 0;  ///< 0: the nearest
  };

  /// Lists what a design has. Reports whether the rows are the same and only their values have changed.
  bool list(const SnapshotPtr& snapshot);
  /// Lists the scene's initial coordinates among the variables, or only those that are ticked.
  void setCoordinatesListed(bool listed) { m_listsCoordinates = listed; }
  /// Goes back to the usual variables, bounds, weights and targets.
  void reset();

  const std::vector<Variable>& variables() const { return m_variables; }
  const std::vector<Pair>& pairs() const { return m_pairs; }
  bool isVaried(const Variable& variable) const { return setting(variable).isVaried; }
  void setVaried(const Variable& variable, bool isOn) { m_settings[variable.spec.name].isVaried = isOn; }
  const Target& target(const Pair& pair) const { return m_targets.at(pair.contacts); }
  Target& target(const Pair& pair) { return m_targets.at(pair.contacts); }

  /// What was typed; an empty text is the usual value.
  const QString& typed(const Variable& variable, Field field) const { return setting(variable).texts[field]; }
  void type(const Variable& variable, Field field, const QString& text);
  /// The same in SI; empty where nothing was typed or where it is no number.
  std::optional<double> typedValue(const Variable& variable, Field field) const;
  QString typedFault(const Variable& variable, Field field) const;

  /// The question of the rows. Only without a fault().
  DesignQuestion question() const;
  /// How far variables may be off, where that is typed.
  std::vector<Tolerance> tolerances() const;
  /// Why no search can start; empty where one can.
  QString fault() const;

 private:
  /// What a person has set for a variable.
  struct Setting {
    bool isVaried = false;
    std::array<QString, fields> texts;
  };

  std::vector<Variable> parameterRows();
  std::vector<Variable> coordinateRows();
  std::vector<Pair> pairRows();
  const Setting& setting(const Variable& variable) const { return m_settings.at(variable.spec.name); }
  double numberOf(const Variable& variable, Field field) const;

  SnapshotPtr m_snapshot;
  bool m_listsCoordinates = false;
  std::vector<Variable> m_variables;
  std::vector<Pair> m_pairs;
  std::map<std::string, Setting> m_settings;
  std::map<std::array<std::string, 2>, Target> m_targets;
};

}  // namespace carom
