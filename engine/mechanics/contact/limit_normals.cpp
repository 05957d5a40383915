#include "mechanics/contact/limit_normals.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/contacts.h"
#include "mechanics/contact/hull_distance.h"

namespace carom {

namespace {

/// Angle (rad) within which a direction counts as along a face, and two directions as one: closedGap over a
/// body of a centimetre. A smaller value gives flush faces normals of rounding; a larger one joins those of
/// slim wedges.
constexpr double alongFace = 1e-7;

/// The directions that an edge or corner of a hull and the body of a corner allow.
class NormalCone {
 public:
  /// faces: unit normals of the two faces at an edge, or of all that meet at a corner.
  explicit NormalCone(std::vector<Eigen::Vector3d> faces) : m_faces(std::move(faces)) {
    if (m_faces.size() == 2) {
      const double cosine = m_faces[0].dot(m_faces[1]);
      limit(m_faces[0] - cosine * m_faces[1]);
      limit(m_faces[1] - cosine * m_faces[0]);
      return;
    }
    for (std::size_t i = 0; i < m_faces.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) limitAlongEdge(m_faces[i].cross(m_faces[j]));
  }
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
  /// The limit of an edge between two faces of a corner, which leads away from the corner below all others.
  void limitAlongEdge(Eigen::Vector3d edge) {
    const double length = edge.norm();
    if (length < alongFace) return;
    edge /= length;
    for (const double sign : {1.0, -1.0})
      if (std::ranges::all_of(
              m_faces, [&](const Eigen::Vector3d& face) { return sign * face.dot(edge) <= alongFace; }))
        limit(-sign * edge);
  }

  std::vector<Eigen::Vector3d> m_faces, m_limits;
};

/// The normals of the faces that a corner touches; empty where it is off the solid, or below one of them.
std::vector<Eigen::Vector3d> facesAt(const WorldHull& hull, const Eigen::Vector3d& corner) {
  std::vector<Eigen::Vector3d> faces;
  if (hull.solid->isFlat) return faces;
  for (const NearFace& face : facesNear(hull, inHull(hull, corner), closedGap)) {
    if (face.height > closedGap) return {};
    faces.push_back(face.normal);
  }
  return faces;
}

template <Tip T>
std::vector<Eigen::Vector3d> limitsAt(const WorldHull& hull, const T& corner) {
  if (corner.radius > 0) return {};
  std::vector<Eigen::Vector3d> faces = facesAt(hull, corner.centre);
  if (faces.size() < 2) return {};
  NormalCone cone(std::move(faces));
  for (std::size_t i = 0; i < corner.edgeCount; ++i) cone.limit(corner.edge(i));
  std::vector<Eigen::Vector3d> rays = cone.rays();
  if (rays.size() < 2) rays.clear();
  return rays;
}

template <typename A, typename B>
std::vector<Eigen::Vector3d> limitsBetween(const A& a, const B& b) {
  if constexpr (std::same_as<A, WorldHull> && Tip<B>) {
    return limitsAt(a, b);
  } else if constexpr (Tip<A> && std::same_as<B, WorldHull>) {
    std::vector<Eigen::Vector3d> rays = limitsAt(b, a);
    for (Eigen::Vector3d& ray : rays) ray = -ray;
    return rays;
  } else {
    return {};
  }
}

}  // namespace

std::vector<Eigen::Vector3d> limitDirections(const WorldPart& first, const WorldPart& second) {
  return std::visit([](const auto& a, const auto& b) { return limitsBetween(a, b); }, first, second);
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
