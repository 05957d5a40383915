#pragma once

#include "viewport/tools/select/handles.h"
#include "viewport/tools/select/hold_tool.h"

namespace carom {

/// Selects bodies and springs by clicks and bands, and moves, turns or throws what is selected. By keys:
/// arrows or M move, R turns, V sets the velocity, and V again the angular velocity.
class SelectTool : public HoldTool {
 public:
  SelectTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Selection* selection,
             const UsualRadius* radius);

  const Handles& handles() const { return m_handles; }

  bool isBusy() const override { return m_hasBand || HoldTool::isBusy(); }
  void cancel() override;
  bool wantsKey(const QKeyEvent& event) const override;
  bool key(const QKeyEvent& event) override;
  void release(const QMouseEvent& event) override;
  void paint(QPainter& painter) const override;

 protected:
  bool pressAtPointer() override;

 private:
  enum class KeyAct { None, Move, Turn, Velocity, Spin };
  KeyAct actOf(const QKeyEvent& event) const;
  bool isSecondV(const QKeyEvent& event) const;
  void beginByKeys(KeyAct act);
  void holdHandle(const Handle& handle);
  bool selectSpring();
  bool pressBody(int body);
  void selectBand();

  Handles m_handles;
  std::optional<Handle> m_heldHandle;  ///< empty while bodies are moved
  bool m_hasBand = false;              ///< a rectangle is pulled open around what is to be selected
};

}  // namespace carom
