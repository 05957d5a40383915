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
  /// How many pairs the closed contacts have, and one of them. They are not kept: 1400 contacts have a
  /// million.
  std::size_t pairCount() const;
  Pair pair(std::size_t at) const;
  bool isVaried(const Variable& variable) const { return setting(variable).isVaried; }
  void setVaried(const Variable& variable, bool isOn) { m_settings[variable.spec.name].isVaried = isOn; }
  Target target(const Pair& pair) const;
  Target& target(const Pair& pair) { return m_targets[pair.contacts]; }

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
  std::vector<Eigen::Index> placesInReport(const std::vector<std::string>& contacts) const;
  bool isAnyPairWanted() const;
  const Setting& setting(const Variable& variable) const { return m_settings.at(variable.spec.name); }
  double numberOf(const Variable& variable, Field field) const;

  SnapshotPtr m_snapshot;
  bool m_listsCoordinates = false;
  std::vector<Variable> m_variables;
  std::vector<std::string> m_contacts;  ///< the closed ones, which make the pairs
  std::vector<Eigen::Index>
      m_inReport;  ///< of each: its place in the Gram matrix; −1 where that is not known
  std::map<std::string, Setting> m_settings;
  std::map<std::array<std::string, 2>, Target> m_targets;  ///< those that a person has changed
};

}  // namespace carom
