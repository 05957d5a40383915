#include "viewport/render/glyphs.h"

#include <vtkCellArray.h>
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
  vtkNew<vtkPoints> corners;
  corners->SetDataTypeToDouble();
  corners->SetNumberOfPoints(4);
  vtkNew<vtkCellArray> quad;
  quad->InsertNextCell({0, 1, 2, 3});
  m_rectangle->SetPoints(corners);
  m_rectangle->SetPolys(quad);
  m_mapper->SetSourceData(m_rectangle);
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
  m_reach = a.norm() + b.norm();
  const Eigen::Vector3d corners[] = {-a - b, a - b, a + b, b - a};
  for (vtkIdType i = 0; i < 4; ++i) m_rectangle->GetPoints()->SetPoint(i, corners[i].data());
  m_rectangle->GetPoints()->Modified();
  m_rectangle->Modified();
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
