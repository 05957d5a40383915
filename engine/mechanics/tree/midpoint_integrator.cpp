#include "mechanics/tree/midpoint_integrator.h"

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <limits>

#include "base/rotation.h"
#include "mechanics/tree/coordinate_forces.h"
#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/point_forces.h"
#include "mechanics/tree/tree_kernel.h"

namespace carom {

struct MidpointIntegrator::Impl {
  virtual ~Impl() = default;
  virtual long steps(double* q, double* p, double t, double h, long count) = 0;
  virtual void velocity(const double* q, const double* p, double* v) = 0;
  virtual const Eigen::VectorXd& force(const double* q, const double* v, double t) = 0;
  /// The functions below refer to the arguments of the last residual.
  virtual const Eigen::VectorXd& residual(const double* q, const double* p, const double* v, double t,
                                          double h) = 0;
  virtual bool factorNewton(double h) = 0;
  virtual void solveFactored(double* x) = 0;
  virtual void solveMass(double* p) = 0;  ///< after `velocity`
  virtual void solveFactored(double* x, std::span<const int> coordinates) = 0;
  virtual void solveMass(double* p, std::span<const int> coordinates) = 0;
  virtual Eigen::MatrixXd jacobian(double h) = 0;
  virtual Eigen::MatrixXd mirroredJacobian(double h) = 0;
  virtual bool slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const = 0;
  virtual void arrive(double* q, double* p, double h) = 0;
  virtual void startMotors(double t) = 0;
  virtual double motorPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) const = 0;
  bool planar = false;
  int known = 0;  ///< number of velocities of earlier steps that predict uses
  double lastStep = 0;
  Eigen::VectorXd mean;
  std::vector<int> rotations;  ///< first coordinates of spherical joints
};

namespace {

template <class Space>
class Steps final : public MidpointIntegrator::Impl {
 public:
  explicit Steps(const Mechanism& mechanism)
      : m_kernel(mechanism),
        m_still(mechanism),
        m_stillAt(Eigen::VectorXd::Constant(mechanism.dof(), std::numeric_limits<double>::quiet_NaN())),
        m_forces(mechanism),
        m_pointForces(mechanism),
        m_n(mechanism.dof()) {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(m_n);
    mean = m_v = m_r = m_left = m_middle = m_diagonal = m_f = zero;
    m_past.fill(zero);
    rotations = mechanism.rotations();
    m_armature = zero;
    for (int i = 0; i < m_n; ++i) m_armature[i] = mechanism.links()[static_cast<std::size_t>(i)].armature;
    m_hasArmature = !m_armature.isZero(0);
    setDiagonal(0);
  }

  long steps(double* q, double* p, double t, double h, long count) override {
    // Steps between times of a grid differ by the rounding of the times. The prediction is where the
    // iteration starts, so a share of 1e-6 of a step changes nothing but the number of iterations.
    if (std::abs(h - lastStep) > 1e-6 * std::abs(h)) known = std::min(known, 1);
    lastStep = h;
    setDiagonal(h);
    for (long k = 0; k < count; ++k)
      if (!step(q, p, t + static_cast<double>(k) * h, h)) return k;
    return count;
  }

  void velocity(const double* q, const double* p, double* v) override {
    factorMass(q);
    std::copy(p, p + m_n, v);
    if (m_stillIsFactored) m_still.solveFactored(v);
  }

  const Eigen::VectorXd& force(const double* q, const double* v, double t) override {
    m_forces.setTime(t);
    std::copy(q, q + m_n, m_middle.begin());
    std::copy(v, v + m_n, m_v.begin());
    evaluate();
    return m_f;
  }

  const Eigen::VectorXd& residual(const double* q, const double* p, const double* v, double t,
                                  double h) override {
    m_forces.setTime(t + 0.5 * h);
    std::copy(v, v + m_n, m_v.begin());
    setDiagonal(h);
    lastStep = 0;
    assemble(q, p, h);
    return m_r;
  }

  bool factorNewton(double h) override {
    if (m_pointForces.empty()) return m_kernel.factor(h, m_diagonal.data());
    m_dense.compute(jacobian(h));
    return true;
  }

  void solveMass(double* p) override { m_still.solveFactored(p); }

  void solveMass(double* p, std::span<const int> coordinates) override {
    m_still.solveFactored(p, coordinates);
  }

  void startMotors(double t) override { m_forces.startAtImpact(t); }

