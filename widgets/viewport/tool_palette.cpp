#include "viewport/tool_palette.h"

#include <QGridLayout>
#include <QMenu>
#include <QShortcut>
#include <algorithm>

#include "viewport/view_button.h"

namespace carom {

namespace {

QString jointName(ToolBox::JointKind joint) {
  switch (joint) {
    case ToolBox::JointKind::Hinge:
      return ToolPalette::tr("Hinge");
    case ToolBox::JointKind::Slider:
      return ToolPalette::tr("Slider");
    case ToolBox::JointKind::Ball:
      return ToolPalette::tr("Ball joint");
    case ToolBox::JointKind::Weld:
      break;
  }
  return ToolPalette::tr("Weld");
}

}  // namespace

struct ToolPalette::Entry {
  ToolBox::Kind kind;
  Qt::Key key;
  ViewIcon icon;
  QString name, tip;
};

std::vector<ToolPalette::Entry> ToolPalette::entries() {
  using Kind = ToolBox::Kind;
  return {
      {Kind::Select, Qt::Key_E, ViewIcon::Select, tr("Edit"),
       tr("Choose, move and turn bodies; set velocities. Shift: more than one, Alt: no snapping (E)")},
      {Kind::Ball, Qt::Key_B, ViewIcon::Ball, tr("Add a ball"),
       tr("Add a ball: click, or draw its radius (B)")},
      {Kind::Wall, Qt::Key_W, ViewIcon::Wall, tr("Add a wall"), tr("Add a wall: draw a line along it (W)")},
      {Kind::Rod, Qt::Key_D, ViewIcon::Rod, tr("Add a rod"), tr("Add a rod: from one end to the other (D)")},
      {Kind::Link, Qt::Key_L, ViewIcon::Link, tr("Add a link"),
       tr("Add a link: from its hinge, on a body or not, to its end (L)")},
      {Kind::Box, Qt::Key_X, ViewIcon::Box, tr("Add a box"), tr("Add a box: from corner to corner (X)")},
      {Kind::Joint, Qt::Key_J, ViewIcon::Joint, tr("Add a joint"),
       tr("Join a body to another one or to the world: hinge, slider, weld … (J, again for the next kind; "
          "held down: a list)")},
      {Kind::Spring, Qt::Key_S, ViewIcon::Spring, tr("Add a spring"),
       tr("Add a spring: from one body or point to another (S)")},
      {Kind::Loop, Qt::Key_O, ViewIcon::Loop, tr("Close a loop"),
       tr("Close a loop: from a point of one body to that of another, which the scene moves together (O)")},
      {Kind::Handle, Qt::Key_G, ViewIcon::Handle, tr("Add a handle"),
       tr("Add a handle, a parameter that a drag of the body changes: pull the body along its line, or to "
          "the body around which it goes; click a body on a hinge (G)")},
  };
}

ToolPalette::ToolPalette(ToolBox* tools, QWidget* view, QWidget* parent)
    : QWidget(parent), m_tools(tools), m_view(view) {
  setObjectName(QStringLiteral("palette"));
  setAccessibleName(tr("Editing tools"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(ViewButton::gap);
  for (const Entry& entry : entries()) {
    addButton(entry);
    addShortcut(entry);
  }
  connect(m_tools, &ToolBox::kindChanged, this, &ToolPalette::showKind);
}

void ToolPalette::addButton(const Entry& entry) {
  auto* button = new ViewButton(entry.icon, entry.name, entry.tip, this);
  button->setObjectName(QStringLiteral("tool-%1").arg(static_cast<int>(entry.kind)));
  button->setCheckable(true);
  button->setFocusPolicy(Qt::TabFocus);
  connect(button, &QToolButton::clicked, this,
          [this, kind = entry.kind](bool on) { take(on ? kind : ToolBox::Kind::None); });
  if (entry.kind == ToolBox::Kind::Joint) addJointMenu(button);
  m_buttons.emplace_back(button, entry.kind);
}

/// The key takes the tool, also where it is in use; Esc puts it away. J goes on to the next kind of joint.
void ToolPalette::addShortcut(const Entry& entry) {
  auto* shortcut = new QShortcut(entry.key, parentWidget());
  // Letters find things in lists elsewhere: only the key of the tool that selects counts in the whole window.
  if (entry.kind != ToolBox::Kind::Select) shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  connect(shortcut, &QShortcut::activated, this, [this, kind = entry.kind] {
    if (kind != m_tools->kind() || kind != ToolBox::Kind::Joint) return take(kind);
    nextJoint();
    m_view->setFocus();
  });
}

/// The kinds of joints appear while the button is held down, and at a click with the right button.
void ToolPalette::addJointMenu(QToolButton* button) {
  auto* menu = new QMenu(button);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillJointMenu(menu); });
  button->setMenu(menu);
  button->setPopupMode(QToolButton::DelayedPopup);
  button->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(button, &QWidget::customContextMenuRequested, button, &QToolButton::showMenu);
}

void ToolPalette::fillJointMenu(QMenu* menu) {
  menu->clear();
  for (const ToolBox::JointKind joint : m_tools->joints()) {
    QAction* action = menu->addAction(jointName(joint), m_tools, [this, joint] {
      m_tools->setJoint(joint);
      m_view->setFocus();
    });
    action->setCheckable(true);
    action->setChecked(joint == m_tools->joint());
  }
}

void ToolPalette::nextJoint() {
  const auto joints = m_tools->joints();
  const auto now = std::ranges::find(joints, m_tools->joint());
  m_tools->setJoint(now == joints.end() || now + 1 == joints.end() ? joints.front() : *(now + 1));
}

void ToolPalette::take(ToolBox::Kind kind) {
  m_tools->setKind(kind);
  m_view->setFocus();
}

void ToolPalette::showKind(ToolBox::Kind kind) {
  for (const auto& [button, own] : m_buttons) button->setChecked(own == kind);
}

QString ToolPalette::hint() const {
  switch (m_tools->kind()) {
    case ToolBox::Kind::None:
      return {};
    case ToolBox::Kind::Select:
      return tr(
          "drag bodies and handles, or M, R, V · Shift: several · numbers, Tab · Alt: no snapping · Esc: "
          "done");
    case ToolBox::Kind::Joint:
      return m_tools->joint() == ToolBox::JointKind::Slider
                 ? tr("slider: pull a body the way that it is to slide, to another body to slide on that, or "
                      "type x, Tab, y · J: next kind · Esc: done")
             : m_tools->joint() == ToolBox::JointKind::Weld
                 ? tr("weld: click a body, or pull it to another one · J: next kind · Esc: done")
                 : tr("%1: click a body, or pull it to another one or to where it is to hang · J: next "
                      "kind · Esc: done")
                       .arg(jointName(m_tools->joint()).toLower());
    case ToolBox::Kind::Box:
      return tr(
          "click two opposite corners, or pull from one to the other · type x, Tab, y, Enter for each · "
          "Alt: no snapping · Esc: done");
    case ToolBox::Kind::Wall:
      return tr(
          "draw a line along the wall; its free side is that of the bodies, else the left · type x, Tab, y, "
          "Enter for each · Alt: no snapping · Esc: done");
    case ToolBox::Kind::Handle:
      return tr(
          "pull a body along the line that it is to move on, or to the body that it is to go around · click "
          "one on a hinge · Esc: done");
    case ToolBox::Kind::Rod:
    case ToolBox::Kind::Link:
    case ToolBox::Kind::Spring:
    case ToolBox::Kind::Loop:
      return tr(
          "click one end, then the other, or pull between them · type x, Tab, y, Enter for each · "
          "Alt: no snapping · Esc: done");
    default:
      return tr("click to place, or arrows, Enter · type x, Tab, y · Alt: no snapping · Esc: done");
  }
}

void ToolPalette::fitInto(int height) {
  auto* grid = static_cast<QGridLayout*>(layout());
  const int count = static_cast<int>(m_buttons.size());
  const int fitting = (height + ViewButton::gap) / (ViewButton::side + ViewButton::gap);
  const int columns = (count - 1) / std::clamp(fitting, 1, count) + 1, rows = (count - 1) / columns + 1;
  for (int i = 0; i < count; ++i)
    grid->addWidget(m_buttons[static_cast<std::size_t>(i)].first, i % rows, i / rows);
  adjustSize();
}

}  // namespace carom
