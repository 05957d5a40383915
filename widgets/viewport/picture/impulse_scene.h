#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "impulse/impulse_case.h"
#include "viewport/picture/camera.h"
#include "viewport/render/surface_renderer.h"

namespace carom {

/// Impulse space of an impact in space as a picture: x along the tangent 2, y along n, z against the tangent
/// 3 (N·s).
struct ImpulseScene {
  struct Label {
    Eigen::Vector3d at;
    QString math;
    bool before = false;  ///< to the left of its point
  };
  std::vector<SurfacePart> parts;
  std::vector<Label> labels;
  std::vector<FitTarget> targets;  ///< what a view shows whole
  double least = 0, most = 0;      ///< P_n of the lowest and highest slice
};

/// Why a case has no picture in space; empty where it has one.
QString whyNoScene(const LocalImpact& impact);
/// The energy ellipsoid, the friction cone, the plane of maximum compression, the permissible region, the
/// accessible set of the new law, Routh's path, and the points with names, among them all
/// impulses of Whittaker's and Smith's laws where they have several. slice: P_n of a section through
/// them.
ImpulseScene impulseScene(const ImpulseCase& what, const std::optional<double>& slice = std::nullopt);

/// The camera that a picture starts with.
Camera impulseCamera(const ImpulseScene& scene, QSizeF size);
/// Draws the names over a picture.
void paintImpulseLabels(QPainter& painter, const ImpulseScene& scene, const Camera& camera,
                        const QRectF& area, double unit);

}  // namespace carom
