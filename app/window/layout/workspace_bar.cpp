#include "window/layout/workspace_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenuBar>

#include "common/plain_text.h"
#include "window/layout/workspace_menu.h"
#include "window/layout/workspaces.h"

namespace carom {

namespace {

constexpr int menusWidth = 430;  // px, of the menus at the left end of the bar, with the window's margins

}  // namespace

WorkspaceBar::WorkspaceBar(Workspaces* workspaces, WorkspaceMenu* menu, QWidget* window)
    : QWidget(window),
      m_workspaces(workspaces),
      m_window(window),
      m_row(new QHBoxLayout(this)),
      m_more(new QToolButton(this)) {
  setObjectName("workspaces");
  setAccessibleName(tr("Workspaces"));
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(2);
  m_row->setSizeConstraint(QLayout::SetNoConstraint);
  m_more->setObjectName("workspace-menu");
  m_more->setProperty("role", "workspace");
  m_more->setAccessibleName(tr("Workspaces"));
  m_more->setToolTip(tr("Workspaces: save, rename, reset"));
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(menu);
  m_row->addWidget(m_more);
  connect(workspaces, &Workspaces::changed, this, &WorkspaceBar::fill);
  window->installEventFilter(this);
  fill();
}

void WorkspaceBar::fill() {
  const std::vector<Workspaces::Workspace>& all = m_workspaces->all();
  while (m_buttons.size() > static_cast<int>(all.size())) delete m_buttons.takeLast();
  while (m_buttons.size() < static_cast<int>(all.size())) addButton();
  for (int i = 0; i < m_buttons.size(); ++i) show(m_buttons[i], all[static_cast<std::size_t>(i)]);
  m_buttons[m_workspaces->current()]->setChecked(true);
  fold();
  // A menu bar does not ask its corner for its size again.
  if (auto* bar = qobject_cast<QMenuBar*>(parentWidget())) bar->setCornerWidget(this);
}

void WorkspaceBar::addButton() {
  auto* button = new QToolButton(this);
  button->setProperty("role", "workspace");
  button->setCheckable(true);
  button->setAutoExclusive(true);
  const int index = static_cast<int>(m_buttons.size());
  connect(button, &QToolButton::clicked, m_workspaces, [this, index] { m_workspaces->go(index); });
  m_row->insertWidget(index, button);
  m_buttons << button;
}

void WorkspaceBar::show(QToolButton* button, const Workspaces::Workspace& workspace) {
  constexpr int mostOfName = 110;  // px
  button->setText(menuText(button->fontMetrics().elidedText(workspace.name, Qt::ElideRight, mostOfName)));
  button->setAccessibleName(workspace.name);
  button->setObjectName("workspace-button:" + workspace.name);
  button->setToolTip(workspace.tip.isEmpty() ? workspace.name : workspace.tip);
}

void WorkspaceBar::fold() {
  int wide = menusWidth + m_more->sizeHint().width();
  for (QToolButton* button : m_buttons) {
    button->ensurePolished();
    wide += button->sizeHint().width() + m_row->spacing();
  }
  const bool isFolded = wide > m_window->width();
  for (QToolButton* button : m_buttons) button->setVisible(!isFolded);
  m_more->setText(isFolded ? menuText(m_workspaces->now().name) : QStringLiteral("…"));
  updateGeometry();
}

bool WorkspaceBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fold();
  return QWidget::eventFilter(watched, event);
}

}  // namespace carom
