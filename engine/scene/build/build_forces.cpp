#include "scene/build/build_forces.h"

#include <algorithm>
#include <optional>

#include "scene/build/build_ends.h"

namespace carom {

namespace {

class ForceBuilder {
 public:
  ForceBuilder(SceneValues& values, const Mechanism& mechanism) : m_values(values), m_mechanism(mechanism) {}

  /// Hands every entry to `add`, with its coordinate and its numbers, the first `positive` of which are ≥ 0.
  template <typename Add>
  void each(const std::vector<ForceSource>& sources, std::size_t positive, Add&& add) {
    for (const ForceSource& source : sources)
      m_values.repeatIndex(source.coordinate.index, [&] {
        const int i = coordinate(source.coordinate, false);
        if (!m_values.holds(source.when)) return;
        add(i, numbers(source.numbers, positive));
      });
  }
  /// A damper of a spherical joint acts on its three coordinates; the first stands for its dry friction.
  void addDampers(const std::vector<ForceSource>& sources, std::vector<JointDamper>& dampers) {
    for (const ForceSource& source : sources)
      m_values.repeatIndex(source.coordinate.index, [&] {
        const auto ball = sphericalNamed(source.coordinate);
        const int first = ball ? *ball : coordinate(source.coordinate, true);
        if (!m_values.holds(source.when)) return;
        const std::vector<double> x = numbers(source.numbers, 2);
        if (!ball && x[1] > 0 && m_mechanism.links()[static_cast<std::size_t>(first)].spherical >= 0)
          m_values.refuse(source.numbers[1].place, "is on one axis of a spherical joint",
                          "the coordinate \"body.joint\" without an axis");
        dampers.push_back({first, x[0], x[1]});
        for (int axis = 1; ball && axis < 3; ++axis) dampers.push_back({first + axis, x[0]});
      });
  }
  /// Likewise with its two points, and where it stands in the file.
  template <typename Add>
  void each(const std::vector<PointForceSource>& sources, Add&& add) {
    for (const PointForceSource& source : sources)
      eachEnds(m_values, m_mechanism, source.ends, source.index, source.place, [&](const auto& ends) {
        if (!m_values.holds(source.when)) return;
        add(ends, numbers(source.numbers, source.numbers.size()), source.place);
      });
  }
  void addMotor(const MotorSource& source, std::vector<Motor>& motors) {
    m_values.repeatIndex(source.coordinate.index, [&] {
      Motor motor;
      motor.coordinate = coordinate(source.coordinate, false);
      if (!m_values.holds(source.when)) return;
      const std::vector<double> gains = numbers({source.proportional, source.derivative}, 2);
      motor.proportional = gains[0];
      motor.derivative = gains[1];
      motor.reference = m_values(source.reference);
      motor.course = m_values.overTime(source.reference);
      motor.rate = m_values(source.rate);
      motor.startsAtImpact = !source.start;
      if (source.start) motor.start = m_values(*source.start);
      motor.torque = torque(source.torque);
      if (source.limit) motor.limit = m_values.positive(*source.limit, "a limit");
      motors.push_back(std::move(motor));
    });
  }

 private:
  /// The first coordinate of a spherical joint by its own name: "arm.rx" for "arm.r".
  std::optional<int> sphericalNamed(const NamePattern& pattern) {
    const int index = m_mechanism.coordinateIndex(m_values.name(pattern) + 'x');
    const bool isFirst = index >= 0 && m_mechanism.links()[static_cast<std::size_t>(index)].spherical == 0;
    return isFirst ? std::optional(index) : std::nullopt;
  }
  /// Empty where it is 0 all the time.
  TimeFunction torque(const Number& number) {
    if (TimeFunction course = m_values.overTime(number)) return course;
    const double constant = m_values(number);
    if (constant == 0) return {};
    return [constant](double) { return OverTime{constant, 0}; };
  }
  int coordinate(const NamePattern& pattern, bool anyJoint) {
    return coordinateNamed(m_values, m_mechanism, pattern, anyJoint, ", or a spring between points");
  }
  std::vector<double> numbers(const std::vector<Number>& sources, std::size_t positive) {
    std::vector<double> list;
    for (const Number& number : sources) {
      list.push_back(m_values(number));
      if (list.size() <= positive && list.back() < 0)
        m_values.refuse(number.place, "is negative", "a number ≥ 0");
    }
    return list;
  }

  SceneValues& m_values;
  const Mechanism& m_mechanism;
};

}  // namespace

JointForces buildForces(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism) {
  JointForces list;
  ForceBuilder build(values, mechanism);
  build.each(scene.springs, 1, [&](int i, const auto& x) { list.springs.push_back({i, x[0], x[1]}); });
  build.addDampers(scene.dampers, list.dampers);
  for (const MotorSource& motor : scene.motors) build.addMotor(motor, list.motors);
  build.each(scene.pointSprings, [&](const auto& ends, const auto& x, const auto& place) {
    list.pointSprings.push_back({ends, x[0], x[1], place});
  });
  build.each(scene.pointDampers, [&](const auto& ends, const auto& x, const auto& place) {
    list.pointDampers.push_back({ends, x[0], place});
  });
  return list;
}

}  // namespace carom
