#include "study/parameter_numbers.h"

#include <algorithm>

#include "scene/expression/expression.h"

namespace carom {

double ParameterNumbers::operator()(const std::string& text) {
  try {
    return Expression(text, {}, nullptr)();
  } catch (const ExpressionError& error) {
    if (!error.undefinedName()) throw;
  }
  if (!m_parameters) m_parameters = m_scene.instantiate(m_assignments).parameters;
  std::vector<std::string> names;
  std::vector<double> values;
  for (const ParameterValue& parameter : *m_parameters) {
    names.push_back(parameter.name);
    values.push_back(parameter.value);
  }
  return Expression(text, names, values.data())();
}

std::string ParameterNumbers::unitOf(const std::string& name) const {
  const ParameterSpec* parameter = m_scene.parameter(name);
  return parameter ? parameter->unit : std::string();
}

}  // namespace carom
