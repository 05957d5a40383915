#pragma once

#include "viewport/picture/impulse_scene.h"
#include "viewport/picture/rendered_figure.h"

namespace carom {

/// Impulse space of an impact in space [CR98 Fig. 2]: the surfaces are rendered, letters are vectors.
class ImpulseSpaceFigure : public RenderedFigure {
 public:
  /// The generic case of the paper, or that of a view of source(). Throws FigureError.
  explicit ImpulseSpaceFigure(const QString& view);
  /// Throws FigureError where the case has no picture in space. camera: empty for that with which a view
  /// starts.
  ImpulseSpaceFigure(const ImpulseCase& what, const QString& about, std::optional<Camera> camera = {},
                     std::optional<double> slice = {});

  QString name() const override { return QStringLiteral("impulse-3d"); }
  QString title() const override;
  double aspect() const override { return 0.9; }
  /// what,P_n,P_2,P_3 (N·s): the points with names, Routh's path, the accessible set of the new law.
  QString csv() const override;
  QString provenance() const override;
  FigureSource source() const override;
  const ImpulseCase& what() const { return m_what; }
  const QString& about() const { return m_about; }
  const std::optional<Camera>& camera() const { return m_camera; }
  const std::optional<double>& slice() const { return m_slice; }

 protected:
  void paintRendered(QPainter& painter, const QRectF& area, double resolution) const override;

 private:
  ImpulseCase m_what;
  QString m_about;
  std::optional<Camera> m_camera;
  std::optional<double> m_slice;
};

}  // namespace carom
