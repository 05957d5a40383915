#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "base/rotation.h"

namespace carom {

// Rigid-body algebra in one frame of reference: motions (ω, v), forces and momenta (τ, f), inertias. The
// recursion over a tree is a template over one of two spaces.

/// The plane z = const: rotations about z. Motions and forces have three entries.
struct PlanarSpace {
  using Vector = Eigen::Vector2d;
  using Motion = Eigen::Vector3d;  ///< (ω, v_x, v_y) of the body's point at the origin of the frame
  using Force = Eigen::Vector3d;   ///< (τ, f_x, f_y) about the origin
  /// Size of a row in the elimination of a Newton step: the motion itself, whose ω keeps its direction.
  static constexpr int rows = 3;
  using Row = Eigen::Matrix<double, rows, 1>;
  using Rows = Eigen::Matrix<double, rows, rows>;
  static constexpr bool hasSphericalJoints = false;
  /// The links of a free body: those that travel, and all.
  static constexpr int travels = 2, linksOfBody = 3;

  struct Rotation {
    double c = 1, s = 0;
    Vector operator*(const Vector& x) const { return {c * x[0] - s * x[1], s * x[0] + c * x[1]}; }
  };
  struct Inertia {
    double m = 0;                   ///< kg
    Vector first = Vector::Zero();  ///< m × centre (kg·m)
    double second = 0;              ///< about the origin (kg·m²)
    void add(const Inertia& other) {
      m += other.m;
      first += other.first;
      second += other.second;
    }
    Force operator*(const Motion& a) const {
      return {second * a[0] + first[0] * a[2] - first[1] * a[1], m * a[1] - first[1] * a[0],
              m * a[2] + first[0] * a[0]};
    }
  };
  /// The projection of a vector on the plane.
  static Vector vector(const Eigen::Vector3d& x) { return x.head<2>(); }
  struct LocalInertia {
    double m = 0, I = 0;
    Vector centre = Vector::Zero();
  };
  static LocalInertia local(double m, const Eigen::Vector3d& centre, const Eigen::Matrix3d& I) {
    return {m, I(2, 2), vector(centre)};
  }
  static Inertia placed(const LocalInertia& part, const Rotation& R, const Vector& x) {
    const Vector centre = x + R * part.centre;
    return {part.m, part.m * centre, part.I + part.m * centre.squaredNorm()};
  }
  static Rotation turned(const Rotation& R, double angle, const Eigen::Vector3d& axis) {
    const double c = std::cos(angle), s = axis[2] * std::sin(angle);
    return {R.c * c - R.s * s, R.s * c + R.c * s};
  }
  /// Rotation by a vector; the plane has no spherical joint.
  static Rotation turned(const Rotation& R, const double*) { return R; }
  static Motion revolute(const Rotation&, const Eigen::Vector3d& axis, const Vector& x) {
    return {axis[2], axis[2] * x[1], -axis[2] * x[0]};
  }
  static Motion prismatic(const Vector& axis) { return {0, axis[0], axis[1]}; }

  static Motion cross(const Motion& a, const Motion& b) {
    return {0, b[0] * a[2] - a[0] * b[2], a[0] * b[1] - b[0] * a[1]};
  }
  static Force crossDual(const Motion& a, const Force& f) {
    return {a[1] * f[2] - a[2] * f[1], -a[0] * f[2], a[0] * f[1]};
  }
  /// Moment of a mass moment at gravity: (first × g, m g).
  static Force weight(const Inertia& I, const Vector& g) {
    return {I.first[0] * g[1] - I.first[1] * g[0], I.m * g[0], I.m * g[1]};
  }
  static Row column(const Motion& a, const Motion&) { return a; }
  /// The row of a force F and of k (f × g), by which columns are multiplied.
  static Row row(const Force& F, const Force& f, double k, const Vector& g) {
    return {F[0] + k * (f[1] * g[1] - f[2] * g[0]), F[1], F[2]};
  }
};

/// All of space. Motions and forces have six entries.
struct SpatialSpace {
  using Vector = Eigen::Vector3d;
  using Motion = Eigen::Matrix<double, 6, 1>;  ///< (ω, v)
  using Force = Eigen::Matrix<double, 6, 1>;   ///< (τ, f)
  /// Size of a row in the elimination: the motion, and the axis of rotation, which turns with it.
  static constexpr int rows = 9;
  using Row = Eigen::Matrix<double, rows, 1>;
  using Rows = Eigen::Matrix<double, rows, rows>;
  static constexpr bool hasSphericalJoints = true;
  static constexpr int travels = 3, linksOfBody = 6;
  using Rotation = Eigen::Matrix3d;

  struct Inertia {
    double m = 0;
    Vector first = Vector::Zero();
    Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
    void add(const Inertia& other) {
      m += other.m;
      first += other.first;
      second += other.second;
    }
    Force operator*(const Motion& a) const {
      const Vector omega = a.head<3>(), v = a.tail<3>();
      Force f;
      f << second * omega + first.cross(v), m * v + omega.cross(first);
      return f;
    }
  };
  static Vector vector(const Eigen::Vector3d& x) { return x; }
  struct LocalInertia {
    double m = 0;
    Vector centre = Vector::Zero();
    Eigen::Matrix3d I = Eigen::Matrix3d::Zero();
  };
  static LocalInertia local(double m, const Eigen::Vector3d& centre, const Eigen::Matrix3d& I) {
    return {m, centre, I};
  }
  static Inertia placed(const LocalInertia& part, const Rotation& R, const Vector& x) {
    const Vector c = x + R * part.centre, first = part.m * c;
    const Eigen::Matrix3d RI = R * part.I;
    Eigen::Matrix3d second = RI * R.transpose() - c * first.transpose();
    second.diagonal().array() += c.dot(first);
    return {part.m, first, second};
  }
  static Rotation turned(const Rotation& R, double angle, const Eigen::Vector3d& axis) {
    return R * Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  }
  static Rotation turned(const Rotation& R, const double* w) {
    return R * rotationMatrix(Eigen::Map<const Eigen::Vector3d>(w));
  }
  static Motion revolute(const Rotation& R, const Eigen::Vector3d& axis, const Vector& x) {
    const Vector a = R * axis;
    Motion s;
    s << a, x.cross(a);
    return s;
  }
  static Motion prismatic(const Vector& axis) {
    Motion s;
    s << Vector::Zero(), axis;
    return s;
  }
  static Motion cross(const Motion& a, const Motion& b) {
    const Vector w = a.head<3>(), v = a.tail<3>(), wb = b.head<3>(), vb = b.tail<3>();
    Motion c;
    c << w.cross(wb), w.cross(vb) + v.cross(wb);
    return c;
  }
  static Force crossDual(const Motion& a, const Force& F) {
    const Vector w = a.head<3>(), v = a.tail<3>(), t = F.head<3>(), f = F.tail<3>();
    Force c;
    c << w.cross(t) + v.cross(f), w.cross(f);
    return c;
  }
  static Force weight(const Inertia& I, const Vector& g) {
    Force f;
    f << I.first.cross(g), I.m * g;
    return f;
  }
  static Row column(const Motion& a, const Motion& s) {
    Row r;
    r << a, s.head<3>();
    return r;
  }
  static Row row(const Force& F, const Force& f, double k, const Vector& g) {
    const Vector linear = f.tail<3>();
    Row r;
    r << F, k * linear.cross(g);
    return r;
  }
};

}  // namespace carom
