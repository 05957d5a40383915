#pragma once

#include <vtkActor.h>
#include <vtkCubeSource.h>
#include <vtkCylinderSource.h>
#include <vtkNew.h>
#include <vtkPolyDataMapper.h>
#include <vtkRenderer.h>

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The VTK actors of rods, boxes and hulls, one for each.
class Solids {
 public:
  Solids();
  void place(vtkRenderer& renderer, const std::vector<SceneFrame::Solid>& solids);

 private:
  vtkPolyDataMapper* mapperOf(const SceneFrame::Solid& solid);
  vtkPolyDataMapper* rodMapper(const std::array<double, 2>& ends);
  vtkPolyDataMapper* hullMapper(const std::shared_ptr<const Polytope>& hull);

  vtkNew<vtkCylinderSource> m_rod;
  vtkNew<vtkCubeSource> m_box;
  vtkNew<vtkPolyDataMapper> m_rodMapper, m_boxMapper;
  std::map<std::pair<int, int>, vtkNew<vtkPolyDataMapper>> m_tapered;  ///< by the ends, in thousandths
  std::map<std::shared_ptr<const Polytope>, vtkNew<vtkPolyDataMapper>> m_hulls;
  std::vector<vtkNew<vtkActor>> m_actors;
};

}  // namespace carom
