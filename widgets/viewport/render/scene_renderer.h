#pragma once

#include <QRect>
#include <memory>

#include "viewport/picture/scene_frame.h"
#include "viewport/render/backdrop.h"

class vtkRenderer;

namespace carom {

/// Whether the picture of a frame has edges of faces, which multisampling makes smooth. Balls, shadows and
/// the grid of the ground are smooth by themselves.
bool hasEdges(const SceneFrame& frame);

/// The solid part of the 3D view as VTK actors: balls with their shadows, ground and walls.
///
/// The same renderer serves the window and pictures without a display. It belongs to one OpenGL context at a
/// time. Actors are made once; a new frame only moves them.
class SceneRenderer {
 public:
  explicit SceneRenderer(Backdrop backdrop = Backdrop::Light);
  ~SceneRenderer();

  vtkRenderer* renderer() const;
  void setBackdrop(Backdrop backdrop);
  void setFrame(const SceneFrame& frame);
  /// Shows the ground and the backdrop, or leaves what is behind the bodies transparent.
  void setGroundVisible(bool visible);
  /// Shows these rods and boxes in place of those of the frame.
  void placeSolids(const std::vector<SceneFrame::Solid>& solids);
  /// The body that lights up, −1 for none.
  void setHighlightedBody(int body);
  /// `aspect`: width over height of the picture. Call it after setFrame and before rendering.
  void setCamera(const Camera& camera, double aspect);
  /// Draws only a part of the next picture. In pixels, y up.
  void drawOnly(QRect part);
  /// What holds the shadow of a ball.
  static FitTarget shadowOf(const SceneFrame::Ball& ball, const SceneFrame::Ground& ground);

 private:
  struct Actors;
  std::unique_ptr<Actors> m_actors;
};

}  // namespace carom