  double motorPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) const override {
    double power = 0;
    for (const Motor& motor : m_forces.motors) {
      const int i = motor.coordinate;
      power += v[i] * motor.force(t, q[i], v[i]);
    }
    return power;
  }

  void solveFactored(double* x) override {
    if (m_pointForces.empty()) return m_kernel.solveFactored(x);
    Eigen::Map<Eigen::VectorXd> column(x, m_n);
    column = m_dense.solve(column).eval();
  }

  void solveFactored(double* x, std::span<const int> coordinates) override {
    if (m_pointForces.empty()) return m_kernel.solveFactored(x, coordinates);
    Eigen::VectorXd column = Eigen::VectorXd::Zero(m_n);
    for (const int i : coordinates) column[i] = x[i];
    Eigen::Map<Eigen::VectorXd>(x, m_n) = m_dense.solve(column);
  }

  Eigen::MatrixXd jacobian(double h) override {
    Eigen::MatrixXd A = m_kernel.newtonMatrix(h, m_diagonal.data());
    if (m_pointForces.empty()) return A;
    // −(h/2) P (∂Q/∂v + (h/2) ∂Q/∂q P)
    Eigen::MatrixXd part = m_pointForces.byPosition();
    for (const int i : rotations)
      part.middleCols<3>(i) *= RightJacobian(0.5 * h * m_v.segment<3>(i)).matrix();
    part = m_pointForces.byVelocity() + 0.5 * h * part;
    for (const int i : rotations)
      part.middleRows<3>(i) =
          RightJacobian(0.5 * h * m_v.segment<3>(i)).matrix() * part.middleRows<3>(i).eval();
    return A - 0.5 * h * part;
  }

  Eigen::MatrixXd mirroredJacobian(double h) override {
    setDiagonal(-h);
    Eigen::MatrixXd A = jacobian(-h);
    setDiagonal(h);
    return A;
  }

  bool slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const override {
    if (!m_kernel.slopes(momentum, force)) return false;
    force.diagonal() -= m_forces.stiffness;
    if (!m_pointForces.empty()) force += m_pointForces.byPosition();
    return true;
  }

  void arrive(double* q, double* p, double h) override {
    const Eigen::Map<const Eigen::VectorXd> q0(q, m_n), p0(p, m_n);
    m_left = q0 + h * m_v;
    m_r = p0 + h * m_f;
    for (const int i : rotations) {
      const Eigen::Vector3d w = h * m_v.segment<3>(i);
      m_left.segment<3>(i) = composed(q0.segment<3>(i), w);
      m_r.segment<3>(i) =
          rotationMatrix(-w) * p0.segment<3>(i) + h * (rotationMatrix(-0.5 * w) * m_f.segment<3>(i));
    }
    std::copy(m_left.begin(), m_left.end(), q);
    std::copy(m_r.begin(), m_r.end(), p);
  }

 private:
  void setDiagonal(double h) {
    for (int i = 0; i < m_n; ++i)
      m_diagonal[i] = 0.5 * h * (m_forces.damping[i] + 0.5 * h * m_forces.stiffness[i]) + m_armature[i];
  }

  /// The tree and all forces at q_m, v.
  void evaluate() {
    m_kernel.evaluate(m_middle.data(), m_v.data());
    m_forces.limit(m_middle, m_v);
    for (int i = 0; i < m_n; ++i)
      m_f[i] = m_kernel.force(i) + m_forces.load[i] - m_forces.stiffness[i] * m_middle[i] -
               m_forces.damping[i] * m_v[i];
    if (m_pointForces.empty()) return;
    m_pointForces.evaluate(m_middle, m_v);
    m_f += m_pointForces.force();
  }

  void place(const double* q, double h) {
    for (int i = 0; i < m_n; ++i) m_middle[i] = q[i] + 0.5 * h * m_v[i];
    for (const int i : rotations)
      m_middle.segment<3>(i) =
          composed(Eigen::Map<const Eigen::Vector3d>(q + i), 0.5 * h * m_v.segment<3>(i));
    evaluate();
  }

