#include <Eigen/Dense>
#include <QtTest>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "base/central_slope.h"
#include "mechanics/contact/contact_frames.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/loop_equations.h"
#include "mechanics/variation/run_variation.h"
#include "support/mechanism_examples.h"
#include "support/run_differences.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

namespace {

/// A scene with contacts that stay closed; those that stick have no slip at the start.
struct Scenario {
  std::vector<Body> bodies;
  std::vector<ContactPair> contacts;
  JointForces forces{};
  std::vector<Loop> loops{};
  Vector3d gravity{0, -9.81, 0};
  VectorXd q, v;
  std::vector<int> held{};     ///< contacts
  std::vector<bool> sticks{};  ///< of each of them
  double duration = 0.06;
  double epsilon = 5e-5;  ///< of the differences
};

/// What a state is corrected to: closed loops and contacts, and velocities that keep them.
class Closing {
 public:
  Closing(const Mechanism& mechanism, const Scenario& scenario)
      : m_mechanism(mechanism), m_scenario(scenario), m_loops(mechanism) {}

  State of(State state) {
    if (m_scenario.held.empty() && m_scenario.loops.empty()) return state;
    for (int i = 0; i < 30; ++i) {
      place(state.q);
      const VectorXd step = m_rows.completeOrthogonalDecomposition().solve(m_values);
      state.q = m_mechanism.moved(state.q, step, -1);
      if (step.norm() < 1e-15) break;
    }
    place(state.q);
    MatrixXd rows = m_rows;
    for (std::size_t i = 0; i < m_scenario.held.size(); ++i)
      if (m_scenario.sticks[i]) {
        const MatrixXd tangents = m_mechanism.tangents(m_scenario.held[i], state.q);
        const Eigen::Index count = m_mechanism.isPlanar() ? 1 : 2, before = rows.rows();
        rows.conservativeResize(before + count, Eigen::NoChange);
        rows.bottomRows(count) = tangents.topRows(count);
      }
    const MatrixXd Y = m_mechanism.massMatrix(state.q).llt().solve(rows.transpose());
    state.p -= rows.transpose() * (rows * Y).completeOrthogonalDecomposition().solve(Y.transpose() * state.p);
    // Rounding of the speed of a contact that approaches would be an impact.
    state.p += 1e-14 * m_rows.bottomRows(std::ssize(m_scenario.held)).colwise().sum().transpose();
    return state;
  }

 private:
  void place(const VectorXd& q) {
    m_loops.place(q);
    const Eigen::Index loops = m_loops.count(), held = std::ssize(m_scenario.held);
    m_rows.resize(loops + held, q.size());
    m_values.resize(loops + held);
    if (loops > 0) {
      m_rows.topRows(loops) = m_loops.rows();
      m_values.head(loops) = m_loops.values();
    }
    for (Eigen::Index i = 0; i < held; ++i) {
      m_rows.row(loops + i) = m_mechanism.normal(m_scenario.held[static_cast<std::size_t>(i)], q).transpose();
      m_values[loops + i] = m_mechanism.gap(m_scenario.held[static_cast<std::size_t>(i)], q);
    }
  }
  const Mechanism& m_mechanism;
  const Scenario& m_scenario;
  LoopEquations m_loops;
  MatrixXd m_rows;
  VectorXd m_values;
};

class Within {
 public:
  explicit Within(unsigned seed) : m_random(seed) {}
  double operator()(double a, double b) { return a + (b - a) * 0.5 * (m_random() + 1); }
  bool coin() { return m_random() > 0; }
  examples::Random& random() { return m_random; }

 private:
  examples::Random m_random;
};

Body halfSpaceBelow() {
  return {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}};
}

void hold(Scenario& scenario, ContactPair contact, bool sticks, double friction) {
  contact.coefficients.friction = friction;
  scenario.held.push_back(static_cast<int>(scenario.contacts.size()));
  scenario.sticks.push_back(sticks);
  scenario.contacts.push_back(std::move(contact));
}

Eigen::Matrix3d inertiaOf(Within& within, double size) {
  return size * Vector3d(within(0.6, 1), within(0.6, 1), within(0.6, 1)).asDiagonal().toDenseMatrix();
}

/// A body with one to three links on springs whose last one stands on the floor, with a point or a ball.
Scenario standingChain(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin(), sticks = within.coin(), isRound = within.coin();
  Scenario made;
  Body trunk{"trunk", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {}};
  trunk.inertia = inertiaOf(within, 0.1);
  made.bodies.push_back(trunk);
  const int links = 1 + static_cast<int>(within(0, 2.99));
  double height = 0;
  for (int i = 0; i < links; ++i) {
    const double length = within(0.2, 0.5);
    Body link = hangingRod(("link" + std::to_string(i)).c_str(), i, {0, i > 0 ? -height : 0, 0},
                           within(0.2, 1), length);
    link.inertia += 0.01 * Eigen::Matrix3d::Identity();
    height = length;
    if (i + 1 == links)
      link.shapes = {isRound ? Shape(Ball{0.07, {0, -length, 0}}) : Shape(Point{{0, -length, 0}})};
    made.bodies.push_back(link);
  }
  made.bodies.push_back(halfSpaceBelow());
  const bool turns = within.coin();
  const double friction = sticks ? 8 : within(0, 0.3);
  const ContactPair contact =
      turns ? between(made.bodies, links, links + 1, 0) : between(made.bodies, links + 1, links, 0);
  hold(made, contact, sticks, friction);
  const int n = (inSpace ? 6 : 3) + links;
  made.q = 0.25 * within.random().vector(n);
  made.q[1] = 0.6;
  made.v = 0.6 * within.random().vector(n);
  made.v[0] += 1.5;
  for (int i = n - links; i < n; ++i) {
    made.forces.springs.push_back({i, within(5, 40), made.q[i]});
    made.forces.dampers.push_back({i, within(0, 0.3)});
  }
  return made;
}

