#include "viewport/viewport_panel.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QMenu>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "common/edits.h"
#include "common/theme.h"
#include "viewport/picture/scene_figure.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

constexpr int hintMs = 5000;
constexpr int buttonSide = 32, buttonMargin = 10, buttonGap = 6;

}  // namespace

ViewportPanel::ViewportPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent),
      m_edits(edits),
      m_canvas(new ViewportCanvas(this)),
      m_buttonColumn(new QWidget(this)),
      m_hintTimer(new QTimer(this)) {
  setWindowTitle(tr("3D view"));
  setAccessibleName(windowTitle());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->addWidget(m_canvas);
  setFocusProxy(m_canvas);
  m_hintTimer->setSingleShot(true);
  m_hintTimer->setInterval(hintMs);
  connect(m_hintTimer, &QTimer::timeout, this, &ViewportPanel::showStandingHint);
  connect(selection, &Selection::momentChanged, this, &ViewportPanel::showMoment);
  connect(edits, &Edits::refused, this, &ViewportPanel::showRefusal);
  createButtons();
  connectCanvas();
  followPalette();
}

ViewportPanel::~ViewportPanel() = default;

QToolButton* ViewportPanel::addButton(ViewIcon icon, const QString& name, const QString& tip,
                                      bool checkable) {
  auto* button = new QToolButton(m_buttonColumn);
  button->setFixedSize(buttonSide, buttonSide);
  button->setIconSize({18, 18});
  button->setStyleSheet(QStringLiteral("padding: 0"));  // all of its room is for the icon
  button->setAccessibleName(name);
  button->setToolTip(tip);
  button->setCheckable(checkable);
  m_buttonColumn->layout()->addWidget(button);
  m_buttons.emplace_back(button, icon);
  return button;
}

void ViewportPanel::createButtons() {
  auto* column = new QVBoxLayout(m_buttonColumn);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* fitButton = addButton(ViewIcon::Fit, tr("Fit"), tr("Show the whole scene (F)"), false);
  auto* topButton =
      addButton(ViewIcon::Top, tr("Top view"), tr("Look straight at the plane of motion (T)"), false);
  m_parallel = addButton(ViewIcon::Parallel, tr("Parallel projection"),
                         tr("Parallel projection: equal lengths look equal"), true);
  m_arrows = addButton(ViewIcon::Arrows, tr("Velocities"), tr("Show velocities"), true);
  m_labels = addButton(ViewIcon::Labels, tr("Names"), tr("Show the names of the bodies"), true);
  m_arrows->setChecked(true);
  m_labels->setChecked(true);
  connect(fitButton, &QToolButton::clicked, this, &ViewportPanel::fit);
  connect(topButton, &QToolButton::clicked, this, &ViewportPanel::topView);
  connect(m_parallel, &QToolButton::toggled, m_canvas, &ViewportCanvas::setParallel);
  connect(m_arrows, &QToolButton::toggled, m_canvas, &ViewportCanvas::setArrowsVisible);
  connect(m_labels, &QToolButton::toggled, m_canvas, &ViewportCanvas::setLabelsVisible);
}

