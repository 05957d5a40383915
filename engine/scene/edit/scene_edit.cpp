#include "scene/edit/scene_edit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/mechanism.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/scene_names.h"
#include "scene/format/read_scene.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

Json checked(Json scene) {
  check(scene);
  return scene;
}

Json& bodyAt(Json& scene, int entry) {
  return scene["bodies"][static_cast<std::size_t>(entry)];
}

void place(Json& scene, const std::string& coordinate, double value) {
  if (value != 0) part(part(scene, "initial"), "q")[coordinate] = number(value);
}

double angleOf(const Eigen::Vector3d& v) {
  return std::atan2(v.y(), v.x());
}

Json rodShape(double from, double to, double radius) {
  Json shape{{"type", "segment"}, {"from", {number(from), 0, 0}}, {"to", {number(to), 0, 0}}};
  if (radius > 0) shape["radius"] = number(radius);
  return shape;
}

double lengthOf(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const double length = (to - from).norm();
  if (!(length > 0)) refuse("bodies", "its ends coincide", "two different ends");
  return length;
}

/// Makes the entry of a new body and its initial values.
class BodyMaker {
 public:
  explicit BodyMaker(Json& scene) : m_scene(scene), m_names(scene) {}

  Json operator()(const NewBall& ball) {
    const std::string name = m_names.unused("ball1");
    planar(name, ball.at, std::nullopt);
    return {{"name", name},
            {"joints", Json::array({"x", "y"})},
            {"mass", number(ball.mass)},
            {"shapes", Json::array({Json{{"type", "ball"}, {"radius", number(ball.radius)}}})}};
  }
  Json operator()(const NewWall& wall) {
    const Eigen::Vector3d n = wall.normal.normalized();
    Json shape{{"type", "half-space"}, {"normal", vector(n)}};
    if (const double offset = n.dot(wall.at); offset != 0) shape["offset"] = number(offset);
    return {{"name", m_names.unused("wall")}, {"shapes", Json::array({shape})}};
  }
  Json operator()(const NewRod& rod) {
    const double length = lengthOf(rod.from, rod.to);
    const std::string name = m_names.unused("rod1");
    planar(name, 0.5 * (rod.from + rod.to), angleOf(rod.to - rod.from));
    return {{"name", name},
            {"joints", Json::array({"planar"})},
            {"mass", number(rod.mass)},
            {"inertia", number(rod.mass * length * length / 12)},
            {"shapes", Json::array({rodShape(-0.5 * length, 0.5 * length, rod.radius)})}};
  }
  Json operator()(const NewBox& box) {
    const std::string name = m_names.unused("box1");
    planar(name, box.centre, box.angle);
    return {{"name", name},
            {"joints", Json::array({"planar"})},
            {"mass", number(box.mass)},
            {"inertia", number(box.mass * (box.size.x() * box.size.x() + box.size.y() * box.size.y()) / 12)},
            {"shapes", Json::array({Json{{"type", "box"}, {"size", vector(box.size)}}})}};
  }
  Json operator()(const NewLink& link) {
    const double length = lengthOf(link.from, link.to);
    const std::string name = m_names.unused("link1");
    const Eigen::Matrix3d back = link.parentPose.R.transpose();
    place(m_scene, name + ".angle", angleOf(back * (link.to - link.from)));
    Json body{{"name", name}};
    if (!link.parent.empty()) body["parent"] = link.parent;
    const Eigen::Vector3d origin = back * (link.from - link.parentPose.x);
    if (!origin.isZero(0)) body["origin"] = vector(origin);
    body.update(Json{{"joints", Json::array({"angle"})},
                     {"mass", number(link.mass)},
                     {"centre-of-mass", {number(0.5 * length), 0, 0}},
                     {"inertia", number(link.mass * length * length / 12)},
                     {"shapes", Json::array({rodShape(0, length, link.radius)})}});
    return body;
  }

 private:
  void planar(const std::string& name, const Eigen::Vector3d& at, std::optional<double> angle) {
    place(m_scene, name + ".x", at.x());
    place(m_scene, name + ".y", at.y());
    if (angle) place(m_scene, name + ".angle", *angle);
  }