/// A ball or disc that rolls or slides over a fixed or a free one.
Scenario ballOverBall(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin(), sticks = within.coin(), isFree = within.coin();
  Scenario made;
  const double r = within(0.05, 0.2), R = within(0.3, 1);
  Body ball{"ball", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {Ball{r}}};
  ball.inertia = inertiaOf(within, 0.4 * r * r);
  Body hill{"hill", -1, {0, 0, 0}, {}, 0, {Ball{R}}};
  if (isFree) {
    hill.joints = inSpace ? space() : plane();
    hill.mass = within(2, 5);
    hill.inertia = inertiaOf(within, R * R);
  }
  made.bodies = {hill, ball, halfSpaceBelow()};
  hold(made, between(made.bodies, 0, 1, 0), sticks, sticks ? 8 : within(0.05, 0.3));
  if (isFree) hold(made, between(made.bodies, 2, 0, 0), sticks, sticks ? 8 : 0);
  const int own = inSpace ? 6 : 3, n = own * (isFree ? 2 : 1);
  made.q = 0.15 * within.random().vector(n);
  made.v = 0.5 * within.random().vector(n);
  made.q[n - own + 1] = R + r + (isFree ? R : 0);
  if (isFree) made.q[1] = R;
  made.v[n - own] += 1;
  return made;
}

/// A box, tilted on one corner or flat on two, on an inclined floor; a hull in its place, or a ball on the
/// box.
Scenario boxes(unsigned seed) {
  Within within(seed);
  Scenario made;
  const bool isFlat = within.coin(), sticks = within.coin() && !isFlat;
  Body box{"box", -1, Vector3d::Zero(), plane(), within(0.5, 3), {}};
  const Vector3d half(within(0.1, 0.3), within(0.05, 0.15), 0.1);
  box.shapes = {boxHull(half)};
  box.inertia = inertiaOf(within, half.squaredNorm() / 3 * box.mass);
  Body ball{"ball", -1, Vector3d::Zero(), plane(), within(0.1, 0.5), {Ball{0.05}}};
  ball.inertia = inertiaOf(within, 0.001 * ball.mass);
  made.bodies = {box, ball, halfSpaceBelow()};
  const auto onFloor = [&](int corner) {
    ContactPair contact = between(made.bodies, 0, 2, 0);
    contact.part[0] = corner;
    return contact;
  };
  // Of the four corners of the section those at −y.
  std::vector<int> low;
  const std::vector<Vector3d> all = corners(section(boxHull(half)));
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].y() < 0) low.push_back(static_cast<int>(i) + 1);
  const double friction = sticks ? 5 : within(0, 0.25);
  hold(made, onFloor(low[0]), sticks, friction);
  if (isFlat) hold(made, onFloor(low[1]), false, friction);
  // The ball rolls on the box.
  const bool rolls = within.coin();
  hold(made, between(made.bodies, 1, 0, 0), rolls, rolls ? 5 : 0);
  made.gravity = {within(0, 0.6), -9.81, 0};
  made.q = VectorXd::Zero(6);
  made.v = 0.2 * within.random().vector(6);
  made.q[1] = half.y() + (isFlat ? 0 : 0.05);
  made.q[2] = isFlat ? 0 : within(0.2, 0.5) * (all[static_cast<std::size_t>(low[0] - 1)].x() < 0 ? -1 : 1);
  made.q[4] = 2 * half.y() + 0.05;
  made.q[3] = within(-0.3, 0.3) * half.x();
  made.v[0] += isFlat ? 3 : 1.5;
  made.v[3] = made.v[0] + 0.1;
  made.duration = 0.03;
  return made;
}

/// Boxes on a box that slides: those above stick on two corners each, whose friction is not unique.
Scenario slidingStack(unsigned seed) {
  Within within(seed);
  Scenario made;
  const int count = 2 + static_cast<int>(within(0, 1.99));
  double top = 0, width = 0.4;
  made.q = VectorXd::Zero(3 * count);
  made.v = made.q;
  std::vector<Vector3d> halves;
  for (int i = 0; i < count; ++i) {
    const Vector3d half(width, within(0.05, 0.15), 0.1);
    Body box{"box" + std::to_string(i), -1, Vector3d::Zero(), plane(), within(0.5, 3), {boxHull(half)}};
    box.inertia = inertiaOf(within, half.squaredNorm() / 3 * box.mass);
    made.bodies.push_back(box);
    made.q[3 * i] = within(-0.03, 0.03);
    made.q[3 * i + 1] = top + half.y();
    made.v[3 * i] = 1.5;
    top += 2 * half.y();
    width -= 0.1;
    halves.push_back(half);
  }
  made.bodies.push_back(halfSpaceBelow());
  for (int i = 0; i < count; ++i) {
    const std::vector<Vector3d> all = corners(section(boxHull(halves[static_cast<std::size_t>(i)])));
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].y() > 0) continue;
      ContactPair contact = between(made.bodies, i, i == 0 ? count : i - 1, 0);
      contact.part[0] = static_cast<int>(k) + 1;
      hold(made, contact, i > 0, i > 0 ? 3 : 0.2);
    }
  }
  made.gravity = {within(0, 0.6), -9.81, 0};
  made.duration = 0.03;
  return made;
}

