#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a ball: a click gives its centre, a pull from there its radius. A ball whose centre is on a rod, a
/// link or a box that moves is carried by it, as the bob of a pendulum.
class BallTool : public BodyTool {
 public:
  BallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  bool hasSecondPoint() const override { return false; }
  Eigen::Vector3d firstPoint() override { return ghost().at; }
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
  QStringList ownTexts() const override;

 private:
  int carrierAt(const Eigen::Vector3d& centre) const;
  const edit::NewBall& ghost() const { return std::get<edit::NewBall>(*m_ghost); }
};

}  // namespace carom
