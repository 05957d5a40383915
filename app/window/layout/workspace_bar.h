#pragma once

#include <QToolButton>
#include <QWidget>

#include "window/layout/workspaces.h"

class QHBoxLayout;

namespace carom {

class WorkspaceMenu;

/// The workspaces at the right end of the menu bar: a button each, and their menu; in a window without room
/// for that, the present one with the menu.
class WorkspaceBar : public QWidget {
  Q_OBJECT
 public:
  WorkspaceBar(Workspaces* workspaces, WorkspaceMenu* menu, QWidget* window);

  /// Folded: a window may become as narrow as that.
  QSize minimumSizeHint() const override { return m_more->sizeHint(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void addButton();
  static void show(QToolButton* button, const Workspaces::Workspace& workspace);
  void fold();

  Workspaces* m_workspaces;
  QWidget* m_window;
  QHBoxLayout* m_row;
  QToolButton* m_more;
  QList<QToolButton*> m_buttons;
};

}  // namespace carom