/// A capsule or a ball over the edge of a fixed box or the side of a fixed capsule: normals that no closed
/// form of the program has.
Scenario roundOverEdge(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin(), sticks = within.coin(), isBox = !inSpace && within.coin();
  Scenario made;
  const double r = within(0.05, 0.15);
  Body ball{"ball", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {Ball{r}}};
  ball.inertia = inertiaOf(within, 0.4 * r * r);
  Body edge{"edge", -1, Vector3d::Zero(), {}, 0, {}};
  if (isBox)
    edge.shapes = {boxHull({0.5, 0.2, 0.4}, {-0.5, -0.2, 0})};
  else
    edge.shapes = {Segment{{Vector3d(-0.7, 0, 0.5), Vector3d(0.7, 0.2, -0.6)}, 0.1}};
  made.bodies = {ball, edge};
  hold(made, within.coin() ? between(made.bodies, 0, 1, 0) : between(made.bodies, 1, 0, 0), sticks,
       sticks ? 8 : within(0, 0.3));
  const int n = inSpace ? 6 : 3;
  made.q = 0.1 * within.random().vector(n);
  made.v = 0.3 * within.random().vector(n);
  made.q[0] = isBox ? 0.3 * r : within(-0.1, 0.1);
  made.q[1] = isBox ? 0.95 * r : 0.2 + r;
  if (inSpace) made.q[2] = 0.02;
  made.duration = 0.03;
  return made;
}

/// A pendulum of two links that hangs on a cart and leans on a stop of its second joint.
Scenario onAStop(unsigned seed) {
  Within within(seed);
  Scenario made;
  Body cart{"cart", -1, Vector3d::Zero(), {slide(Vector3d::UnitX(), "x")}, within(0.5, 3), {}};
  made.bodies = {cart, hangingRod("upper", 0, Vector3d::Zero(), within(0.5, 2), 0.5),
                 hangingRod("lower", 1, {0, -0.5, 0}, within(0.5, 2), 0.4)};
  made.q = 0.4 * within.random().vector(3);
  made.v = within.random().vector(3);
  ContactPair stop;
  stop.name = "stop";
  stop.body = {1, 2};
  const double sign = within.coin() ? 1 : -1;
  stop.limit = JointLimit{2, made.q[2], sign};
  stop.coefficients.restitution = 0;
  hold(made, stop, false, 0);
  made.forces.springs.push_back({2, 30, made.q[2] - sign * 2});  // which presses
  made.forces.springs.push_back({0, within(1, 20), 0});
  return made;
}

/// Two legs below a trunk, joined by a loop of some kind, that bounce on the floor.
Scenario looped(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin();
  Scenario made;
  Body trunk{"trunk", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {Ball{0.05}}};
  trunk.inertia = inertiaOf(within, 0.1);
  made.bodies = {trunk};
  for (const int side : {-1, 1}) {
    Body leg = hangingRod(side < 0 ? "a" : "b", 0, {0.2 * side, 0, 0}, within(0.3, 1), 0.4);
    leg.inertia += 0.01 * Eigen::Matrix3d::Identity();
    leg.shapes = {Point{{0, -0.4, 0}}};
    made.bodies.push_back(leg);
    Body shin = hangingRod(side < 0 ? "c" : "d", side < 0 ? 1 : 3, {0, -0.4, 0}, within(0.2, 0.6), 0.3);
    shin.inertia += 0.01 * Eigen::Matrix3d::Identity();
    shin.shapes = {Point{{0, -0.3, 0}}};
    made.bodies.push_back(shin);
  }
  // a 1, c 2, b 3, d 4
  const BodyPoint a{2, {0, -0.3, 0}}, b{4, {0, -0.3, 0}};
  const int n = (inSpace ? 6 : 3) + 4, first = n - 4;
  made.q = 0.15 * within.random().vector(n);
  made.q[1] = within(0.75, 0.9);
  made.q[first] = 0.4;
  made.q[first + 1] = -0.3;
  made.q[first + 2] = -0.4;
  made.q[first + 3] = 0.35;
  const Mechanism bare(made.bodies, {}, Vector3d::Zero());
  const auto at = [&](const BodyPoint& point) { return bare.pose(point.body, made.q) * point.at; };
  switch (seed % 4) {
    case 0:
      made.loops = {{"rod", RodLoop{{a, b}, (at(a) - at(b)).norm()}}};
      break;
    case 1:
      made.loops = {{"tie", TieLoop{first, first + 2, -1, 0}}};
      break;
    case 2:
      if (inSpace)
        made.loops = {{"rod", RodLoop{{a, b}, (at(a) - at(b)).norm()}},
                      {"tie", TieLoop{first, first + 2, -0.8, 0.1}}};
      else
        made.loops = {{"pin", PinLoop{{BodyPoint{2, {0.1, -0.15, 0}}, BodyPoint{4, {-0.1, -0.15, 0}}}}}};
      break;
    default:
      if (inSpace)
        made.loops = {{"rod", RodLoop{{BodyPoint{1, {0, -0.3, 0.1}}, BodyPoint{3, {0, -0.3, -0.1}}}, 0.35}}};
      else
        made.loops = {{"slot", SlotLoop{{BodyPoint{1, {0, -0.4, 0}}, BodyPoint{3, {0, -0.3, 0}}},
                                        Vector3d(1, 0.1, 0).normalized()}}};
  }
  made.bodies.push_back(halfSpaceBelow());
  const double e = within.coin() ? 1 : within(0.5, 0.9);
  for (int body = 0; body < 5; ++body) made.contacts.push_back(between(made.bodies, 5, body, e));
  for (int i = first; i < n; ++i) {
    made.forces.springs.push_back({i, within(5, 30), made.q[i]});
    made.forces.dampers.push_back({i, e < 1 ? 0.05 : 0});
  }
  made.v = 0.7 * within.random().vector(n);
  made.v[1] -= 1.5;
  made.duration = 0.16;
  return made;
}

