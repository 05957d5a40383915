// Siconos: Moreau's and Jean's time stepping with Coulomb's friction, and event-driven motion with the
// multiple impact law of Liu, Zhao and Brogliato. C++17.
#include "peers/siconos_world.h"

#include <SiconosKernel.hpp>
#include <boost/exception/diagnostic_information.hpp>
#include <cmath>
#include <stdexcept>

namespace carom::peers {

namespace {

using Index = unsigned int;

SP::SiconosVector siconosVector(std::initializer_list<double> values) {
  auto x = std::make_shared<SiconosVector>(static_cast<Index>(values.size()));
  Index i = 0;
  for (const double value : values) x->setValue(i++, value);
  return x;
}

template <class Do>
void runChecked(Do&& run) {
  try {
    run();
  } catch (const boost::exception& error) {
    const auto* words = boost::get_error_info<Siconos::exception::extra_message>(error);
    throw std::runtime_error("Siconos: " + (words ? *words : "an exception without words"));
  }
}

double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Triple minus(const Triple& a, const Triple& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Triple along(const Triple& from, double way, const Triple& direction) {
  return {from[0] + way * direction[0], from[1] + way * direction[1], from[2] + way * direction[2]};
}

/// What touches: a gap, its points on both bodies and the unit normal, from the second body to the first.
struct Touch {
  double gap = 0;
  Triple first{}, second{}, normal{};
};

/// The place of a body: its centre and its rotation.
struct Place {
  Triple center{};
  std::array<double, 4> turn{1, 0, 0, 0};  ///< quaternion, its real part first

  Triple turned(const Triple& x) const {
    const Triple u{turn[1], turn[2], turn[3]};
    const Triple w = cross(u, x), ww = cross(u, w);
    return {x[0] + 2 * (turn[0] * w[0] + ww[0]), x[1] + 2 * (turn[0] * w[1] + ww[1]),
            x[2] + 2 * (turn[0] * w[2] + ww[2])};
  }
  Triple point(const Triple& x) const { return along(center, 1, turned(x)); }
  static Triple cross(const Triple& a, const Triple& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
};

/// A contact of a body with the world or with the body before it.
struct Pair {
  enum class Kind { BallPlane, BallBall, CornerPlane, CornerTop } kind;
  std::size_t first = 0, second = 0;
  double radius = 0, otherRadius = 0;
  PlainWorld::Plane plane;  ///< of the world, or the height of the top of the second body
  Triple corner{};          ///< in the first body
  bool isOfTwo() const { return kind == Kind::BallBall || kind == Kind::CornerTop; }

  Touch at(const Place& a, const Place& b) const {
    switch (kind) {
      case Kind::BallBall: {
        const Triple way = minus(a.center, b.center);
        const double distance = std::sqrt(dot(way, way));
        const Triple normal{way[0] / distance, way[1] / distance, way[2] / distance};
        return {distance - radius - otherRadius, along(a.center, -radius, normal),
                along(b.center, otherRadius, normal), normal};
      }
      case Kind::CornerTop: {
        const Triple point = a.point(corner), up = b.turned({0, 1, 0});
        const double height = dot(minus(point, b.center), up) - plane.offset;
        return {height, point, along(point, -height, up), up};
      }
      case Kind::BallPlane:
      case Kind::CornerPlane:
        break;
    }
    const Triple point = kind == Kind::BallPlane ? along(a.center, -radius, plane.normal) : a.point(corner);
    const double gap = dot(point, plane.normal) - plane.offset;
    return {gap, point, along(point, -gap, plane.normal), plane.normal};
  }
};

/// Balls with balls and planes. Boxes touch planes, and each the plane through the upper face of the one
/// before, with their lower corners.
std::vector<Pair> pairsOf(const PlainWorld& world) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const PlainWorld::Body& body = world.bodies[i];
    const auto addCorners = [&](Pair pair) {
      for (const double x : {-1.0, 1.0})
        for (const double z : {-1.0, 1.0}) {
          pair.corner = {x * body.halfSize[0], -body.halfSize[1], z * body.halfSize[2]};
          pairs.push_back(pair);
        }
    };
    for (const PlainWorld::Plane& plane : world.planes)
      if (body.radius > 0)
        pairs.push_back({Pair::Kind::BallPlane, i, i, body.radius, 0, plane, {}});
      else if (i == 0)
        addCorners({Pair::Kind::CornerPlane, i, i, 0, 0, plane, {}});
    if (body.radius == 0 && i > 0)
      addCorners({Pair::Kind::CornerTop, i, i - 1, 0, 0, {{}, world.bodies[i - 1].halfSize[1]}, {}});
    for (std::size_t j = 0; body.radius > 0 && j < i; ++j)
      pairs.push_back({Pair::Kind::BallBall, i, j, body.radius, world.bodies[j].radius, {}, {}});
  }
  return pairs;
}

/// The relation of a contact of bodies that turn; Base: NewtonEuler1DR without friction, 3DR with it.
template <class Base>
class TouchRelation : public Base {
 public:
  explicit TouchRelation(const Pair& pair) : m_pair(pair) {}
  void computeh(double, const BlockVector& q, SiconosVector& y) override {
    const auto place = [&q](Index from) {
      return Place{{q(from), q(from + 1), q(from + 2)}, {q(from + 3), q(from + 4), q(from + 5), q(from + 6)}};
    };
    const Touch touch = m_pair.at(place(0), m_pair.isOfTwo() ? place(7) : Place{});
    for (Index k = 0; k < 3; ++k) {
      this->_Pc1->setValue(k, touch.first[k]);
      this->_Pc2->setValue(k, touch.second[k]);
      this->_Nc->setValue(k, touch.normal[k]);
    }
    y.setValue(0, touch.gap);
  }