  Json& m_scene;
  BodyNames m_names;
};

// Which bodies may touch, as far as the kinds of their shapes tell: the sizes may be expressions.

Shape sample(const Json& shape) {
  const std::string type = shape.value("type", "");
  const auto isZero = [](const Json& number) { return number.is_number() && number.get<double>() == 0; };
  if (type == "half-space") return HalfSpace{};
  if (type == "point") return Point{};
  if (type == "segment") {
    const bool thin = !shape.contains("radius") || isZero(shape["radius"]);
    return Segment{{Eigen::Vector3d(-1, 0, 0), Eigen::Vector3d(1, 0, 0)}, thin ? 0.0 : 1.0};
  }
  if (type != "box") return Ball{1};
  Box box{{1, 1, 1}};
  const Json size = shape.value("size", Json::array());
  for (std::size_t k = 0; k < 3 && k < size.size(); ++k)
    if (isZero(size[k])) box.halfSize[static_cast<Eigen::Index>(k)] = 0;
  return box;
}

bool shapesMayTouch(const Json& a, const Json& b) {
  return whyNoContact(sample(a), sample(b), true).empty();
}

bool mayTouch(const Json& a, const Json& b) {
  if (a.value("joints", Json::array()).empty() && b.value("joints", Json::array()).empty()) return false;
  if (a.value("parent", "") == b.value("name", "") || b.value("parent", "") == a.value("name", ""))
    return false;
  const Json first = a.value("shapes", Json::array()), second = b.value("shapes", Json::array());
  return !first.empty() && !second.empty() && std::all_of(first.begin(), first.end(), [&](const Json& one) {
    return std::all_of(second.begin(), second.end(),
                       [&](const Json& other) { return shapesMayTouch(one, other); });
  });
}

bool listsContacts(const Json& scene) {
  return scene.contains("contacts") && !scene["contacts"].empty() && !scene.value("all-pairs", false);
}

// Removing.

/// Whether a name means one of some entries.
class Mention {
 public:
  Mention(const Json& scene, std::set<int> entries)
      : m_names(scene), m_scene(scene), m_entries(std::move(entries)) {}

  bool body(const std::string& name) const { return m_entries.contains(m_names.entry(name)); }
  bool coordinate(const std::string& name) const { return body(splitCoordinate(name).first); }
  bool contact(const std::string& name) const {
    if (const int own = m_names.namedContact(name); own >= 0)
      return any("contacts", m_scene["contacts"][static_cast<std::size_t>(own)]);
    const auto sides = m_names.sides(name);
    return sides && (body(splitSide(sides->first).first) || body(splitSide(sides->second).first));
  }
  /// Whether an entry of a list such as "contacts" mentions them anywhere.
  bool any(const char* list, const Json& entry) const {
    bool found = false;
    mapStrings(Json{{list, Json::array({entry})}}, [&](Role role, const std::string& text) {
      found = found || (role == Role::Body && body(text)) || (role == Role::Coordinate && coordinate(text));
      return text;
    });
    return found;
  }

 private:
  BodyNames m_names;
  const Json& m_scene;
  std::set<int> m_entries;
};

template <typename Gone>
void removeElements(Json& object, const std::string& key, Gone&& gone) {
  if (!object.contains(key)) return;
  Json kept = Json::array();
  for (const Json& element : object[key])
    if (!gone(element)) kept.push_back(element);
  if (kept.empty())
    object.erase(key);
  else
    object[key] = std::move(kept);
}

template <typename Gone>
void removeKeys(Json& object, const std::string& key, Gone&& gone) {
  if (!object.contains(key)) return;
  Json kept = Json::object();
  for (const auto& [name, value] : object[key].items())
    if (!gone(name)) kept[name] = value;
  if (kept.empty())
    object.erase(key);
  else
    object[key] = std::move(kept);
}

/// Leaves out what mentions something: `coordinate`, `body` and `contact` say what is gone.
struct Gone {
  std::function<bool(const std::string&)> coordinate, body, contact;
  std::function<bool(const char* list, const Json&)> entry;
};