/// Two legs joined by a loop, one or both of which stand on the floor, and stick or slide; dry friction in a
/// knee. Parallel loops hold each other's equations.
Scenario standingLoops(unsigned seed) {
  Within within(seed);
  Scenario made = looped(seed);
  const int n = static_cast<int>(made.q.size()), first = n - 4;
  const bool inSpace = first == 6, sticks = within.coin(), areTwo = within.coin();
  made.contacts.clear();
  const double friction = sticks ? 8 : within(0, 0.3);
  hold(made, between(made.bodies, 5, 2, 0), sticks, friction);
  if (areTwo) hold(made, between(made.bodies, 5, 4, 0), sticks, friction);
  if (seed % 5 == 0) made.loops.push_back(made.loops[0]);
  for (JointDamper& damper : made.forces.dampers) damper.damping = 0.05;
  if (seed % 3 == 0 && !areTwo) made.forces.dampers[1].friction = within(0.02, 2);
  made.v = 0.3 * within.random().vector(n);
  made.v[0] += 1;
  if (inSpace) made.v[2] += 0.5;
  made.duration = 0.06;
  return made;
}

/// Two legs joined by a loop that land and come to rest on the floor.
Scenario loopsThatLand(unsigned seed) {
  Within within(seed);
  Scenario made = looped(seed);
  const double e = within.coin() ? 0 : within(0.1, 0.3), friction = within(0.1, 0.8);
  for (ContactPair& contact : made.contacts) {
    contact.coefficients.restitution = e;
    contact.coefficients.friction = friction;
  }
  for (JointDamper& damper : made.forces.dampers) damper.damping = 0.2;
  made.v = 0.2 * within.random().vector(made.q.size());
  made.v[0] += 0.5;
  made.v[1] = -0.5;
  made.duration = 0.25;
  made.epsilon = 2e-6;
  return made;
}

/// Legs between stops that bounce on the floor and against a ball, by restitution or a collision law.
Scenario bouncing(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin(), hasLaw = seed % 5 == 0;
  Scenario made;
  Body trunk{
      "trunk", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {boxHull({0.2, 0.1, 0.1})}};
  trunk.inertia = inertiaOf(within, 0.1);
  made.bodies = {trunk};
  for (const int side : {-1, 1}) {
    Body leg = hangingRod(side < 0 ? "a" : "b", 0, {0.2 * side, 0, 0}, within(0.3, 1), 0.4);
    leg.inertia += 0.01 * Eigen::Matrix3d::Identity();
    leg.shapes = {Ball{0.05, {0, -0.4, 0}}};
    made.bodies.push_back(leg);
  }
  Body ball{"ball", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.2, 1), {Ball{0.1}}};
  ball.inertia = inertiaOf(within, 0.004);
  made.bodies.push_back(ball);
  made.bodies.push_back(halfSpaceBelow());
  const double e = within.coin() ? 1 : within(0.5, 0.9);
  for (const int leg : {1, 2}) {
    made.contacts.push_back(between(made.bodies, 4, leg, e));
    made.contacts.push_back(between(made.bodies, 3, leg, e));
  }
  made.contacts.push_back(between(made.bodies, 4, 3, e));
  if (hasLaw)
    for (ContactPair& contact : made.contacts) {
      contact.law = inSpace ? CollisionLaw::Whittaker : CollisionLaw::Routh;
      contact.coefficients.friction = within(0.05, 0.3);
    }
  const int own = inSpace ? 6 : 3, n = 2 * own + 2;
  for (const int leg : {0, 1})
    for (const double sign : {1.0, -1.0}) {
      ContactPair stop;
      stop.name = "stop";
      stop.body = {0, leg + 1};
      stop.limit = JointLimit{own + leg, -sign * 0.3, sign};
      stop.coefficients.restitution = e;
      made.contacts.push_back(stop);
    }
  made.q = 0.2 * within.random().vector(n);
  made.q[1] = within(0.65, 0.8);
  made.q[own + 2] = within(-0.3, 0.3);
  made.q[own + 3] = 0.15;
  made.v = within.random().vector(n);
  made.v[own] = within(1, 4);
  made.v[own + 1] = -within(1, 4);
  made.duration = 0.15;
  return made;
}

/// A body with a link that swings under a spring falls a little on round feet and bounces until it rests,
/// slides or rolls.
Scenario bouncesThatEnd(unsigned seed) {
  Within within(seed);
  const bool inSpace = within.coin(), hasLink = within.coin(), slides = within.coin();
  Scenario made;
  Body trunk{"trunk", -1, Vector3d::Zero(), inSpace ? space() : plane(), within(0.5, 3), {Ball{0.1}}};
  trunk.inertia = inertiaOf(within, 0.01);
  made.bodies.push_back(trunk);
  if (hasLink) {
    Body link = hangingRod("link", 0, {0, 0.05, 0}, within(0.1, 0.4), 0.2);
    link.inertia += 0.002 * Eigen::Matrix3d::Identity();
    made.bodies.push_back(link);
  }
  made.bodies.push_back(halfSpaceBelow());
  const int floor = hasLink ? 2 : 1, own = inSpace ? 6 : 3, n = own + (hasLink ? 1 : 0);
  const double frictions[] = {0, within(0.02, 0.2), 4};
  ContactPair contact = within.coin() ? between(made.bodies, 0, floor, within(0.15, 0.6))
                                      : between(made.bodies, floor, 0, within(0.15, 0.6));
  contact.coefficients.friction = frictions[static_cast<int>(within(0, 2.99))];
  made.contacts.push_back(contact);
  if (hasLink) made.forces.springs.push_back({own, within(1, 5), within(-0.2, 0.2)});
  made.q = 0.2 * within.random().vector(n);
  made.q[1] = 0.1 + within(0.002, 0.02);
  made.v = 0.3 * within.random().vector(n);
  if (slides) made.v[0] = within(0.5, 1);
  made.duration = 0.22;
  made.epsilon = 5e-6;  // small bounces come in another step with a larger one
  return made;
}

