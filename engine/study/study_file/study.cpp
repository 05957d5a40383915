#include "study/study_file/study.h"

#include <algorithm>

#include "scene/expression/units.h"

namespace carom {

std::size_t Study::points() const {
  std::size_t count = 1;
  for (const StudyAxis& axis : axes) count *= axis.size();
  return count;
}

std::size_t Study::indexOf(std::size_t point, std::size_t axis) const {
  for (std::size_t a = axes.size(); --a > axis;) point /= axes[a].size();
  return point % axes[axis].size();
}

void Study::assign(std::size_t point, Assignments& assignments) const {
  for (std::size_t a = axes.size(); a-- > 0; point /= axes[a].size())
    for (std::size_t k = 0; k < axes[a].parameters().size(); ++k)
      assignments[axes[a].parameters()[k]] = axes[a].text(k, point % axes[a].size());
}

std::string siUnit(const std::string& unit) {
  const auto known = std::ranges::find(units, unit, &Unit::name);
  if (known != units.end()) return std::string(known->si);
  return unit.empty() ? "1" : unit;
}

std::string parameterUnit(const Scene& scene, const std::string& parameter) {
  const ParameterSpec* spec = scene.parameter(parameter);
  return spec ? siUnit(spec->unit) : "1";
}

}  // namespace carom