void removeReferences(Json& scene, const Gone& gone) {
  const auto named = [](const auto& test) {
    return [&test](const Json& name) { return name.is_string() && test(name.get<std::string>()); };
  };
  if (scene.contains("initial")) {
    Json& initial = scene["initial"];
    removeKeys(initial, "q", gone.coordinate);
    removeKeys(initial, "velocity", gone.coordinate);
    removeElements(initial, "touching", named(gone.contact));
    if (initial.empty()) scene.erase("initial");
  }
  const auto removeEntriesOf = [&](const char* list) {
    removeElements(scene, list, [&](const Json& entry) { return gone.entry(list, entry); });
  };
  for (const char* list : {"springs", "dampers", "motors"}) removeEntriesOf(list);
  if (scene.contains("contacts") && !scene["contacts"].empty()) {
    removeEntriesOf("contacts");
    if (!scene.contains("contacts")) scene.erase("all-pairs");
  }
  if (!scene.contains("view")) return;
  Json& view = scene["view"];
  for (const char* key : {"drag", "colors", "labels"}) removeKeys(view, key, gone.body);
  removeElements(view, "arcs", [&](const Json& arc) {
    return gone.body(arc.value("vertex", "")) || gone.body(arc.value("from", "")) ||
           gone.body(arc.value("to", ""));
  });
  if (view.empty()) scene.erase("view");
}

}  // namespace

void refuse(const std::string& place, const std::string& problem, const std::string& expected) {
  throw SceneError("", place, problem, expected);
}

Json vector(const Eigen::Vector3d& v) {
  return {number(v.x()), number(v.y()), number(v.z())};
}

int requireEntry(const Json& scene, const std::string& body) {
  const int entry = BodyNames(scene).entry(body);
  if (entry < 0) refuse("bodies", "there is no body \"" + body + '"', "the name of a body");
  return entry;
}

void check(const Json& scene) {
  readScene(scene.dump(), "");
}

std::set<int> withCarried(const Json& scene, const std::vector<std::string>& names) {
  std::set<int> entries;
  const BodyNames known(scene);
  for (const std::string& name : names) {
    const int entry = known.entry(name);
    entries.insert(entry >= 0 ? entry : requireEntry(scene, name));
  }
  for (int i = 0; i < known.count(); ++i) {  // parents come first
    const std::string parent = scene["bodies"][static_cast<std::size_t>(i)].value("parent", "");
    if (!parent.empty() && entries.contains(known.entry(parent))) entries.insert(i);
  }
  return entries;
}

void removeEntries(Json& scene, const std::set<int>& entries) {
  const Json before = scene;
  const Mention asBefore(before, entries);
  removeReferences(scene, {[&](const std::string& c) { return asBefore.coordinate(c); },
                           [&](const std::string& b) { return asBefore.body(b); },
                           [&](const std::string& c) { return asBefore.contact(c); },
                           [&](const char* list, const Json& entry) { return asBefore.any(list, entry); }});
  Json kept = Json::array();
  for (std::size_t i = 0; i < scene["bodies"].size(); ++i)
    if (!entries.contains(static_cast<int>(i))) kept.push_back(scene["bodies"][i]);
  scene["bodies"] = std::move(kept);
}

void addContactsOf(Json& scene, std::size_t entry) {
  if (!listsContacts(scene)) return;
  const Json& bodies = scene["bodies"];
  const Json& body = bodies[entry];
  std::set<std::pair<std::string, std::string>> listed;
  for (const Json& contact : scene["contacts"]) {
    const Json& between = contact["between"];
    const std::string first = between[0], second = between[1];
    listed.emplace(first, second);
    listed.emplace(second, first);
  }
  for (std::size_t i = 0; i < entry; ++i) {
    const Json& other = bodies[i];
    const bool bothRepeat = body.contains("repeat") && other.contains("repeat");
    const std::string own = body["name"], their = other["name"];
    if (bothRepeat || listed.contains({own, their}) || !mayTouch(body, other)) continue;
    const bool fixed = body.value("joints", Json::array()).empty();
    scene["contacts"].push_back(
        Json{{"between", fixed ? Json::array({their, own}) : Json::array({own, their})}});
  }
}

