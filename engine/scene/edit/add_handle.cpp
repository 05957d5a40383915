#include "scene/edit/add_handle.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/expand_repeat.h"
#include "scene/edit/make_parameter.h"
#include "scene/edit/move_bodies.h"
#include "scene/edit/own_coordinates.h"
#include "scene/edit/parts.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"

namespace carom::edit {

namespace {

std::string digits(double value) {
  constexpr int written = 12;
  std::array<char, 40> text;
  return {
      text.data(),
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, written).ptr};
}

std::string inBrackets(const std::string& text) {
  return parseQuantity(text) ? text : '(' + text + ')';
}

/// "x0 + factor*function", without what is 0.
std::string sum(const std::string& start, const std::string& way) {
  return parseQuantity(start) == 0.0 ? way : start + " + " + way;
}

class HandleMaker {
 public:
  HandleMaker(const Json& scene, const SceneInstance& instance, const NewHandle& handle)
      : m_scene(scene),
        m_mechanism(*instance.mechanism),
        m_q(instance.initial.q),
        m_handle(handle),
        m_entry(requireEntry(scene, handle.body)),
        m_body(m_mechanism.bodyIndex(handle.body)) {
    if (m_body < 0 || isRepeat(scene, handle.body))
      refuse("bodies", "\"" + handle.body + "\" is one of a repeat", "a single body");
    if (!isFree(scene, handle.body))
      refuse("initial.q", "where \"" + handle.body + "\" is depends on parameters already",
             "a body whose place is given by numbers");
  }

  AddedHandle operator()() {
    const auto [travel, turn] = ownCoordinates(m_mechanism, m_body);
    if (travel.empty() && turn.size() == 1) {
      take(turn.front());
      addArc(m_handle.body);
    } else if (travel.size() == 1 && turn.empty()) {
      take(travel.front());
    } else {
      const auto places = placesOf();
      m_handle.centre.empty() ? goAlong(places) : goAround(places);
    }
    make(m_scene, "view.drag")[m_handle.body] = Json::array({m_name});
    if (!find(m_scene, "view.sweep")) make(m_scene, "view.sweep") = m_name;
    return {checked(std::move(m_scene)), m_name};
  }

 private:
  using Places = std::array<std::string, 2>;

  /// The coordinate itself is the parameter.
  void take(int coordinate) {
    const bool isTurn = m_mechanism.coordinates()[static_cast<std::size_t>(coordinate)].unit == "rad";
    const std::string place =
        "initial.q." + m_mechanism.coordinates()[static_cast<std::size_t>(coordinate)].name;
    m_name = suggestParameterName(m_scene, place);
    m_scene = makeParameter(m_scene, place, m_name);
    m_scene["parameters"][m_name]["label"] = labelOf(isTurn ? "θ" : "s");
  }

  /// The symbol with the body as its index.
  std::string labelOf(const std::string& symbol) const {
    return m_handle.body.size() == 1 ? symbol + '_' + m_handle.body : symbol + "_{" + m_handle.body + '}';
  }

  /// Where x and y of the body stand in the scene, if they are those of the world.
  Places placesOf() const {
    const Body& body = m_mechanism.bodies()[static_cast<std::size_t>(m_body)];
    const std::string origin = "bodies[" + std::to_string(m_entry) + "].origin";
    if (body.parent < 0 && m_mechanism.isFixed(m_body)) return {origin + "[0]", origin + "[1]"};
    const std::string x = m_handle.body + ".x", y = m_handle.body + ".y";
    if (!isPlacedByXy(m_body))
      refuse("bodies[" + std::to_string(m_entry) + ']',
             '"' + m_handle.body + "\" moves in a way that no line or circle of the plane describes",
             "a body on a hinge, on a slider, or with x and y in the world");
    return {"initial.q." + x, "initial.q." + y};
  }

  /// Whether x and y of a body's origin are its coordinates "x" and "y", here and wherever these move it.
  /// Those of a body that turns before it travels, or of one that is carried, are not.
  bool isPlacedByXy(int body) const {
    const Body& spec = m_mechanism.bodies()[static_cast<std::size_t>(body)];
    const std::string& name = spec.name;
    if (spec.parent >= 0) return false;
    const Eigen::Vector3d at = m_mechanism.position(body, m_q);
    const Eigen::Matrix3Xd J = m_mechanism.positionJacobian(body, m_q);
    for (const int axis : {0, 1}) {
      const int i = m_mechanism.coordinateIndex(name + (axis == 0 ? ".x" : ".y"));
      if (i < 0) return false;
      if (at[axis] != m_q[i] || J.col(i) != Eigen::Vector3d::Unit(axis)) return false;
    }
    return true;
  }

  std::string textAt(const std::string& place) const {
    const Json* there = find(m_scene, place);
    return there ? textOf(*there) : "0";
  }

