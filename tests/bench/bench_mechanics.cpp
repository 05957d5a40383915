// Steps of the integrator: a double pendulum through the general tree beside code written for this one
// system, and how the cost grows with the number of links.
//
// Pairs are called WHAT/ours and WHAT/straightforward, or WHAT/run and WHAT/variation; the counter is the
// cost of a step.
#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/variation/run_variation.h"

namespace {

using namespace carom;

constexpr double h = 1e-3, g = 9.81;
const double quarter = std::acos(0.0);

/// A chain of uniform rods of length 1 and mass 1; its plane is z = 0, or tilted so that nothing lies along
/// an axis.
Mechanism chain(int links, bool tilted) {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  if (tilted) R = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  std::vector<Body> bodies;
  for (int i = 0; i < links; ++i) {
    const Eigen::Vector3d axis = (R * Eigen::Vector3d::UnitZ()).normalized();
    Body rod{"rod" + std::to_string(i),   i - 1, R * Eigen::Vector3d(0, i > 0 ? -1 : 0, 0),
             {{Revolute{axis}, "angle"}}, 1,     {}};
    rod.centreOfMass = R * Eigen::Vector3d(0, -0.5, 0);
    rod.inertia = R * Eigen::Vector3d(1.0 / 12, 0, 1.0 / 12).asDiagonal() * R.transpose();
    bodies.push_back(std::move(rod));
  }
  return {std::move(bodies), {}, R * Eigen::Vector3d(0, -g, 0)};
}

/// The midpoint rule for two uniform rods in absolute angles a, b from hanging:
/// T = ⅙ȧ²·4 + ⅙ḃ² + ½ȧḃ cos(a−b), V = −(3/2) g cos a − ½ g cos b.
struct HandWritten {
  std::array<double, 2> q{quarter, quarter}, p{0, 0}, v{0, 0}, last{0, 0}, before{0, 0};

  void step() {
    const std::array<double, 2> guess{3 * (v[0] - last[0]) + before[0], 3 * (v[1] - last[1]) + before[1]};
    before = last;
    last = v;
    v = guess;
    for (int i = 0; i < 20; ++i) {
      const double a = q[0] + 0.5 * h * v[0], b = q[1] + 0.5 * h * v[1];
      const double c = 0.5 * std::cos(a - b), s = 0.5 * std::sin(a - b), sa = 1.5 * g * std::sin(a),
                   sb = 0.5 * g * std::sin(b), ca = 1.5 * g * std::cos(a), cb = 0.5 * g * std::cos(b);
      const double turn = s * v[0] * v[1];
      const double ra = 4.0 / 3 * v[0] + c * v[1] - 0.5 * h * (-turn - sa) - p[0];
      const double rb = 1.0 / 3 * v[1] + c * v[0] - 0.5 * h * (turn - sb) - p[1];
      // M + (h/2)(B − Bᵀ) − (h²/4) C, written out.
      const double bend = c * v[0] * v[1], k = 0.25 * h * h;
      const double B01 = s * v[1], B10 = -s * v[0];  // ∂p_a/∂b, ∂p_b/∂a
      const double J00 = 4.0 / 3 - k * (-bend - ca), J11 = 1.0 / 3 - k * (-bend - cb);
      const double J01 = c + 0.5 * h * (B01 - B10) - k * bend, J10 = c - 0.5 * h * (B01 - B10) - k * bend;
      const double det = J00 * J11 - J01 * J10;
      const double da = (J11 * ra - J01 * rb) / det, db = (J00 * rb - J10 * ra) / det;
      v[0] -= da;
      v[1] -= db;
      if (std::abs(da * ra) + std::abs(db * rb) > 1e-16 * (1e-10 + v[0] * v[0] + v[1] * v[1])) continue;
      break;
    }
    const double a = q[0] + 0.5 * h * v[0], b = q[1] + 0.5 * h * v[1],
                 turn = 0.5 * std::sin(a - b) * v[0] * v[1];
    p[0] += h * (-turn - 1.5 * g * std::sin(a));
    p[1] += h * (turn - 0.5 * g * std::sin(b));
    q[0] += h * v[0];
    q[1] += h * v[1];
  }
};

constexpr int count = 1000;  // steps of an iteration

void setCost(benchmark::State& state) {
  using benchmark::Counter;
  state.counters["ns/step"] = Counter(1e-9 * count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void doublePendulumByHand(benchmark::State& state) {
  HandWritten pendulum;
  for (auto _ : state) {
    for (int i = 0; i < count; ++i) pendulum.step();
    benchmark::DoNotOptimize(pendulum.q);
  }
  setCost(state);
}

/// The first rod starts at `angle` from hanging, the others along it.
void chainOfRods(benchmark::State& state, int links, double angle, bool tilted) {
  const Mechanism mechanism = chain(links, tilted);
  MidpointIntegrator integrator(mechanism);
  Eigen::VectorXd q = Eigen::VectorXd::Unit(links, 0) * angle, p = Eigen::VectorXd::Zero(links);
  for (auto _ : state) {
    if (integrator.steps(q, p, 0, h, count) != count) state.SkipWithError("not converged");
    benchmark::DoNotOptimize(q.data());
  }
  setCost(state);
}

/// A run of a chain in the plane, and its variation by the initial state.
void runOfChain(benchmark::State& state, int links, bool derives) {
  const Mechanism mechanism = chain(links, false);
  MotionOptions options;
  options.duration = count * h;
  options.step = h;
  options.mostNodes = 2 * count;
  const State start{0, Eigen::VectorXd::Unit(links, 0) * 0.5, Eigen::VectorXd::Zero(links)};
  const Trajectory run = runMotion(mechanism, start, options);
  for (auto _ : state) {
    if (derives)
      benchmark::DoNotOptimize(runVariation(mechanism, run).map.data());
    else
      benchmark::DoNotOptimize(runMotion(mechanism, start, options).flights.size());
  }
  setCost(state);
}

const bool registered = [] {
  for (const int links : {2, 8}) {
    const std::string name = "variation-of-chain-" + std::to_string(links);
    benchmark::RegisterBenchmark((name + "/run").c_str(), runOfChain, links, false);
    benchmark::RegisterBenchmark((name + "/variation").c_str(), runOfChain, links, true);
  }
  benchmark::RegisterBenchmark("double-pendulum/straightforward", doublePendulumByHand);
  benchmark::RegisterBenchmark("double-pendulum/ours", chainOfRods, 2, quarter, false);
  for (const bool tilted : {false, true})
    for (int links = 2; links <= 64; links *= 2) {
      const std::string name =
          std::string("chain-in-") + (tilted ? "space-" : "the-plane-") + std::to_string(links);
      benchmark::RegisterBenchmark((name + "/ours").c_str(), chainOfRods, links, 0.5, tilted);
    }
  return true;
}();

}  // namespace
