#include "models/compliant_contacts.h"

#include <tbb/parallel_for.h>

#include <Eigen/SparseCore>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/random.h"

namespace carom {

namespace {

/// The number of time steps within which contacts must separate. A chain of sixty takes some thousands.
constexpr int mostSteps = 1'000'000;

/// The tolerance of "separated", relative to the impact's own scales: a contact that overlaps by less, or
/// closes more slowly, changes p⁺ by as little.
constexpr double apartTolerance = 1e-10;

/// The coefficients of Dormand and Prince's pair of orders 5 and 4, whose last stage is the first one of the
/// next step [Hairer, Nørsett & Wanner II.5, table 5.2].
struct DormandPrince {
  static constexpr int stages = 7;
  static constexpr double a[stages][stages - 1] = {
      {},
      {1. / 5},
      {3. / 40, 9. / 40},
      {44. / 45, -56. / 15, 32. / 9},
      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  /// Weights of order 5 minus those of order 4.
  static constexpr double error[stages] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                           -17253. / 339200, 22. / 525, -1. / 40};
};

/// The springs in scaled numbers: s = φ/V, J = impulses·w/V with V the fastest approach and w the largest
/// ⟨u_i,u_i⟩, so that ṡ = v + W J and J̇ = k s₋^α with numbers near 1.
class Springs {
 public:
  Springs(const ImpactProblem& problem, const CompliantContacts& contacts)
      : m_size(problem.contactCount()), m_exponent(contacts.exponent), m_tolerance(contacts.tolerance) {
    const Eigen::VectorXd& norms = problem.normalNorms();
    const Eigen::VectorXd approach = problem.contactCoordinates().cwiseProduct(norms);
    const double w = norms.cwiseAbs2().maxCoeff();
    m_speed = approach.cwiseAbs().maxCoeff();
    m_impulse = m_speed / w;
    m_approach = approach / m_speed;
    const Eigen::MatrixXd W = problem.gram().cwiseProduct(norms * norms.transpose()) / w;
    m_W = W.sparseView(1, 1e-15);
    m_stiffness = contacts.stiffness.size() ? contacts.stiffness : Eigen::VectorXd::Ones(m_size).eval();
    // The largest stiffness becomes 1, because it limits the length of steps.
    m_stiffness /= m_stiffness.maxCoeff();
    m_y = Eigen::VectorXd::Zero(2 * m_size);
    for (Eigen::VectorXd& stage : m_stages) stage.setZero(2 * m_size);
    m_stages[0] = rate(m_y);
  }

  /// Whether every contact is open and opens.
  bool areApart() const {
    return gaps().minCoeff() >= -apartTolerance && m_stages[0].head(m_size).minCoeff() >= -apartTolerance;
  }

  /// Where all contacts are open, lets the bodies fly until the next one closes.
  void fly() {
    if (gaps().minCoeff() < 0) return;
    double time = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < m_size; ++i)
      if (m_stages[0][i] < -apartTolerance) time = std::min(time, m_y[i] / -m_stages[0][i]);
    if (time > 0 && std::isfinite(time))
      m_y.head(m_size) = (gaps() + time * m_stages[0].head(m_size)).cwiseMax(0);
  }

  /// One time step, as long as the tolerance allows.
  void step() {
    while (true) {
      Eigen::VectorXd error = DormandPrince::error[0] * m_stages[0];
      for (int i = 1; i < DormandPrince::stages; ++i) {
        m_next = m_y;
        for (int j = 0; j < i; ++j)
          if (DormandPrince::a[i][j] != 0) m_next += m_step * DormandPrince::a[i][j] * m_stages[j];
        m_stages[i] = rate(m_next);
        if (DormandPrince::error[i] != 0) error += DormandPrince::error[i] * m_stages[i];
      }
      const double ratio = m_step * error.cwiseAbs().maxCoeff() / m_tolerance;
      const double factor = ratio > 0 ? 0.9 * std::pow(ratio, -0.2) : 5;
      if (ratio <= 1) {
        m_y = m_next;
        m_stages[0] = m_stages[DormandPrince::stages - 1];
        m_step *= std::clamp(factor, 0.2, 5.0);
        return;
      }
      m_step *= std::clamp(factor, 0.1, 1.0);
    }
  }

  Eigen::VectorXd impulses() const { return m_impulse * m_y.tail(m_size); }  ///< k (N·s)

