// Impulse space of impacts in space [CR98 3.1, 3.2]: surfaces against the conditions that bound them.
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <QtTest>
#include <map>

#include "laws/impulse_diagram_space.h"
#include "laws/permissible_impulse.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;

namespace {

/// ½ V_fᵀ M V_f − E_c of an impulse (J).
double energyGained(const LocalImpact& impact, const Vector3d& P) {
  const LocalVector change = impact.W * P;
  return P.dot(Vector3d(impact.V[0], impact.V[1], impact.V[2])) +
         0.5 * P.dot(Vector3d(change[0], change[1], change[2]));
}

/// The volume within a closed surface, positive where its triangles are counter-clockwise from outside.
double volumeOf(const ImpulseSurface& surface) {
  double six = 0;
  for (const auto& [a, b, c] : surface.triangles)
    six += surface.points[static_cast<std::size_t>(a)].dot(
        surface.points[static_cast<std::size_t>(b)].cross(surface.points[static_cast<std::size_t>(c)]));
  return six / 6;
}

/// Each edge of a closed surface belongs to two triangles that go along it in opposite senses.
bool isClosed(const ImpulseSurface& surface) {
  std::map<std::pair<int, int>, int> edges;
  for (const auto& triangle : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++edges[{triangle[k], triangle[(k + 1) % 3]}];
  return std::ranges::all_of(edges, [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

}  // namespace

class TestImpulseDiagramSpace : public QObject {
  Q_OBJECT
 private slots:
  void theEllipsoidKeepsTheEnergy() {
    Impacts impacts(3, 23);
    for (int i = 0; i < 60; ++i) {
      const LocalImpact impact = impacts.next();
      const SpatialImpulseDiagram diagram(impact);
      const ImpulseSurface surface = diagram.ellipsoid(16);
      QVERIFY(isClosed(surface));
      // 4/3 π abc, with a² = 2 E m of each eigenvalue m of M; chords take some of it.
      const double volume = 4.0 / 3 * M_PI * std::pow(2 * diagram.energy(), 1.5) /
                            std::sqrt(Eigen::Matrix3d(impact.W).determinant());
      QVERIFY(volumeOf(surface) > 0.8 * volume && volumeOf(surface) < volume);
      double top = 0;
      for (const Vector3d& P : surface.points) {
        QVERIFY(std::abs(energyGained(impact, P)) <= 1e-9 * diagram.energy());
        top = std::max(top, P[0]);
      }
      QVERIFY(top <= diagram.top() * (1 + 1e-12));
      // The top is where V_f is along the normal.
      const double up = std::sqrt(2 * diagram.energy() * impact.mass()(0, 0));
      QVERIFY(std::abs(diagram.top() - diagram.sticking()[0] - up) <= 1e-9 * diagram.top());
      QVERIFY(std::abs(energyGained(impact, 2 * diagram.frictionless())) <= 1e-12 * diagram.energy());
      for (const Vector3d& P : diagram.compressionEllipse(12)) {
        QVERIFY(std::abs(energyGained(impact, P)) <= 1e-9 * diagram.energy());
        QVERIFY(std::abs(impact.after(LocalVector(P))[0]) <= 1e-9 * impact.after(LocalVector(P)).norm());
      }
    }
  }

  /// Corners are permissible, and a step outwards from where the region is seen is not.
  void theBorderOfThePermissibleRegionIsThere() {
    Impacts impacts(3, 29);
    for (int i = 0; i < 60; ++i) {
      const LocalImpact impact = impacts.next();
      // Near grazing the region is thinner than the tolerances of the conditions.
      if (std::abs(impact.V[0]) < 1e-2 * impact.V.norm()) continue;
      const SpatialImpulseDiagram diagram(impact);
      const double friction = i % 6 == 0 ? infinity : impacts.uniform(0.05, 2);
      const ImpulseSurface surface = diagram.permissible(friction, 16);
      QVERIFY(isClosed(surface));
      QVERIFY(volumeOf(surface) > 0);
      const Vector3d from = 1.5 * diagram.frictionless();
      for (const Vector3d& P : surface.points) {
        QVERIFY(permissible(impact, LocalVector(from + (1 - 1e-9) * (P - from)), friction).all());
        QVERIFY(!permissible(impact, LocalVector(from + (1 + 1e-2) * (P - from)), friction).all());
      }
    }
  }

  /// Each triangle lies on one face: the edges of the region are where the faces meet.
  void trianglesOfThePermissibleRegionKeepToAFace() {
    Impacts impacts(3, 31);
    int sharp = 0;
    for (int i = 0; i < 200; ++i) {
      const LocalImpact impact = impacts.next();
      const double friction = i % 6 == 0 ? infinity : impacts.uniform(0.05, 2);
      const SpatialImpulseDiagram diagram(impact);
      const ImpulseSurface surface = diagram.permissible(friction, 24);
      sharp += surface.points.size() % 24 != 2;  // half-planes of corners of three faces
      const auto onPlane = [&](const Vector3d& P) {
        return std::abs(impact.after(LocalVector(P))[0]) <= 1e-11 * impact.V.norm();
      };
      const auto onCone = [&](const Vector3d& P) {
        const double across = P.tail<2>().norm();
        return std::isinf(friction) ? std::abs(P[0]) <= 1e-11 * across
                                    : std::abs(across - friction * P[0]) <= 1e-11 * P.norm();
      };
      const auto onEllipsoid = [&](const Vector3d& P) {
        return std::abs(energyGained(impact, P)) <= 1e-11 * diagram.energy();
      };
      for (const auto& triangle : surface.triangles) {
        const auto all = [&](const auto& on) {
          return std::ranges::all_of(triangle,
                                     [&](int k) { return on(surface.points[static_cast<std::size_t>(k)]); });
        };
        QVERIFY(all(onPlane) || all(onCone) || all(onEllipsoid));
      }
    }
    QVERIFY(sharp > 50);
  }

  void sectionsLieAtTheirHeight() {
    const ImpulseSurface cone = SpatialImpulseDiagram::cone(0.5, 2, 24);
    const auto section = sectionAt(cone, 1.25);
    QCOMPARE(section.size(), std::size_t{24});
    for (const auto& segment : section)
      for (const Vector3d& P : segment) {
        QVERIFY(std::abs(P[0] - 1.25) < 1e-14);
        QVERIFY(std::abs(P.tail<2>().norm() - 0.625) < 1e-14);
      }
    QVERIFY(sectionAt(cone, 2.5).empty());
    QVERIFY(sectionAt(cone, -0.5).empty());
  }
};

CAROM_TEST(TestImpulseDiagramSpace);
#include "tst_impulse_diagram_space.moc"
