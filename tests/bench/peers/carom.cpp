// Carom itself, as one of the engines: what it does with the same worlds.
#include <stdexcept>

#include "mechanics/motion/lasting_contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "peers/peer.h"

namespace carom::peers {

namespace {

/// Bodies on hinges turn about them; balls travel in the plane, because without friction nothing turns them;
/// boxes move freely.
Body caromBody(const World& world, std::size_t i) {
  const RigidBody& from = world.bodies[i];
  Body body{"body" + std::to_string(i), -1, Eigen::Vector3d::Zero(), {}, from.mass, {}};
  if (const auto* box = std::get_if<Box>(&from.shape))
    body.shapes = {boxHull(box->halfSize)};
  else
    body.shapes = {std::get<Ball>(from.shape)};
  body.inertia = inertia(from).asDiagonal();
  if (!world.hinges.empty()) {
    body.parent = static_cast<int>(i) - 1;
    body.origin = world.hinges[i].at - (i > 0 ? world.hinges[i - 1].at : Eigen::Vector3d::Zero());
    body.centreOfMass = from.position - world.hinges[i].at;
    body.joints = {{Revolute{Eigen::Vector3d::UnitZ()}, "angle"}};
    return body;
  }
  body.joints = {{Prismatic{Eigen::Vector3d::UnitX()}, "x"}, {Prismatic{Eigen::Vector3d::UnitY()}, "y"}};
  if (std::holds_alternative<Box>(from.shape) || world.isSpatial) {
    body.joints.push_back({Prismatic{Eigen::Vector3d::UnitZ()}, "z"});
    body.joints.push_back({Spherical{}, "r"});
  } else if (world.settles) {
    body.joints.push_back({Revolute{Eigen::Vector3d::UnitZ()}, "angle"});
  }
  return body;
}

Mechanism caromMechanism(const World& world) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) bodies.push_back(caromBody(world, i));
  for (const HalfSpace& plane : world.planes)
    bodies.push_back({"plane" + std::to_string(bodies.size()), -1, Eigen::Vector3d::Zero(), {}, 0, {plane}});
  std::vector<ContactPair> contacts;
  const int count = static_cast<int>(bodies.size());
  for (int i = 0; i < static_cast<int>(world.bodies.size()) && world.collides(); ++i)
    for (int j = i + 1; j < count; ++j)
      for (const auto& part :
           contactParts(bodies[static_cast<std::size_t>(i)].shapes[0],
                        bodies[static_cast<std::size_t>(j)].shapes[0], world.settles && !world.isSpatial))
        contacts.push_back({"c" + std::to_string(contacts.size()), {i, j}, {}, part, world.friction});
  return {std::move(bodies), std::move(contacts), world.gravity};
}

class CaromSimulation : public Simulation {
 public:
  CaromSimulation(const World& world, double step)
      : m_step(step), m_mechanism(caromMechanism(world)), m_bodies(static_cast<int>(world.bodies.size())) {
    const int n = m_mechanism.dof();
    m_q = m_velocity = Eigen::VectorXd::Zero(n);
    for (int i = 0; i < m_bodies && world.hinges.empty(); ++i)
      for (std::size_t k = 0; k < m_mechanism.chain(i).size() && k < 3; ++k) {
        const RigidBody& body = world.bodies[static_cast<std::size_t>(i)];
        m_q[m_mechanism.chain(i)[k]] = body.position[static_cast<Eigen::Index>(k)];
        m_velocity[m_mechanism.chain(i)[k]] = body.velocity[static_cast<Eigen::Index>(k)];
      }
    m_p = m_mechanism.massMatrix(m_q) * m_velocity;
  }
  std::vector<Motion> motions() const override {
    const Eigen::VectorXd v = m_mechanism.massMatrix(m_q).ldlt().solve(m_p);
    std::vector<Motion> motions;
    for (int i = 0; i < m_bodies; ++i) {
      const Eigen::Vector3d centre = m_mechanism.centreOfMass(i, m_q);
      motions.push_back({centre, m_mechanism.pointJacobian(i, m_q, centre) * v,
                         m_mechanism.angularVelocity(i, m_q, v).z()});
    }
    return motions;
  }

 protected:
  double m_step;
  Mechanism m_mechanism;
  int m_bodies;
  Eigen::VectorXd m_q, m_velocity, m_p;
};

/// Flights and impacts.
class CaromFlight : public CaromSimulation {
 public:
  CaromFlight(const World& world, double step, Settings settings) : CaromSimulation(world, step) {
    m_options.duration = step;
    m_options.step = step;
    m_options.restitution = world.restitution;
    if (settings == Settings::Best) m_options.alternatives.emplace();
  }
  void step() override {
    const Trajectory run = runMotion(m_mechanism, {0, m_q, m_p}, m_options);
    if (!run.complete) throw std::runtime_error("Carom: " + run.stopReason);
    m_q = run.configuration(m_step);
    m_p = m_mechanism.massMatrix(m_q) * run.velocity(m_step);
  }

 private:
  MotionOptions m_options;
};

/// Steps of the integrator, with contacts that last.
class CaromSteps : public CaromSimulation {
 public:
  CaromSteps(const World& world, double step) : CaromSimulation(world, step) {
    m_lasting.holdClosed(m_q, m_velocity);
  }
  void step() override {
    const StepStatus status =
        m_lasting.empty() ? m_integrator.step(m_q, m_p, 0, m_step) : m_lasting.step(m_q, m_p, 0, m_step);
    if (status != StepStatus::Done) throw std::runtime_error("Carom: a step was not solved");
  }

 private:
  MidpointIntegrator m_integrator{m_mechanism};
  LastingContacts m_lasting{m_mechanism, m_integrator};
};

/// A whole run, with its impacts: what settles.
class CaromRun : public CaromSimulation {
 public:
  CaromRun(const World& world, double step) : CaromSimulation(world, step) {
    m_options.step = step;
    m_options.restitution = world.restitution;
  }
  void step() override {
    run(1, 1, [](const std::vector<Motion>&) {});
  }
  double run(long steps, long every,
             const std::function<void(const std::vector<Motion>&)>& observe) override {
    using Clock = std::chrono::steady_clock;
    m_options.duration = static_cast<double>(steps) * m_step;
    const auto start = Clock::now();
    const Trajectory run = runMotion(m_mechanism, {0, m_q, m_p}, m_options);
    const double time = std::chrono::duration<double>(Clock::now() - start).count();
    if (!run.complete) throw std::runtime_error("Carom: " + run.stopReason);
    for (long done = every; done <= steps; done += every) {
      const double t = static_cast<double>(done) * m_step;
      m_q = run.configuration(t);
      m_p = m_mechanism.massMatrix(m_q) * run.velocity(t);
      observe(motions());
    }
    return time;
  }

 private:
  MotionOptions m_options;
};

const AddedPeer added{
    {"carom",
     CAROM_VERSION,
     {"double precision; exact flights, every impact by one ordering, most infeasible first; variational "
      "midpoint rule",
      "double precision; the same, with all orderings searched at every impact"},
     [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
       if (world.gravity.isZero()) return std::make_unique<CaromFlight>(world, step, settings);
       if (world.settles) return std::make_unique<CaromRun>(world, step);
       return std::make_unique<CaromSteps>(world, step);
     }}};

}  // namespace

}  // namespace carom::peers
