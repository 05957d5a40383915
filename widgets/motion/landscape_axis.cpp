#include "motion/landscape_axis.h"

#include <algorithm>
#include <numbers>

#include "base/design_words.h"
#include "base/qt_text.h"
#include "motion/xi_curve_data.h"

namespace carom {

namespace {

/// The greatest distance of a body from the first one; 0.1 m where all are at one place.
double sizeOf(const SceneInstance& instance) {
  constexpr double usual = 0.1;
  const Mechanism& mechanism = *instance.mechanism;
  double size = 0;
  for (int body = 1; body < std::ssize(mechanism.bodies()); ++body)
    size = std::max(
        size, (mechanism.pose(body, instance.initial.q).x - mechanism.pose(0, instance.initial.q).x).norm());
  return size > 0 ? size : usual;
}

LandscapeAxis parameterAxis(const ParameterSpec& spec, const ParameterValue& value) {
  return {spec.name,
          false,
          symbolOf(spec),
          q(spec.unit),
          unitFactor(spec.unit),
          value.value,
          value.min.value_or(value.value),
          value.max.value_or(value.value)};
}

LandscapeAxis coordinateAxis(const Snapshot& snapshot, std::size_t at, double size) {
  const Coordinate& one = snapshot.instance.mechanism->coordinates()[at];
  const QString shown = variableUnit(*snapshot.scene, one.name, one.unit);
  const double present = snapshot.instance.initial.q[static_cast<Eigen::Index>(at)];
  const double reach = one.unit == "m" ? size : std::numbers::pi / 6;
  return {one.name,        true,           q(one.name), shown, unitFactor(shown.toStdString()), present,
          present - reach, present + reach};
}

}  // namespace

std::vector<LandscapeAxis> landscapeAxes(const Snapshot& snapshot) {
  std::vector<const ParameterSpec*> specs;
  for (const ParameterSpec& spec : snapshot.scene->parameters())
    if (!spec.integer) specs.push_back(&spec);
  std::ranges::stable_partition(specs, [](const ParameterSpec* spec) { return spec->free; });
  std::vector<LandscapeAxis> axes;
  for (const ParameterSpec* spec : specs) {
    const auto axis = landscapeAxis(snapshot, spec->name);
    if (axis && axis->least < axis->greatest) axes.push_back(*axis);
  }
  const double size = sizeOf(snapshot.instance);
  for (std::size_t i = 0; i < snapshot.instance.mechanism->coordinates().size(); ++i)
    axes.push_back(coordinateAxis(snapshot, i, size));
  return axes;
}

std::optional<LandscapeAxis> landscapeAxis(const Snapshot& snapshot, const std::string& name) {
  const ParameterSpec* spec = snapshot.scene->parameter(name);
  const ParameterValue* value = snapshot.instance.parameter(name);
  if (spec && value) return parameterAxis(*spec, *value);
  const int coordinate = snapshot.instance.mechanism->coordinateIndex(name);
  if (coordinate < 0) return std::nullopt;
  return coordinateAxis(snapshot, static_cast<std::size_t>(coordinate), sizeOf(snapshot.instance));
}

}  // namespace carom
