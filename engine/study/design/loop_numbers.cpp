#include "study/design/loop_numbers.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>

#include "mechanics/tree/loop_equations.h"

namespace carom {

namespace {

/// K⁻¹ B of a symmetric positive definite matrix, with its derivative K⁻¹ (B' − K' K⁻¹ B).
Eigen::MatrixXd solved(const Eigen::MatrixXd& K, const Eigen::MatrixXd& B) {
  return K.llt().solve(B);
}
MatrixX<Dual> solved(const MatrixX<Dual>& K, const MatrixX<Dual>& B) {
  const Eigen::LLT<Eigen::MatrixXd> factor(valuesOf(K));
  const Eigen::MatrixXd value = factor.solve(valuesOf(B));
  const Eigen::MatrixXd slope = factor.solve(slopesOf(B) - slopesOf(K) * value);
  MatrixX<Dual> X(value.rows(), value.cols());
  for (Eigen::Index j = 0; j < X.cols(); ++j)
    for (Eigen::Index i = 0; i < X.rows(); ++i) X(i, j) = Dual(value(i, j), slope(i, j));
  return X;
}

/// A B, with its derivative A' B + A B'.
Eigen::MatrixXd times(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A * B;
}
MatrixX<Dual> times(const MatrixX<Dual>& A, const MatrixX<Dual>& B) {
  const Eigen::MatrixXd a = valuesOf(A), b = valuesOf(B);
  const Eigen::MatrixXd value = a * b, slope = slopesOf(A) * b + a * slopesOf(B);
  MatrixX<Dual> X(value.rows(), value.cols());
  for (Eigen::Index j = 0; j < X.cols(); ++j)
    for (Eigen::Index i = 0; i < X.rows(); ++i) X(i, j) = Dual(value(i, j), slope(i, j));
  return X;
}

double sizeOf(double x) {
  return std::abs(x);
}
double sizeOf(const Dual& x) {
  return std::max(std::abs(x.value), std::abs(x.slope));
}
Eigen::MatrixXd plain(const Eigen::MatrixXd& x) {
  return x;
}
Eigen::MatrixXd plain(const MatrixX<Dual>& x) {
  return valuesOf(x);
}

/// The equations of the loops as LoopEquations has them, as numbers S.
template <class S>
class Equations {
 public:
  Equations(const Mechanism& structure, const TreeNumbers<S>& tree, const PlacedTree<S>& placed)
      : m_tree(tree), m_placed(placed), m_isPlanar(structure.isPlanar()) {
    const auto m = static_cast<Eigen::Index>(LoopEquations(structure).count());
    values = VectorX<S>::Zero(m);
    rows = MatrixX<S>::Zero(m, tree.q.size());
    for (std::size_t i = 0; i < structure.loops().size(); ++i)
      std::visit([&](const auto& kind) { add(kind, tree.loops[i]); }, structure.loops()[i].kind);
  }
  VectorX<S> values;
  MatrixX<S> rows;

