#include "mechanics/contact/separation_slopes.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <optional>

#include "base/central_slope.h"
#include "base/rotation.h"

namespace carom {

namespace {

ContactPlace placeOf(const Separation& s) {
  return {s.direction, s.first, s.second, s.touch, s.touch + s.gap * s.direction};
}

/// Whether a direction, or its reverse, is the normal of a face of a part, with which it turns.
bool isFaceOf(const WorldPlane&, const Eigen::Vector3d&) {
  return true;
}
bool isFaceOf(const WorldHull& hull, const Eigen::Vector3d& e) {
  for (const Polytope::Face& face : hull.solid->faces) {
    const Eigen::Vector3d normal = hull.pose.R * face.normal;
    if (e == normal || e == -normal) return true;
  }
  return false;
}
template <typename Other>
bool isFaceOf(const Other&, const Eigen::Vector3d&) {
  return false;
}

struct TipPlace {
  Eigen::Vector3d centre;
  double radius;
};
std::optional<TipPlace> tipOf(const WorldPart& part) {
  return std::visit(
      [](const auto& one) -> std::optional<TipPlace> {
        if constexpr (Tip<std::decay_t<decltype(one)>>)
          return TipPlace{one.centre, one.radius};
        else
          return std::nullopt;
      },
      part);
}
bool isFaceOf(const WorldPart& part, const Eigen::Vector3d& e) {
  return std::visit([&](const auto& one) { return isFaceOf(one, e); }, part);
}

}  // namespace

SeparationSlopes::SeparationSlopes(const WorldPart& first, const WorldPart& second,
                                   const Separation& separation, int face, double size, bool isPlanar)
    : m_place(placeOf(separation)), m_gap(separation.gap) {
  const std::optional<TipPlace> a = tipOf(first), b = tipOf(second);
  const Eigen::Vector3d& e = separation.direction;
  if (a && b && (m_distance = (b->centre - a->centre).norm()) > 0) {
    m_kind = Kind::Round;
    m_radius = a->radius;
    return;
  }
  if ((a && isFaceOf(second, e)) || (b && isFaceOf(first, e))) {
    m_kind = Kind::Face;
    m_faceOf = a ? 1 : 0;
    m_radius = (a ? a : b)->radius;
    m_place.first = m_place.second = (a ? a : b)->centre;  // all on the line along e are the same
    return;
  }
  moveBeside(first, second, face, size, isPlanar);
}

void SeparationSlopes::moveBeside(const WorldPart& first, const WorldPart& second, int face, double size,
                                  bool isPlanar) {
  const Eigen::Vector3d at = m_place.touch;
  using All = Eigen::Matrix<double, 15, 1>;
  for (int k = 0; k < 6; ++k) {
    if (isPlanar && k >= 2 && k < 5) continue;
    const bool turns = k >= 3;
    const Eigen::Vector3d e = Eigen::Vector3d::Unit(k % 3);
    const All slope = centralSlope(
        [&](double s) {
          Pose by;
          if (turns) {
            by.R = rotationMatrix(s * e);
            by.x = at - by.R * at;
          } else {
            by.x = s * e;
          }
          const ContactPlace there = placeOf(separate(first, placed(second, by), face));
          All all;
          all << there.direction, there.first, there.second, there.touch, there.far;
          return all;
        },
        slopeShare * (turns ? 1 : size));
    m_beside.push_back({k,
                        {slope.segment<3>(0), slope.segment<3>(3), slope.segment<3>(6), slope.segment<3>(9),
                         slope.segment<3>(12)}});
  }
}

ContactPlace SeparationSlopes::rates(const Motion& first, const Motion& second) const {
  using LF = LinkFrames;
  const Eigen::Vector3d& e = m_place.direction;
  if (m_kind == Kind::Round) {
    const Eigen::Vector3d a = LF::velocity(first, m_place.first), b = LF::velocity(second, m_place.second),
                          d = b - a, turned = (d - d.dot(e) * e) / m_distance;
    return {turned, a, b, a + m_radius * turned, a + (m_radius + m_gap) * turned + d.dot(e) * e};
  }
  if (m_kind == Kind::Face) {
    const Eigen::Vector3d& c = m_place.first;
    const Eigen::Vector3d a = LF::velocity(first, c), b = LF::velocity(second, c);
    const bool tipIsFirst = m_faceOf == 1;
    const Motion& ofFace = tipIsFirst ? second : first;
    const Eigen::Vector3d turned = Eigen::Vector3d(ofFace.head<3>()).cross(e), tip = tipIsFirst ? a : b;
    const double sign = tipIsFirst ? 1 : -1;
    const Eigen::Vector3d onTip = tip + sign * m_radius * turned,
                          onFace = onTip + sign * (m_gap * turned + (b - a).dot(e) * e);
    return {turned, tip, tip, tipIsFirst ? onTip : onFace, tipIsFirst ? onFace : onTip};
  }
  const Eigen::Vector3d w = first.head<3>();
  ContactPlace rates{w.cross(e), LF::velocity(first, m_place.first), LF::velocity(first, m_place.second),
                     LF::velocity(first, m_place.touch), LF::velocity(first, m_place.far)};
  const Motion apart = second - first;
  const Eigen::Vector3d travel = LF::velocity(apart, m_place.touch);
  for (const auto& [k, slope] : m_beside) {
    const double by = k < 3 ? travel[k] : apart[k - 3];
    rates.direction += by * slope.direction;
    rates.first += by * slope.first;
    rates.second += by * slope.second;
    rates.touch += by * slope.touch;
    rates.far += by * slope.far;
  }
  return rates;
}

}  // namespace carom
