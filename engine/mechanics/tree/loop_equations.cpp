#include "mechanics/tree/loop_equations.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

constexpr std::string_view loopNames[] = {"pin", "hinge", "slot", "rod", "weld", "tie"};

/// Two unit vectors across a unit vector and across each other.
std::array<Eigen::Vector3d, 2> across(const Eigen::Vector3d& axis) {
  const Eigen::Vector3d first = axis.unitOrthogonal();
  return {first, axis.cross(first)};
}

/// The coordinates of the prismatic joints that carry both ends of a loop, first of all joints. Places are
/// computed without them, so that their rounding does not grow with the distance from the world's origin.
std::vector<int> carrying(const Mechanism& mechanism, const Loop& loop) {
  std::vector<int> shared;
  const auto* ends = endsOf(loop);
  if (!ends || (*ends)[0].body < 0 || (*ends)[1].body < 0) return shared;
  const std::vector<int>&a = mechanism.chain((*ends)[0].body), &b = mechanism.chain((*ends)[1].body);
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
    if (mechanism.links()[static_cast<std::size_t>(a[i])].revolute) break;
    shared.push_back(a[i]);
  }
  return shared;
}

int equationsOf(const LoopKind& kind, bool isPlanar) {
  constexpr int inPlane[] = {2, 2, 1, 1, 3, 1}, inSpace[] = {3, 5, 2, 1, 6, 1};
  return (isPlanar ? inPlane : inSpace)[kind.index()];
}

}  // namespace

std::string_view nameOf(const LoopKind& kind) {
  return loopNames[kind.index()];
}

const std::array<BodyPoint, 2>* endsOf(const Loop& loop) {
  return std::visit(
      [](const auto& kind) -> const std::array<BodyPoint, 2>* {
        if constexpr (std::is_same_v<std::decay_t<decltype(kind)>, TieLoop>)
          return nullptr;
        else
          return &kind.ends;
      },
      loop.kind);
}

std::vector<Eigen::Vector3d> acrossSlot(const SlotLoop& slot, bool isPlanar) {
  if (isPlanar) return {Eigen::Vector3d::UnitZ().cross(slot.axis)};
  const auto [first, second] = across(slot.axis);
  return {first, second};
}

