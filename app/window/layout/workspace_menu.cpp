#include "window/layout/workspace_menu.h"

#include <QActionGroup>
#include <QInputDialog>

#include "common/plain_text.h"
#include "window/layout/workspaces.h"
#include "window/palette/palette_sources.h"

namespace carom {

WorkspaceMenu::WorkspaceMenu(Workspaces* workspaces, QWidget* window)
    : QMenu(tr("&Workspaces"), window), m_workspaces(workspaces) {
  setToolTipsVisible(true);
  connect(workspaces, &Workspaces::changed, this, &WorkspaceMenu::fill);
  fill();
}

void WorkspaceMenu::fill() {
  clear();
  auto* group = new QActionGroup(this);
  const int count = static_cast<int>(m_workspaces->all().size());
  for (int i = 0; i < count; ++i) {
    const Workspaces::Workspace& each = m_workspaces->all()[static_cast<std::size_t>(i)];
    QAction* action = addAction(menuText(each.name), m_workspaces, [this, i] { m_workspaces->go(i); });
    action->setObjectName("workspace:" + each.name);
    action->setToolTip(each.tip);
    action->setCheckable(true);
    action->setChecked(i == m_workspaces->current());
    if (i < 9) action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
    group->addAction(action);
  }
  addSeparator();
  addEdits();
}

void WorkspaceMenu::addEdits() {
  const Workspaces::Workspace& now = m_workspaces->now();
  const QString onlyOwn = tr("Only a workspace of your own; “%1” is one that Carom brings").arg(now.name);
  addAction(tr("&Save as…"), this, [this] {
    ask({tr("Save the workspace"), -1, &Workspaces::saveAs}, {});
  })->setObjectName("workspace-save");
  QAction* rename = addAction(tr("Re&name…"), this, [this] {
    ask({tr("Rename the workspace"), m_workspaces->current(), &Workspaces::rename}, m_workspaces->now().name);
  });
  rename->setObjectName("workspace-rename");
  QAction* remove = addAction(tr("&Delete"), m_workspaces, &Workspaces::remove);
  remove->setObjectName("workspace-delete");
  for (QAction* action : {rename, remove}) {
    action->setEnabled(!now.row);
    if (now.row) action->setToolTip(onlyOwn);
    setWhyNot(action, onlyOwn);
  }
  addAction(tr("&Reset layout"), m_workspaces, &Workspaces::reset)->setObjectName("reset-layout");
}

/// Asks for a name without stopping the window. `why`: the reason against the name that was given before.
void WorkspaceMenu::ask(const Question& question, const QString& text, const QString& why) {
  auto* dialog = new QInputDialog(parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("workspaceName");
  dialog->setWindowTitle(question.title);
  dialog->setLabelText(why.isEmpty() ? tr("Name of the workspace") : why);
  dialog->setTextValue(text);
  connect(dialog, &QInputDialog::textValueSelected, this, [this, question](const QString& name) {
    const QString against = m_workspaces->whyNoName(name, question.except);
    if (!against.isEmpty()) return ask(question, name, against);
    (m_workspaces->*question.then)(name);
  });
  dialog->open();
}

}  // namespace carom
