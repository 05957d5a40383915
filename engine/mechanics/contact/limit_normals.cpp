#include "mechanics/contact/limit_normals.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// Angle (rad) within which a direction counts as along a face, and two directions as one: closedGap over a
/// body of a centimetre. A smaller value gives flush faces normals of rounding; a larger one joins those of
/// slim wedges.
constexpr double alongFace = 1e-7;

/// The directions that a face, edge or corner of a box and the body of a corner allow.
class NormalCone {
 public:
  /// Directions span the axes of the faces, whose number is 2 or 3.
  explicit NormalCone(std::vector<Eigen::Vector3d> faces) : m_faces(std::move(faces)), m_limits(m_faces) {}
  /// Adds ⟨e, d⟩ ≥ 0.
  void limit(const Eigen::Vector3d& direction) { m_limits.push_back(direction.normalized()); }

  std::vector<Eigen::Vector3d> rays() const {
    std::vector<Eigen::Vector3d> found;
    const auto offer = [&](const Eigen::Vector3d& ray) {
      const double length = ray.norm();
      if (length < alongFace) return;
      for (const double sign : {1.0, -1.0}) {
        const Eigen::Vector3d e = sign / length * ray;
        const bool isInside = std::ranges::all_of(
            m_limits, [&](const Eigen::Vector3d& limit) { return limit.dot(e) >= -alongFace; });
        const bool isKnown = std::ranges::any_of(
            found, [&](const Eigen::Vector3d& other) { return (other - e).norm() <= 2 * alongFace; });
        if (isInside && !isKnown) found.push_back(e);
      }
    };
    if (m_faces.size() == 2) {
      const Eigen::Vector3d across = m_faces[0].cross(m_faces[1]);
      for (const Eigen::Vector3d& limit : m_limits) offer(across.cross(limit));
    } else {
      for (std::size_t i = 0; i < m_limits.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) offer(m_limits[i].cross(m_limits[j]));
    }
    return found;
  }

 private:
  std::vector<Eigen::Vector3d> m_faces, m_limits;
};

std::vector<Eigen::Vector3d> limitsAt(const WorldBox& box, const WorldBall& corner) {
  if (corner.radius > 0 || box.half.minCoeff() == 0) return {};
  const Eigen::Vector3d x = box.pose.R.transpose() * (corner.centre - box.pose.x);
  std::vector<Eigen::Vector3d> faces;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double height = std::abs(x[k]) - box.half[k];
    if (height > closedGap) return {};
    if (height >= -closedGap) faces.push_back((x[k] < 0 ? -1 : 1) * box.pose.R.col(k));
  }
  if (faces.size() < 2) return {};
  NormalCone cone(std::move(faces));
  for (std::size_t i = 0; i < corner.edgeCount; ++i) cone.limit(corner.edges[i]);
  std::vector<Eigen::Vector3d> rays = cone.rays();
  if (rays.size() < 2) rays.clear();
  return rays;
}

}  // namespace

std::vector<Eigen::Vector3d> limitDirections(const WorldPart& first, const WorldPart& second) {
  const auto* box = std::get_if<WorldBox>(&first);
  const auto* corner = std::get_if<WorldBall>(&second);
  if (box && corner) return limitsAt(*box, *corner);
  box = std::get_if<WorldBox>(&second);
  corner = std::get_if<WorldBall>(&first);
  if (!box || !corner) return {};
  std::vector<Eigen::Vector3d> rays = limitsAt(*box, *corner);
  for (Eigen::Vector3d& ray : rays) ray = -ray;
  return rays;
}

Eigen::MatrixXd limitNormals(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (pair.limit) return Eigen::MatrixXd(0, mechanism.dof());
  const WorldPart a = worldPart(mechanism, pair, 0, mechanism.pose(pair.body[0], q)),
                  b = worldPart(mechanism, pair, 1, mechanism.pose(pair.body[1], q));
  const std::vector<Eigen::Vector3d> directions = limitDirections(a, b);
  Eigen::MatrixXd normals(directions.size(), mechanism.dof());
  if (directions.empty()) return normals;
  const Separation s = separate(a, b);
  for (std::size_t i = 0; i < directions.size(); ++i)
    normals.row(static_cast<Eigen::Index>(i)) =
        (mechanism.pointForce(pair.body[1], q, s.second, directions[i]) -
         mechanism.pointForce(pair.body[0], q, s.first, directions[i]))
            .transpose();
  return normals;
}

}  // namespace carom
