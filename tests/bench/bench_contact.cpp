// Steps of what rests and slides on others: a box on its four corners, a stack of balls, a stack of boxes,
// each beside plain sweeps of projected Gauss–Seidel over the same contacts to the same impulses.
//
// `ours` and `straightforward` start each step from the impulses of the step before, as programs do, and
// `…-anew` from none. The counter is steps per second.
#include <benchmark/benchmark.h>

#include <cmath>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/lasting_contacts.h"
#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/mechanism.h"

namespace {

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double h = 1e-3, g = 9.81, friction = 0.5;

struct Stack {
  Mechanism mechanism;
  VectorXd q, p;
};

Body freeBody(int number, double mass, Shape shape, const Vector3d& inertia) {
  Body body{"b" + std::to_string(number), -1, Vector3d::Zero(), {}, mass, {std::move(shape)}};
  body.joints = {{Prismatic{Vector3d::UnitX()}, "x"},
                 {Prismatic{Vector3d::UnitY()}, "y"},
                 {Prismatic{Vector3d::UnitZ()}, "z"},
                 {Spherical{}, "r"}};
  body.inertia = inertia.asDiagonal();
  return body;
}

/// The bodies over each other on the floor, at rest. Boxes get smaller upwards: their lower corners carry.
Stack stack(int count, bool boxes) {
  std::vector<Body> bodies;
  VectorXd q = VectorXd::Zero(6 * count);
  double top = 0;
  for (int i = 0; i < count; ++i) {
    const double half = 0.1 * (boxes ? 1 - 0.1 * i : 1), square = half * half;
    if (boxes)
      bodies.push_back(freeBody(i, 1, boxHull({half, half, half}), Vector3d::Constant(2.0 / 3 * square)));
    else
      bodies.push_back(freeBody(i, 1, Ball{half}, Vector3d::Constant(0.4 * square)));
    q[6 * i + 1] = top + half;
    top += 2 * half;
  }
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  std::vector<ContactPair> contacts;
  for (int i = 0; i < count; ++i) {
    const int below = i > 0 ? i - 1 : count;
    const Body &upper = bodies[static_cast<std::size_t>(i)], &lower = bodies[static_cast<std::size_t>(below)];
    for (const auto& part : contactParts(upper.shapes[0], lower.shapes[0], false))
      contacts.push_back({"c" + std::to_string(contacts.size()), {i, below}, {}, part, friction, 0});
  }
  Mechanism mechanism(std::move(bodies), std::move(contacts), Vector3d(0, -g, 0));
  VectorXd p = VectorXd::Zero(6 * count);
  return {std::move(mechanism), std::move(q), std::move(p)};
}

/// Free bodies with contacts at given places: velocities by gravity, then sweeps over the contacts until no
/// impulse changes any more; what one writes down first.
class Sweeps {
 public:
  explicit Sweeps(const Stack& stack) : m_q(stack.q), m_v(VectorXd::Zero(stack.q.size())) {
    const Mechanism& mechanism = stack.mechanism;
    const Eigen::MatrixXd M = mechanism.massMatrix(stack.q);
    m_inverse = M.diagonal().cwiseInverse();
    for (const int i : closedContacts(mechanism, stack.q)) {
      Eigen::MatrixXd rows(3, m_q.size());
      rows.row(0) = mechanism.normal(i, stack.q).transpose();
      rows.bottomRows(2) = mechanism.tangents(i, stack.q);
      const auto& body = mechanism.contacts()[static_cast<std::size_t>(i)].body;
      Contact contact{{6 * body[0], 6 * body[1] < m_q.size() ? 6 * body[1] : -1}, {}, {}, {}};
      for (std::size_t side = 0; side < 2; ++side)
        if (contact.at[side] >= 0) contact.rows[side] = rows.middleCols<6>(contact.at[side]);
      for (int a = 0; a < 3; ++a)
        contact.effective[a] = 1 / rows.row(a).cwiseAbs2().dot(m_inverse.transpose());
      m_contacts.push_back(contact);
    }
  }