void ViewportPanel::setEditor(SceneEditor* editor) {
  m_tool = new ToolBox(m_canvas, editor, selection());
  m_canvas->setTool(m_tool);
  m_palette = new QWidget(this);
  m_palette->setObjectName(QStringLiteral("palette"));
  m_palette->setAccessibleName(tr("Editing tools"));
  auto* grid = new QGridLayout(m_palette);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(buttonGap);
  using Kind = ToolBox::Kind;
  addTool(Kind::Select, ViewIcon::Select, tr("Edit"),
          tr("Choose, move and turn bodies; set velocities. Shift: more than one, Alt: no snapping (E)"));
  addTool(Kind::Ball, ViewIcon::Ball, tr("Add a ball"), tr("Add a ball: click, or draw its radius (B)"));
  addTool(Kind::Wall, ViewIcon::Wall, tr("Add a wall"),
          tr("Add a wall: click, then the way that it faces (W)"));
  addTool(Kind::Rod, ViewIcon::Rod, tr("Add a rod"), tr("Add a rod: from one end to the other (D)"));
  addTool(Kind::Link, ViewIcon::Link, tr("Add a link"),
          tr("Add a link: from its hinge, on a body or not, to its end (L)"));
  addTool(Kind::Box, ViewIcon::Box, tr("Add a box"), tr("Add a box: from corner to corner (X)"));
  addTool(Kind::Joint, ViewIcon::Joint, tr("Add a joint"),
          tr("Join a body to another one or to the world: hinge, slider, weld … (J, again for the next kind; "
             "held down: "
             "a list)"));
  addJointMenu();
  addTool(Kind::Spring, ViewIcon::Spring, tr("Add a spring"),
          tr("Add a spring: from one body or point to another (S)"));
  for (const auto& [key, kind] : {std::pair(Qt::Key_E, Kind::Select), std::pair(Qt::Key_B, Kind::Ball),
                                  std::pair(Qt::Key_W, Kind::Wall), std::pair(Qt::Key_D, Kind::Rod),
                                  std::pair(Qt::Key_L, Kind::Link), std::pair(Qt::Key_X, Kind::Box),
                                  std::pair(Qt::Key_J, Kind::Joint), std::pair(Qt::Key_S, Kind::Spring)}) {
    auto* shortcut =
        new QShortcut(key, this);  // mostly in the view only: elsewhere letters find things in lists
    if (kind != Kind::Select) shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, kind = kind] {
      const bool again = kind == m_tool->kind();
      if (again && kind == Kind::Joint)
        nextJoint();
      else
        m_tool->setKind(again ? Kind::None : kind);
      m_canvas->setFocus();
    });
  }
  connect(m_tool, &ToolBox::kindChanged, this, &ViewportPanel::showTool);
  connect(m_tool, &ToolBox::jointChanged, this, &ViewportPanel::showStandingHint);
  placeButtons();
  followPalette();
}

void ViewportPanel::addTool(ToolBox::Kind kind, ViewIcon icon, const QString& name, const QString& tip) {
  QToolButton* button = addButton(icon, name, tip, true);
  button->setObjectName(QStringLiteral("tool-%1").arg(static_cast<int>(kind)));
  button->setFocusPolicy(Qt::TabFocus);
  connect(button, &QToolButton::clicked, this, [this, kind](bool on) {
    m_tool->setKind(on ? kind : ToolBox::Kind::None);
    m_canvas->setFocus();
  });
  m_tools.emplace_back(button, kind);
}

/// The kinds of joints, for who holds the button of the joint tool or clicks it with the right button.
void ViewportPanel::addJointMenu() {
  QToolButton* button = m_tools.back().first;
  auto* menu = new QMenu(button);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    for (const ToolBox::JointKind joint : m_tool->joints()) {
      QAction* action = menu->addAction(jointName(joint), m_tool, [this, joint] {
        m_tool->setJoint(joint);
        m_canvas->setFocus();
      });
      action->setCheckable(true);
      action->setChecked(joint == m_tool->joint());
    }
  });
  button->setMenu(menu);
  button->setPopupMode(QToolButton::DelayedPopup);
  button->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(button, &QWidget::customContextMenuRequested, button, &QToolButton::showMenu);
}

QString ViewportPanel::jointName(ToolBox::JointKind joint) {
  switch (joint) {
    case ToolBox::JointKind::Hinge:
      return tr("Hinge");
    case ToolBox::JointKind::Slider:
      return tr("Slider");
    case ToolBox::JointKind::Ball:
      return tr("Ball joint");
    case ToolBox::JointKind::Weld:
      break;
  }
  return tr("Weld");
}

void ViewportPanel::nextJoint() {
  const auto joints = m_tool->joints();
  const auto now = std::ranges::find(joints, m_tool->joint());
  m_tool->setJoint(now == joints.end() || now + 1 == joints.end() ? joints.front() : *(now + 1));
}

