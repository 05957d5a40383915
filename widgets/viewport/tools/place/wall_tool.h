#pragma once

#include "viewport/tools/place/body_tool.h"

namespace carom {

/// Places a wall: a line along its face.
class WallTool : public BodyTool {
 public:
  WallTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius);

 protected:
  edit::NewBody ghostAt(const Eigen::Vector3d& at) override;
  /// A wall has no ends.
  QStringList ownTexts() const override {
    return isDrawn(m_shown) ? QStringList{alongText()} : QStringList();
  }

 private:
  Eigen::Vector3d normalOf(const Eigen::Vector3d& along) const;
};

}  // namespace carom