 private:
  Pair m_pair;
};

/// The same for balls that only travel: coordinates are their centres.
class TravelRelation : public LagrangianScleronomousR {
 public:
  explicit TravelRelation(const Pair& pair) : m_pair(pair) {}
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override {
    y.setValue(0, touch(q).gap);
  }
  void computeJachq(const BlockVector& q, BlockVector&) override {
    const Triple normal = touch(q).normal;
    for (Index k = 0; k < 3; ++k) {
      _jachq->setValue(0, k, normal[k]);
      if (m_pair.isOfTwo()) _jachq->setValue(0, k + 3, -normal[k]);
    }
  }
  void computeDotJachq(const BlockVector& q, BlockVector&, const BlockVector& v) override {
    for (Index k = 0; k < q.size(); ++k) _dotjachq->setValue(0, k, 0);
    if (!m_pair.isOfTwo()) return;
    const Triple normal = touch(q).normal, way = minus(center(q, 0), center(q, 3));
    const Triple slip = minus(center(v, 0), center(v, 3));
    const double distance = std::sqrt(dot(way, way));
    const Triple turning = along(slip, -dot(slip, normal), normal);
    for (Index k = 0; k < 3; ++k) {
      _dotjachq->setValue(0, k, turning[k] / distance);
      _dotjachq->setValue(0, k + 3, -turning[k] / distance);
    }
  }

 private:
  static Triple center(const BlockVector& q, Index from) { return {q(from), q(from + 1), q(from + 2)}; }
  Touch touch(const BlockVector& q) const {
    return m_pair.at({center(q, 0)}, m_pair.isOfTwo() ? Place{center(q, 3)} : Place{});
  }
  Pair m_pair;
};

constexpr double longest = 1e6;  // s, the end of time

}  // namespace

class SiconosWorld::Parts {
 public:
  Parts(const PlainWorld& world, double step)
      : m_system(std::make_shared<NonSmoothDynamicalSystem>(0, longest)),
        m_times(std::make_shared<TimeDiscretisation>(0, step)),
        m_gravity(world.gravity) {}
  virtual ~Parts() = default;
  virtual void step() = 0;
  virtual std::vector<PlainMotion> motions() const = 0;

 protected:
  SP::SiconosVector weight(double mass) const {
    return siconosVector({mass * m_gravity[0], mass * m_gravity[1], mass * m_gravity[2]});
  }
  template <class Bodies>
  void link(const SP::Interaction& contact, const Pair& pair, const Bodies& bodies) {
    if (pair.isOfTwo())
      m_system->link(contact, bodies[pair.first], bodies[pair.second]);
    else
      m_system->link(contact, bodies[pair.first]);
  }

  SP::NonSmoothDynamicalSystem m_system;
  SP::TimeDiscretisation m_times;
  Triple m_gravity;
};

/// Time stepping of bodies that turn.
class SiconosWorld::Stepped : public Parts {
 public:
  Stepped(const PlainWorld& world, double step) : Parts(world, step) {
    for (const PlainWorld::Body& from : world.bodies) {
      auto inertia = std::make_shared<SimpleMatrix>(3, 3);
      for (Index k = 0; k < 3; ++k) inertia->setValue(k, k, from.moments[k]);
      const auto& x = from.position;
      const auto& v = from.velocity;
      auto body =
          std::make_shared<NewtonEulerDS>(siconosVector({x[0], x[1], x[2], 1, 0, 0, 0}),
                                          siconosVector({v[0], v[1], v[2], 0, 0, 0}), from.mass, inertia);
      body->setFExtPtr(weight(from.mass));
      m_bodies.push_back(body);
      m_system->insertDynamicalSystem(body);
    }
    const bool hasFriction = world.friction > 0;
    for (const Pair& pair : pairsOf(world)) {
      SP::NonSmoothLaw law;
      SP::Relation relation;
      if (hasFriction) {
        law = std::make_shared<NewtonImpactFrictionNSL>(world.restitution, 0, world.friction, 3);
        relation = std::make_shared<TouchRelation<NewtonEuler3DR>>(pair);
      } else {
        law = std::make_shared<NewtonImpactNSL>(world.restitution);
        relation = std::make_shared<TouchRelation<NewtonEuler1DR>>(pair);
      }
      link(std::make_shared<Interaction>(law, relation), pair, m_bodies);
    }
    SP::OneStepNSProblem problem;
    if (hasFriction)
      problem = std::make_shared<FrictionContact>(3);
    else
      problem = std::make_shared<LCP>();
    m_simulation =
        std::make_shared<TimeStepping>(m_system, m_times, std::make_shared<MoreauJeanOSI>(0.5), problem);
  }
  void step() override {
    runChecked([this] {
      m_simulation->computeOneStep();
      m_simulation->nextStep();
    });
  }
  std::vector<PlainMotion> motions() const override {
    std::vector<PlainMotion> motions;
    for (const SP::NewtonEulerDS& body : m_bodies) {
      const SiconosVector &q = *body->q(), &v = *body->twist();
      motions.push_back({{q(0), q(1), q(2)}, {v(0), v(1), v(2)}, v(5)});
    }
    return motions;
  }