WithBodies addBody(const Json& scene, const NewBody& body) {
  WithBodies result{scene, {}};
  Json entry = std::visit(BodyMaker(result.scene), body);
  result.bodies.push_back(entry["name"]);
  Json& bodies = part(result.scene, "bodies", Json::array());
  bodies.push_back(std::move(entry));
  addContactsOf(result.scene, bodies.size() - 1);
  check(result.scene);
  return result;
}

Json removeBodies(const Json& scene, const std::vector<std::string>& names) {
  Json result = scene;
  removeEntries(result, withCarried(scene, names));
  return checked(std::move(result));
}

int entryOf(const Json& scene, const std::string& body) {
  return BodyNames(scene).entry(body);
}

bool isRepeat(const Json& scene, const std::string& body) {
  const int entry = entryOf(scene, body);
  return entry >= 0 && scene["bodies"][static_cast<std::size_t>(entry)].contains("repeat");
}

Json addJoint(const Json& scene, const std::string& body, const Json& joint) {
  Json result = scene;
  Json& entry = bodyAt(result, requireEntry(scene, body));
  if (!entry.contains("mass")) entry["mass"] = 1;
  if (!entry.contains("joints")) entry["joints"] = Json::array();
  const bool turns = joint.is_string()
                         ? joint == "angle" || joint == "planar" || joint == "spherical" || joint == "free"
                         : joint.value("type", "") != "prismatic";
  if (turns && !entry.contains("inertia") && !entry.contains("centre-of-mass")) entry["inertia"] = 1;
  entry["joints"].push_back(joint);
  return checked(std::move(result));
}

Json removeJoint(const Json& scene, const std::string& coordinate) {
  return checked(withoutJoint(scene, coordinate));
}

namespace {

/// What comes behind "body." in the coordinates of a joint.
std::set<std::string> coordinatesOf(const Json& joint) {
  const auto rotation = [](const std::string& name) { return std::set{name + 'x', name + 'y', name + 'z'}; };
  if (joint == "planar") return {"x", "y", "angle"};
  if (joint == "spherical") return rotation("r");
  if (joint == "free") return {"x", "y", "z", "rx", "ry", "rz"};
  if (joint.is_string()) return {joint.get<std::string>()};
  if (joint.value("type", "") == "spherical") return rotation(joint.value("name", "r"));
  return joint.contains("name") ? std::set{joint["name"].get<std::string>()} : std::set<std::string>();
}

void removeCoordinates(Json& scene, int entry, const std::set<std::string>& coordinates) {
  const BodyNames names(scene);
  const auto gone = [&](const std::string& coordinate) {
    const auto [body, rest] = splitCoordinate(coordinate);
    return !rest.empty() && coordinates.contains(rest.substr(1)) && names.entry(body) == entry;
  };
  const auto never = [](const std::string&) { return false; };
  removeReferences(scene, {gone, never, never, [&](const char*, const Json& force) {
                             return force.contains("coordinate") && gone(force["coordinate"]);
                           }});
}

}  // namespace

Json withoutJoint(const Json& scene, const std::string& coordinate) {
  const auto [body, rest] = splitCoordinate(coordinate);
  Json result = scene;
  const int entry = requireEntry(scene, body);
  Json& list = bodyAt(result, entry)["joints"];
  const std::string joint = rest.empty() ? "" : rest.substr(1);
  std::set<std::string> gone{joint};
  Json kept = Json::array();
  for (const Json& one : list) {
    if (one == "planar" && (joint == "x" || joint == "y" || joint == "angle")) {
      for (const char* axis : {"x", "y", "angle"})
        if (joint != axis) kept.push_back(axis);
    } else if (one == joint || (one.is_object() && one.value("name", "") == joint)) {
      gone.merge(coordinatesOf(one));
    } else {
      kept.push_back(one);
    }
  }
  if (kept == list)
    refuse("bodies", "there is no joint \"" + coordinate + '"', "body.joint, such as \"a.x\"");
  list = std::move(kept);
  if (list.empty()) bodyAt(result, entry).erase("joints");
  removeCoordinates(result, entry, gone);
  return result;
}

