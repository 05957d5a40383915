#pragma once
// Legal but extreme physics by a seeded generator: mass ratios to 10¹⁷, lengths from 10⁻⁹ to 10⁹ m, normals
// that are nearly opposite or nearly one, steep forces. The same seed makes the same scene everywhere.
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace carom::extreme {

using SceneJson = nlohmann::ordered_json;

/// Random numbers of which extreme ones are as likely as plain ones.
class ExtremeDice {
 public:
  explicit ExtremeDice(unsigned seed) : m_random(seed) {}
  int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
  double uniform(double a, double b) { return a + (b - a) * (m_random() / 4294967296.0); }
  /// Log-uniform, often at an end, and often 1.
  double scale(double smallest, double largest) {
    if (below(4) == 0) return below(2) ? smallest : largest;
    if (below(3) == 0) return 1;
    return std::exp(uniform(std::log(smallest), std::log(largest)));
  }
  template <typename T>
  T oneOf(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<int>(list.size()))];
  }

 private:
  std::mt19937 m_random;
};

inline SceneJson ball(const std::string& name, double mass, double radius, const SceneJson& joints) {
  return {{"name", name},
          {"joints", joints},
          {"mass", mass},
          {"shapes", SceneJson::array({{{"type", "ball"}, {"radius", radius}}})}};
}

inline SceneJson wall(const std::string& name, const SceneJson& normal, const SceneJson& through) {
  return {{"name", name},
          {"origin", through},
          {"shapes", SceneJson::array({{{"type", "half-space"}, {"normal", normal}}})}};
}

inline SceneJson floorAtZero() {
  return wall("floor", {0, 1, 0}, {0, 0, 0});
}

/// Balls of wild masses on a line, touching, with a wall at the left or not.
inline SceneJson line(ExtremeDice& dice) {
  const int n = 2 + dice.below(5);
  const double size = dice.scale(1e-9, 1e9), speed = dice.scale(1e-9, 1e9);
  SceneJson bodies = SceneJson::array(), q, v;
  const bool withWall = dice.below(2) == 0;
  double x = 0;
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    const double r = size * dice.oneOf({1.0, 0.5, 2.0, 4.0});
    bodies.push_back(ball(name, dice.scale(1e-8, 1e9), r, {"x"}));
    q[name + ".x"] = x + r;
    x += 2 * r;
    v[name + ".x"] = speed * dice.oneOf({-1.0, 0.0, 1.0, dice.uniform(-1, 1)}) * (n - i);
  }
  if (withWall) bodies.push_back(wall("wall", {1, 0, 0}, {0, 0, 0}));
  return {{"bodies", bodies}, {"initial", {{"q", q}, {"velocity", v}}}};
}

/// A ball in a wedge whose walls are nearly opposite, nearly one, or anything between.
inline SceneJson wedge(ExtremeDice& dice) {
  const double r = dice.scale(1e-9, 1e9), speed = dice.scale(1e-6, 1e6);
  const double angle =
      dice.oneOf({std::pow(10, -dice.uniform(1, 12)), M_PI - std::pow(10, -dice.uniform(1, 12)),
                  M_PI / (2 + dice.below(30)), dice.uniform(0.01, 3.1)});
  SceneJson bodies = SceneJson::array({ball("ball", dice.scale(1e-9, 1e9), r, {"x", "y"})});
  // Walls through the points of the ball at distance r along their normals.
  for (int i = 0; i < 2; ++i) {
    const double a = M_PI / 2 + (i ? 1 : -1) * (M_PI - angle) / 2;
    bodies.push_back(
        wall(i ? "left" : "right", {std::cos(a), std::sin(a), 0}, {-r * std::cos(a), -r * std::sin(a), 0}));
  }
  return {
      {"bodies", bodies},
      {"initial",
       {{"velocity", {{"ball.x", speed * dice.uniform(-1, 1)}, {"ball.y", -speed * dice.uniform(0, 1)}}}}}};
}