 private:
  using Vector = Vector3<S>;
  Vector point(const BodyPoint& end, const Vector& at) const {
    return end.body < 0 ? at : m_placed.point(end.body, at);
  }
  Matrix3<S> rotation(int body) const {
    return body < 0 ? Matrix3<S>(Matrix3<S>::Identity()) : Matrix3<S>(m_placed.rotation(body));
  }
  void push(int body, const Vector& at, const Vector& direction, double sign) {
    if (body < 0) return;
    VectorX<S> row = rows.row(m_next).transpose();
    m_placed.addVelocity(body, at, direction, sign, row);
    rows.row(m_next) = row.transpose();
  }
  void turn(int body, const Vector& direction, double sign) {
    if (body < 0) return;
    // The angular velocity is the difference of the velocities of two points.
    VectorX<S> row = rows.row(m_next).transpose();
    for (int k = 0; k < 3; ++k) {
      const Vector e = Vector::Unit((k + 1) % 3), to = Vector::Unit((k + 2) % 3);
      m_placed.addVelocity(body, e, Vector(to * direction[k]), sign, row);
      m_placed.addVelocity(body, Vector(Vector::Zero()), Vector(to * direction[k]), -sign, row);
    }
    rows.row(m_next) = row.transpose();
  }
  void addPoints(const std::array<BodyPoint, 2>& ends, const LoopNumbers<S>& numbers) {
    const Vector a = point(ends[0], numbers.at[0]), b = point(ends[1], numbers.at[1]);
    for (int k = 0; k < (m_isPlanar ? 2 : 3); ++k) {
      const Vector e = Vector::Unit(k);
      values[m_next] = b[k] - a[k];
      push(ends[1].body, b, e, 1);
      push(ends[0].body, a, e, -1);
      ++m_next;
    }
  }
  void addAngle(const std::array<BodyPoint, 2>& ends, const Vector& a, const Vector& b) {
    values[m_next] = a.dot(b);
    const Vector axis = a.cross(b);
    turn(ends[0].body, axis, 1);
    turn(ends[1].body, axis, -1);
    ++m_next;
  }
  void add(const PinLoop& pin, const LoopNumbers<S>& numbers) { addPoints(pin.ends, numbers); }
  void add(const HingeLoop& hinge, const LoopNumbers<S>& numbers) {
    addPoints(hinge.ends, numbers);
    if (m_isPlanar) return;
    const Vector axis = rotation(hinge.ends[1].body) * numbers.axes[1];
    const Matrix3<S> R = rotation(hinge.ends[0].body);
    // Two directions across the axis that turn with it: any that are so here.
    const Eigen::Vector3d first = hinge.axes[0].unitOrthogonal();
    const Vector side = Vector(first.template cast<S>()).cross(numbers.axes[0]);
    addAngle(hinge.ends, Vector(R * side), axis);
    addAngle(hinge.ends, Vector(R * numbers.axes[0].cross(side)), axis);
  }
  void add(const SlotLoop& slot, const LoopNumbers<S>& numbers) {
    const Vector a = point(slot.ends[0], numbers.at[0]), b = point(slot.ends[1], numbers.at[1]);
    const Matrix3<S> R = rotation(slot.ends[0].body);
    const Vector axis = numbers.axes[0];
    // As those of a hinge; the first of the one direction across the line in the plane.
    const Eigen::Vector3d first = m_isPlanar ? Eigen::Vector3d::UnitZ() : slot.axis.unitOrthogonal();
    const Vector side = Vector(first.template cast<S>()).cross(axis);
    for (int k = 0; k < (m_isPlanar ? 1 : 2); ++k) {
      const Vector s = R * (k == 0 ? side : Vector(axis.cross(side)));
      values[m_next] = s.dot(Vector(b - a));
      push(slot.ends[1].body, b, s, 1);
      push(slot.ends[0].body, b, s, -1);
      ++m_next;
    }
  }
  void add(const RodLoop& rod, const LoopNumbers<S>& numbers) {
    using std::sqrt;
    const Vector a = point(rod.ends[0], numbers.at[0]), b = point(rod.ends[1], numbers.at[1]);
    const Vector way = b - a;
    const S distance = sqrt(way.dot(way));
    values[m_next] = distance - numbers.length;
    const Vector e = way / distance;
    push(rod.ends[1].body, b, e, 1);
    push(rod.ends[0].body, a, e, -1);
    ++m_next;
  }
  void add(const WeldLoop& weld, const LoopNumbers<S>& numbers) {
    addPoints(weld.ends, numbers);
    const Matrix3<S> first = rotation(weld.ends[0].body) * numbers.rotation,
                     second = rotation(weld.ends[1].body);
    for (int k = 0; k < (m_isPlanar ? 1 : 3); ++k)
      addAngle(weld.ends, Vector(first.col(k)), Vector(second.col((k + 1) % 3)));
  }
  void add(const TieLoop& tie, const LoopNumbers<S>& numbers) {
    const VectorX<S>& q = m_tree.q;
    values[m_next] = q[tie.coordinate] - numbers.ratio * q[tie.to] - numbers.offset;
    rows(m_next, tie.coordinate) += S(1);
    rows(m_next, tie.to) -= numbers.ratio;
    ++m_next;
  }

  const TreeNumbers<S>& m_tree;
  const PlacedTree<S>& m_placed;
  bool m_isPlanar;
  Eigen::Index m_next = 0;
};

}  // namespace

template <class S>
double keepLoops(const Mechanism& structure, const TreeNumbers<S>& tree, const PlacedTree<S>& placed,
                 ImpactNumbers<S>& impact) {
  const Equations<S> loops(structure, tree, placed);
  const Eigen::MatrixXd A = plain(loops.rows);
  const LoopProjection projection(A, solved(plain(impact.M), Eigen::MatrixXd(A.transpose())));
  const std::vector<int>& chosen = projection.chosen();
  MatrixX<S> rows(static_cast<Eigen::Index>(chosen.size()), loops.rows.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = loops.rows.row(chosen[static_cast<std::size_t>(i)]);
  if (rows.rows() > 0) {
    const MatrixX<S> Y = solved(impact.M, MatrixX<S>(rows.transpose()));
    const MatrixX<S> gram = times(rows, Y), shared = times(impact.U, Y);
    const MatrixX<S> inLoops = solved(gram, MatrixX<S>(shared.transpose()));
    impact.U -= times(MatrixX<S>(inLoops.transpose()), rows);
  }
  double open = 0;
  for (const S& value : loops.values) open = std::max(open, sizeOf(value));
  return open;
}

template double keepLoops(const Mechanism&, const TreeNumbers<double>&, const PlacedTree<double>&,
                          ImpactNumbers<double>&);
template double keepLoops(const Mechanism&, const TreeNumbers<Dual>&, const PlacedTree<Dual>&,
                          ImpactNumbers<Dual>&);

}  // namespace carom
