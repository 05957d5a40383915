#include "viewport/render/rods_and_boxes.h"

#include <vtkMatrix4x4.h>
#include <vtkProperty.h>

namespace carom {

namespace {
constexpr double ghostly = 0.38;  ///< opacity of the compared motion
}

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

void Solids::place(vtkRenderer& renderer, const std::vector<SceneFrame::Solid>& solids) {
  while (m_actors.size() < solids.size()) {
    vtkActor* actor = m_actors.emplace_back().Get();
    renderer.AddActor(actor);
  }
  for (std::size_t i = 0; i < m_actors.size(); ++i) {
    vtkActor* actor = m_actors[i].Get();
    actor->SetVisibility(i < solids.size());
    if (i >= solids.size()) continue;
    const SceneFrame::Solid& solid = solids[i];
    actor->SetMapper(solid.rod ? m_rodMapper.Get() : m_boxMapper.Get());
    Eigen::Matrix4d place = Eigen::Matrix4d::Identity();
    place.topRows<3>() << solid.axes, solid.centre;
    vtkNew<vtkMatrix4x4> matrix;
    matrix->DeepCopy(Eigen::Matrix4d(place.transpose()).data());  // VTK's is by rows
    actor->SetUserMatrix(matrix);
    vtkProperty* property = actor->GetProperty();
    actor->SetForceOpaque(!solid.ghost);
    actor->SetForceTranslucent(solid.ghost);
    property->SetOpacity(solid.ghost ? ghostly : 1);
    property->SetColor(solid.color.redF(), solid.color.greenF(), solid.color.blueF());
    property->SetAmbient(0.35);
    property->SetDiffuse(0.7);
    property->SetSpecular(0.15);
    property->SetSpecularPower(20);
  }
}

}  // namespace carom
