#pragma once

#include <QImage>
#include <functional>
#include <optional>

#include "viewport/render/scene_renderer.h"
#include "viewport/view_state.h"

namespace carom {

/// The picture of a scene in which bodies move.
///
/// The ground fills the picture and takes longer than the bodies. While it stays as it is, it is drawn once,
/// and the bodies are laid over it.
class ScenePicture {
 public:
  vtkRenderer* renderer() const { return m_scene.renderer(); }
  void setBackdrop(Backdrop backdrop);
  void setHighlightedBody(int body) { m_scene.setHighlightedBody(body); }
  /// A picture with this many pixels of a view with this size; `draw` draws what the renderer shows.
  QImage make(const SceneFrame& frame, const ViewState& view, QSize size, QSize pixels,
              const std::function<QImage()>& draw);

 private:
  /// All that the picture of the ground depends on.
  struct Surroundings {
    Camera camera;
    SceneFrame::Ground ground;
    Backdrop backdrop;
    QSize pixels;

    bool operator==(const Surroundings&) const = default;
  };
  void place(const SceneFrame& frame, const ViewState& view, QSize size);

  SceneRenderer m_scene;
  Backdrop m_backdrop = Backdrop::Light;
  std::optional<Surroundings> m_surroundings;  ///< of the last picture
  QImage m_ground;                             ///< drawn once while the surroundings stay as they are
};

}  // namespace carom