/// A body that falls on two round feet, which settle one after the other or in one step, and slides.
Scenario feetThatSettle(unsigned seed) {
  Within within(seed);
  Scenario made;
  Body trunk{
      "trunk",          -1,
      Vector3d::Zero(), plane(),
      within(0.5, 3),   {Ball{0.05, {-within(0.1, 0.3), -0.1, 0}}, Ball{0.05, {within(0.1, 0.3), -0.1, 0}}}};
  trunk.inertia = inertiaOf(within, 0.05);
  made.bodies = {trunk, halfSpaceBelow()};
  const double e = within.coin() ? 0 : within(0.1, 0.4), friction = within(0.02, 0.3);
  for (const int shape : {0, 1}) {
    ContactPair contact = between(made.bodies, 1, 0, e, shape);
    contact.coefficients.friction = friction;
    made.contacts.push_back(contact);
  }
  made.q = Vector3d(0, 0.15 + within(0.0005, 0.003), within(-0.003, 0.003));
  made.v = Vector3d(within(0.3, 1), within(-0.02, 0.02), within(-0.02, 0.02));
  made.duration = 0.12;
  made.epsilon = 1e-6;
  return made;
}

/// A chain that hangs or falls, with dry friction in its joints, and a foot that may meet the floor.
Scenario stiffJoints(unsigned seed) {
  Within within(seed);
  const bool hangs = within.coin(), inSpace = within.coin();
  Scenario made;
  const std::vector<Joint> joints = hangs ? std::vector<Joint>{} : inSpace ? space() : plane();
  Body trunk{"trunk", -1, Vector3d::Zero(), joints, hangs ? 0 : within(0.5, 2), {}};
  if (!hangs) trunk.inertia = inertiaOf(within, 0.1);
  made.bodies.push_back(trunk);
  const int own = hangs ? 0 : inSpace ? 6 : 3, links = 2 + static_cast<int>(within(0, 1.99));
  double height = 0;
  for (int i = 0; i < links; ++i) {
    const double length = within(0.2, 0.4);
    Body link = hangingRod(("link" + std::to_string(i)).c_str(), i, {0, -height, 0}, within(0.2, 1), length);
    link.inertia += 0.01 * Eigen::Matrix3d::Identity();
    height = length;
    if (i + 1 == links) link.shapes = {Point{{0, -length, 0}}};
    made.bodies.push_back(link);
    made.forces.springs.push_back({own + i, within(1, 10), within(-0.3, 0.3)});
    JointDamper damper{own + i, within.coin() ? within(0, 0.1) : 0};
    damper.friction = within.coin() ? within(0.02, 0.3) : within(1, 4);
    made.forces.dampers.push_back(damper);
  }
  const int n = own + links;
  if (!hangs) {
    made.bodies.push_back(halfSpaceBelow());
    made.contacts.push_back(between(made.bodies, links + 1, links, within(0.5, 1)));
  }
  made.q = 0.3 * within.random().vector(n);
  if (!hangs) made.q[1] = within(0.9, 1.1);
  made.v = within.random().vector(n);
  if (!hangs) made.v[1] = -within(0.5, 2);
  made.duration = 0.15;
  return made;
}

struct Comparison {
  int scenes = 0, compared = 0, impacts = 0, lasting = 0, settled = 0, bent = 0;
  double worst = 0;
  std::map<std::string, int> stopped{};
};

/// Changes of the start and of the end of a run; the jump of the latter's slope at the start.
struct Slopes {
  VectorXd from, to;
  double kink;
};

/// A start beside that of a run, perhaps of another mechanism.
struct Beside {
  std::shared_ptr<const Mechanism> mechanism;
  State start;
};

/// The derivative of the end of a run by s, of what `at` tells beside it, by central differences of fourth
/// order of whole runs; empty where impacts come in other steps or orders: a change of mode within the
/// differences.
std::optional<Slopes> slopes(const Mechanism& mechanism, const State& start,
                             const std::function<Beside(double)>& at, const Trajectory& run,
                             const MotionOptions& options, double epsilon) {
  const State end = endOf(mechanism, run);
  std::array<VectorXd, 4> before, after;
  constexpr double times[] = {1, -1, 2, -2};
  for (std::size_t i = 0; i < 4; ++i) {
    const Beside there = at(times[i] * epsilon);
    const Trajectory other = runMotion(*there.mechanism, there.start, options);
    if (!other.complete || story(other) != story(run) ||
        steps(other, options.step) != steps(run, options.step))
      return std::nullopt;
    before[i] = difference(mechanism, start, there.start);
    after[i] = difference(mechanism, end, endOf(*there.mechanism, other));
  }
  const auto slope = [&](const std::array<VectorXd, 4>& x) -> VectorXd {
    return (8 * (x[0] - x[1]) - (x[2] - x[3])) / (12 * epsilon);
  };
  // Second differences of a smooth function double with ε; what is left is a kink at the start.
  const VectorXd kink = 2 * (after[0] + after[1]) - (after[2] + after[3]) / 2;
  return Slopes{slope(before), slope(after), kink.norm() / epsilon};
}

