#pragma once

#include <QWidget>
#include <vector>

#include "viewport/tools/tool_box.h"

class QToolButton;

namespace carom {

/// The buttons and keys that choose a tool of the ToolBox, and the hint of what that tool waits for.
class ToolPalette : public QWidget {
  Q_OBJECT
 public:
  /// `view` gets the focus when a tool is taken. The keys work within `parent`.
  ToolPalette(ToolBox* tools, QWidget* view, QWidget* parent);

  /// What the tool in use waits for; empty without a tool.
  QString hint() const;
  /// Lays the buttons out in as many columns as a height asks for.
  void fitInto(int height);

 private:
  struct Entry;
  static std::vector<Entry> entries();

  void addButton(const Entry& entry);
  void addShortcut(const Entry& entry);
  void addJointMenu(QToolButton* button);
  void fillJointMenu(QMenu* menu);
  void nextJoint();
  void take(ToolBox::Kind kind);
  void showKind(ToolBox::Kind kind);

  ToolBox* m_tools;
  QWidget* m_view;
  std::vector<std::pair<QToolButton*, ToolBox::Kind>> m_buttons;
};

}  // namespace carom
