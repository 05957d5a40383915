#pragma once

#include <Eigen/Core>
#include <QColor>
#include <array>
#include <memory>
#include <vector>

#include "viewport/picture/camera.h"

class vtkRenderer;

namespace carom {

/// A part of a picture in space: triangles or, where there are none, line segments between its points.
struct SurfacePart {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::array<int, 3>> triangles{};
  std::vector<std::array<int, 2>> segments{};
  QColor color;
  double opacity = 1;  ///< of triangles
  double width = 2;    ///< of segments, in pixels
  /// The border of a convex body, triangles counter-clockwise from outside: of bodies in each other the outer
  /// comes first.
  bool isBody = false;
};

/// Translucent surfaces and lines as VTK actors. It serves a window, or a picture without a display; it
/// belongs to one OpenGL context at a time.
class SurfaceRenderer {
 public:
  SurfaceRenderer();
  ~SurfaceRenderer();

  vtkRenderer* renderer() const;
  /// The ground of the picture; empty: transparent, for paper.
  void setGround(const std::optional<QColor>& color);
  void setParts(const std::vector<SurfacePart>& parts);
  /// Call it after setParts and before rendering.
  void setCamera(const Camera& camera);

 private:
  struct Actors;
  std::unique_ptr<Actors> m_actors;
};

}  // namespace carom