  /// The residual of v, with the tree prepared for a Newton step.
  void assemble(const double* q, const double* p, double h) {
    place(q, h);
    if (m_forces.hasLimits) setDiagonal(h);
    for (int i = 0; i < m_n; ++i) m_r[i] = m_kernel.momentum(i) - 0.5 * h * m_f[i] - p[i];
    if (m_hasArmature) m_r += m_armature.cwiseProduct(m_v);
    if (rotations.empty()) return;
    for (const int i : rotations) {
      const Eigen::Vector3d w = h * m_v.segment<3>(i), f = m_f.segment<3>(i);
      const Eigen::Vector3d pi(m_kernel.momentum(i), m_kernel.momentum(i + 1), m_kernel.momentum(i + 2));
      m_r.segment<3>(i) = pi - 0.5 * h * (RightJacobian(0.5 * w) * f) -
                          RightJacobian(w) * Eigen::Vector3d(Eigen::Map<const Eigen::Vector3d>(p + i));
    }
    m_kernel.turn(h, m_v.data(), m_f.data(), p);
  }

  bool step(double* q, double* p, double t, double h) {
    constexpr int mostIterations = 25;
    // A correction below this share of the kinetic energy (1e-8 of v) is the last: convergence is quadratic,
    // so that the next one would be 1e-16 of v. A larger value leaves errors above rounding; a smaller one
    // iterates on rounding.
    constexpr double smallest = 1e-16;
    m_forces.setTime(t + 0.5 * h);
    predict();
    for (int iteration = 0; iteration < mostIterations; ++iteration) {
      assemble(q, p, h);
      double scale = 0, change = 0;
      for (int i = 0; i < m_n; ++i) {
        scale += std::abs(m_v[i]) * (std::abs(p[i]) + std::abs(0.5 * h * m_f[i]));
        m_left[i] = m_r[i];
      }
      if (!factorNewton(h)) return false;
      solveFactored(m_r.data());
      for (int i = 0; i < m_n; ++i) {
        change += std::abs(m_r[i] * m_left[i]);
        m_v[i] -= m_r[i];
      }
      if (!std::isfinite(change)) return false;
      if (change > smallest * scale) continue;
      place(q, h);
      arrive(q, p, h);
      remember();
      return true;
    }
    return false;
  }

  /// Predicts v by the polynomial through the known velocities of the last steps, v = Σ (−1)ᵏ C(known, k+1)
  /// v_k.
  void predict() {
    m_v.setZero();
    double weight = known;
    for (int k = 0; k < known; ++k) {
      m_v += weight * m_past[static_cast<std::size_t>(k)];
      weight *= -static_cast<double>(known - 1 - k) / (k + 2);
    }
  }

  void remember() {
    for (std::size_t k = m_past.size() - 1; k > 0; --k) m_past[k].swap(m_past[k - 1]);
    m_past[0] = m_v;
    mean = m_v;
    known = std::min(known + 1, static_cast<int>(m_past.size()));
  }

  /// Factors M(q) unless q is that of the last call: piles at rest keep their q for many steps.
  void factorMass(const double* q) {
    const Eigen::Map<const Eigen::VectorXd> at(q, m_n);
    if (m_stillAt == at) return;
    m_stillAt = at;
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(m_n);
    m_still.evaluate(q, zero.data());
    m_still.turn(0, zero.data(), zero.data(), zero.data());
    m_stillIsFactored = m_still.factor(0, m_armature.data());
  }

  TreeKernel<Space> m_kernel;
  TreeKernel<Space> m_still;       ///< at rest, for M(q) alone
  Eigen::VectorXd m_stillAt;       ///< n, the q of m_still
  bool m_stillIsFactored = false;  ///< false where rounding makes a pivot not positive
  CoordinateForces m_forces;
  PointForces m_pointForces;
  Eigen::PartialPivLU<Eigen::MatrixXd> m_dense;  ///< Newton's matrix, used with point forces
  int m_n;
  Eigen::VectorXd m_v, m_f;    ///< velocity and total force of the present step
  Eigen::VectorXd m_armature;  ///< n, what rotors add to the diagonal of M
  bool m_hasArmature = false;
  Eigen::VectorXd m_r, m_left, m_middle, m_diagonal;
  std::array<Eigen::VectorXd, 5> m_past;  ///< v of the last steps, the latest first
};

}  // namespace

bool isPlanar(const Mechanism& mechanism) {
  return mechanism.isPlanar();
}

/// What the steps of a mechanism with loops need besides.
struct MidpointIntegrator::Loops {
  explicit Loops(const Mechanism& of)
      : mechanism(of),
        start(of),
        end(of),
        q(Eigen::VectorXd::Constant(of.dof(), std::numeric_limits<double>::quiet_NaN())),
        none(Eigen::VectorXd::Zero(of.dof())),
        drift(none),
        lambda(Eigen::VectorXd::Zero(start.count())) {}