 private:
  Eigen::VectorBlock<const Eigen::VectorXd> gaps() const { return m_y.head(m_size); }

  Eigen::VectorXd rate(const Eigen::VectorXd& y) const {
    Eigen::VectorXd result(2 * m_size);
    result.head(m_size) = m_approach;
    result.head(m_size) += m_W * y.tail(m_size);
    const auto depth = (-y.head(m_size).array()).max(0.0);
    if (m_exponent == 1)
      result.tail(m_size) = m_stiffness.array() * depth;
    else if (m_exponent == 1.5)
      result.tail(m_size) = m_stiffness.array() * depth * depth.sqrt();
    else
      result.tail(m_size) = m_stiffness.array() * depth.pow(m_exponent);
    return result;
  }

  Eigen::Index m_size;
  double m_exponent, m_tolerance, m_speed = 1, m_impulse = 1, m_step = 1e-2;
  Eigen::VectorXd m_approach, m_stiffness;
  Eigen::SparseMatrix<double> m_W;
  Eigen::VectorXd m_y, m_next;  ///< 2k, s and J
  Eigen::VectorXd m_stages[DormandPrince::stages];
};

ModelAnswer withoutLoss(const ImpactProblem& problem, const ModelOptions& options, double exponent) {
  if ((options.restitution.array() != 1).any()) return {{}, "springs without loss know e = 1 only"};
  return compliantImpact(problem, {exponent, options.stiffness});
}

}  // namespace

ModelAnswer compliantImpact(const ImpactProblem& problem, const CompliantContacts& contacts,
                            std::stop_token stop) {
  ModelAnswer answer;
  if (problem.isFeasible()) {
    answer.multipliers = Eigen::VectorXd::Zero(problem.contactCount());
    return answer;
  }
  Springs springs(problem, contacts);
  for (; !springs.areApart(); ++answer.rounds) {
    if (answer.rounds == mostSteps) {
      answer.reason = "the contacts do not come apart within " + std::to_string(mostSteps) + " time steps";
      return answer;
    }
    if (answer.rounds % 1024 == 1023 && stop.stop_requested()) {
      answer.reason = "stopped";
      return answer;
    }
    springs.fly();
    springs.step();
  }
  answer.multipliers = springs.impulses().cwiseProduct(problem.normalNorms());
  return answer;
}

ModelAnswer compliantLinear(const ImpactProblem& problem, const ModelOptions& options) {
  return withoutLoss(problem, options, 1);
}

ModelAnswer compliantHertz(const ImpactProblem& problem, const ModelOptions& options) {
  return withoutLoss(problem, options, 1.5);
}

CompliantCloud compliantCloud(const ImpactProblem& problem, double exponent, std::size_t samples,
                              std::uint64_t seed, double spread, std::stop_token stop,
                              const Progress& progress) {
  const int contacts = problem.contactCount();
  // All samples are drawn in order before any is computed, so that they are independent of the threads.
  Random random(seed);
  std::vector<Eigen::VectorXd> stiffness(samples, Eigen::VectorXd(contacts));
  for (Eigen::VectorXd& drawn : stiffness)
    for (double& k : drawn) k = std::pow(spread, 2 * random.uniform() - 1);
  std::vector<std::optional<Eigen::VectorXd>> momenta(samples);
  std::atomic<std::size_t> done = 0;
  std::mutex reporting;
  tbb::parallel_for(std::size_t{0}, samples, [&](std::size_t i) {
    if (stop.stop_requested()) return;
    const ModelAnswer answer = compliantImpact(problem, {exponent, stiffness[i], 1e-8}, stop);
    if (answer.multipliers)
      momenta[i] = problem.momentum() + problem.unitNormals().transpose() * *answer.multipliers;
    if (const std::size_t count = ++done; progress && count % 16 == 0) {
      const std::lock_guard lock(reporting);
      progress(static_cast<double>(count) / static_cast<double>(samples));
    }
  });
  CompliantCloud cloud{exponent, samples, seed, {}, !stop.stop_requested()};
  cloud.momenta.resize(problem.dof(),
                       std::ranges::count_if(momenta, [](const auto& p) { return p.has_value(); }));
  Eigen::Index column = 0;
  for (const auto& p : momenta)
    if (p) cloud.momenta.col(column++) = *p;
  return cloud;
}

}  // namespace carom
