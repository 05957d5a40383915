#include "viewport/render/glyphs.h"

#include <vtkProperty.h>

namespace carom {

Glyphs::Glyphs() {
  m_points->SetDataTypeToDouble();
  m_sizes->SetName("size");
  m_colors->SetName("color");
  m_colors->SetNumberOfComponents(4);
  m_input->SetPoints(m_points);
  m_input->GetPointData()->AddArray(m_sizes);
  m_input->GetPointData()->AddArray(m_colors);
  m_mapper->SetInputData(m_input);
  m_mapper->SetSourceConnection(m_plane->GetOutputPort());
  m_mapper->SetScaleArray("size");
  m_mapper->SetScaleModeToScaleByMagnitude();
  m_mapper->SetScalarModeToUsePointFieldData();
  m_mapper->SelectColorArray("color");
  m_mapper->SetColorModeToDirectScalars();
  m_actor->SetMapper(m_mapper);
  m_actor->ForceOpaqueOn();  // drawn in the order of the actors, without VTK's sorting of translucent ones
  m_actor->GetProperty()->LightingOff();
  m_actor->UseBoundsOff();
}

void Glyphs::setSides(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const Eigen::Vector3d origin = -a - b, first = a - b, second = b - a;
  m_reach = a.norm() + b.norm();
  m_plane->SetOrigin(origin.x(), origin.y(), origin.z());
  m_plane->SetPoint1(first.x(), first.y(), first.z());
  m_plane->SetPoint2(second.x(), second.y(), second.z());
  m_plane->Update();  // the mapper would do so only for its bounds
}

void Glyphs::clear() {
  m_points->Reset();
  m_sizes->Reset();
  m_colors->Reset();
  m_bounds.setEmpty();
}

void Glyphs::add(const Eigen::Vector3d& at, double size, const QColor& color) {
  m_points->InsertNextPoint(at.data());
  const Eigen::Vector3d reach = Eigen::Vector3d::Constant(size * m_reach);
  m_bounds.extend(Eigen::AlignedBox3d(at - reach, at + reach));
  m_sizes->InsertNextValue(static_cast<float>(size));
  const double rgba[4] = {color.redF() * 255, color.greenF() * 255, color.blueF() * 255,
                          color.alphaF() * 255};
  m_colors->InsertNextTuple(rgba);
}

void Glyphs::finish() {
  m_points->Modified();
  m_sizes->Modified();
  m_colors->Modified();
  m_input->Modified();
  m_actor->SetVisibility(m_points->GetNumberOfPoints() > 0);
}

}  // namespace carom
