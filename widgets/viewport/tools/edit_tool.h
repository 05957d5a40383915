#pragma once

#include "viewport/tools/canvas_tool.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/typed_numbers.h"

namespace carom {

/// A tool of the ToolBox. While it takes numbers, the arrow keys move its pointer, digits are typed, Tab goes
/// from x to y, and Enter keeps.
class EditTool : public CanvasTool {
 public:
  /// The pointer is shared by all tools, so that one goes on where another one was.
  explicit EditTool(Pointer* pointer) : m_pointer(pointer) {}

  /// Whether an edit of the document is open.
  virtual bool holds() const { return false; }
  /// Whether cancel() has something to take back.
  virtual bool isBusy() const = 0;
  /// Takes back what was begun.
  virtual void cancel() = 0;
  /// The scene has changed, or the pointer was moved by others: what the tool proposes follows.
  virtual void refresh() {}

  bool wantsKey(const QKeyEvent& event) const override;
  bool key(const QKeyEvent& event) override;
  void blur() override {}

 protected:
  virtual bool takesNumbers() const = 0;
  /// How many numbers can be typed: 2, or 1.
  virtual int numberCount() const { return 2; }
  virtual void enter() = 0;
  /// The pointer or a typed number has changed.
  virtual void follow() = 0;

  Pointer* m_pointer;
  TypedNumbers m_typed;
};

/// Where an arrow key points in the view (y down), of length 1; (0, 0) for other keys.
QPointF arrowOf(const QKeyEvent& event);
/// Whether a key can be a tool's: shortcuts with Ctrl are the window's, Shift with an arrow is the camera's.
bool isToolKey(const QKeyEvent& event);

}  // namespace carom
