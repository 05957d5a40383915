#include "mechanics/midpoint.h"

#include <array>
#include <cmath>

#include "mechanics/tree_kernel.h"

namespace carom {

struct MidpointIntegrator::Impl {
  virtual ~Impl() = default;
  virtual long steps(double* q, double* p, double t, double h, long count) = 0;
  virtual void velocity(const double* q, const double* p, double* v) = 0;
  virtual void force(const double* q, const double* v, double t, double* f) = 0;
  virtual Eigen::VectorXd residual(const double* q, const double* p, const double* v, double t, double h) = 0;
  virtual bool solveNewton(double h, double* x) = 0;
  virtual Eigen::MatrixXd jacobian(const double* q, const double* v, double h) = 0;
  bool planar = false;
  int known = 0;  ///< how many velocities of earlier steps are in `past`
  double lastStep = 0;
  Eigen::VectorXd mean;
};

namespace {

/// Q_i = load_i(t) − stiffness_i q_i − damping_i q̇_i of springs, dampers and motors.
struct CoordinateForces {
  explicit CoordinateForces(const Mechanism& mechanism)
      : motors(mechanism.forces().motors),
        constant(Eigen::VectorXd::Zero(mechanism.dof())),
        stiffness(constant),
        damping(constant),
        load(constant) {
    for (const JointSpring& spring : mechanism.forces().springs) {
      stiffness[spring.coordinate] += spring.stiffness;
      constant[spring.coordinate] += spring.stiffness * spring.rest;
    }
    for (const JointDamper& damper : mechanism.forces().dampers) damping[damper.coordinate] += damper.damping;
    for (const Motor& motor : motors) {
      stiffness[motor.coordinate] += motor.proportional;
      damping[motor.coordinate] += motor.derivative;
    }
    load = constant;
  }
  void setTime(double t) {
    if (motors.empty()) return;
    load = constant;
    for (const Motor& motor : motors)
      load[motor.coordinate] += motor.proportional * motor.target(t) + motor.derivative * motor.targetRate(t);
  }

  std::vector<Motor> motors;
  Eigen::VectorXd constant, stiffness, damping, load;
};

template <class Space>
class Steps final : public MidpointIntegrator::Impl {
 public:
  explicit Steps(const Mechanism& mechanism)
      : m_kernel(mechanism), m_forces(mechanism), m_n(mechanism.dof()) {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(m_n);
    mean = m_v = m_r = m_middle = m_diagonal = m_f = zero;
    m_past = {zero, zero, zero};
  }

  long steps(double* q, double* p, double t, double h, long count) override {
    if (h != lastStep) known = std::min(known, 1);
    lastStep = h;
    setDiagonal(h);
    for (long k = 0; k < count; ++k)
      if (!step(q, p, t + static_cast<double>(k) * h, h)) return k;
    return count;
  }

  void velocity(const double* q, const double* p, double* v) override {
    m_v.setZero();
    m_kernel.evaluate(q, m_v.data());
    std::copy(p, p + m_n, v);
    m_f.setZero();
    m_kernel.solve(0, m_f.data(), v);
  }

  void force(const double* q, const double* v, double t, double* f) override {
    m_forces.setTime(t);
    m_kernel.evaluate(q, v);
    for (int i = 0; i < m_n; ++i) f[i] = total(i, q, v);
  }

  Eigen::VectorXd residual(const double* q, const double* p, const double* v, double t, double h) override {
    m_forces.setTime(t + 0.5 * h);
    for (int i = 0; i < m_n; ++i) m_middle[i] = q[i] + 0.5 * h * v[i];
    m_kernel.evaluate(m_middle.data(), v);
    Eigen::VectorXd r(m_n);
    for (int i = 0; i < m_n; ++i) r[i] = m_kernel.momentum(i) - 0.5 * h * total(i, m_middle.data(), v) - p[i];
    return r;
  }

  bool solveNewton(double h, double* x) override {
    setDiagonal(h);
    lastStep = 0;
    return m_kernel.solve(h, m_diagonal.data(), x);
  }

  Eigen::MatrixXd jacobian(const double* q, const double* v, double h) override {
    for (int i = 0; i < m_n; ++i) m_middle[i] = q[i] + 0.5 * h * v[i];
    m_kernel.evaluate(m_middle.data(), v);
    Eigen::MatrixXd J = m_kernel.newtonMatrix(h);
    J.diagonal() += 0.5 * h * (m_forces.damping + 0.5 * h * m_forces.stiffness);
    return J;
  }

 private:
  void setDiagonal(double h) {
    for (int i = 0; i < m_n; ++i)
      m_diagonal[i] = 0.5 * h * (m_forces.damping[i] + 0.5 * h * m_forces.stiffness[i]);
  }

  double total(int i, const double* q, const double* v) const {
    return m_kernel.force(i) + m_forces.load[i] - m_forces.stiffness[i] * q[i] - m_forces.damping[i] * v[i];
  }

