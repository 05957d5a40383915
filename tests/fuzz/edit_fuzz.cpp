#include "fuzz/edit_fuzz.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "scene/edit/edit.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"

namespace carom::fuzz {

namespace {

using edit::Json;

constexpr std::size_t mostBodies = 12;  // of a scene that still grows

const char* const expressions[] = {
    "0",         "1",       "-1",   "2.5",     "1e-9",  "1e9",      "30deg", "120deg",     "28.6mm",    "5mm",
    "1/3",       "sqrt(2)", "pi/7", "0.5kg",   "theta", "2*ra",     "1e999", "0/0",        "(",         "1 +",
    "nothing*2", "n",       "3",    "0.3 m/s", "",      "\xce\xb8", "i",     "1e-320*1e9", "sin(90deg)"};

/// Picks parts of a scene, and now and then what is none of it.
class Picker {
 public:
  Picker(const Json& scene, Dice& dice) : m_scene(scene), m_dice(dice) {}

  std::string body() {
    const Json& bodies = list("bodies");
    if (bodies.empty() || m_dice.below(30) == 0) return oneOf({"", "nobody", "ball{i}", "a", "{"});
    return text(bodies[m_dice.below(bodies.size())], "name");
  }
  std::vector<std::string> bodies() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i <= m_dice.below(3); ++i) names.push_back(body());
    return names;
  }
  std::string coordinate() {
    return body() + oneOf({".x", ".y", ".z", ".angle", ".rx", ".t", "", ".", ".x.x"});
  }
  std::string contact() { return body() + oneOf({"-", "", "."}) + body(); }
  std::string parameter() {
    const Json& parameters = m_scene.contains("parameters") ? m_scene["parameters"] : none;
    if (!parameters.is_object() || parameters.empty() || m_dice.below(20) == 0)
      return oneOf({"", "theta", "n", "pi", "1", "speed"});
    return std::next(parameters.items().begin(), static_cast<long>(m_dice.below(parameters.size()))).key();
  }
  /// "bodies[2].shapes[0].radius": down from the root until a die says stop.
  std::string place() {
    if (m_dice.below(20) == 0) return oneOf({"", "[", "bodies[99]", "bodies[-1]", "a..b", "initial.q.a.x"});
    const Json* at = &m_scene;
    std::string path;
    while (at->is_structured() && !at->empty() && (path.empty() || m_dice.below(5) != 0)) {
      const auto item = std::next(at->items().begin(), static_cast<long>(m_dice.below(at->size())));
      path += at->is_array() ? '[' + item.key() + ']' : (path.empty() ? "" : ".") + item.key();
      at = &item.value();
    }
    return path;
  }
  std::string name() {
    return oneOf({"a", "b", "new", "x1", "", "1x", "a.b", "ball{i}", "ra", "\xce\xb8", "a b"});
  }
  double number() {
    const double sizes[] = {0, 0.01, 0.1, 1, 10, 1e-9, 1e9, 1e300};
    return (m_dice.below(2) ? 1 : -1) * sizes[m_dice.below(m_dice.below(4) ? 5 : std::size(sizes))] *
           (1 + 0.25 * static_cast<double>(m_dice.below(4)));
  }
  Eigen::Vector3d point() { return {number(), number(), m_dice.below(4) ? 0 : number()}; }
  Eigen::Vector3d size() { return {std::abs(number()), std::abs(number()), std::abs(number())}; }
  std::string oneOf(std::initializer_list<const char*> list) {
    return list.begin()[m_dice.below(list.size())];
  }
  bool canGrow() const { return list("bodies").size() < mostBodies; }
  Dice& dice() { return m_dice; }

 private:
  const Json& list(const char* key) const {
    return m_scene.contains(key) && m_scene[key].is_array() ? m_scene[key] : none;
  }
  static std::string text(const Json& object, const char* key) {
    return object.is_object() && object.contains(key) && object[key].is_string()
               ? object[key].get<std::string>()
               : std::string();
  }
  inline static const Json none = Json::array();

  const Json& m_scene;
  Dice& m_dice;
};

Json withNewBody(const Json& scene, Picker& pick) {
  const double radius = std::abs(pick.number()), mass = std::abs(pick.number());
  switch (pick.dice().below(5)) {
    case 0:
      return edit::addBody(scene, edit::NewBall{pick.point(), radius, mass}).scene;
    case 1:
      return edit::addBody(scene, edit::NewWall{pick.point(), pick.point()}).scene;
    case 2:
      return edit::addBody(scene, edit::NewRod{pick.point(), pick.point(), radius, mass}).scene;
    case 3:
      return edit::addBody(scene, edit::NewBox{pick.point(), pick.size(), pick.number(), mass}).scene;
    default:
      return edit::addBody(scene, edit::NewLink{pick.body(), {}, pick.point(), pick.point(), radius, mass})
          .scene;
  }
}

Json withPasted(const Json& scene, Picker& pick) {
  if (pick.dice().below(2) == 0)
    return edit::pasteBodies(scene, edit::copyBodies(scene, pick.bodies()), pick.point()).scene;
  const auto builtins = builtinScenes();
  std::string other = Scene::open(builtins[pick.dice().below(builtins.size())].name)->text();
  if (pick.dice().below(3) == 0) other = mutated(other, pick.dice());
  return edit::pasteBodies(scene, parseJson(other, "clipboard"), pick.point()).scene;
}

