#include "mechanics/tree/round_solid.h"

#include <cmath>

namespace carom {

namespace {

/// Rings of faces from pole to pole along z, and faces in a ring: an outline leaves the surface by 0.1 % of
/// its radius. More of them cost memory and time in every picture; fewer are seen as corners.
constexpr int rings = 24, sectors = 72;

/// A face with these corners, and its edge to the next sector.
void addFace(Polytope& mesh, std::vector<int> loop) {
  Polytope::Face face{};
  face.normal.setZero();
  for (const int corner : loop) face.normal += mesh.normals[static_cast<std::size_t>(corner)];
  face.normal.normalize();
  face.offset = face.normal.dot(mesh.corners[static_cast<std::size_t>(loop[0])]);
  mesh.edges.push_back({{loop[0], loop[1]}, {}, 0});
  face.loop = std::move(loop);
  mesh.faces.push_back(std::move(face));
}

std::shared_ptr<const Polytope> meshOf(const RoundSolid& solid) {
  auto mesh = std::make_shared<Polytope>();
  const Eigen::Vector3d half = solid.halfSize();
  const auto add = [&](const Eigen::Vector3d& direction) {  // of an ellipsoid, evenly on the ball that it was
    mesh->normals.push_back(direction.cwiseQuotient(half).normalized());
    mesh->corners.push_back(solid.point(mesh->normals.back()));
  };
  add(Eigen::Vector3d::UnitZ());
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < sectors; ++j) {
      const double down = M_PI * i / rings, around = 2 * M_PI * j / sectors;
      add({std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)});
    }
  add(-Eigen::Vector3d::UnitZ());
  const int last = static_cast<int>(mesh->corners.size()) - 1;
  const auto at = [&](int ring, int sector) {
    return ring == 0 ? 0 : ring == rings ? last : 1 + (ring - 1) * sectors + sector % sectors;
  };
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sectors; ++j) {
      std::vector<int> loop{at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), at(i, j)};
      if (i == 0) loop.pop_back();
      if (i == rings - 1) loop.erase(loop.begin());
      addFace(*mesh, std::move(loop));
    }
  mesh->height = {-half.z(), half.z()};
  mesh->middle = Eigen::Vector3d::Zero();
  mesh->reach = solid.reach();
  return mesh;
}

}  // namespace

const std::shared_ptr<const Polytope>& RoundSolid::mesh() const {
  std::call_once(m_meshed, [&] { m_mesh = meshOf(*this); });
  return m_mesh;
}

}  // namespace carom
