#include "viewport/render/solids.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkMatrix4x4.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkSmartPointer.h>

#include <cmath>
#include <set>

namespace carom {

namespace {

constexpr double ghostly = 0.38;  ///< opacity of the compared motion

/// A cylinder along y from −1 to 1 with other radii at its ends.
void taperAlongY(vtkPolyData& rod, double start, double end) {
  vtkDataArray& normals = *rod.GetPointData()->GetNormals();
  for (vtkIdType i = 0; i < rod.GetNumberOfPoints(); ++i) {
    double point[3], normal[3];
    rod.GetPoint(i, point);
    const double radius = 0.5 * (start * (1 - point[1]) + end * (1 + point[1]));
    rod.GetPoints()->SetPoint(i, radius * point[0], point[1], radius * point[2]);
    normals.GetTuple(i, normal);
    const bool isSide = std::abs(normal[1]) < 0.5;
    if (isSide) normals.SetTuple3(i, normal[0], 0.5 * (start - end), normal[2]);
  }
}

/// The faces of a hull with their own normals, or those of the surface that it stands for, scaled so that it
/// reaches from −1 to 1 along each axis; a polygon as a prism.
vtkSmartPointer<vtkPolyData> surfaceOf(const Polytope& hull) {
  const Eigen::Vector3d half = halfSizeOf(hull);
  const auto scaled = [&](int corner, double z) {
    Eigen::Vector3d x = hull.corners[static_cast<std::size_t>(corner)] - hull.middle;
    for (Eigen::Index k = 0; k < 3; ++k)
      if (half[k] > 0) x[k] /= half[k];
    return hull.isPolygon() ? Eigen::Vector3d(x.x(), x.y(), z) : x;
  };
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> faces;
  vtkNew<vtkFloatArray> normals;
  normals->SetNumberOfComponents(3);
  const auto add = [&](const std::vector<Eigen::Vector3d>& loop, const auto& normalAt) {
    faces->InsertNextCell(static_cast<vtkIdType>(loop.size()));
    for (std::size_t i = 0; i < loop.size(); ++i) {
      // Normals turn by the inverse of the scale.
      const Eigen::Vector3d n = normalAt(i).cwiseProduct(half.cwiseMax(1e-9 * half.maxCoeff())).normalized();
      faces->InsertCellPoint(points->InsertNextPoint(loop[i].data()));
      normals->InsertNextTuple(n.data());
    }
  };
  const auto flat = [](const Eigen::Vector3d& n) { return [n](std::size_t) { return n; }; };
  std::array<std::vector<Eigen::Vector3d>, 2> ends;
  for (const Polytope::Face& face : hull.faces) {
    std::vector<Eigen::Vector3d> loop;
    for (const int corner : face.loop) loop.push_back(scaled(corner, -1));
    if (hull.isPolygon()) {
      loop.push_back(scaled(face.loop[1], 1));
      loop.push_back(scaled(face.loop[0], 1));
      ends[0].insert(ends[0].begin(), loop[0]);
      ends[1].push_back(loop[3]);
    }
    if (hull.normals.empty())
      add(loop, flat(face.normal));
    else
      add(loop, [&](std::size_t i) { return hull.normals[static_cast<std::size_t>(face.loop[i])]; });
  }
  if (hull.isPolygon()) {
    add(ends[0], flat(-Eigen::Vector3d::UnitZ()));
    add(ends[1], flat(Eigen::Vector3d::UnitZ()));
  }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(faces);
  surface->GetPointData()->SetNormals(normals);
  return surface;
}

}  // namespace

Solids::Solids() {
  // Both reach from −1 to 1 along each axis; the rod lies along y.
  m_rod->SetHeight(2);
  m_rod->SetRadius(1);
  m_rod->SetResolution(32);
  for (const auto set : {&vtkCubeSource::SetXLength, &vtkCubeSource::SetYLength, &vtkCubeSource::SetZLength})
    (m_box->*set)(2);
  m_rodMapper->SetInputConnection(m_rod->GetOutputPort());
  m_boxMapper->SetInputConnection(m_box->GetOutputPort());
}

vtkPolyDataMapper* Solids::rodMapper(const std::array<double, 2>& ends) {
  const auto thousandths = [](double x) { return static_cast<int>(std::lround(1000 * x)); };
  const std::pair key(thousandths(ends[0]), thousandths(ends[1]));
  if (key == std::pair(1000, 1000)) return m_rodMapper;
  const auto [entry, isNew] = m_tapered.try_emplace(key);
  if (isNew) {
    vtkNew<vtkPolyData> rod;
    m_rod->Update();
    rod->DeepCopy(m_rod->GetOutput());
    taperAlongY(*rod, ends[0], ends[1]);
    entry->second->SetInputData(rod);
  }
  return entry->second;
}

vtkPolyDataMapper* Solids::hullMapper(const std::shared_ptr<const Polytope>& hull) {
  const auto [entry, isNew] = m_hulls.try_emplace(hull);
  if (isNew) entry->second->SetInputData(surfaceOf(*hull));
  return entry->second;
}

vtkPolyDataMapper* Solids::mapperOf(const SceneFrame::Solid& solid) {
  if (solid.hull) return hullMapper(solid.hull);
  return solid.rod ? rodMapper(solid.ends) : m_boxMapper.Get();
}

void Solids::place(vtkRenderer& renderer, const std::vector<SceneFrame::Solid>& solids) {
  while (m_actors.size() < solids.size()) {
    vtkActor* actor = m_actors.emplace_back().Get();
    renderer.AddActor(actor);
  }
  // Hulls of former scenes and values of parameters.
  std::set<const Polytope*> shown;
  for (const SceneFrame::Solid& solid : solids) shown.insert(solid.hull.get());
  std::erase_if(m_hulls, [&](const auto& entry) { return !shown.contains(entry.first.get()); });
  for (std::size_t i = 0; i < m_actors.size(); ++i) {
    vtkActor* actor = m_actors[i].Get();
    actor->SetVisibility(i < solids.size());
    if (i >= solids.size()) continue;
    const SceneFrame::Solid& solid = solids[i];
    actor->SetMapper(mapperOf(solid));
    Eigen::Matrix4d place = Eigen::Matrix4d::Identity();
    place.topRows<3>() << solid.axes, solid.centre;
    vtkNew<vtkMatrix4x4> matrix;
    matrix->DeepCopy(Eigen::Matrix4d(place.transpose()).data());  // VTK's is by rows
    actor->SetUserMatrix(matrix);
    vtkProperty* property = actor->GetProperty();
    // VTK's translucent pass leaves an alpha that is too small where the picture is laid over the ground.
    actor->ForceOpaqueOn();
    property->SetBackfaceCulling(solid.ghost);  // else the far side shines through
    property->SetOpacity(solid.ghost ? ghostly : 1);
    property->SetColor(solid.color.redF(), solid.color.greenF(), solid.color.blueF());
    property->SetAmbient(0.35);
    property->SetDiffuse(0.7);
    property->SetSpecular(0.15);
    property->SetSpecularPower(20);
  }
}

}  // namespace carom