void ViewportPanel::showTool(ToolBox::Kind kind) {
  for (const auto& [button, own] : m_tools) button->setChecked(own == kind);
  m_hintTimer->stop();
  showStandingHint();
}

void ViewportPanel::connectCanvas() {
  connect(m_canvas, &ViewportCanvas::bodyDragStarted, this, [this](int body) {
    m_hasDragged = true;
    m_hintTimer->stop();
    m_canvas->setHint(tr("Esc: cancel"), false);
    const auto& bodies = m_snapshot->instance.mechanism->bodies();
    m_edits->beginEdit(tr("Drag %1").arg(QString::fromStdString(bodies.at(body).name)));
  });
  connect(m_canvas, &ViewportCanvas::bodyDragged, m_edits, &Edits::previewDrag);
  connect(m_canvas, &ViewportCanvas::bodyDragFinished, this, [this](int body, const Eigen::Vector3d& target) {
    if (!m_hintTimer->isActive()) showStandingHint();
    m_edits->previewDrag(body, target);
    m_edits->commitEdit();
  });
  connect(m_canvas, &ViewportCanvas::bodyDragCancelled, this, [this] {
    if (!m_hintTimer->isActive()) showStandingHint();
    m_edits->cancelEdit();
  });
  connect(m_canvas, &ViewportCanvas::bodyDragRefused, this,
          [this] { showHint(tr("Bodies can be moved at the initial moment only (t = 0).")); });
  connect(m_canvas, &ViewportCanvas::cameraMoved, this, [this] {
    if (m_hasMovedCamera) return;
    m_hasMovedCamera = true;
    if (!m_hintTimer->isActive()) showStandingHint();
  });
}

void ViewportPanel::setSnapshot(SnapshotPtr snapshot) {
  const bool newScene = !m_snapshot || m_snapshot->scene->name() != snapshot->scene->name();
  m_snapshot = std::move(snapshot);
  if (m_tool) m_tool->setSnapshot(m_snapshot);
  m_arrowScale = arrowScaleFor(*m_snapshot, newScene ? 0 : m_arrowScale);
  m_canvas->setFrame(makeFrame(*m_snapshot, selection()->moment()), m_arrowScale, newScene);
  if (newScene) showStandingHint();
  if (m_snapshot->placement && m_snapshot->placement->parameters.empty())
    showHint(tr("No parameter of this scene moves this body."));
}

/// A value is marked at its field, and a typed text at its line.
void ViewportPanel::showRefusal(const EditRefusal& refusal) {
  if (refusal.of != EditRefusal::Of::Parameter && refusal.of != EditRefusal::Of::Text)
    showHint(refusal.why.message);
}

void ViewportPanel::showMoment() {
  if (m_snapshot) m_canvas->setFrame(makeFrame(*m_snapshot, selection()->moment()), m_arrowScale, false);
}

std::unique_ptr<Figure> ViewportPanel::figure() const {
  if (!m_snapshot) return nullptr;
  const double aspect = double(m_canvas->height()) / std::max(1, m_canvas->width());
  return std::make_unique<SceneFigure>(m_snapshot, selection()->moment(), m_canvas->view(), aspect);
}

void ViewportPanel::fit() {
  m_canvas->fit();
}
void ViewportPanel::topView() {
  m_canvas->topView();
}
void ViewportPanel::setParallel(bool parallel) {
  m_parallel->setChecked(parallel);
}
void ViewportPanel::setArrowsVisible(bool visible) {
  m_arrows->setChecked(visible);
}
void ViewportPanel::setLabelsVisible(bool visible) {
  m_labels->setChecked(visible);
}

void ViewportPanel::showHint(const QString& text) {
  m_canvas->setHint(text, true);
  m_hintTimer->start();
}

