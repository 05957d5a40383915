#pragma once

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include <Eigen/Geometry>
#include <QColor>

namespace carom {

/// Many copies of a flat rectangle at given points, sizes and colours: one actor, one draw call.
class Glyphs {
 public:
  Glyphs();

  vtkActor* actor() const { return m_actor; }
  /// a, b: half of the sides of a rectangle of size 1 (world).
  void setSides(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

  /// Starts a new set of copies. Call setSides() before. They are drawn in the order in which they are added.
  void clear();
  void add(const Eigen::Vector3d& at, double size, const QColor& color);
  void finish();
  /// A box that holds all copies. VTK's own bounds of the actor would take longer than its drawing.
  const Eigen::AlignedBox3d& bounds() const { return m_bounds; }

 private:
  /// A vtkPlaneSource takes its corners one by one, and complains of those in between when it is turned over.
  vtkNew<vtkPolyData> m_rectangle;
  vtkNew<vtkPoints> m_points;
  vtkNew<vtkFloatArray> m_sizes;
  vtkNew<vtkUnsignedCharArray> m_colors;
  vtkNew<vtkPolyData> m_input;
  vtkNew<vtkGlyph3DMapper> m_mapper;
  vtkNew<vtkActor> m_actor;
  double m_reach = 0;  ///< from the middle of a rectangle of size 1 to its corners
  Eigen::AlignedBox3d m_bounds;
};

}  // namespace carom
