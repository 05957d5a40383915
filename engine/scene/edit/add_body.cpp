#include "scene/edit/add_body.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "mechanics/tree/contact_table.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/value.h"
#include "scene/expression/holes.h"

namespace carom::edit {

namespace {

void place(Json& scene, const std::string& coordinate, double value) {
  if (value != 0) part(part(scene, "initial"), "q")[coordinate] = number(value);
}

/// A place without what the rotation of a frame leaves by rounding.
Eigen::Vector3d clean(const Eigen::Vector3d& v) {
  const double rounding = 1e-12 * v.cwiseAbs().maxCoeff();
  return (v.array().abs() > rounding).select(v, 0);
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
    if (!ball.carrier.empty()) return carriedBall(name, ball);
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
    const Eigen::Vector3d origin = clean(back * (link.from - link.parentPose.x));
    if (!origin.isZero(0)) body["origin"] = vector(origin);
    body.update(Json{{"joints", Json::array({"angle"})},
                     {"mass", number(link.mass)},
                     {"centre-of-mass", {number(0.5 * length), 0, 0}},
                     {"inertia", number(link.mass * length * length / 12)},
                     {"shapes", Json::array({rodShape(0, length, link.radius)})}});
    return body;
  }

 private:
  /// A bob: what carries it turns, so that it needs the inertia of a sphere.
  static Json carriedBall(const std::string& name, const NewBall& ball) {
    const Eigen::Vector3d origin = clean(ball.carrierPose.R.transpose() * (ball.at - ball.carrierPose.x));
    Json body{{"name", name}, {"parent", ball.carrier}};
    if (!origin.isZero(0)) body["origin"] = vector(origin);
    body.update(Json{{"mass", number(ball.mass)},
                     {"inertia", number(0.4 * ball.mass * ball.radius * ball.radius)},
                     {"shapes", Json::array({Json{{"type", "ball"}, {"radius", number(ball.radius)}}})}});
    return body;
  }
  void planar(const std::string& name, const Eigen::Vector3d& at, std::optional<double> angle) {
    place(m_scene, name + ".x", at.x());
    place(m_scene, name + ".y", at.y());
    if (angle) place(m_scene, name + ".angle", *angle);
  }

  Json& m_scene;
  BodyNames m_names;
};

// Which bodies may touch is decided by the kinds of their shapes, because sizes may be expressions.

Shape sample(const Json& shape) {
  const std::string type = shape.value("type", "");
  const auto isZero = [](const Json& number) { return number.is_number() && number.get<double>() == 0; };
  if (type == "half-space") return HalfSpace{};
  if (type == "point") return Point{};
  if (type == "segment") {
    const bool thin = !shape.contains("radius") || isZero(shape["radius"]);
    return Segment{{Eigen::Vector3d(-1, 0, 0), Eigen::Vector3d(1, 0, 0)}, thin ? 0.0 : 1.0};
  }
  if (type == "hull") {
    using P = Eigen::Vector3d;
    static const std::array<P, 4> corners{P(0, 0, -1), P(0, 0, 1), P(1, -1, 0), P(1, 1, 0)};
    return Hull{hullOf(corners)};
  }
  if (type != "box") return Ball{1};
  Eigen::Vector3d half = Eigen::Vector3d::Ones();
  const Json size = shape.value("size", Json::array());
  for (std::size_t k = 0; k < 3 && k < size.size(); ++k)
    if (isZero(size[k]) && half.sum() > 2) half[static_cast<Eigen::Index>(k)] = 0;
  return boxHull(half);
}

bool shapesMayTouch(const Json& a, const Json& b) {
  return whyNoContact(sample(a), sample(b), true).empty();
}

/// The first entry with joints among a body and its parents, from the body downwards; -1 is the world.
int carrierOf(const Json& scene, int entry) {
  while (entry >= 0) {
    const Json& body = scene["bodies"][static_cast<std::size_t>(entry)];
    if (!body.value("joints", Json::array()).empty()) return entry;
    const int parent = entryOf(scene, body.value("parent", ""));
    entry = parent < entry ? parent : -1;  // a repeat may be its own parent
  }
  return -1;
}

bool areJoined(const Json& a, const Json& b) {
  return a.value("parent", "") == b.value("name", "") || b.value("parent", "") == a.value("name", "");
}

bool mayTouch(const Json& scene, std::size_t one, std::size_t other) {
  if (carrierOf(scene, static_cast<int>(one)) == carrierOf(scene, static_cast<int>(other))) return false;
  const Json &a = scene["bodies"][one], &b = scene["bodies"][other];
  if (areJoined(a, b)) return false;
  const Json first = a.value("shapes", Json::array()), second = b.value("shapes", Json::array());
  return !first.empty() && !second.empty() && std::all_of(first.begin(), first.end(), [&](const Json& mine) {
    return std::all_of(second.begin(), second.end(),
                       [&](const Json& theirs) { return shapesMayTouch(mine, theirs); });
  });
}

bool listsContacts(const Json& scene) {
  return scene.contains("contacts") && !scene["contacts"].empty() && !scene.value("all-pairs", false);
}

}  // namespace

void addContactsOf(Json& scene, std::size_t entry, std::size_t others) {
  if (!listsContacts(scene)) return;
  const Json& bodies = scene["bodies"];
  const Json& body = bodies[entry];
  std::set<std::pair<std::string, std::string>> listed;
  for (const Json& contact : scene["contacts"]) {
    const Json& between = contact["between"];
    const std::string first = splitShape(between[0]).first, second = splitShape(between[1]).first;
    listed.emplace(first, second);
    listed.emplace(second, first);
  }
  for (std::size_t i = 0; i < others; ++i) {
    const Json& other = bodies[i];
    const bool bothRepeat = body.contains("repeat") && other.contains("repeat");
    const std::string own = body["name"], their = other["name"];
    if (bothRepeat || listed.contains({own, their}) || !mayTouch(scene, entry, i)) continue;
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
  addContactsOf(result.scene, bodies.size() - 1, bodies.size() - 1);
  check(result.scene);
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

}  // namespace carom::edit