void compare(const Scenario& scenario, unsigned seed, Comparison& result, double tolerance) {
  ++result.scenes;
  const Mechanism mechanism(scenario.bodies, scenario.contacts, scenario.gravity, scenario.forces,
                            scenario.loops);
  Closing closing(mechanism, scenario);
  const State start = closing.of({0, scenario.q, mechanism.massMatrix(scenario.q) * scenario.v});
  if (!start.q.allFinite() || mechanism.gaps(start.q).size() == 0 ||
      mechanism.gaps(start.q).minCoeff() < -closedGap)
    return;
  MotionOptions options = allNodes(scenario.duration);
  options.step = 2e-3;
  const Trajectory run = runMotion(mechanism, start, options);
  if (!run.complete) return;
  result.settled += run.settlings.empty() ? 0 : 1;
  const RunVariation variation = runVariation(mechanism, run);
  if (!variation.stopped.empty()) {
    ++result.stopped[variation.stopped];
    return;
  }
  examples::Random random(seed + 1000);
  constexpr double smooth = 1e-5;
  const double epsilon = scenario.epsilon;
  for (int trial = 0; trial < 2; ++trial) {
    const VectorXd dx = random.vector(2 * mechanism.dof());
    const auto at = [&](double s) {
      return Beside{std::shared_ptr<const Mechanism>(std::shared_ptr<void>(), &mechanism),
                    closing.of(moved(mechanism, start, s * dx))};
    };
    const auto wide = slopes(mechanism, start, at, run, options, 2 * epsilon),
               narrow = slopes(mechanism, start, at, run, options, epsilon);
    if (!wide || !narrow) continue;
    const auto& [from, to, kink] = *narrow;
    const double size = variation.map.norm() * from.norm();
    const double spread = (wide->to - to).norm() / size;
    if (spread > smooth || kink > size * tolerance) {
      ++result.bent;
      continue;
    }
    const double error = (variation.map * from - to).norm() / size;
    result.worst = std::max(result.worst, error);
    ++result.compared;
    result.impacts += trial == 0 ? static_cast<int>(run.impacts.size()) : 0;
    result.lasting += trial == 0 && !scenario.held.empty() ? 1 : 0;
    // What the differences err by themselves shows in their spread. The time from which a contact that
    // settles has friction is known by differences.
    const double allowed = run.settlings.empty() ? tolerance : 2 * tolerance;
    QVERIFY2(error < allowed + spread,
             qPrintable(QString("seed %1: %2, spread %3").arg(seed).arg(error).arg(spread)));
  }
}

/// The scene with its parameter at s: masses, friction, damping, springs, gravity, and the radii of balls,
/// each changed by a share of its own.
Scenario varied(const Scenario& scenario, unsigned seed, double s) {
  Within within(seed + 2000);
  const auto grown = [&](double& value) { value *= 1 + s * within(-1, 1); };
  Scenario made = scenario;
  for (Body& body : made.bodies) {
    const double share = 1 + s * within(-1, 1);
    body.mass *= share;
    body.inertia *= share;
    for (Shape& shape : body.shapes)
      if (Ball* ball = std::get_if<Ball>(&shape)) grown(ball->radius);
  }
  for (ContactPair& contact : made.contacts) {
    grown(contact.coefficients.friction);
    if (contact.coefficients.restitution < 0.9) grown(contact.coefficients.restitution);
  }
  for (JointDamper& damper : made.forces.dampers) {
    grown(damper.damping);
    grown(damper.friction);
  }
  grown(made.gravity[1]);
  const double longer = 1 + s * within(-1, 1);  // of rods, which may be parallel
  for (Loop& loop : made.loops)
    if (RodLoop* rod = std::get_if<RodLoop>(&loop.kind)) rod->length *= longer;
  return made;
}

/// The derivative of a run by a parameter of its mechanism, against differences of runs.
void compareByParameter(const Scenario& scenario, unsigned seed, Comparison& result, double tolerance) {
  ++result.scenes;
  const auto at = [&](double s) {
    const Scenario there = varied(scenario, seed, s);
    return std::make_shared<const Mechanism>(there.bodies, there.contacts, there.gravity, there.forces,
                                             there.loops);
  };
  const std::shared_ptr<const Mechanism> mechanism = at(0);
  Closing closing(*mechanism, scenario);
  const State start = closing.of({0, scenario.q, mechanism->massMatrix(scenario.q) * scenario.v});
  if (!start.q.allFinite() || mechanism->gaps(start.q).size() == 0 ||
      mechanism->gaps(start.q).minCoeff() < -closedGap)
    return;
  MotionOptions options = allNodes(scenario.duration);
  options.step = 2e-3;
  const Trajectory run = runMotion(*mechanism, start, options);
  if (!run.complete) return;
  const auto startAt = [&](double s) {
    const std::shared_ptr<const Mechanism> there = at(s);
    return Beside{there, Closing(*there, scenario).of(start)};
  };
  constexpr double smooth = 1e-5;
  const double epsilon = scenario.epsilon;
  ParameterSlope parameter(at, slopeShare);
  RunVariationOptions by;
  by.parameter = &parameter;
  by.startByParameter =
      centralSlope([&](double s) { return difference(*mechanism, start, startAt(s).start); }, slopeShare);
  const RunVariation variation = runVariation(*mechanism, run, by);
  if (!variation.stopped.empty()) {
    ++result.stopped[variation.stopped];
    return;
  }
  const auto wide = slopes(*mechanism, start, startAt, run, options, 2 * epsilon),
             narrow = slopes(*mechanism, start, startAt, run, options, epsilon);
  if (!wide || !narrow) return;
  const VectorXd& to = narrow->to;
  const Eigen::Index n = mechanism->dof();
  const double size = 1 + to.norm(), spread = (wide->to - to).norm() / size;
  if (spread > smooth || narrow->kink > size * tolerance) {
    ++result.bent;
    return;
  }
  const double error = (variation.map.col(2 * n) - to).norm() / size;
  result.worst = std::max(result.worst, error);
  ++result.compared;
  result.impacts += static_cast<int>(run.impacts.size());
  result.lasting += scenario.held.empty() ? 0 : 1;
  result.settled += run.settlings.empty() ? 0 : 1;
  // The time from which a contact that settles has friction is known by differences.
  const double allowed = run.settlings.empty() ? tolerance : 3 * tolerance;
  QVERIFY2(error < allowed + spread,
           qPrintable(QString("seed %1: %2, spread %3").arg(seed).arg(error).arg(spread)));
}

}  // namespace