LoopEquations::LoopEquations(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_isPlanar(mechanism.isPlanar()) {
  for (std::size_t i = 0; i < mechanism.loops().size(); ++i)
    m_loopOf.insert(m_loopOf.end(),
                    static_cast<std::size_t>(equationsOf(mechanism.loops()[i].kind, m_isPlanar)),
                    static_cast<int>(i));
  for (const Loop& loop : mechanism.loops()) m_carrying.push_back(carrying(mechanism, loop));
  m_values.resize(count());
  m_sizes.resize(count());
  m_rows.resize(count(), mechanism.dof());
}

void LoopEquations::place(const Eigen::VectorXd& q) {
  if (empty()) return;
  m_next = 0;
  m_rows.setZero();
  for (std::size_t i = 0; i < m_carrying.size(); ++i) {
    m_q = q;
    for (const int coordinate : m_carrying[i]) m_q[coordinate] = 0;
    std::visit([&](const auto& kind) { add(kind); }, m_mechanism.loops()[i].kind);
  }
}

/// Ends the present equation.
void LoopEquations::finish(double value, double size) {
  m_values[m_next] = value;
  m_sizes[m_next++] = size;
}

Pose LoopEquations::pose(int body) const {
  return body < 0 ? Pose() : m_mechanism.pose(body, m_q);
}

/// Adds the velocity of a point (world) of a body along a direction, times a sign, to the present row.
void LoopEquations::addPush(int body, const Eigen::Vector3d& point, const Eigen::Vector3d& direction,
                            double sign) {
  if (body >= 0) m_rows.row(m_next) += sign * m_mechanism.pointForce(body, m_q, point, direction).transpose();
}

/// Adds the angular velocity of a body along a direction, times a sign, to the present row.
void LoopEquations::addTurn(int body, const Eigen::Vector3d& direction, double sign) {
  if (body >= 0) m_rows.row(m_next) += sign * direction.transpose() * m_mechanism.angularJacobian(body, m_q);
}

/// The difference of two points: g = x₁ − x₀.
void LoopEquations::addPoints(const std::array<BodyPoint, 2>& ends) {
  const Eigen::Vector3d a = pose(ends[0].body) * ends[0].at, b = pose(ends[1].body) * ends[1].at;
  for (int k = 0; k < (m_isPlanar ? 2 : 3); ++k) {
    const Eigen::Vector3d e = Eigen::Vector3d::Unit(k);
    addPush(ends[1].body, b, e, 1);
    addPush(ends[0].body, a, e, -1);
    finish(b[k] - a[k], std::max(a.norm(), b.norm()));
  }
}

/// g = ⟨a, b⟩ of a direction a of the first body and b of the second (both in the world), with
/// ġ = ⟨a × b, ω₀ − ω₁⟩.
void LoopEquations::addAngle(const std::array<BodyPoint, 2>& ends, const Eigen::Vector3d& a,
                             const Eigen::Vector3d& b) {
  const Eigen::Vector3d turn = a.cross(b);
  addTurn(ends[0].body, turn, 1);
  addTurn(ends[1].body, turn, -1);
  finish(a.dot(b), 1);
}

void LoopEquations::add(const PinLoop& pin) {
  addPoints(pin.ends);
}

void LoopEquations::add(const HingeLoop& hinge) {
  addPoints(hinge.ends);
  if (m_isPlanar) return;
  const Eigen::Matrix3d R = pose(hinge.ends[0].body).R;
  const Eigen::Vector3d axis = pose(hinge.ends[1].body).R * hinge.axes[1];
  for (const Eigen::Vector3d& side : across(hinge.axes[0])) addAngle(hinge.ends, R * side, axis);
}

/// g = ⟨s, x₁ − x₀⟩ for the directions s of the first body across its line. It turns with the body, so that
/// ġ = ⟨s, ẋ₁⟩ less the velocity of the point of the first body that is at x₁.
void LoopEquations::add(const SlotLoop& slot) {
  const Eigen::Matrix3d R = pose(slot.ends[0].body).R;
  const Eigen::Vector3d a = pose(slot.ends[0].body) * slot.ends[0].at,
                        b = pose(slot.ends[1].body) * slot.ends[1].at;
  for (const Eigen::Vector3d& side : acrossSlot(slot, m_isPlanar)) {
    const Eigen::Vector3d s = R * side;
    addPush(slot.ends[1].body, b, s, 1);
    addPush(slot.ends[0].body, b, s, -1);
    finish(s.dot(b - a), std::max(a.norm(), b.norm()));
  }
}

/// g = d − length with the distance d of the points.
void LoopEquations::add(const RodLoop& rod) {
  const Eigen::Vector3d a = pose(rod.ends[0].body) * rod.ends[0].at,
                        b = pose(rod.ends[1].body) * rod.ends[1].at;
  const double distance = (b - a).norm();
  const Eigen::Vector3d e = distance > 0 ? Eigen::Vector3d((b - a) / distance) : Eigen::Vector3d::UnitX();
  addPush(rod.ends[1].body, b, e, 1);
  addPush(rod.ends[0].body, a, e, -1);
  finish(distance - rod.length, std::max({a.norm(), b.norm(), rod.length}));
}

/// Where the axes of R₀ rotation are those of R₁, ⟨x₀,y₁⟩ = ⟨y₀,z₁⟩ = ⟨z₀,x₁⟩ = 0.
void LoopEquations::add(const WeldLoop& weld) {
  addPoints(weld.ends);
  const Eigen::Matrix3d first = pose(weld.ends[0].body).R * weld.rotation, second = pose(weld.ends[1].body).R;
  const int angles = m_isPlanar ? 1 : 3;
  for (int k = 0; k < angles; ++k) addAngle(weld.ends, first.col(k), second.col((k + 1) % 3));
}

void LoopEquations::add(const TieLoop& tie) {
  const double q = m_q[tie.coordinate], followed = tie.ratio * m_q[tie.to];
  m_rows(m_next, tie.coordinate) += 1;
  m_rows(m_next, tie.to) -= tie.ratio;
  finish(q - followed - tie.offset, std::max({std::abs(q), std::abs(followed), std::abs(tie.offset)}));
}

namespace {

/// Adds the derivatives of one equation after the other.
struct LoopSlopes {
  using Motion = LinkFrames::Motion;
  using Force = LinkFrames::Force;
  using RowRates = std::array<std::array<Force, 2>, 1>;  ///< of the forces of one row on both bodies

  const LinkFrames& links;
  const Eigen::VectorXd &z, &v;
  Eigen::MatrixXd &byImpulse, &byVelocity;
  bool isPlanar;
  Eigen::Index next = 0;

  Pose pose(int body) const { return body < 0 ? Pose() : links.body(body); }
  Eigen::Vector3d point(const BodyPoint& end) const { return pose(end.body) * end.at; }

  template <typename Rates>
  void row(const std::array<BodyPoint, 2>& ends, const Force& first, const Force& second,
           const Rates& rates) {
    const LinkFrames::Row one{{ends[0].body, ends[1].body}, {first, second}};
    links.addSlopes({&one, 1}, rates, z.data() + next, v, byImpulse, byVelocity, next);
    ++next;
  }
  void addPoints(const std::array<BodyPoint, 2>& ends) {
    const Eigen::Vector3d a = point(ends[0]), b = point(ends[1]), none = Eigen::Vector3d::Zero();
    for (int k = 0; k < (isPlanar ? 2 : 3); ++k) {
      const Eigen::Vector3d e = Eigen::Vector3d::Unit(k);
      row(ends, LinkFrames::force(a, -e), LinkFrames::force(b, e), [&](const Motion& S0, const Motion& S1) {
        return RowRates{{{LinkFrames::forceRate(a, -e, LinkFrames::velocity(S0, a), none),
                          LinkFrames::forceRate(b, e, LinkFrames::velocity(S1, b), none)}}};
      });
    }
  }
  void addAngle(const std::array<BodyPoint, 2>& ends, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const auto moment = [](const Eigen::Vector3d& turn) {
      Force W = Force::Zero();
      W.head<3>() = turn;
      return W;
    };
    row(ends, moment(a.cross(b)), moment(-a.cross(b)), [&](const Motion& S0, const Motion& S1) {
      const Eigen::Vector3d w0 = S0.head<3>(), w1 = S1.head<3>();
      const Eigen::Vector3d change = w0.cross(a).cross(b) + a.cross(w1.cross(b));
      return RowRates{{{moment(change), moment(-change)}}};
    });
  }
  void add(const PinLoop& pin) { addPoints(pin.ends); }
  void add(const HingeLoop& hinge) {
    addPoints(hinge.ends);
    if (isPlanar) return;
    const Eigen::Matrix3d R = pose(hinge.ends[0].body).R;
    const Eigen::Vector3d axis = pose(hinge.ends[1].body).R * hinge.axes[1];
    for (const Eigen::Vector3d& side : across(hinge.axes[0])) addAngle(hinge.ends, R * side, axis);
  }
  void add(const SlotLoop& slot) {
    const Eigen::Vector3d b = point(slot.ends[1]);
    for (const Eigen::Vector3d& side : acrossSlot(slot, isPlanar)) {
      const Eigen::Vector3d s = pose(slot.ends[0].body).R * side;
      row(slot.ends, LinkFrames::force(b, -s), LinkFrames::force(b, s),
          [&](const Motion& S0, const Motion& S1) {
            const Eigen::Vector3d w0 = S0.head<3>(), ds = w0.cross(s), db = LinkFrames::velocity(S1, b);
            return RowRates{{{LinkFrames::forceRate(b, -s, db, -ds), LinkFrames::forceRate(b, s, db, ds)}}};
          });
    }
  }
  void add(const RodLoop& rod) {
    const Eigen::Vector3d a = point(rod.ends[0]), b = point(rod.ends[1]);
    const double distance = (b - a).norm();
    const Eigen::Vector3d e = distance > 0 ? Eigen::Vector3d((b - a) / distance) : Eigen::Vector3d::UnitX();
    row(rod.ends, LinkFrames::force(a, -e), LinkFrames::force(b, e), [&](const Motion& S0, const Motion& S1) {
      const Eigen::Vector3d da = LinkFrames::velocity(S0, a), db = LinkFrames::velocity(S1, b), d = db - da;
      const Eigen::Vector3d de =
          distance > 0 ? Eigen::Vector3d((d - d.dot(e) * e) / distance) : Eigen::Vector3d::Zero();
      return RowRates{{{LinkFrames::forceRate(a, -e, da, -de), LinkFrames::forceRate(b, e, db, de)}}};
    });
  }
  void add(const WeldLoop& weld) {
    addPoints(weld.ends);
    const Eigen::Matrix3d first = pose(weld.ends[0].body).R * weld.rotation,
                          second = pose(weld.ends[1].body).R;
    for (int k = 0; k < (isPlanar ? 1 : 3); ++k) addAngle(weld.ends, first.col(k), second.col((k + 1) % 3));
  }
  void add(const TieLoop&) { ++next; }
};

}  // namespace

void LoopEquations::addSlopes(const LinkFrames& links, const Eigen::VectorXd& z, const Eigen::VectorXd& v,
                              Eigen::MatrixXd& byImpulse, Eigen::MatrixXd& byVelocity) const {
  LoopSlopes slopes{links, z, v, byImpulse, byVelocity, m_isPlanar};
  for (const Loop& loop : m_mechanism.loops())
    std::visit([&](const auto& kind) { slopes.add(kind); }, loop.kind);
}

/// Chooses rows by the Cholesky factorization with pivots of the Gram matrix of the rows, scaled to a unit
/// diagonal.
LoopProjection::LoopProjection(Eigen::MatrixXd A, Eigen::MatrixXd Y) : m_A(std::move(A)), m_Y(std::move(Y)) {
  // Squared sine of the angle between an equation and those chosen before it, below which it counts as
  // theirs: rounding of the rows leaves 1e-15. A smaller value divides by rounding; a larger one loses
  // equations near a singular position.
  constexpr double independent = 1e-11;
  const Eigen::Index m = m_A.rows();
  if (m == 0) return;
  Eigen::MatrixXd S = m_A * m_Y;
  Eigen::VectorXd scale(m);
  // Square of a row, over that of the largest one, that is rounding: its equation holds in every position.
  const double rounding = 1e-24 * S.diagonal().maxCoeff();
  for (Eigen::Index i = 0; i < m; ++i) scale[i] = S(i, i) > rounding ? 1 / std::sqrt(S(i, i)) : 0;
  S = scale.asDiagonal() * S * scale.asDiagonal();
  Eigen::MatrixXd L = Eigen::MatrixXd::Zero(m, m);
  Eigen::VectorXd rest = S.diagonal();
  std::vector<int> chosen;
  for (Eigen::Index step = 0; step < m; ++step) {
    Eigen::Index pivot = 0;
    if (!(rest.maxCoeff(&pivot) > independent)) break;
    const Eigen::Index c = step;
    chosen.push_back(static_cast<int>(pivot));
    L.col(c) = S.col(pivot);
    for (Eigen::Index k = 0; k < c; ++k) L.col(c) -= L(pivot, k) * L.col(k);
    L.col(c) /= std::sqrt(rest[pivot]);
    rest -= L.col(c).cwiseAbs2();
    for (const int one : chosen) rest[one] = 0;
  }
  m_chosen = chosen;
  const auto r = static_cast<Eigen::Index>(chosen.size());
  m_chosenRows = m_A(m_chosen, Eigen::all);
  m_chosenY = m_Y(Eigen::all, m_chosen);
  m_factor = Eigen::MatrixXd::Zero(r, r);
  for (Eigen::Index i = 0; i < r; ++i)
    for (Eigen::Index k = 0; k <= i; ++k) {
      const auto row = static_cast<Eigen::Index>(m_chosen[static_cast<std::size_t>(i)]);
      m_factor(i, k) = L(row, k) / scale[row];
    }
}

Eigen::VectorXd LoopProjection::solve(Eigen::VectorXd right) const {
  const Eigen::Index r = right.size();
  for (Eigen::Index i = 0; i < r; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) right[i] -= m_factor(i, k) * right[k];
    right[i] /= m_factor(i, i);
  }
  for (Eigen::Index i = r; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < r; ++k) right[i] -= m_factor(k, i) * right[k];
    right[i] /= m_factor(i, i);
  }
  return right;
}

Eigen::VectorXd LoopProjection::multipliers(const Eigen::VectorXd& p) const {
  Eigen::VectorXd all = Eigen::VectorXd::Zero(m_A.rows());
  if (!empty()) all(m_chosen) = solve(m_chosenY.transpose() * p);
  return all;
}

void LoopProjection::project(Eigen::VectorXd& p) const {
  if (!empty()) p -= m_chosenRows.transpose() * solve(m_chosenY.transpose() * p);
}

void LoopProjection::projectVelocity(Eigen::VectorXd& v) const {
  if (!empty()) v -= m_chosenY * solve(m_chosenRows * v);
}

}  // namespace carom