  const Mechanism& mechanism;
  LoopEquations start, end;   ///< at q; at the end of the step of the last factorNewton
  Eigen::VectorXd q;          ///< of `projection`
  LoopProjection projection;  ///< by M(q)
  Eigen::VectorXd none;       ///< n zeros
  Eigen::VectorXd drift;      ///< half the acceleration of the last step
  Eigen::VectorXd lambda;     ///< multipliers of the present step
  Eigen::VectorXd from, v;    ///< q₀ and v of the last residual
  Eigen::MatrixXd closing;    ///< r×n: derivative of g(q₁) by v, of the chosen equations
  Eigen::MatrixXd pushed;     ///< n×r: v by unit multipliers
  Eigen::PartialPivLU<Eigen::MatrixXd> schur;
  Eigen::VectorXd column, part;

  const std::vector<int>& chosen() const { return projection.chosen(); }
  /// The covector p₀ + Aᵀλ.
  Eigen::VectorXd with(const Eigen::VectorXd& p) const { return p + start.rows().transpose() * lambda; }
  /// g(q₁) of the chosen equations; 0 where it is rounding, which a short step would turn into velocity.
  Eigen::VectorXd opening() const {
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    Eigen::VectorXd open = end.values()(chosen());
    for (Eigen::Index k = 0; k < open.size(); ++k)
      if (std::abs(open[k]) <= rounding * end.sizes()[chosen()[static_cast<std::size_t>(k)]]) open[k] = 0;
    return open;
  }
  /// x less the part that changes g(q₁) to first order, for coordinates that contain whole trees.
  void keepClosed(Eigen::VectorXd& x) const {
    if (!chosen().empty()) x -= pushed * schur.solve(closing * x);
  }
  /// Hands `solve` a vector that is x at some coordinates and 0 at others.
  template <typename Solve>
  void among(std::span<const int> coordinates, Eigen::VectorXd& x, Solve&& solve) {
    part.setZero(x.size());
    for (const int i : coordinates) part[i] = x[i];
    solve(part);
    for (const int i : coordinates) x[i] = part[i];
  }
};

MidpointIntegrator::MidpointIntegrator(const Mechanism& mechanism) {
  if (carom::isPlanar(mechanism))
    m_impl = std::make_unique<Steps<PlanarSpace>>(mechanism);
  else
    m_impl = std::make_unique<Steps<SpatialSpace>>(mechanism);
  m_impl->planar = carom::isPlanar(mechanism);
  if (!mechanism.loops().empty()) m_loops = std::make_unique<Loops>(mechanism);
}

MidpointIntegrator::~MidpointIntegrator() = default;
MidpointIntegrator::MidpointIntegrator(MidpointIntegrator&&) noexcept = default;

StepStatus MidpointIntegrator::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  return steps(q, p, t, h, 1) == 1 ? StepStatus::Done : StepStatus::NotConverged;
}

long MidpointIntegrator::steps(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, long count) {
  if (!m_loops) return m_impl->steps(q.data(), p.data(), t, h, count);
  for (long k = 0; k < count; ++k)
    if (stepClosed(q, p, t + static_cast<double>(k) * h, h) != StepStatus::Done) return k;
  return count;
}

/// A step of a mechanism with loops.
StepStatus MidpointIntegrator::stepClosed(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  constexpr int mostIterations = 25;
  // A change of v below this share of it is the last: convergence is quadratic.
  constexpr double enough = 1e-9;
  // Deviation of an equation that the others leave, over the size of its terms: loops that contradict each
  // other. Those that say the same agree to rounding.
  constexpr double contradiction = 1e-9;
  Loops& loops = *m_loops;
  Eigen::VectorXd v = velocity(q, p), r;
  const Eigen::VectorXd start = v;
  v += h * loops.drift;
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    residual(q, p, v, t, h, r);
    if (!factorNewton(h)) return StepStatus::NotConverged;
    correct(r);
    v -= r;
    const double change = r.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(change)) return StepStatus::NotConverged;
    // Of g over h, which Newton's method turns into velocity.
    const double rounding = 64 * std::numeric_limits<double>::epsilon() *
                            (1 + loops.end.sizes().lpNorm<Eigen::Infinity>()) / std::abs(h);
    if (change > enough * v.lpNorm<Eigen::Infinity>() + rounding) continue;
    Eigen::VectorXd q1 = q, p1 = p;
    arrive(q1, p1, v, t, h);
    const Eigen::ArrayXd open = loops.start.values().array().abs();
    if (!p1.allFinite() || (open > contradiction * loops.start.sizes().array()).any())
      return StepStatus::NotConverged;
    loops.drift = (v - start) / h;
    m_impl->mean = v;
    q.swap(q1);
    p.swap(p1);
    return StepStatus::Done;
  }
  return StepStatus::NotConverged;
}