QString ViewportPanel::toolHint() const {
  switch (m_tool->kind()) {
    case ToolBox::Kind::Select:
      return tr(
          "drag bodies and handles, or M, R, V · Shift: several · numbers, Tab · Alt: no snapping · Esc: "
          "done");
    case ToolBox::Kind::Joint:
      return m_tool->joint() == ToolBox::JointKind::Slider
                 ? tr("slider: pull a body the way that it is to slide, to another body to slide on that, or "
                      "type x, Tab, "
                      "y · J: the next kind · Esc: done")
                 : tr("%1: click a body there · pull to another body to join it to that · J: the next kind · "
                      "Esc: done")
                       .arg(jointName(m_tool->joint()).toLower());
    default:
      return tr("click to place, or arrows, Enter · type x, Tab, y · Alt: no snapping · Esc: done");
  }
}

/// Says what the mouse does, until it has been done.
void ViewportPanel::showStandingHint() {
  if (m_tool && m_tool->kind() != ToolBox::Kind::None) {
    return m_canvas->setHint(toolHint(), false);
  }
  if (m_tool && m_snapshot && m_snapshot->instance.mechanism->bodies().empty())
    return m_canvas->setHint(tr("nothing is here yet: choose a tool at the left (B: a ball)"), false);
  const bool handle = m_snapshot && !m_snapshot->instance.view.arcs.empty();
  const QString drag = handle ? tr("drag a ball or the green handle") : tr("drag a ball");
  const QString camera = tr("wheel: zoom · middle: pan");
  QStringList parts;
  if (!m_hasDragged) parts << drag;
  if (!m_hasMovedCamera) parts << camera;
  if (!m_hasDragged) parts << tr("Esc: cancel");
  m_canvas->setHint(parts.join(QStringLiteral(" · ")), false);
}

void ViewportPanel::placeButtons() {
  m_buttonColumn->adjustSize();
  m_buttonColumn->move(width() - m_buttonColumn->width() - buttonMargin - 1, buttonMargin + 1);
  m_buttonColumn->setVisible(height() > m_buttonColumn->height() + 2 * buttonMargin);
  m_buttonColumn->raise();
  const double bottomLine = height() - 2.5 * fontMetrics().height();
  const bool reachesDown = !m_buttonColumn->isHidden() && m_buttonColumn->geometry().bottom() > bottomLine;
  m_canvas->setCovered(reachesDown ? m_buttonColumn->width() + buttonMargin : 0);
  if (!m_palette || m_tools.empty()) return;
  auto* grid = static_cast<QGridLayout*>(m_palette->layout());
  const int count = static_cast<int>(m_tools.size());
  const int fitting = (height() - 2 * buttonMargin + buttonGap) / (buttonSide + buttonGap);
  const int columns = (count - 1) / std::clamp(fitting, 1, count) + 1, rows = (count - 1) / columns + 1;
  for (int i = 0; i < count; ++i)
    grid->addWidget(m_tools[static_cast<std::size_t>(i)].first, i % rows, i / rows);
  m_palette->adjustSize();
  m_palette->move(buttonMargin + 1, buttonMargin + 1);
  m_palette->raise();
}

void ViewportPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  placeButtons();
}

void ViewportPanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) followPalette();
}

void ViewportPanel::followPalette() {
  m_canvas->setBackdrop(theme::isDark() ? SceneRenderer::Backdrop::Dark : SceneRenderer::Backdrop::Light);
  for (const auto& [button, icon] : m_buttons) button->setIcon(viewIcon(icon));
}

void ViewportPanel::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Fit"), this, &ViewportPanel::fit);
  menu.addAction(tr("Top view"), this, &ViewportPanel::topView);
  menu.addSeparator();
  for (QToolButton* button : {m_parallel, m_arrows, m_labels}) {
    QAction* action = menu.addAction(button->accessibleName(), button, &QToolButton::setChecked);
    action->setCheckable(true);
    action->setChecked(button->isChecked());
  }
  menu.addSeparator();
  menu.addAction(tr("Export figure…"), this, &Panel::exportRequested);
  menu.exec(event->globalPos());
}

}  // namespace carom