/// Hundreds of random runs: their variation against differences of runs from states nearby.
class TestRandomVariations : public QObject {
  Q_OBJECT

 private slots:
  void agreeWithDifferences_data();
  void agreeWithDifferences();
  void byAParameter_data();
  void byAParameter();
  void tiesHaveADerivativeInEachCone_data();
  void tiesHaveADerivativeInEachCone();
};

using Make = Scenario (*)(unsigned);
Q_DECLARE_METATYPE(Make)

void TestRandomVariations::agreeWithDifferences_data() {
  QTest::addColumn<Make>("make");
  QTest::addColumn<int>("scenes");
  QTest::addColumn<int>("compared");  // at least
  QTest::newRow("a chain stands, sticks or slides") << Make(standingChain) << 80 << 80;
  QTest::newRow("a ball over a ball") << Make(ballOverBall) << 60 << 60;
  QTest::newRow("boxes and a ball on one") << Make(boxes) << 60 << 60;
  QTest::newRow("boxes on one that slides") << Make(slidingStack) << 30 << 30;
  QTest::newRow("round over an edge") << Make(roundOverEdge) << 60 << 60;
  QTest::newRow("on a stop") << Make(onAStop) << 40 << 60;
  QTest::newRow("loops that bounce") << Make(looped) << 60 << 40;
  QTest::newRow("loops that stand or slide") << Make(standingLoops) << 80 << 120;
  QTest::newRow("loops that land") << Make(loopsThatLand) << 80 << 80;
  QTest::newRow("legs between stops that bounce") << Make(bouncing) << 80 << 60;
  QTest::newRow("bounces that end") << Make(bouncesThatEnd) << 120 << 120;
  QTest::newRow("feet that settle") << Make(feetThatSettle) << 120 << 60;
  QTest::newRow("joints with dry friction") << Make(stiffJoints) << 80 << 60;
}

namespace {

/// Compares scenes and tells how many; at least `compared` directions.
void compareAll(Make make, int scenes, int compared,
                void (*one)(const Scenario&, unsigned, Comparison&, double)) {
  Comparison result;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(scenes); ++seed) {
    one(make(seed), seed, result, 1e-7);
    if (QTest::currentTestFailed()) return;
  }
  std::string why;
  for (const auto& [reason, count] : result.stopped) why += "; " + std::to_string(count) + " " + reason;
  qInfo(
      "%d scenes, %d directions compared, %d impacts, %d with lasting contacts, %d that settled, %d bent, "
      "worst %.1e%s",
      result.scenes, result.compared, result.impacts, result.lasting, result.settled, result.bent,
      result.worst, why.c_str());
  QVERIFY(result.compared >= compared);
  // Every run without a variation says why: none has a step that its contacts do not explain.
  for (const auto& [reason, count] : result.stopped)
    QVERIFY2(reason.find("do not explain") == std::string::npos, qPrintable(QString::number(count)));
}

}  // namespace

void TestRandomVariations::agreeWithDifferences() {
  QFETCH(Make, make);
  QFETCH(int, scenes);
  QFETCH(int, compared);
  compareAll(make, scenes, compared, compare);
}

void TestRandomVariations::byAParameter_data() {
  QTest::addColumn<Make>("make");
  QTest::addColumn<int>("scenes");
  QTest::addColumn<int>("compared");  // at least
  QTest::newRow("a chain stands, sticks or slides") << Make(standingChain) << 80 << 40;
  QTest::newRow("a ball over a ball") << Make(ballOverBall) << 60 << 30;
  QTest::newRow("boxes and a ball on one") << Make(boxes) << 60 << 30;
  QTest::newRow("boxes on one that slides") << Make(slidingStack) << 30 << 15;
  QTest::newRow("round over an edge") << Make(roundOverEdge) << 60 << 30;
  QTest::newRow("on a stop") << Make(onAStop) << 40 << 20;
  QTest::newRow("loops that bounce") << Make(looped) << 60 << 20;
  QTest::newRow("loops that stand or slide") << Make(standingLoops) << 80 << 60;
  QTest::newRow("loops that land") << Make(loopsThatLand) << 80 << 10;
  QTest::newRow("legs between stops that bounce") << Make(bouncing) << 80 << 30;
  QTest::newRow("bounces that end") << Make(bouncesThatEnd) << 120 << 40;
  QTest::newRow("feet that settle") << Make(feetThatSettle) << 120 << 30;
  QTest::newRow("joints with dry friction") << Make(stiffJoints) << 80 << 30;
}

void TestRandomVariations::byAParameter() {
  QFETCH(Make, make);
  QFETCH(int, scenes);
  QFETCH(int, compared);
  compareAll(make, scenes, compared, compareByParameter);
}

void TestRandomVariations::tiesHaveADerivativeInEachCone_data() {
  QTest::addColumn<int>("kind");
  QTest::newRow("a rod falls flat, G = -cos(pi/m)") << 0;
  QTest::newRow("a ball between two others") << 1;
  QTest::newRow("three balls on a line, the first arrives") << 2;
  QTest::newRow("bodies that do not share one") << 3;
}