/// Computes the loops at q and the projection there.
void MidpointIntegrator::placeLoops(const Eigen::VectorXd& q) {
  Loops& loops = *m_loops;
  if (loops.q == q) return;
  loops.q = q;
  loops.start.place(q);
  loops.column.resize(q.size());
  m_impl->velocity(q.data(), loops.none.data(), loops.column.data());
  Eigen::MatrixXd Y = loops.start.rows().transpose();
  for (Eigen::Index j = 0; j < Y.cols(); ++j) {
    loops.column = Y.col(j);
    m_impl->solveMass(loops.column.data());
    Y.col(j) = loops.column;
  }
  loops.projection = LoopProjection(loops.start.rows(), std::move(Y));
  loops.lambda.setZero();
}

void MidpointIntegrator::clearMultipliers() {
  if (m_loops) m_loops->lambda.setZero();
}

void MidpointIntegrator::project(const Eigen::VectorXd& q, Eigen::VectorXd& p) {
  if (!m_loops) return;
  placeLoops(q);
  m_loops->projection.project(p);
}

StepStatus MidpointIntegrator::localError(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t,
                                          double h, Eigen::VectorXd& dq, Eigen::VectorXd& dp) {
  Eigen::VectorXd q1 = q, p1 = p, q2 = q, p2 = p;
  restart();
  const bool done = steps(q1, p1, t, h, 1) == 1 && steps(q2, p2, t, 0.5 * h, 2) == 2;
  restart();
  if (!done) return StepStatus::NotConverged;
  dq = 4.0 / 3 * (q1 - q2);
  for (const int i : m_impl->rotations)
    dq.segment<3>(i) = 4.0 / 3 * composed(-q2.segment<3>(i), q1.segment<3>(i));
  dp = 4.0 / 3 * (p1 - p2);
  return StepStatus::Done;
}

const Eigen::VectorXd& MidpointIntegrator::meanVelocity() const {
  return m_impl->mean;
}

void MidpointIntegrator::restart() {
  m_impl->known = 0;
  if (m_loops) m_loops->drift.setZero();
}

Eigen::VectorXd MidpointIntegrator::velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  Eigen::VectorXd v;
  velocity(q, p, v);
  return v;
}

void MidpointIntegrator::velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p, Eigen::VectorXd& v) {
  if (m_loops) placeLoops(q);
  v.resize(q.size());
  m_impl->velocity(q.data(), p.data(), v.data());
  if (m_loops) m_loops->projection.projectVelocity(v);
}

Eigen::VectorXd MidpointIntegrator::force(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  return m_impl->force(q.data(), v.data(), t);
}

void MidpointIntegrator::residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                  const Eigen::VectorXd& v, double t, double h, Eigen::VectorXd& r) {
  if (!m_loops) {
    r = m_impl->residual(q.data(), p.data(), v.data(), t, h);
    return;
  }
  placeLoops(q);
  m_loops->from = q;
  m_loops->v = v;
  r = m_impl->residual(q.data(), m_loops->with(p).data(), v.data(), t, h);
}

Eigen::VectorXd MidpointIntegrator::residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                             const Eigen::VectorXd& v, double t, double h) {
  Eigen::VectorXd r;
  residual(q, p, v, t, h, r);
  return r;
}

void MidpointIntegrator::treeResidual(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                      const Eigen::VectorXd& v, double t, double h, Eigen::VectorXd& r) {
  r = m_impl->residual(q.data(), p.data(), v.data(), t, h);
}

void MidpointIntegrator::treeArrive(Eigen::VectorXd& q, Eigen::VectorXd& p, double h) {
  m_impl->arrive(q.data(), p.data(), h);
}

Eigen::MatrixXd MidpointIntegrator::treeJacobian(double h) {
  return m_impl->jacobian(h);
}

Eigen::MatrixXd MidpointIntegrator::mirroredJacobian(double h) {
  return m_impl->mirroredJacobian(h);
}