  void forget() {
    for (Contact& contact : m_contacts) contact.impulse.setZero();
  }
  /// False where the sweeps do not end.
  bool step() {
    constexpr int most = 100'000;
    constexpr double enough = 1e-12;
    for (Eigen::Index i = 1; i < m_v.size(); i += 6) m_v[i] -= h * g;
    for (Contact& contact : m_contacts) apply(contact, contact.impulse);
    for (int k = 0; k < most; ++k) {
      double change = 0, size = 0;
      for (Contact& contact : m_contacts) {
        Vector3d wanted = contact.impulse;
        wanted[0] = std::max(0.0, wanted[0] - velocity(contact, 0) * contact.effective[0]);
        for (int a = 1; a < 3; ++a) wanted[a] -= velocity(contact, a) * contact.effective[a];
        const double rubs = wanted.tail<2>().norm();
        if (rubs > friction * wanted[0]) wanted.tail<2>() *= friction * wanted[0] / rubs;
        const Vector3d more = wanted - contact.impulse;
        apply(contact, more);
        contact.impulse = wanted;
        change = std::max(change, more.lpNorm<Eigen::Infinity>());
        size = std::max(size, wanted[0]);
      }
      if (change <= enough * size) {
        m_q += h * m_v;
        return true;
      }
    }
    return false;
  }
  /// What all contacts give to the coordinates in a step (N·s): unlike single impulses it is unique.
  VectorXd given() const {
    VectorXd sum = VectorXd::Zero(m_q.size());
    for (const Contact& contact : m_contacts)
      for (std::size_t side = 0; side < 2; ++side)
        if (contact.at[side] >= 0)
          sum.segment<6>(contact.at[side]) += contact.rows[side].transpose() * contact.impulse;
    return sum;
  }
  const VectorXd& velocities() const { return m_v; }

 private:
  struct Contact {
    std::array<int, 2> at;  ///< first coordinates of the bodies; −1 for the floor
    std::array<Eigen::Matrix<double, 3, 6>, 2> rows;
    Vector3d effective, impulse = Vector3d::Zero();
  };
  double velocity(const Contact& contact, int row) const {
    double sum = 0;
    for (std::size_t side = 0; side < 2; ++side)
      if (contact.at[side] >= 0) sum += contact.rows[side].row(row).dot(m_v.segment<6>(contact.at[side]));
    return sum;
  }
  void apply(const Contact& contact, const Vector3d& impulse) {
    for (std::size_t side = 0; side < 2; ++side)
      if (contact.at[side] >= 0)
        m_v.segment<6>(contact.at[side]) +=
            m_inverse.segment<6>(contact.at[side]).cwiseProduct(contact.rows[side].transpose() * impulse);
  }

  VectorXd m_q, m_v, m_inverse;
  std::vector<Contact> m_contacts;
};

constexpr int count = 100;  // steps of an iteration

void setRate(benchmark::State& state) {
  state.counters["steps/s"] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
}

/// Our step, beside what gravity takes: at rest the contacts give it back, coordinate by coordinate.
bool givesTheSame(const Stack& stack) {
  MidpointIntegrator integrator(stack.mechanism);
  LastingContacts lasting(stack.mechanism, integrator);
  VectorXd q = stack.q, p = stack.p;
  lasting.holdClosed(q, p);
  Sweeps sweeps(stack);
  if (lasting.step(q, p, 0, h) != StepStatus::Done || !sweeps.step()) return false;
  const VectorXd ours = p - stack.p - h * stack.mechanism.gravityForce(stack.q);
  const VectorXd theirs = sweeps.given();
  return (ours - theirs).lpNorm<Eigen::Infinity>() <= 1e-9 * theirs.lpNorm<Eigen::Infinity>();
}

void ours(benchmark::State& state, int bodies, bool boxes, bool anew) {
  const Stack made = stack(bodies, boxes);
  if (!givesTheSame(made)) state.SkipWithError("the impulses differ");
  MidpointIntegrator integrator(made.mechanism);
  LastingContacts lasting(made.mechanism, integrator);
  lasting.holdClosed(made.q, made.p);
  const std::vector<int> held = lasting.contacts();
  VectorXd q = made.q, p = made.p;
  for (auto _ : state) {
    for (int i = 0; i < count; ++i) {
      if (anew) {
        lasting.clear();
        for (const int contact : held) lasting.hold(contact);
      }
      if (lasting.step(q, p, 0, h) != StepStatus::Done) state.SkipWithError("no step");
    }
    benchmark::DoNotOptimize(q.data());
  }
  if (!((q - made.q).lpNorm<Eigen::Infinity>() <= 1e-9)) state.SkipWithError("it moves");
  state.counters["contacts"] = static_cast<double>(held.size());
  setRate(state);
}

void straightforward(benchmark::State& state, int bodies, bool boxes, bool anew) {
  const Stack made = stack(bodies, boxes);
  Sweeps sweeps(made);
  for (auto _ : state)
    for (int i = 0; i < count; ++i) {
      if (anew) sweeps.forget();
      if (!sweeps.step()) state.SkipWithError("no step");
    }
  setRate(state);
}

const bool registered = [] {
  struct Case {
    const char* name;
    int bodies;
    bool boxes;
  };
  for (const Case& at :
       {Case{"box-at-rest", 1, true}, Case{"five-balls", 5, false}, Case{"five-boxes", 5, true}})
    for (const bool anew : {false, true}) {
      const std::string name = std::string(at.name) + (anew ? "-anew" : "");
      benchmark::RegisterBenchmark((name + "/straightforward").c_str(), straightforward, at.bodies, at.boxes,
                                   anew);
      benchmark::RegisterBenchmark((name + "/ours").c_str(), ours, at.bodies, at.boxes, anew);
    }
  return true;
}();

}  // namespace