namespace {

/// A scene in which several contacts close at once and every order ends in one momentum.
Scenario tie(int kind, unsigned seed) {
  Within within(seed);
  Scenario made;
  const auto ball = [&](const char* name, double mass, double radius) {
    Body one{name, -1, Vector3d::Zero(), plane(), mass, {Ball{radius}}};
    one.inertia = 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity();
    return one;
  };
  if (kind == 0) {
    const int m = 2 + static_cast<int>(within(0, 2.99));
    const double a = within(0.2, 0.6), mass = within(0.5, 2), c = std::cos(std::numbers::pi / m);
    Body rod{"rod", -1, Vector3d::Zero(), plane(), mass, {Point{{-a, 0, 0}}, Point{{a, 0, 0}}}};
    // G = (1 − s)/(1 + s) with s = m a²/I
    rod.inertia = mass * a * a * (1 - c) / (1 + c) * Eigen::Matrix3d::Identity();
    made.bodies = {rod, halfSpaceBelow()};
    for (const int shape : {0, 1}) made.contacts.push_back(between(made.bodies, 1, 0, 1, shape));
    made.q = Vector3d(within(-1, 1), within(0.02, 0.1), 0);
    made.v = Vector3d(within(-1, 1), -within(0.5, 1), 0);
  } else if (kind == 1) {
    // The ball c comes along the bisector of a right angle.
    const double r = within(0.05, 0.1), way = within(0.02, 0.06), speed = within(1, 2),
                 side = 2 * r / std::numbers::sqrt2;
    made.bodies = {ball("a", within(0.5, 2), r), ball("b", within(0.5, 2), r), ball("c", within(0.5, 2), r)};
    for (const int other : {0, 1}) made.contacts.push_back(between(made.bodies, 2, other, 1));
    made.gravity.setZero();
    made.q = VectorXd::Zero(9);
    made.q << side, side, 0, side, -side, 0, -way, 0, 0;
    made.v = VectorXd::Zero(9);
    made.v[6] = speed;
    for (const int i : {2, 5, 8}) made.v[i] = within(-1, 1);
  } else if (kind == 2) {
    const double r = within(0.05, 0.1), mass = within(0.5, 2);
    made.bodies = {ball("a", mass, r), ball("b", mass, r), ball("c", mass, r)};
    for (const int first : {0, 1}) made.contacts.push_back(between(made.bodies, first, first + 1, 1));
    made.gravity.setZero();
    const double way = within(0.02, 0.06);
    made.q = VectorXd::Zero(9);
    made.q[0] = -2 * r - way;
    made.q[6] = 2 * r + way;
    made.v = VectorXd::Zero(9);
    made.v[0] = within(1, 2);
    made.v[6] = -made.v[0];
  } else {
    made.bodies = {ball("a", within(0.5, 2), 0.1), ball("b", within(0.5, 2), 0.1), halfSpaceBelow()};
    made.contacts = {between(made.bodies, 2, 0, within(0.5, 1)), between(made.bodies, 2, 1, within(0.5, 1))};
    made.q = VectorXd::Zero(6);
    const double height = within(0.12, 0.15), fall = -within(0.5, 1);
    made.q << 0, height, 0, 1, height, 0;
    made.v = VectorXd::Zero(6);
    made.v << within(-1, 1), fall, within(-1, 1), within(-1, 1), fall, within(-1, 1);
  }
  made.duration = 0.12;
  return made;
}

}  // namespace

/// Perturbations of the start open a tie: in each direction the run has a one-sided derivative, that of the
/// order in which the contacts close then.
void TestRandomVariations::tiesHaveADerivativeInEachCone() {
  QFETCH(int, kind);
  int compared = 0, corners = 0;
  double worst = 0;
  for (unsigned seed = 1; seed <= 25; ++seed) {
    const Scenario scenario = tie(kind, seed);
    const Mechanism mechanism(scenario.bodies, scenario.contacts, scenario.gravity);
    const State start{0, scenario.q, mechanism.massMatrix(scenario.q) * scenario.v};
    MotionOptions options = allNodes(scenario.duration);
    options.step = 2e-3;
    const Trajectory run = runMotion(mechanism, start, options);
    QCOMPARE(run.impacts.size(), std::size_t{1});
    QCOMPARE(run.impacts[0].contacts.size(), std::size_t{2});
    const State end = endOf(mechanism, run);
    const RunVariation whole = runVariation(mechanism, run);
    QVERIFY(whole.isContinuous() == true);
    corners += whole.hasCorners();
    examples::Random random(seed + 500);
    for (int trial = 0; trial < 4; ++trial) {
      const VectorXd dx = random.vector(2 * mechanism.dof());
      RunVariationOptions directed;
      directed.direction = dx;
      const RunVariation variation = runVariation(mechanism, run, directed);
      QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
      // f′(0+) by f at 0, ε, …, 4ε.
      constexpr double epsilon = 2e-5, weights[] = {4, -3, 4.0 / 3, -0.25};
      VectorXd slope = VectorXd::Zero(dx.size());
      std::vector<int> letters;
      bool isSame = true;
      for (int i = 1; i <= 4; ++i) {
        const Trajectory other = runMotion(mechanism, moved(mechanism, start, i * epsilon * dx), options);
        isSame = isSame && other.complete && (i == 1 || story(other) == letters);
        for (const ImpactEvent& impact : other.impacts)  // one after the other, in the same step
          isSame = isSame && static_cast<long>(impact.time / options.step) ==
                                 static_cast<long>(run.impacts[0].time / options.step);
        letters = story(other);
        slope += weights[i - 1] / epsilon * difference(mechanism, end, endOf(mechanism, other));
      }
      if (!isSame) continue;
      const double error = (variation.map - slope).norm() / whole.map.norm() / dx.norm();
      worst = std::max(worst, error);
      ++compared;
      QVERIFY2(error < 1e-7, qPrintable(QString("seed %1: %2").arg(seed).arg(error)));
    }
  }
  qInfo("%d directions, %d scenes with corners, worst %.1e", compared, corners, worst);
  QVERIFY(compared >= 60);
  QVERIFY(kind == 1 ? corners > 0 : corners == 0);
}

CAROM_TEST(TestRandomVariations);
#include "tst_random_variations.moc"