/// A ball that touches three to six walls in space at once; walls nearly repeat or nearly face each other.
inline SceneJson corner(ExtremeDice& dice) {
  const double r = dice.scale(1e-9, 1e9), speed = dice.scale(1e-6, 1e6);
  SceneJson bodies = SceneJson::array({ball("ball", dice.scale(1e-9, 1e9), r, {"x", "y", "z"})});
  const int n = 3 + dice.below(4);
  double before[3] = {0, 0, 1};
  for (int i = 0; i < n; ++i) {
    double normal[3], length = 0;
    const int kind = dice.below(4);
    const double off = std::pow(10, -dice.uniform(0, 12));
    for (int axis = 0; axis < 3; ++axis) {
      const double any = dice.uniform(-1, 1);
      // Some way from the last wall, nearly like it, nearly against it, or anywhere above.
      normal[axis] = kind == 0   ? before[axis] + off * any
                     : kind == 1 ? -before[axis] + off * any
                                 : any + (axis == 2 ? 1 : 0);
      length += normal[axis] * normal[axis];
    }
    SceneJson unit = SceneJson::array(), point = SceneJson::array();
    for (int axis = 0; axis < 3; ++axis) {
      before[axis] = normal[axis] / std::sqrt(length);
      unit.push_back(before[axis]);
      point.push_back(-r * before[axis]);
    }
    bodies.push_back(wall("w" + std::to_string(i), unit, point));
  }
  SceneJson velocity;
  for (const char* axis : {"ball.x", "ball.y", "ball.z"}) velocity[axis] = speed * dice.uniform(-1, 0.5);
  return {{"bodies", bodies}, {"initial", {{"velocity", velocity}}}};
}

/// Balls that fall on a floor, with restitution.
inline SceneJson rain(ExtremeDice& dice) {
  const int n = 1 + dice.below(4);
  const double size = dice.scale(1e-9, 1e9);
  SceneJson bodies = SceneJson::array(), q, contacts = SceneJson::array();
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies.push_back(ball(name, dice.scale(1e-8, 1e9), size, {"x", "y"}));
    q[name + ".x"] = 2.0 * size * i * dice.oneOf({1.0, 1.5});
    q[name + ".y"] = size * dice.oneOf({1.0, 1.0, 2.0});
    contacts.push_back(
        {{"between", {name, "floor"}}, {"restitution", dice.oneOf({0.0, 1e-9, 0.5, 0.999999, 1.0})}});
  }
  bodies.push_back(floorAtZero());
  return {{"gravity", {0, -dice.scale(1e-6, 1e6), 0}},
          {"bodies", bodies},
          {"contacts", contacts},
          {"all-pairs", true},
          {"initial", {{"q", q}}}};
}

/// A box or a rod that comes down on a floor: flat, or tilted by next to nothing, with friction and a law.
inline SceneJson slab(ExtremeDice& dice) {
  const double size = dice.scale(1e-9, 1e9), slim = dice.scale(1e-6, 1), mass = dice.scale(1e-8, 1e9);
  const double tilt = dice.oneOf({0.0, std::pow(10, -dice.uniform(1, 14)), dice.uniform(0, 1.5)});
  const double speed = dice.scale(1e-6, 1e6), height = slim * size;
  const bool rod = dice.below(2) == 0;
  SceneJson shape =
      rod ? SceneJson{{"type", "segment"}, {"from", {-size / 2, 0, 0}}, {"to", {size / 2, 0, 0}}}
          : SceneJson{{"type", "box"}, {"size", {size, height, height}}};
  const double middle = size / 2 * std::sin(tilt) + (rod ? 0 : height / 2 * std::cos(tilt));
  SceneJson bodies = SceneJson::array({{{"name", "slab"},
                                        {"joints", {"planar"}},
                                        {"mass", mass},
                                        {"inertia", mass * size * size * dice.oneOf({1 / 12.0, 0.25, 1e-3})},
                                        {"shapes", SceneJson::array({shape})}},
                                       floorAtZero()});
  SceneJson contact = {{"between", {"slab", "floor"}},
                       {"friction", dice.oneOf({0.0, 1e-9, 0.3, 1e9})},
                       {"restitution", dice.oneOf({0.0, 1e-9, 0.5, 1.0})}};
  if (dice.below(3) == 0)
    contact["law"] = dice.oneOf({"routh", "whittaker", "smith", "bilinear", "chatterjee-ruina"});
  return {{"gravity", {0, -dice.scale(1e-6, 1e6), 0}},
          {"bodies", bodies},
          {"contacts", SceneJson::array({contact})},
          {"initial",
           {{"q", {{"slab.y", middle}, {"slab.angle", tilt}}},
            {"velocity", {{"slab.x", speed * dice.uniform(-1, 1)}, {"slab.y", -speed}}}}}};
}