  bool step(double* q, double* p, double t, double h) {
    constexpr int mostIterations = 25;
    constexpr double smallest = 1e-16;  // of energies: 1e-8 of v
    m_forces.setTime(t + 0.5 * h);
    predict();
    const double* v = m_v.data();
    for (int iteration = 0; iteration < mostIterations; ++iteration) {
      place(q, h);
      double scale = 0, change = 0;
      for (int i = 0; i < m_n; ++i) {
        const double pull = 0.5 * h * total(i, m_middle.data(), v);
        m_f[i] = m_r[i] = m_kernel.momentum(i) - pull - p[i];
        scale += std::abs(v[i]) * (std::abs(p[i]) + std::abs(pull));
      }
      if (!m_kernel.solve(h, m_diagonal.data(), m_r.data())) return false;
      for (int i = 0; i < m_n; ++i) {
        change += std::abs(m_r[i] * m_f[i]);
        m_v[i] -= m_r[i];
      }
      if (!std::isfinite(change)) return false;
      if (change > smallest * scale) continue;
      place(q, h);
      for (int i = 0; i < m_n; ++i) {
        p[i] += h * total(i, m_middle.data(), v);
        q[i] += h * v[i];
      }
      remember();
      return true;
    }
    return false;
  }

  void place(const double* q, double h) {
    for (int i = 0; i < m_n; ++i) m_middle[i] = q[i] + 0.5 * h * m_v[i];
    m_kernel.evaluate(m_middle.data(), m_v.data());
  }

  /// The parabola through the velocities of the last three steps, or as many as there are.
  void predict() {
    if (known == 0) m_v.setZero();
    if (known == 1) m_v = m_past[0];
    if (known == 2) m_v = 2 * m_past[0] - m_past[1];
    if (known == 3) m_v = 3 * (m_past[0] - m_past[1]) + m_past[2];
  }

  void remember() {
    m_past[2].swap(m_past[1]);
    m_past[1].swap(m_past[0]);
    m_past[0] = m_v;
    mean = m_v;
    known = std::min(known + 1, 3);
  }

  TreeKernel<Space> m_kernel;
  CoordinateForces m_forces;
  int m_n;
  Eigen::VectorXd m_v, m_r, m_f, m_middle, m_diagonal;
  std::array<Eigen::VectorXd, 3> m_past;  ///< v of the last steps, the latest first
};

}  // namespace

bool isPlanar(const Mechanism& mechanism) {
  return std::all_of(mechanism.links().begin(), mechanism.links().end(), [](const Link& link) {
    return link.revolute ? link.axis.head<2>().isZero(0) : link.axis.z() == 0;
  });
}

MidpointIntegrator::MidpointIntegrator(const Mechanism& mechanism) {
  if (carom::isPlanar(mechanism))
    m_impl = std::make_unique<Steps<PlanarSpace>>(mechanism);
  else
    m_impl = std::make_unique<Steps<SpatialSpace>>(mechanism);
  m_impl->planar = carom::isPlanar(mechanism);
}

MidpointIntegrator::~MidpointIntegrator() = default;
MidpointIntegrator::MidpointIntegrator(MidpointIntegrator&&) noexcept = default;

StepStatus MidpointIntegrator::step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h) {
  return steps(q, p, t, h, 1) == 1 ? StepStatus::Done : StepStatus::NotConverged;
}

long MidpointIntegrator::steps(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, long count) {
  return m_impl->steps(q.data(), p.data(), t, h, count);
}

StepStatus MidpointIntegrator::localError(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t,
                                          double h, Eigen::VectorXd& dq, Eigen::VectorXd& dp) {
  Eigen::VectorXd q1 = q, p1 = p, q2 = q, p2 = p;
  restart();
  const bool done = steps(q1, p1, t, h, 1) == 1 && steps(q2, p2, t, 0.5 * h, 2) == 2;
  restart();
  if (!done) return StepStatus::NotConverged;
  dq = 4.0 / 3 * (q1 - q2);
  dp = 4.0 / 3 * (p1 - p2);
  return StepStatus::Done;
}

const Eigen::VectorXd& MidpointIntegrator::meanVelocity() const {
  return m_impl->mean;
}

void MidpointIntegrator::restart() {
  m_impl->known = 0;
}

Eigen::VectorXd MidpointIntegrator::velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  Eigen::VectorXd v(q.size());
  m_impl->velocity(q.data(), p.data(), v.data());
  return v;
}

Eigen::VectorXd MidpointIntegrator::force(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) {
  Eigen::VectorXd f(q.size());
  m_impl->force(q.data(), v.data(), t, f.data());
  return f;
}

Eigen::VectorXd MidpointIntegrator::residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                             const Eigen::VectorXd& v, double t, double h) {
  return m_impl->residual(q.data(), p.data(), v.data(), t, h);
}

Eigen::MatrixXd MidpointIntegrator::jacobian(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h) {
  return m_impl->jacobian(q.data(), v.data(), h);
}

bool MidpointIntegrator::solveNewton(double h, Eigen::Ref<Eigen::VectorXd> x) {
  return m_impl->solveNewton(h, x.data());
}

bool MidpointIntegrator::isPlanar() const {
  return m_impl->planar;
}

}  // namespace carom