 private:
  std::vector<SP::NewtonEulerDS> m_bodies;
  std::shared_ptr<TimeStepping> m_simulation;
};

/// Events of balls that travel.
class SiconosWorld::Events : public Parts {
 public:
  Events(const PlainWorld& world, double step) : Parts(world, step), m_step(step) {
    double momentum = 0;
    for (const PlainWorld::Body& from : world.bodies) {
      auto mass = std::make_shared<SimpleMatrix>(3, 3);
      for (Index k = 0; k < 3; ++k) mass->setValue(k, k, from.mass);
      const auto& x = from.position;
      const auto& v = from.velocity;
      auto body = std::make_shared<LagrangianLinearTIDS>(siconosVector({x[0], x[1], x[2]}),
                                                         siconosVector({v[0], v[1], v[2]}), mass);
      body->setFExtPtr(weight(from.mass));
      m_bodies.push_back(body);
      m_system->insertDynamicalSystem(body);
      momentum += from.mass * std::sqrt(dot(v, v));
    }
    constexpr double stiffness = 1e6, hertz = 1.5;
    for (const Pair& pair : pairsOf(world))
      link(std::make_shared<Interaction>(
               std::make_shared<MultipleImpactNSL>(world.restitution, stiffness, hertz),
               std::make_shared<TravelRelation>(pair)),
           pair, m_bodies);
    m_simulation = std::make_shared<EventDriven>(m_system, m_times);
    m_simulation->insertIntegrator(std::make_shared<LsodarOSI>());
    constexpr double part = 1e-4, zero = 1e-6;  // of the momentum before
    constexpr Index mostSteps = 2'000'000;
    auto impact = std::make_shared<MultipleImpact>("BiStiffness", part * momentum);
    impact->SetNstepMax(mostSteps);
    impact->SetTolVel(zero);
    impact->SetTolEner(zero);
    impact->SetZeroVelEndImp(zero);
    impact->SetZeroEnerEndImp(zero);
    m_simulation->insertNonSmoothProblem(impact, SICONOS_OSNSP_ED_IMPACT);
    m_simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
    runChecked([this] { m_simulation->initialize(); });
    // Contacts that part more slowly count as closed; with less its root search stops at their gaps of 0.
    m_simulation->setToleranceED(1e-5);
  }
  void step() override {
    const double end = static_cast<double>(++m_done) * m_step - 1e-6 * m_step;
    runChecked([this, end] {
      while (m_simulation->hasNextEvent() && m_simulation->startingTime() < end) {
        m_simulation->advanceToEvent();
        m_simulation->processEvents();
      }
    });
  }
  std::vector<PlainMotion> motions() const override {
    std::vector<PlainMotion> motions;
    for (const SP::LagrangianLinearTIDS& body : m_bodies) {
      const SiconosVector &q = *body->q(), &v = *body->velocity();
      motions.push_back({{q(0), q(1), q(2)}, {v(0), v(1), v(2)}, 0});
    }
    return motions;
  }

 private:
  double m_step;
  long m_done = 0;
  std::vector<SP::LagrangianLinearTIDS> m_bodies;
  std::shared_ptr<EventDriven> m_simulation;
};

SiconosWorld::SiconosWorld(const PlainWorld& world, double step, bool isEventDriven) {
  runChecked([&] {
    if (isEventDriven)
      m_parts = std::make_unique<Events>(world, step);
    else
      m_parts = std::make_unique<Stepped>(world, step);
  });
}
SiconosWorld::~SiconosWorld() = default;
void SiconosWorld::step() {
  m_parts->step();
}
std::vector<PlainMotion> SiconosWorld::motions() const {
  return m_parts->motions();
}

}  // namespace carom::peers
