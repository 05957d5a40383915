#include "viewport/tools/tool_box.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <set>

#include "common/moments.h"
#include "common/selection.h"
#include "common/theme.h"
#include "viewport/tools/place/ball_tool.h"
#include "viewport/tools/place/box_tool.h"
#include "viewport/tools/place/handle_tool.h"
#include "viewport/tools/place/link_tool.h"
#include "viewport/tools/place/rod_tool.h"
#include "viewport/tools/place/spring_tool.h"
#include "viewport/tools/place/wall_tool.h"
#include "viewport/tools/select/drag_tool.h"
#include "viewport/tools/select/select_tool.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {
constexpr int frameMs = 12;  ///< a frame of a drag, and so the longest wait for its answer
}

ToolBox::ToolBox(ViewportCanvas* canvas, SceneEditor* editor, Selection* selection)
    : QObject(canvas), m_canvas(canvas), m_selection(selection), m_plane(canvas), m_radius(&m_plane, editor) {
  const auto add = [this](Kind kind, auto tool) {
    auto* const added = tool.get();
    m_tools.at(static_cast<std::size_t>(kind)) = std::move(tool);
    return added;
  };
  add(Kind::None, std::make_unique<DragTool>(&m_pointer, &m_plane, editor, selection));
  m_selectTool =
      add(Kind::Select, std::make_unique<SelectTool>(&m_pointer, &m_plane, editor, selection, &m_radius));
  m_selectTool->setTell([this](const QString& text) { emit told(text); });
  add(Kind::Ball, std::make_unique<BallTool>(&m_pointer, &m_plane, editor, &m_radius));
  add(Kind::Wall, std::make_unique<WallTool>(&m_pointer, &m_plane, editor, &m_radius));
  add(Kind::Rod, std::make_unique<RodTool>(&m_pointer, &m_plane, editor, &m_radius));
  add(Kind::Link, std::make_unique<LinkTool>(&m_pointer, &m_plane, editor, &m_radius));
  add(Kind::Box, std::make_unique<BoxTool>(&m_pointer, &m_plane, editor, &m_radius));
  m_jointTool = add(Kind::Joint, std::make_unique<JointTool>(&m_pointer, &m_plane, editor));
  add(Kind::Spring, std::make_unique<SpringTool>(&m_pointer, &m_plane, editor, &m_radius));
  add(Kind::Loop,
      std::make_unique<SpringTool>(&m_pointer, &m_plane, editor, &m_radius, SpringTool::Adds::Loop));
  add(Kind::Handle, std::make_unique<HandleTool>(&m_pointer, &m_plane, editor));
  connect(selection, &Selection::chosenChanged, this, &ToolBox::redraw);
  m_lateRedraw.setSingleShot(true);
  m_lateRedraw.setInterval(frameMs);
  connect(&m_lateRedraw, &QTimer::timeout, this, &ToolBox::redraw);
}

ToolBox::~ToolBox() = default;

void ToolBox::setKind(Kind kind) {
  if (kind == m_kind) return;
  tool().cancel();
  m_kind = kind;
  const SnapshotPtr& snapshot = m_plane.snapshot();
  if (kind != Kind::None && snapshot && snapshot->trajectory)  // only the initial state can be edited
    m_selection->setMoment(momentAt(*snapshot->trajectory, 0));
  if (!m_canvas->underMouse()) {  // keys begin in the middle
    m_pointer.at = QRectF(m_canvas->rect()).center();
    m_pointer.inside = true;
  }
  tool().refresh();
  m_canvas->setCursor(kind == Kind::None || kind == Kind::Select ? Qt::ArrowCursor : Qt::CrossCursor);
  emit kindChanged(kind);
  redraw();
}

ToolBox::JointKind ToolBox::joint() const {
  return m_jointTool->kind();
}

std::vector<ToolBox::JointKind> ToolBox::joints() const {
  return m_jointTool->kinds();
}