Eigen::MatrixXd MidpointIntegrator::jacobian(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                             const Eigen::VectorXd& v, double t, double h) {
  residual(q, p, v, t, h);
  return m_impl->jacobian(h);
}

bool MidpointIntegrator::slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const {
  return m_impl->slopes(momentum, force);
}

bool MidpointIntegrator::factorNewton(double h) {
  if (!m_impl->factorNewton(h)) return false;
  if (!m_loops) return true;
  Loops& loops = *m_loops;
  const auto r = static_cast<Eigen::Index>(loops.chosen().size());
  loops.end.place(loops.mechanism.moved(loops.from, loops.v, h));
  loops.closing.resize(r, loops.v.size());
  loops.pushed.resize(loops.v.size(), r);
  for (Eigen::Index k = 0; k < r; ++k) {
    const int equation = loops.chosen()[static_cast<std::size_t>(k)];
    loops.closing.row(k) =
        h * loops.mechanism.movedTangent(loops.v, -h, loops.end.rows().row(equation)).transpose();
    loops.column = loops.mechanism.movedTangent(loops.v, h, loops.start.rows().row(equation));
    m_impl->solveFactored(loops.column.data());
    loops.pushed.col(k) = loops.column;
  }
  if (r > 0) loops.schur.compute(loops.closing * loops.pushed);
  return true;
}

void MidpointIntegrator::solveFactored(Eigen::VectorXd& x) {
  m_impl->solveFactored(x.data());
  if (m_loops) m_loops->keepClosed(x);
}

void MidpointIntegrator::correct(Eigen::VectorXd& x) {
  m_impl->solveFactored(x.data());
  if (!m_loops || m_loops->chosen().empty()) return;
  Loops& loops = *m_loops;
  const Eigen::VectorXd change = loops.schur.solve(loops.closing * x - loops.opening());
  x -= loops.pushed * change;
  loops.lambda(loops.chosen()) += change;
}

void MidpointIntegrator::solveMass(Eigen::VectorXd& p) {
  m_impl->solveMass(p.data());
  if (m_loops) m_loops->projection.projectVelocity(p);
}

void MidpointIntegrator::solveFactored(Eigen::VectorXd& x, std::span<const int> coordinates) {
  m_impl->solveFactored(x.data(), coordinates);
  if (m_loops) m_loops->among(coordinates, x, [&](Eigen::VectorXd& part) { m_loops->keepClosed(part); });
}

void MidpointIntegrator::solveMass(Eigen::VectorXd& p, std::span<const int> coordinates) {
  m_impl->solveMass(p.data(), coordinates);
  if (m_loops)
    m_loops->among(coordinates, p, [&](Eigen::VectorXd& part) { m_loops->projection.projectVelocity(part); });
}

bool MidpointIntegrator::solveNewton(double h, Eigen::Ref<Eigen::VectorXd> x) {
  if (!factorNewton(h)) return false;
  Eigen::VectorXd solved = x;
  solveFactored(solved);
  x = solved;
  return x.allFinite();
}

void MidpointIntegrator::arrive(Eigen::VectorXd& q, Eigen::VectorXd& p, const Eigen::VectorXd& v, double t,
                                double h, const Eigen::VectorXd* impulse) {
  Eigen::VectorXd r;
  residual(q, p, v, t, h, r);
  if (m_loops && factorNewton(h) && !m_loops->chosen().empty()) {
    // What the multipliers still lack, with g(q₁) as it is.
    Loops& loops = *m_loops;
    if (impulse) r -= 0.5 * loops.mechanism.movedTangent(v, 0.5 * h, *impulse);
    m_impl->solveFactored(r.data());
    loops.lambda(loops.chosen()) += loops.schur.solve(loops.closing * r);
    p = loops.with(p);
  }
  m_impl->arrive(q.data(), p.data(), h);
  if (impulse) {
    Eigen::VectorXd turned = *impulse;
    for (const int i : m_impl->rotations)
      turned.segment<3>(i) = (rotationMatrix(-0.5 * h * v.segment<3>(i)) * turned.segment<3>(i)).eval();
    p += turned;
  }
  project(q, p);
}

void MidpointIntegrator::startMotors(double t) {
  m_impl->startMotors(t);
}

double MidpointIntegrator::motorPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) const {
  return m_impl->motorPower(q, v, t);
}

bool MidpointIntegrator::isPlanar() const {
  return m_impl->planar;
}

}  // namespace carom
