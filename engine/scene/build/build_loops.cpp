#include "scene/build/build_loops.h"

#include <algorithm>

#include "base/rotation.h"
#include "scene/build/build_ends.h"

namespace carom {

namespace {

class LoopBuilder {
 public:
  LoopBuilder(SceneValues& values, const Mechanism& mechanism) : m_values(values), m_mechanism(mechanism) {}

  void add(const LoopSource& source) {
    if (source.kind == LoopSource::Kind::Tie)
      m_values.repeatIndex(source.index, [&] { addTie(source); });
    else
      eachEnds(m_values, m_mechanism, source.ends, source.index, source.place,
               [&](const auto& ends) { addPoints(source, ends); });
  }
  std::vector<Loop> take() { return std::move(m_loops); }

 private:
  void addTie(const LoopSource& source) {
    const TieLoop tie{coordinateNamed(m_values, m_mechanism, *source.coordinate, false),
                      coordinateNamed(m_values, m_mechanism, *source.to, false), m_values(source.ratio),
                      m_values(source.offset)};
    if (tie.coordinate == tie.to)
      m_values.refuse(source.place, "ties \"" + m_values.name(*source.to) + "\" to itself",
                      "two coordinates");
    if (!m_values.holds(source.when)) return;
    push(source, m_values.name(*source.coordinate) + "-" + m_values.name(*source.to), tie);
  }

  void addPoints(const LoopSource& source, const std::array<BodyPoint, 2>& ends) {
    const auto body = [&](std::size_t k) {
      return ends[k].body < 0 ? std::string("world")
                              : m_mechanism.bodies()[static_cast<std::size_t>(ends[k].body)].name;
    };
    if (isFixed(ends[0]) && isFixed(ends[1]))
      m_values.refuse(source.place, "joins " + body(0) + " and " + body(1) + ", which do not move",
                      "a body that moves");
    if (ends[0].body == ends[1].body)
      m_values.refuse(source.place, "joins " + body(0) + " to itself", "points of two bodies");
    if (!m_values.holds(source.when)) return;
    push(source, body(0) + "-" + body(1), kindOf(source, ends));
  }

  LoopKind kindOf(const LoopSource& source, const std::array<BodyPoint, 2>& ends) {
    switch (source.kind) {
      case LoopSource::Kind::Hinge:
        return HingeLoop{ends, {m_values.direction(source.axes[0]), m_values.direction(source.axes[1])}};
      case LoopSource::Kind::Slot:
        return slotOf(source, ends);
      case LoopSource::Kind::Rod:
        return RodLoop{ends, m_values.positive(source.length, "a length")};
      case LoopSource::Kind::Weld:
        return WeldLoop{ends, rotationMatrix(m_values.vector(source.turn))};
      default:
        return PinLoop{ends};
    }
  }

  SlotLoop slotOf(const LoopSource& source, const std::array<BodyPoint, 2>& ends) {
    const Eigen::Vector3d axis = m_values.direction(source.axes[0]);
    if (m_mechanism.isPlanar() && axis.z() != 0)
      m_values.refuse(source.place + ".axis", "leaves the plane of the motion", "a direction without z");
    return {ends, axis};
  }

  bool isFixed(const BodyPoint& point) const { return point.body < 0 || m_mechanism.isFixed(point.body); }

  void push(const LoopSource& source, std::string name, LoopKind kind) {
    if (source.name) name = m_values.name(*source.name);
    if (std::ranges::find(m_loops, name, &Loop::name) != m_loops.end())
      m_values.refuse(source.name ? source.name->place : source.place,
                      "there are two loops called \"" + name + '"', "different names");
    m_loops.push_back({std::move(name), std::move(kind), source.place});
  }

  SceneValues& m_values;
  const Mechanism& m_mechanism;
  std::vector<Loop> m_loops;
};

}  // namespace

std::vector<Loop> buildLoops(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism) {
  LoopBuilder build(values, mechanism);
  for (const LoopSource& source : scene.loops) build.add(source);
  return build.take();
}

}  // namespace carom
