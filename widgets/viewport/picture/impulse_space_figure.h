#pragma once

#include "figure/figure.h"
#include "viewport/picture/impulse_scene.h"

namespace carom {

/// Impulse space of an impact in space [CR98 Fig. 2]: surfaces as a picture of high resolution, with vector
/// letters. It needs no display. paint() throws FigureError without OpenGL.
class ImpulseSpaceFigure : public Figure {
 public:
  /// Throws FigureError where the case has no picture in space. camera: empty for that with which a view
  /// starts.
  ImpulseSpaceFigure(const ImpulseCase& what, const QString& about, std::optional<Camera> camera = {},
                     std::optional<double> slice = {});

  QString name() const override { return QStringLiteral("impulse-3d"); }
  QString title() const override;
  double aspect() const override { return 0.9; }
  void paint(QPainter& painter, const QRectF& area) const override;
  void paintVectors(QPainter& painter, const QRectF& area, int rasterDpi) const override;
  /// what,P_n,P_2,P_3 (N·s): the points with names, Routh's path, the accessible set of the new law.
  QString csv() const override;
  QString provenance() const override;

 private:
  void paintScene(QPainter& painter, const QRectF& area, double resolution) const;

  ImpulseCase m_what;
  QString m_about;
  std::optional<Camera> m_camera;
  std::optional<double> m_slice;
};

}  // namespace carom