/// A chain of rods on hinges, of wild masses and lengths, whose tip is at a wall.
inline SceneJson chain(ExtremeDice& dice) {
  const int n = 1 + dice.below(3);
  SceneJson bodies = SceneJson::array(), v;
  double last = 0;
  for (int i = 0; i < n; ++i) {
    const std::string name = "r" + std::to_string(i);
    const double mass = dice.scale(1e-8, 1e9), length = dice.scale(1e-3, 1e3);
    SceneJson rod = {
        {"name", name},
        {"joints", {"angle"}},
        {"mass", mass},
        {"centre-of-mass", {0, -length / 2, 0}},
        {"inertia", mass * length * length / 12},
        {"shapes", SceneJson::array({{{"type", "segment"}, {"from", {0, 0, 0}}, {"to", {0, -length, 0}}}})}};
    if (i > 0) {
      rod["parent"] = "r" + std::to_string(i - 1);
      rod["origin"] = {0, -last, 0};
    }
    bodies.push_back(rod);
    v[name + ".angle"] = dice.scale(1e-6, 1e3) * dice.oneOf({-1.0, 1.0});
    last = length;
  }
  bodies.push_back(wall("wall", {dice.oneOf({-1, 1}), 0, 0}, {0, 0, 0}));
  return {{"gravity", {0, -dice.scale(1e-6, 1e4), 0}},
          {"bodies", bodies},
          {"contacts", SceneJson::array({{{"between", {"r" + std::to_string(n - 1), "wall"}},
                                          {"restitution", dice.oneOf({0.0, 0.5, 1.0})}}})},
          {"all-pairs", false},
          {"initial", {{"velocity", v}}}};
}

/// Balls that touch one another and a floor in a heap, struck from above.
inline SceneJson heap(ExtremeDice& dice) {
  const int n = 2 + dice.below(3);
  const double r = dice.scale(1e-9, 1e9), speed = dice.scale(1e-6, 1e6);
  SceneJson bodies = SceneJson::array(), q, v;
  const auto add = [&](double x, double y, double vy) {
    const std::string name = "b" + std::to_string(bodies.size());
    bodies.push_back(ball(name, dice.scale(1e-8, 1e9), r, {"x", "y"}));
    q[name + ".x"] = x;
    q[name + ".y"] = y;
    v[name + ".y"] = vy;
  };
  for (int i = 0; i < n; ++i) add(2 * r * i, r, 0);
  for (int i = 0; i + 1 < n; ++i)
    if (i == 0 || dice.below(3) == 0)
      add(2 * r * i + r, r * (1 + std::sqrt(3.0)), -speed * dice.uniform(0.1, 1));
  bodies.push_back(floorAtZero());
  return {{"bodies", bodies}, {"initial", {{"q", q}, {"velocity", v}}}};
}

/// Balls on springs and dampers of any strength.
inline SceneJson springs(ExtremeDice& dice) {
  const int n = 1 + dice.below(3);
  SceneJson bodies = SceneJson::array(), v, forces = SceneJson::array();
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies.push_back(ball(name, dice.scale(1e-9, 1e9), dice.scale(1e-3, 1), {"x"}));
    v[name + ".x"] = dice.scale(1e-6, 1e6);
    forces.push_back({{"coordinate", name + ".x"}, {"stiffness", dice.scale(1e-9, 1e12)}});
  }
  return {{"contacts", SceneJson::array()},
          {"all-pairs", false},
          {"bodies", bodies},
          {"springs", forces},
          {"initial", {{"velocity", v}}}};
}

/// One scene; each kind comes up equally often.
inline SceneJson scene(ExtremeDice& dice) {
  SceneJson scene = dice.oneOf({line, wedge, corner, rain, slab, chain, heap, springs})(dice);
  scene["format"] = 1;
  return scene;
}

}  // namespace carom::extreme
