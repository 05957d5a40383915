#pragma once

#include "viewport/tools/select/hold_tool.h"

namespace carom {

/// The mouse while no tool is chosen: in a scene without parameters, a body that is dragged is moved.
class DragTool : public HoldTool {
 public:
  using HoldTool::HoldTool;

 protected:
  bool pressAtPointer() override;
};

}  // namespace carom
