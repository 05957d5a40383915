#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "viewport/tools/edit_tool.h"
#include "viewport/tools/select/held_act.h"

namespace carom {

class SceneEditor;
class Selection;
class WorkPlane;

/// A tool that takes hold of selected bodies: from the press or key on they are held by a HeldAct, whose edit
/// is kept at the release or Enter, and taken back by Esc.
class HoldTool : public EditTool {
 public:
  HoldTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Selection* selection);

  bool holds() const override { return m_state == State::Held; }
  bool isBusy() const override { return m_state != State::Idle || m_typed.any(); }
  void cancel() override { finish(false); }
  /// Is called with a sentence about what was done, or why nothing could be done.
  void setTell(std::function<void(const QString&)> tell) { m_tell = std::move(tell); }

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool hover(const QMouseEvent& event) override;
  void leave() override;
  void blur() override;
  void paint(QPainter& painter) const override;

 protected:
  bool takesNumbers() const override { return holds(); }
  int numberCount() const override { return m_act->numberCount(); }
  void enter() override;
  void follow() override { m_act->follow(*m_pointer, m_typed); }

  /// A press at the pointer that ends nothing; true where it is the tool's.
  virtual bool pressAtPointer() = 0;
  /// Whether bodies can be moved: none of their coordinates follows a parameter.
  bool canMove(const std::vector<std::string>& names) const;
  /// From here a pull moves the selected bodies, of which this one is under the pointer.
  void readyToMove(int body);
  void hold(std::unique_ptr<HeldAct> act);
  void holdToMove(int body);
  /// Ends what is held, kept or taken back.
  void finish(bool keep);
  void tell(const QString& text) const { m_tell(text); }
  bool isIdle() const { return m_state == State::Idle; }

  const WorkPlane* m_plane;
  SceneEditor* m_editor;
  Selection* m_selection;

 private:
  /// Ready: a body is under the button. Spent: Esc or Enter ended the act, and the button is still down.
  enum class State { Idle, Ready, Held, Spent };

  State m_state = State::Idle;
  int m_ready = -1;  ///< the body under the button
  std::unique_ptr<HeldAct> m_act;
  std::function<void(const QString&)> m_tell = [](const QString&) {};
};

}  // namespace carom
