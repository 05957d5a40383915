#pragma once

#include <QObject>
#include <QTimer>
#include <array>
#include <memory>

#include "viewport/tools/place/joint_tool.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/usual_radius.h"
#include "viewport/tools/work_plane.h"

namespace carom {

class SelectTool;
class Selection;

/// The tools that build a scene in the 3D view, of which one is in use. It gets the mouse and the keys.
///
/// All work in the plane z = 0. What is placed or moved snaps to what it can touch (gap 0) and to round
/// angles; Alt lets it go free. Numbers that are typed meanwhile set x and y. Esc takes back what was begun,
/// then puts the tool away.
class ToolBox : public QObject, public CanvasTool {
  Q_OBJECT
 public:
  enum class Kind { None, Select, Ball, Wall, Rod, Link, Box, Joint, Spring, Loop, Handle };
  using JointKind = JointTool::Kind;

  ToolBox(ViewportCanvas* canvas, SceneEditor* editor, Selection* selection);
  ~ToolBox() override;

  Kind kind() const { return m_kind; }
  void setKind(Kind kind);
  /// What the joint tool makes.
  JointKind joint() const;
  void setJoint(JointKind joint);
  std::vector<JointKind> joints() const;
  void setSnapshot(const SnapshotPtr& snapshot);
  /// Where the velocity of the body that was selected first can be taken hold of (px); empty where there is
  /// no such handle.
  std::optional<QPointF> velocityHandle() const;
  /// The body at a position of the view (px), rods, boxes and walls too; −1: none.
  int bodyAt(QPointF position) const { return m_plane.snapshot() ? m_plane.bodyAt(position) : -1; }

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool hover(const QMouseEvent& event) override;
  void leave() override;
  bool wantsKey(const QKeyEvent& event) const override;
  bool key(const QKeyEvent& event) override;
  void blur() override;
  void paint(QPainter& painter) const override;

 signals:
  /// What a gesture did, or why a key did nothing.
  void told(const QString& text);
  void kindChanged(carom::ToolBox::Kind kind);
  void jointChanged();

 private:
  EditTool& tool() const { return *m_tools.at(static_cast<std::size_t>(m_kind)); }
  void redraw();
  void paintSelection(QPainter& painter) const;

  ViewportCanvas* m_canvas;
  Selection* m_selection;
  WorkPlane m_plane;
  Pointer m_pointer;
  UsualRadius m_radius;
  static constexpr std::size_t kinds = static_cast<std::size_t>(Kind::Handle) + 1;
  std::array<std::unique_ptr<EditTool>, kinds> m_tools;  ///< in the order of Kind
  SelectTool* m_selectTool = nullptr;
  JointTool* m_jointTool = nullptr;
  Kind m_kind = Kind::None;
  EditTool* m_pressed = nullptr;  ///< the tool that gets the release of the button
  QTimer m_lateRedraw;            ///< of a step of a drag that nothing has answered yet
};

}  // namespace carom