/// Edits that need to know where things are.
Json placed(const Json& scene, const Assignments& assignments, Picker& pick) {
  const SceneInstance instance = Scene::parse(scene.dump(), "edited")->instantiate(assignments);
  switch (pick.dice().below(5)) {
    case 0:
      return edit::expandRepeat(scene, pick.body(), instance);
    case 1: {
      const auto kind = static_cast<edit::NewJoint::Kind>(pick.dice().below(4));
      return edit::joinBody(scene, instance, {kind, pick.body(), pick.body(), pick.point(), pick.point()});
    }
    case 2:
      return edit::moveBodies(scene, instance,
                              {{pick.body(), pick.point(), pick.point(),
                                pick.dice().below(2) ? std::optional(pick.number()) : std::nullopt}});
    case 3:
      return edit::setBodyVelocity(scene, instance, pick.body(), pick.point());
    default:
      return edit::alignBodies(scene, instance, pick.bodies(),
                               static_cast<edit::Alignment>(pick.dice().below(6)));
  }
}

Json aboutContacts(const Json& scene, Picker& pick) {
  const auto maybe = [&](auto make) { return pick.dice().below(2) ? std::optional(make()) : std::nullopt; };
  const auto number = [&] { return expression(pick.dice()); };
  switch (pick.dice().below(3)) {
    case 0:
      return edit::setContact(scene, pick.contact(),
                              {maybe([&] { return pick.name(); }), maybe(number), maybe(number), maybe([&] {
                                 return pick.oneOf({"routh", "reflection", "smith", "composite", "none"});
                               })});
    case 1:
      return edit::listContact(scene, pick.contact()).first;
    default:
      return edit::setTouching(scene, pick.contact(), pick.dice().below(2) == 0);
  }
}

Json aboutParameters(const Json& scene, Picker& pick) {
  switch (pick.dice().below(4)) {
    case 0:
      return edit::renameParameter(scene, pick.parameter(), pick.name());
    case 1:
      return edit::addParameter(scene, {.name = pick.name(), .value = expression(pick.dice())});
    case 2:
      return edit::makeParameter(scene, pick.place(), pick.name());
    default:
      return edit::dissolveParameter(scene, pick.parameter());
  }
}

Json aboutJointsAndForces(const Json& scene, Picker& pick) {
  switch (pick.dice().below(4)) {
    case 0:
      return edit::addJoint(scene, pick.body(),
                            pick.oneOf({"x", "y", "z", "angle", "planar", "free", "spin"}));
    case 1:
      return edit::removeJoint(scene, pick.coordinate());
    case 2:
      return edit::addShape(scene, pick.body(), {{"type", "ball"}, {"radius", expression(pick.dice())}});
    default:
      return edit::addForce(
          scene, pick.oneOf({"springs", "dampers", "motors"}),
          {{"coordinate", pick.coordinate()},
           {pick.oneOf({"stiffness", "damping", "proportional"}), expression(pick.dice())}});
  }
}

Json aboutValues(const Json& scene, Picker& pick) {
  switch (pick.dice().below(5)) {
    case 0:
      return edit::setInitial(scene, pick.coordinate(), pick.number());
    case 1:
      return edit::setInitialVelocity(scene, pick.coordinate(), pick.number());
    case 2:
      return edit::setValue(scene, pick.place(), expression(pick.dice()));
    case 3:
      return edit::setText(scene, pick.oneOf({"title", "description", "view.sweep", "bodies[0].name"}),
                           pick.oneOf({"", "<b>text</b>", "theta", "two\nlines"}));
    default:
      return edit::removeAt(scene, pick.place());
  }
}

}  // namespace

std::string expression(Dice& dice) {
  return expressions[dice.below(std::size(expressions))];
}

Json edited(const Json& scene, const Assignments& assignments, Dice& dice) {
  Picker pick(scene, dice);
  const auto choice = dice.below(10);
  if (choice <= 1 && pick.canGrow()) return choice == 0 ? withNewBody(scene, pick) : withPasted(scene, pick);
  switch (choice) {
    case 2:
      return edit::removeBodies(scene, pick.bodies());
    case 3:
      return edit::renameBody(scene, pick.body(), pick.name());
    case 4:
      return aboutContacts(scene, pick);
    case 5:
      return aboutParameters(scene, pick);
    case 6:
      return aboutJointsAndForces(scene, pick);
    case 7:
      return placed(scene, assignments, pick);
    case 8:
      if (pick.canGrow()) return edit::duplicateBodies(scene, pick.bodies(), pick.point()).scene;
      [[fallthrough]];
    default:
      return aboutValues(scene, pick);
  }
}

int survivesEdits(const std::string& text, Dice& dice, int edits) {
  const auto require = [](bool holds, const std::string& what) {
    if (!holds) throw std::logic_error(what);
  };
  Json scene;
  try {
    scene = parseJson(text, "fuzz.carom.json");
    Scene::parse(text, "fuzz.carom.json");
  } catch (const SceneError&) {
    return 0;
  }
  int accepted = 0;
  for (int i = 0; i < edits; ++i) {
    Json next;
    try {
      next = edited(scene, {}, dice);
    } catch (const SceneError& error) {
      require(std::string(error.what()).find('\n') == std::string::npos, "not one line");
      continue;
    }
    const std::string after = sceneText(next);
    try {
      Scene::parse(after, "fuzz.carom.json");
    } catch (const SceneError& error) {  // a value where none belongs: the document does not take it
      require(std::string(error.what()).find('\n') == std::string::npos, "not one line");
      continue;
    }
    require(sceneText(Json::parse(after)) == after, "the text of the same scene is another");
    scene = std::move(next);
    ++accepted;
  }
  return accepted;
}

}  // namespace carom::fuzz
