#include "study/study_file/study_axis.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"

namespace carom {

static double gridValue(const StudyAxis::Grid& grid, std::size_t index) {
  if (index == 0) return grid.a;
  if (index + 1 == grid.points) return grid.b;
  const auto i = static_cast<double>(index), steps = static_cast<double>(grid.points - 1);
  return grid.logarithmic ? grid.a * std::pow(grid.b / grid.a, i / steps)
                          : grid.a + (grid.b - grid.a) * i / steps;
}

std::size_t StudyAxis::size() const {
  if (const auto* list = std::get_if<List>(&m_values)) return list->values.size();
  if (const auto* words = std::get_if<Words>(&m_values)) return words->options.size();
  if (const auto* sample = std::get_if<Sample>(&m_values)) return sample->points;
  return std::get<Grid>(m_values).points;
}

double StudyAxis::value(std::size_t parameter, std::size_t index) const {
  if (const auto* list = std::get_if<List>(&m_values)) return list->values[index];
  if (hasWords()) return static_cast<double>(index);
  if (const auto* sample = std::get_if<Sample>(&m_values))
    return sample->distributions[parameter].quantile(sample->unit.at(index, parameter));
  return gridValue(std::get<Grid>(m_values), index);
}

std::string StudyAxis::text(std::size_t parameter, std::size_t index) const {
  if (const auto* words = std::get_if<Words>(&m_values)) return words->options[index];
  return shortestText(value(parameter, index));
}

}  // namespace carom