  void write(const Places& places, const std::string& x, const std::string& y) {
    make(m_scene, places[0]) = valueOf(x);
    make(m_scene, places[1]) = valueOf(y);
  }

  void addParameter(const std::string& symbol, Json value, Json least, Json greatest, const char* unit,
                    const std::string& sign) {
    m_name = unusedSymbol(m_scene, symbol + '_' + m_handle.body);
    part(m_scene, "parameters")[m_name] = Json{{"value", std::move(value)},
                                               {"slider", {std::move(least), std::move(greatest)}},
                                               {"unit", unit},
                                               {"label", labelOf(sign)},
                                               {"free", true}};
  }

  void goAlong(const Places& places) {
    const double reach = m_handle.along.head<2>().norm();
    if (!(reach > 0)) refuse("view.drag", "the line of the handle has no direction", "two points");
    addParameter("s", 0, number(-reach), number(reach), reach < 0.2 ? "mm" : "m", "s");
    const double angle = std::atan2(m_handle.along.y(), m_handle.along.x()) * 180 / std::numbers::pi;
    const auto along = [&](const char* function, double part) {
      constexpr double square = 1e-12;
      if (std::abs(part) < square) return std::string();
      if (std::abs(std::abs(part) - 1) < square) return part > 0 ? m_name : "-" + m_name;
      return m_name + '*' + function + '(' + digits(angle) + "deg)";
    };
    const std::string x = along("cos", m_handle.along.x() / reach),
                      y = along("sin", m_handle.along.y() / reach);
    write(places, x.empty() ? textAt(places[0]) : sum(textAt(places[0]), x),
          y.empty() ? textAt(places[1]) : sum(textAt(places[1]), y));
  }

  /// x and y of the centre as they stand in the scene where they are those of the world.
  Places centreTexts(int centre) const {
    const std::string& name = m_handle.centre;
    const Json& q = m_scene.value("initial", Json::object()).value("q", Json::object());
    if (isPlacedByXy(centre) && q.contains(name + ".x") && q.contains(name + ".y"))
      return {inBrackets(textOf(q[name + ".x"])), inBrackets(textOf(q[name + ".y"]))};
    const Eigen::Vector3d at = m_mechanism.position(centre, m_q);
    return {digits(at.x()), digits(at.y())};
  }

  /// The radius of a body that is one ball about its origin, as it stands in the scene.
  std::optional<std::pair<double, std::string>> ballRadius(int body) const {
    const Body& spec = m_mechanism.bodies()[static_cast<std::size_t>(body)];
    const int entry = entryOf(m_scene, spec.name);
    if (spec.shapes.size() != 1 || entry < 0) return std::nullopt;
    const auto* ball = std::get_if<Ball>(&spec.shapes.front());
    if (!ball || !ball->centre.isZero(0) || isRepeat(m_scene, spec.name)) return std::nullopt;
    return std::pair(ball->radius, textAt("bodies[" + std::to_string(entry) + "].shapes[0].radius"));
  }

  void goAround(const Places& places) {
    const int centre = m_mechanism.bodyIndex(m_handle.centre);
    if (centre < 0 || centre == m_body)
      refuse("view.arcs", "there is no body \"" + m_handle.centre + "\" to go around", "another body");
    const Eigen::Vector3d arm = m_mechanism.position(m_body, m_q) - m_mechanism.position(centre, m_q);
    const double r = arm.head<2>().norm();
    if (!(r > 0)) refuse("view.arcs", "both bodies are at one place", "a body beside its centre");
    std::string radius = digits(r);
    const auto own = ballRadius(m_body), other = ballRadius(centre);
    constexpr double touching = 1e-9;  // m
    if (own && other && std::abs(r - own->first - other->first) <= touching)
      radius = '(' + own->second + " + " + other->second + ')';
    const double angle = std::atan2(arm.y(), arm.x()) * 180 / std::numbers::pi;
    const Places start = centreTexts(centre);
    addParameter("theta", digits(angle) + "deg", "-180deg", "180deg", "deg", "θ");
    write(places, sum(start[0], radius + "*cos(" + m_name + ")"),
          sum(start[1], radius + "*sin(" + m_name + ")"));
    addArc(m_handle.centre);
  }

  void addArc(const std::string& vertex) {
    Json& arcs = make(m_scene, "view.arcs");
    if (!arcs.is_array()) arcs = Json::array();
    arcs.push_back({{"parameter", m_name}, {"vertex", vertex}, {"to", m_handle.body}});
  }

  Json m_scene;
  const Mechanism& m_mechanism;
  const Eigen::VectorXd& m_q;
  const NewHandle& m_handle;
  int m_entry, m_body;
  std::string m_name;  ///< of the parameter
};

}  // namespace

AddedHandle addHandle(const Json& scene, const SceneInstance& instance, const NewHandle& handle) {
  return HandleMaker(scene, instance, handle)();
}

}  // namespace carom::edit
