// One impulse of one collision law, beside formulas and integrators written down as a textbook has them.
//
// The algebraic law is compared with the program of [CR98 A.2] in matrices of any size, Routh's law in space
// with Runge and Kutta's method of order 4 in 1,000 steps of the normal impulse, Smith's with Newton's
// iteration on all three unknowns from 100 rebounds between −1 and e. The counter is the cost of an impulse.
#include <benchmark/benchmark.h>

#include <Eigen/LU>

#include "support/law_examples.h"

namespace {

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double mu = 0.4, e = 0.5, et = 0.3;

std::vector<LocalImpact> someImpacts(int dimension) {
  Impacts impacts(dimension);
  std::vector<LocalImpact> some;
  for (int i = 0; i < 64; ++i) some.push_back(impacts.next());
  return some;
}

VectorXd algebraic(const MatrixXd& M, const VectorXd& V, const VectorXd& n) {
  const VectorXd P1 = -n * n.dot(V) / n.dot(M.inverse() * n), P2 = -M * V;
  const VectorXd candidate = (1 + e) * P1 + (1 + et) * (P2 - P1);
  double kappa = 1 + et;
  if ((candidate - n * n.dot(candidate)).norm() > mu * n.dot(candidate))
    kappa = mu * (1 + e) * n.dot(P1) / ((P2 - n * n.dot(P2)).norm() - mu * n.dot(P2 - P1));
  return (1 + e) * P1 + kappa * (P2 - P1);
}

/// Slip only: the impacts of the benchmark whose friction stops the slip cost the same.
Vector3d stepwise(const LocalImpact& impact) {
  const Vector2d coupling = impact.W.col(0).tail(2);
  const Eigen::Matrix2d Wt = impact.W.bottomRightCorner(2, 2);
  const double h = -2 * impact.V[0] / impact.W(0, 0) / 1000;
  const auto rate = [&](const Vector2d& V) -> Vector2d { return coupling - mu * Wt * V.normalized(); };
  Vector2d V = impact.V.tail(2);
  Vector3d P = Vector3d::Zero();
  for (int i = 0; i < 1000; ++i) {
    const Vector2d k1 = rate(V), k2 = rate(V + 0.5 * h * k1), k3 = rate(V + 0.5 * h * k2),
                   k4 = rate(V + h * k3);
    P += h * Vector3d(1, 0, 0);
    P.tail<2>() -= h * mu * V.normalized();
    V += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return P;
}

Vector3d smithByNewton(const LocalImpact& impact) {
  const Matrix3d M = impact.mass();
  const Vector2d Vi = impact.V.tail(2);
  const auto residual = [&](const Vector3d& x, double rebound) -> Vector3d {  // x: P_n, V_ft
    const Vector2d V = x.tail<2>();
    const Vector2d mean = (Vi.norm() * Vi + V.norm() * V) / (Vi.squaredNorm() + V.squaredNorm());
    return x[0] * Vector3d(1, -mu * mean[0], -mu * mean[1]) -
           M * Vector3d(-(1 + rebound) * impact.V[0], V[0] - Vi[0], V[1] - Vi[1]);
  };
  Vector3d x(0, Vi[0], Vi[1]);
  for (int k = 1; k <= 100; ++k) {
    const double rebound = -1 + (1 + e) * k / 100;
    for (int step = 0; step < 5; ++step) {
      const Vector3d r = residual(x, rebound);
      Matrix3d J;
      for (int j = 0; j < 3; ++j) {
        Vector3d y = x;
        y[j] += 1e-7;
        J.col(j) = (residual(y, rebound) - r) / 1e-7;
      }
      x -= J.partialPivLu().solve(r);
    }
  }
  return x;
}

void setCost(benchmark::State& state) {
  using benchmark::Counter;
  state.counters["ns/impulse"] = Counter(1e-9, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void ours(benchmark::State& state, CollisionLaw law, int dimension) {
  const auto impacts = someImpacts(dimension);
  const LawCoefficients coefficients{mu, e, law == CollisionLaw::PfeifferGlocker ? 0 : et};
  std::size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(collide(law, impacts[i++ % impacts.size()], coefficients).P.data());
  setCost(state);
}

template <typename Function>
void other(benchmark::State& state, const Function& impulse, int dimension) {
  const auto impacts = someImpacts(dimension);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(impulse(impacts[i++ % impacts.size()]).sum());
  setCost(state);
}

const int registered = [] {
  for (const int d : {2, 3}) {
    const std::string name = "law-chatterjee-ruina-" + std::to_string(d) + "d";
    benchmark::RegisterBenchmark((name + "/ours").c_str(), ours, CollisionLaw::ChatterjeeRuina, d);
    benchmark::RegisterBenchmark((name + "/straightforward").c_str(), [d](benchmark::State& state) {
      other(
          state,
          [](const LocalImpact& impact) {
            return algebraic(MatrixXd(impact.W).inverse(), impact.V, VectorXd::Unit(impact.dimension(), 0));
          },
          d);
    });
  }
  benchmark::RegisterBenchmark("law-routh-3d/ours", ours, CollisionLaw::Routh, 3);
  benchmark::RegisterBenchmark("law-routh-3d/straightforward",
                               [](benchmark::State& state) { other(state, stepwise, 3); });
  benchmark::RegisterBenchmark("law-smith-3d/ours", ours, CollisionLaw::Smith, 3);
  benchmark::RegisterBenchmark("law-smith-3d/straightforward",
                               [](benchmark::State& state) { other(state, smithByNewton, 3); });
  return 0;
}();

}  // namespace
