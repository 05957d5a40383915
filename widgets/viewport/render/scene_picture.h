#pragma once

#include <QImage>
#include <QRect>
#include <functional>
#include <optional>
#include <vector>

#include "viewport/render/scene_renderer.h"
#include "viewport/view_state.h"

namespace carom {

/// The picture of a scene in which bodies move.
///
/// The ground fills the picture and takes longer than the bodies. While it stays as it is, it is drawn once,
/// and the bodies are laid over it. Where few balls of many move, only the part of the picture around them is
/// drawn again.
class ScenePicture {
 public:
  vtkRenderer* renderer() const { return m_scene.renderer(); }
  void setBackdrop(Backdrop backdrop);
  void setHighlightedBody(int body);
  /// How a picture is drawn.
  struct Canvas {
    QSize size;                         ///< of the view
    QSize pixels;                       ///< of the picture
    int samples = 0;                    ///< of each pixel
    std::function<QImage(QRect)> draw;  ///< draws what the renderer shows, and returns a part of it
  };
  QImage make(const SceneFrame& frame, const ViewState& view, const Canvas& canvas);

 private:
  /// All that the picture of the ground depends on.
  struct Surroundings {
    Camera camera;
    SceneFrame::Ground ground;
    Backdrop backdrop;
    QSize pixels;

    bool operator==(const Surroundings&) const = default;
  };
  /// All that a picture of bodies depends on beside that.
  struct Bodies {
    std::vector<SceneFrame::Ball> balls, ghosts;
    std::vector<SceneFrame::Solid> solids;
    std::vector<SceneFrame::Wall> walls;
    int highlighted = -1;
    int samples = 0;
    double rodWidth = 0;
  };
  void place(const SceneFrame& frame, const ViewState& view, QSize size);
  QImage drawGround(const SceneFrame& frame, const ViewState& view, const Canvas& canvas);
  QRect changedPart(const Bodies& now, const SceneFrame::Ground& ground, const Camera& camera,
                    QSize pixels) const;

  SceneRenderer m_scene;
  Backdrop m_backdrop = Backdrop::Light;
  std::optional<Surroundings> m_surroundings;  ///< of the last picture
  QImage m_ground;                             ///< drawn once while the surroundings stay as they are
  int m_highlighted = -1;
  Bodies m_bodies;   ///< of the last picture
  QImage m_picture;  ///< the last one; null where a part of it cannot be drawn again
};

}  // namespace carom
