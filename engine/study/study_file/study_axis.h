#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "study/study_file/sample.h"

namespace carom {

/// One dimension of the table of a study: the values that one parameter takes, or a sample of points over
/// several parameters. No value is stored but those of lists.
class StudyAxis {
 public:
  /// N values from a to b, both included, in equal steps of the value or of its logarithm.
  struct Grid {
    double a, b;
    std::size_t points;
    bool logarithmic;
  };
  struct List {
    std::vector<double> values;  ///< SI
  };
  struct Words {  ///< options of a choice
    std::vector<std::string> options;
  };
  struct Sample {
    UnitSample unit;
    std::size_t points;
    std::vector<Distribution> distributions;  ///< one for each parameter
  };
  using Values = std::variant<Grid, List, Words, Sample>;

  /// name: of the dimension. parameters: one, or those of a sample.
  StudyAxis(std::string name, std::vector<std::string> parameters, Values values)
      : m_name(std::move(name)), m_parameters(std::move(parameters)), m_values(std::move(values)) {}

  const std::string& name() const { return m_name; }
  const std::vector<std::string>& parameters() const { return m_parameters; }
  std::size_t size() const;
  bool isSample() const { return std::holds_alternative<Sample>(m_values); }
  bool hasWords() const { return std::holds_alternative<Words>(m_values); }

  /// The value of a parameter (SI); of words, the number of the option in the list.
  double value(std::size_t parameter, std::size_t index) const;
  /// What is assigned to the parameter: its value as a number that reads back, or the option.
  std::string text(std::size_t parameter, std::size_t index) const;

 private:
  std::string m_name;
  std::vector<std::string> m_parameters;
  Values m_values;
};

}  // namespace carom
