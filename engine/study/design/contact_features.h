#pragma once

#include <array>

#include "mechanics/contact/contacts.h"
#include "study/design/tree_numbers.h"

namespace carom {

/// The corner, edge, face or centre of a shape that decides a gap near one configuration.
struct ShapeFeature {
  enum class Kind { Point, Line, Plane, Surface };
  /// How a feature follows from the numbers of its shape.
  enum class Base {
    Unknown,
    Centre,
    End,
    Ends,
    HalfSpace,
    HullCorner,
    HullEdge,
    HullFace,
    HullSide,
    RodPlane,
    Round
  };
  Base base = Base::Unknown;
  int body = -1, shape = -1;
  int end = 0;                  ///< of a segment
  double sign = 1;              ///< with which the normal of a plane points outwards
  std::array<int, 3> points{};  ///< of a hull: those of the corner, edge or face, counter-clockwise
  /// Of a round solid: how the point of its surface moves with the normal, in the world (m).
  Eigen::Matrix3d bend = Eigen::Matrix3d::Zero();

  Kind kind() const;
};

/// A contact as the distance of two features, whose derivatives exist to any order.
struct ContactFeatures {
  std::array<ShapeFeature, 2> side;
  Eigen::Vector3d direction;          ///< from the first to the second, unit
  bool isPlanar = false;              ///< whether it is of figures in the plane
  double sign = 1;                    ///< of the common normal of two lines, or of two points
  std::optional<JointLimit> limit{};  ///< of a stop, which has no features
};

/// The features that decide a gap at q. They stay the same nearby, but at a corner of both shapes: whoever
/// asks compares their gap and normal with those of the mechanism.
ContactFeatures featuresOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q);

/// A gap and its normal, as numbers S.
template <class S>
struct ContactNumbers {
  S gap;         ///< φ (m)
  VectorX<S> u;  ///< Dφ: n
};
template <class S>
ContactNumbers<S> contactNumbers(const ContactFeatures& contact, const TreeNumbers<S>& numbers,
                                 const PlacedTree<S>& tree);

}  // namespace carom