void ToolBox::setJoint(JointKind joint) {
  setKind(Kind::Joint);
  if (joint == m_jointTool->kind()) return;
  m_jointTool->cancel();
  m_jointTool->setKind(joint);
  emit jointChanged();
  redraw();
}

namespace {

bool hasSameBodies(const Mechanism& a, const Mechanism& b) {
  return std::ranges::equal(a.bodies(), b.bodies(), {}, &Body::name, &Body::name);
}

}  // namespace

/// A tool in the middle of its gesture holds the numbers of bodies, which mean others in another scene.
void ToolBox::setSnapshot(const SnapshotPtr& snapshot) {
  const bool isOther =
      m_plane.snapshot() && !hasSameBodies(m_plane.mechanism(), *snapshot->instance.mechanism);
  m_plane.setSnapshot(snapshot);
  if (isOther) tool().cancel();
  if (std::ranges::count(joints(), joint()) == 0) {
    m_jointTool->setKind(JointKind::Hinge);
    emit jointChanged();
  }
  tool().refresh();
  redraw();
}

std::optional<QPointF> ToolBox::velocityHandle() const {
  if (m_kind != Kind::Select) return std::nullopt;
  auto handle = m_selectTool->handles().first(carom::Handle::Kind::Velocity);
  if (!handle) handle = m_selectTool->handles().first(carom::Handle::Kind::Spin);
  return handle ? std::optional(handle->at) : std::nullopt;
}

void ToolBox::redraw() {
  m_lateRedraw.stop();
  m_canvas->updateOverlay();
}

bool ToolBox::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton || !m_plane.snapshot()) return false;
  m_pressed = &tool();
  redraw();
  return m_pressed->press(event);
}

void ToolBox::drag(const QMouseEvent& event) {
  if (m_pressed) m_pressed->drag(event);
  // The answer to a body that is held draws the view again: a picture before it would only delay it.
  if (!m_pressed || !m_pressed->holds())
    redraw();
  else if (!m_lateRedraw.isActive())
    m_lateRedraw.start();
}

void ToolBox::release(const QMouseEvent& event) {
  if (m_pressed) m_pressed->release(event);
  m_pressed = nullptr;
  redraw();
}

bool ToolBox::hover(const QMouseEvent& event) {
  const bool isTools = tool().hover(event);
  if (isTools) redraw();
  return isTools;
}

void ToolBox::leave() {
  tool().leave();
  redraw();
}

bool ToolBox::wantsKey(const QKeyEvent& event) const {
  if (event.key() == Qt::Key_Escape) return m_kind != Kind::None || tool().holds();
  return tool().wantsKey(event);
}

bool ToolBox::key(const QKeyEvent& event) {
  if (!wantsKey(event)) return false;
  if (event.key() != Qt::Key_Escape)
    tool().key(event);
  else if (tool().isBusy())
    tool().cancel();
  else
    setKind(m_kind == Kind::Select ? Kind::None : Kind::Select);
  redraw();
  return true;
}

void ToolBox::blur() {
  tool().blur();
  redraw();
}

void ToolBox::paint(QPainter& painter) const {
  if (!m_plane.snapshot() || (m_kind == Kind::None && !tool().isBusy())) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  paintSelection(painter);
  tool().paint(painter);
  painter.restore();
}

/// Outlines the selected bodies, springs and dampers.
void ToolBox::paintSelection(QPainter& painter) const {
  painter.setPen(QPen(theme::accent(), 2));
  painter.setBrush(Qt::NoBrush);
  std::set<int> selected;
  for (const QString& name : m_selection->bodies())
    if (const int body = m_plane.mechanism().bodyIndex(name.toStdString()); body >= 0) selected.insert(body);
  for (const PlacedShape& shape : m_plane.shapes())
    if (selected.contains(shape.body)) drawShape(painter, m_plane, shape, 2);
  for (const SceneFrame::Line& line : m_canvas->frame().lines)
    if (m_selection->places().contains(line.place))
      drawShape(painter, m_plane, {-1, Segment{{line.from, line.to}, 0}, {}}, 5);
}

}  // namespace carom