Json withoutJoints(const Json& scene, const std::string& body) {
  Json result = scene;
  const int entry = requireEntry(scene, body);
  std::set<std::string> gone;
  for (const Json& joint : bodyAt(result, entry).value("joints", Json::array()))
    gone.merge(coordinatesOf(joint));
  bodyAt(result, entry).erase("joints");
  removeCoordinates(result, entry, gone);
  return result;
}

Json addShape(const Json& scene, const std::string& body, const Json& shape) {
  Json result = scene;
  Json& entry = bodyAt(result, requireEntry(scene, body));
  if (!entry.contains("shapes")) entry["shapes"] = Json::array();
  entry["shapes"].push_back(shape);
  return checked(std::move(result));
}

Json addForce(const Json& scene, const std::string& list, const Json& force) {
  Json result = scene;
  part(result, list, Json::array()).push_back(force);
  return checked(std::move(result));
}

Json removeAt(const Json& scene, const std::string& place) {
  if (!find(scene, place)) refuse(place, "is not there", "a place in the scene");
  Json result = scene;
  erase(result, place);
  return checked(std::move(result));
}

std::pair<Json, std::string> listContact(const Json& scene, const std::string& contact) {
  const BodyNames names(scene);
  const auto at = [](std::size_t i) { return "contacts[" + std::to_string(i) + ']'; };
  if (const int own = names.namedContact(contact); own >= 0)
    return {scene, at(static_cast<std::size_t>(own))};
  const auto sides = names.sides(contact);
  if (!sides) refuse("contacts", "there is no contact \"" + contact + '"', "the name of a contact");
  const std::string first = splitSide(sides->first).first, second = splitSide(sides->second).first;
  Json result = scene;
  const bool all = !scene.contains("contacts");
  Json& contacts = part(result, "contacts", Json::array());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Json& between = contacts[i].value("between", Json::array());
    if (contacts[i].contains("name") || between.size() != 2) continue;
    if (between[0] == first && between[1] == second) return {std::move(result), at(i)};
    // A pattern that stands for many keeps them: only all of them can change.
    if (holesOf(first, between[0]) && holesOf(second, between[1])) return {std::move(result), at(i)};
  }
  contacts.push_back(Json{{"between", Json::array({first, second})}});
  const std::string place = at(contacts.size() - 1);
  if (all) part(result, "all-pairs", true);
  return {std::move(result), place};
}

Json setContact(const Json& scene, const std::string& contact, const ContactChange& change) {
  auto [result, place] = listContact(scene, contact);
  if (change.friction) result = setValue(result, place + ".friction", *change.friction);
  if (change.restitution) result = setValue(result, place + ".restitution", *change.restitution);
  if (change.law) result = setText(result, place + ".law", *change.law);
  if (change.name) {
    result = setText(result, place + ".name", *change.name);
    const Json& between = (*find(result, place))["between"];
    const std::string now = change.name->empty()
                                ? between[0].get<std::string>() + '-' + between[1].get<std::string>()
                                : *change.name;
    if (result.contains("initial") && result["initial"].contains("touching"))
      for (Json& touching : result["initial"]["touching"])
        if (touching == contact) touching = now;
  }
  return checked(std::move(result));
}

bool isTouching(const Json& scene, const std::string& contact) {
  const Json* touching = find(scene, "initial.touching");
  return touching && std::any_of(touching->begin(), touching->end(), [&](const Json& one) {
           return one.is_string() && holesOf(contact, one.get<std::string>());
         });
}

Json setTouching(const Json& scene, const std::string& contact, bool touching) {
  Json result = scene;
  if (touching == isTouching(scene, contact)) return result;
  if (touching) {
    make(result, "initial");
    part(result["initial"], "touching", Json::array()).push_back(contact);
    return checked(std::move(result));
  }
  removeElements(result["initial"], "touching", [&](const Json& one) { return one == contact; });
  if (isTouching(result, contact))
    refuse("initial.touching", "a pattern says it of all contacts of a repeat",
           "single bodies: expand the repeat");
  return checked(std::move(result));
}

}  // namespace carom::edit
