#include "viewport/picture/impulse_space_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "impulse/case_view.h"
#include "impulse/impulse_picture.h"
#include "laws/impulse_diagram_space.h"
#include "laws/impulse_space.h"
#include "viewport/picture/camera_view.h"
#include "viewport/render/surface_renderer.h"

namespace carom {

namespace {

QString usualAbout() {
  return QObject::tr("Fig. 2, generic collision in space");
}

std::optional<Camera> cameraIn(const QJsonObject& view) {
  if (!view.contains("camera")) return std::nullopt;
  return cameraOfJson(view["camera"].toObject());
}

std::optional<double> sliceIn(const QJsonObject& view) {
  if (!view.contains("slice")) return std::nullopt;
  return view["slice"].toDouble();
}

}  // namespace

ImpulseSpaceFigure::ImpulseSpaceFigure(const QString& view)
    : ImpulseSpaceFigure(caseIn(viewOf(view), spatialImpulseCase()), aboutIn(viewOf(view), usualAbout()),
                         cameraIn(viewOf(view)), sliceIn(viewOf(view))) {}

ImpulseSpaceFigure::ImpulseSpaceFigure(const ImpulseCase& what, const QString& about,
                                       std::optional<Camera> camera, std::optional<double> slice)
    : m_what(what), m_about(about), m_camera(std::move(camera)), m_slice(slice) {
  if (const QString why = whyNoScene(what.impact); !why.isEmpty()) throw FigureError(why.toStdString());
}

FigureSource ImpulseSpaceFigure::source() const {
  QJsonObject view;
  if (!(m_what == spatialImpulseCase()) || m_about != usualAbout()) addCase(view, m_what, m_about);
  if (m_camera) view["camera"] = cameraJson(*m_camera);
  if (m_slice) view["slice"] = *m_slice;
  return {name(), nullptr, viewText(view)};
}

QString ImpulseSpaceFigure::title() const {
  return QObject::tr("Impulse space in 3D — %1").arg(m_about);
}

void ImpulseSpaceFigure::paintRendered(QPainter& painter, const QRectF& area, double resolution) const {
  const theme::PaperColors paper;
  ImpulseScene scene = impulseScene(m_what, m_slice);
  constexpr double pointsPerPixel = textPoints / 11;
  for (SurfacePart& part : scene.parts) part.width *= pointsPerPixel * resolution;
  const Camera camera = m_camera.value_or(impulseCamera(scene, area.size()));
  SurfaceRenderer surfaces;
  surfaces.setGround(std::nullopt);
  surfaces.setParts(scene.parts);
  surfaces.setCamera(camera);
  drawRendering(painter, area, resolution, surfaces.renderer());
  paintImpulseLabels(painter, scene, camera, area, pointsPerPixel);
}

QString ImpulseSpaceFigure::csv() const {
  QString text = QStringLiteral("what,P_n [N s],P_2 [N s],P_3 [N s]\n");
  const auto line = [&](const QString& what, const auto& P) {
    text += what;
    for (int i = 0; i < 3; ++i) text += QLatin1Char(',') + csvNumber(P[i]);
    text += QLatin1Char('\n');
  };
  const LocalVector PI = m_what.impact.frictionless(), PII = m_what.impact.sticking();
  line(QStringLiteral("P_I"), PI);
  line(QStringLiteral("P_II"), PII);
  line(QStringLiteral("2P_I"), LocalVector(2 * PI));
  line(QStringLiteral("2P_II"), LocalVector(2 * PII));
  for (const LocalVector& P : pathOrNone(m_what)) line(QStringLiteral("path"), P);
  constexpr std::size_t points = 96;
  for (const LocalVector& P :
       accessibleBoundary(CollisionLaw::ChatterjeeRuina, m_what.impact, m_what.coefficients, points))
    line(QStringLiteral("chatterjee-ruina accessible"), P);
  return text;
}

QString ImpulseSpaceFigure::provenance() const {
  QString numbers;
  for (const double w : m_what.impact.W.reshaped()) numbers += csvNumber(w) + QLatin1Char(' ');
  for (const double v : m_what.impact.V) numbers += csvNumber(v) + QLatin1Char(' ');
  for (const Coefficient& coefficient : lawCoefficients)
    numbers += csvNumber(m_what.coefficients.*coefficient.value) + QLatin1Char(' ');
  return Figure::provenance() + QStringLiteral("; W V mu e et sigma transverse impulse polar azimuth ") +
         numbers.trimmed();
}

}  // namespace carom

/// See figures/figure_catalog.cpp, which loads this library for its figures in 3D. The caller owns it.
extern "C" carom::Figure* caromImpulseSpaceFigure(const QString& view) {
  return new carom::ImpulseSpaceFigure(view);
}

/// The same of a case. The caller owns it.
extern "C" carom::Figure* caromImpulseSpaceFigureOf(const carom::ImpulseCase& what, const QString& about) {
  return new carom::ImpulseSpaceFigure(what, about);
}
