#pragma once

#include <vtkActor.h>
#include <vtkCubeSource.h>
#include <vtkCylinderSource.h>
#include <vtkNew.h>
#include <vtkPolyDataMapper.h>
#include <vtkRenderer.h>

#include <vector>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The VTK actors of rods and boxes, one for each.
class Solids {
 public:
  Solids();
  void place(vtkRenderer& renderer, const std::vector<SceneFrame::Solid>& solids);

 private:
  vtkNew<vtkCylinderSource> m_rod;
  vtkNew<vtkCubeSource> m_box;
  vtkNew<vtkPolyDataMapper> m_rodMapper, m_boxMapper;
  std::vector<vtkNew<vtkActor>> m_actors;
};

}  // namespace carom
