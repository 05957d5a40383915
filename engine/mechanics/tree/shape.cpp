#include "mechanics/tree/shape.h"

namespace carom {

Box section(Box box) {
  box.halfSize.z() = 0;
  return box;
}

std::vector<Eigen::Vector3d> corners(const Box& box) {
  std::vector<Eigen::Vector3d> list;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    // A flat box lists each corner once.
    if (((signs.array() > 0) && (box.halfSize.array() == 0)).any()) continue;
    list.push_back(box.centre + box.rotation * signs.cwiseProduct(box.halfSize));
  }
  return list;
}

std::vector<BoxEdge> edges(const Box& box) {
  std::vector<BoxEdge> list;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 4 && box.halfSize[axis] > 0; ++i) {
      BoxEdge edge{axis, Eigen::Vector3d::Zero()};
      edge.side[(axis + 1) % 3] = i & 1 ? 1 : -1;
      edge.side[(axis + 2) % 3] = i & 2 ? 1 : -1;
      if (!((edge.side.array() > 0) && (box.halfSize.array() == 0)).any()) list.push_back(edge);
    }
  return list;
}

std::string_view nameOf(const Shape& shape) {
  constexpr std::array<std::string_view, 5> names{"ball", "half-space", "point", "segment", "box"};
  return names[shape.index()];
}

}  // namespace carom
