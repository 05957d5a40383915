#include "viewport/render/surface_renderer.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <numbers>

namespace carom {

struct SurfaceRenderer::Actors {
  struct Drawn {
    vtkNew<vtkActor> actor;
    vtkNew<vtkPolyDataMapper> mapper;
  };
  enum class Side { Back, Both, Front };

  vtkNew<vtkRenderer> renderer;
  std::vector<std::unique_ptr<Drawn>> drawn;

  void draw(std::size_t at, const SurfacePart& part, Side side);
};

namespace {

template <std::size_t corners>
void addCells(vtkCellArray* cells, const std::vector<std::array<int, corners>>& lists) {
  for (const auto& list : lists) {
    std::array<vtkIdType, corners> ids;
    std::copy(list.begin(), list.end(), ids.begin());
    cells->InsertNextCell(corners, ids.data());
  }
}

void fill(vtkPolyData* data, const SurfacePart& part) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  for (const Eigen::Vector3d& point : part.points) points->InsertNextPoint(point.data());
  vtkNew<vtkCellArray> triangles, segments;
  addCells(triangles, part.triangles);
  addCells(segments, part.segments);
  data->SetPoints(points);
  data->SetPolys(triangles);
  data->SetLines(segments);
}

}  // namespace

SurfaceRenderer::SurfaceRenderer() : m_actors(std::make_unique<Actors>()) {}

SurfaceRenderer::~SurfaceRenderer() = default;

vtkRenderer* SurfaceRenderer::renderer() const {
  return m_actors->renderer;
}

void SurfaceRenderer::setGround(const std::optional<QColor>& color) {
  const QColor ground = color.value_or(QColor(Qt::black));  // premultiplied: nothing
  m_actors->renderer->SetBackground(ground.redF(), ground.greenF(), ground.blueF());
  m_actors->renderer->SetBackgroundAlpha(color ? 1 : 0);
}

void SurfaceRenderer::Actors::draw(std::size_t at, const SurfacePart& part, Side side) {
  while (drawn.size() <= at) {
    auto& one = drawn.emplace_back(std::make_unique<Drawn>());
    one->actor->SetMapper(one->mapper);
    one->actor->ForceOpaqueOn();
    renderer->AddActor(one->actor);
  }
  vtkNew<vtkPolyData> data;
  fill(data, part);
  drawn[at]->mapper->SetInputData(data);
  drawn[at]->actor->SetVisibility(true);
  vtkProperty* property = drawn[at]->actor->GetProperty();
  const bool isSurface = !part.triangles.empty();
  property->SetColor(part.color.redF(), part.color.greenF(), part.color.blueF());
  property->SetOpacity(isSurface ? part.opacity : 1);
  property->SetLighting(isSurface);
  property->SetAmbient(0.45);
  property->SetDiffuse(0.55);
  property->SetLineWidth(static_cast<float>(part.width));
  property->SetFrontfaceCulling(side == Side::Back);
  property->SetBackfaceCulling(side == Side::Front);
}

/// All parts are drawn in the opaque pass, with blending: first the lines, which surfaces in front of them
/// tint; then the far sides of bodies, what is within, and their near sides, the outer body last.
void SurfaceRenderer::setParts(const std::vector<SurfacePart>& parts) {
  std::size_t at = 0;
  for (const SurfacePart& part : parts)
    if (part.triangles.empty()) m_actors->draw(at++, part, Actors::Side::Both);
  for (const SurfacePart& part : parts)
    if (part.isBody) m_actors->draw(at++, part, Actors::Side::Back);
  for (const SurfacePart& part : parts)
    if (!part.isBody && !part.triangles.empty()) m_actors->draw(at++, part, Actors::Side::Both);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    if (part->isBody) m_actors->draw(at++, *part, Actors::Side::Front);
  for (; at < m_actors->drawn.size(); ++at) m_actors->drawn[at]->actor->SetVisibility(false);
}

void SurfaceRenderer::setCamera(const Camera& camera) {
  const Eigen::Vector3d eye = camera.eye(), upwards = camera.screenUp();
  vtkCamera* vtk = m_actors->renderer->GetActiveCamera();
  vtk->SetFocalPoint(camera.focal.data());
  vtk->SetPosition(eye.data());
  vtk->SetViewUp(upwards.data());
  vtk->SetViewAngle(Camera::viewAngle * 180 / std::numbers::pi);
  m_actors->renderer->ResetCameraClippingRange();
}

}  // namespace carom
