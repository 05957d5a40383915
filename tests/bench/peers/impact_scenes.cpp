#include "peers/impact_scenes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"

namespace carom::peers {

namespace {

constexpr double largestRadius = 0.5, heaviest = 1;  // m, kg
constexpr double lead = 0.05;                        // m

/// Without the rounding of the scene's expressions, which would leave a gap of 10⁻¹⁶ m between balls that
/// touch: an engine in double precision sees it.
Eigen::Vector3d withoutRounding(const Eigen::Vector3d& x) {
  return x.unaryExpr([](double xi) { return std::ldexp(std::round(std::ldexp(xi, 40)), -40); });
}

}  // namespace

ImpactScene::ImpactScene(const std::string& sceneName, const Assignments& assignments)
    : m_instance(Scene::open(sceneName)->instantiate(assignments)),
      m_problem(*impactAt(*m_instance.mechanism, m_instance.initial.q, m_instance.initial.p)),
      m_velocity(m_problem.metric().velocity(m_problem.momentum())) {
  const Mechanism& mechanism = *m_instance.mechanism;
  double radius = 0, mass = 0;
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i) {
    if (mechanism.isFixed(i)) continue;
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(i)];
    m_bodies.push_back(i);
    radius = std::max(radius, std::get<Ball>(body.shapes.at(0)).radius);
    mass = std::max(mass, body.mass);
    m_fastest = std::max(m_fastest, mechanism.bodyVelocity(i, m_instance.initial.q, m_velocity).norm());
  }
  m_length = largestRadius / radius;
  m_mass = heaviest / mass;
}

bool ImpactScene::isOfBalls(const Mechanism& mechanism) {
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(i)];
    if (mechanism.isFixed(i)) {
      for (const Shape& shape : body.shapes)
        if (!std::holds_alternative<HalfSpace>(shape)) return false;
      continue;
    }
    if (body.parent >= 0 || body.shapes.size() != 1 || !std::holds_alternative<Ball>(body.shapes[0]) ||
        !body.centreOfMass.isZero())
      return false;
  }
  return true;
}

bool ImpactScene::overlaps(const World& world) {
  constexpr double touching = 1e-9;  // m
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const double radius = std::get<Ball>(world.bodies[i].shape).radius;
    for (const HalfSpace& plane : world.planes)
      if (plane.normal.dot(world.bodies[i].position) - plane.offset < radius - touching) return true;
    for (std::size_t j = 0; j < i; ++j)
      if ((world.bodies[i].position - world.bodies[j].position).norm() <
          radius + std::get<Ball>(world.bodies[j].shape).radius - touching)
        return true;
  }
  return false;
}

World ImpactScene::world(double speed, double restitution) const {
  const Mechanism& mechanism = *m_instance.mechanism;
  const Eigen::VectorXd& q = m_instance.initial.q;
  World world;
  world.restitution = restitution;
  for (const int i : m_bodies) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(i)];
    RigidBody rigid{Ball{m_length * std::get<Ball>(body.shapes[0]).radius}, m_mass * body.mass,
                    withoutRounding(m_length * mechanism.position(i, q)),
                    speedFactor(speed) * mechanism.bodyVelocity(i, q, m_velocity)};
    rigid.position -= lead / speed * rigid.velocity;
    world.bodies.push_back(rigid);
  }
  for (const Body& body : mechanism.bodies())
    for (const Shape& shape : body.shapes)
      if (const auto* plane = std::get_if<HalfSpace>(&shape))
        world.planes.push_back({plane->normal, m_length * plane->offset});
  return world;
}

const std::vector<Outcome>& ImpactScene::outcomes(double restitution) {
  auto [found, isNew] = m_outcomes.try_emplace(restitution);
  if (isNew) {
    ResolveOptions options;
    options.restitution = restitution;
    found->second = resolveImpact(m_problem, options).outcomes;
  }
  return found->second;
}

ImpactScene::Verdict ImpactScene::judge(const std::vector<Motion>& after, double speed, double restitution) {
  const Mechanism& mechanism = *m_instance.mechanism;
  const KineticMetric& metric = m_problem.metric();
  const Eigen::VectorXd& q = m_instance.initial.q;
  const double factor = speedFactor(speed);
  Eigen::Vector3d change = Eigen::Vector3d::Zero();
  double size = 0;
  for (std::size_t k = 0; k < m_bodies.size(); ++k) {
    const int i = m_bodies[k];
    const double mass = mechanism.bodies()[static_cast<std::size_t>(i)].mass;
    const Eigen::Vector3d before = factor * mechanism.bodyVelocity(i, q, m_velocity);
    change += mass * (after[k].velocity - before);
    size += mass * before.norm();
  }
  const Eigen::VectorXd p = factor * momentum(after, speed);
  const double norm = factor * m_problem.momentumNorm();
  Verdict verdict;
  verdict.energy = std::pow(metric.norm(p) / norm, 2) - 1;
  const bool walled = m_bodies.size() < mechanism.bodies().size();
  verdict.momentum = walled ? std::numeric_limits<double>::quiet_NaN() : change.norm() / size;
  verdict.distance = std::numeric_limits<double>::infinity();
  for (const Outcome& outcome : outcomes(restitution))
    verdict.distance = std::min(verdict.distance, metric.norm(p - factor * outcome.momentum) / norm);
  return verdict;
}

Eigen::VectorXd ImpactScene::momentum(const std::vector<Motion>& after, double speed) const {
  const Mechanism& mechanism = *m_instance.mechanism;
  const Eigen::VectorXd& q = m_instance.initial.q;
  // All bodies travel only, each along joints that are orthogonal to each other.
  Eigen::VectorXd v = Eigen::VectorXd::Zero(mechanism.dof());
  for (std::size_t k = 0; k < m_bodies.size(); ++k)
    v += mechanism.positionJacobian(m_bodies[k], q).transpose() * after[k].velocity;
  return mechanism.massMatrix(q) * v / speedFactor(speed);
}

}  // namespace carom::peers
