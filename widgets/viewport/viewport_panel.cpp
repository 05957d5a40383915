#include "viewport/viewport_panel.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "common/body_colors.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/plain_text.h"
#include "common/theme.h"
#include "editor/scene_editor.h"
#include "picture/figure_actions.h"
#include "viewport/body_menu.h"
#include "viewport/grips/move_pull.h"
#include "viewport/grips/push_pull.h"
#include "viewport/picture/impulses.h"
#include "viewport/picture/nearest_points.h"
#include "viewport/picture/scene_figure.h"
#include "viewport/picture/start_camera.h"
#include "viewport/tool_palette.h"
#include "viewport/view_button.h"
#include "viewport/view_hint.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

constexpr double roomAhead = 1.4;  ///< of the distance, where bodies go on leaving the picture

/// Whether an answer shows the same motion as the one before it, to which it may have added a curve.
bool looksAlike(const Snapshot& a, const Snapshot& b) {
  return a.request == b.request && a.trajectory == b.trajectory && a.report == b.report &&
         a.comparison == b.comparison && a.kept == b.kept && a.isPending == b.isPending;
}

/// What stands in the view, for those who cannot see it.
QString bodiesAndContacts(const SceneInstance& instance) {
  constexpr qsizetype most = 30;
  QStringList bodies, contacts;
  for (std::size_t body = 0; body < instance.mechanism->bodies().size(); ++body)
    bodies += bodyLabel(instance, static_cast<int>(body));
  for (const ContactPair& pair : instance.mechanism->contacts())
    contacts += QString::fromStdString(pair.name);
  return QObject::tr("bodies: %1; contacts: %2")
      .arg(bodies.mid(0, most).join(QStringLiteral(", ")), contacts.mid(0, most).join(QStringLiteral(", ")));
}

}  // namespace

ViewportPanel::ViewportPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent),
      m_edits(edits),
      m_canvas(new ViewportCanvas(this)),
      m_buttonColumn(new QWidget(this)),
      m_hint(new ViewHint(m_canvas, selection)) {
  setWindowTitle(tr("3D view"));
  setAccessibleName(windowTitle());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->addWidget(m_canvas);
  setFocusProxy(m_canvas);
  connect(selection, &Selection::momentChanged, this, &ViewportPanel::showMoment);
  connect(selection, &Selection::chosenChanged, this, [this, selection] {
    if (m_canvas->frame().chosenContact || !selection->contact().isEmpty()) showMoment();
  });
  connect(edits, &Edits::refused, this, &ViewportPanel::showRefusal);
  connect(m_canvas, &ViewportCanvas::cameraMoved, m_hint, &ViewHint::learnCamera);
  connect(&m_ghosts, &ShownGhosts::changed, this, &ViewportPanel::showMoment);
  m_canvas->hand()->setPulls(
      [this](const Pick& grabbed, QPointF position) { return beginPull(grabbed, position); });
  createButtons();
  followPalette();
}

ViewportPanel::~ViewportPanel() = default;

void ViewportPanel::createButtons() {
  auto* column = new QVBoxLayout(m_buttonColumn);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(ViewButton::gap);
  const auto add = [&](ViewIcon icon, const QString& name, const QString& tip) {
    auto* button = new ViewButton(icon, name, tip, m_buttonColumn);
    column->addWidget(button);
    return button;
  };
  auto* largeButton = add(ViewIcon::Large, tr("Fill the window"), tr("Fill the window, or go back (F11)"));
  auto* fitButton = add(ViewIcon::Fit, tr("Fit"), tr("Show the whole scene (F)"));
  auto* topButton = add(ViewIcon::Top, tr("Top view"), tr("Look straight at the plane of motion (T)"));
  m_parallel =
      add(ViewIcon::Parallel, tr("Parallel projection"), tr("Parallel projection: equal lengths look equal"));
  m_arrows = add(ViewIcon::Arrows, tr("Velocities"), tr("Show velocities"));
  m_labels = add(ViewIcon::Labels, tr("Names"), tr("Show the names of the bodies"));
  for (QToolButton* button : {m_parallel, m_arrows, m_labels}) button->setCheckable(true);
  m_arrows->setChecked(true);
  m_labels->setChecked(true);
  connect(largeButton, &QToolButton::clicked, this, &Panel::largeWanted);
  connect(fitButton, &QToolButton::clicked, this, &ViewportPanel::fit);
  connect(topButton, &QToolButton::clicked, this, &ViewportPanel::topView);
  connect(m_parallel, &QToolButton::toggled, m_canvas, &ViewportCanvas::setParallel);
  connect(m_arrows, &QToolButton::toggled, this,
          [this](bool on) { m_canvas->setShown(&ViewState::arrows, on); });
  connect(m_labels, &QToolButton::toggled, this,
          [this](bool on) { m_canvas->setShown(&ViewState::labels, on); });
}

void ViewportPanel::setEditor(SceneEditor* editor) {
  m_tool = new ToolBox(m_canvas, editor, selection());
  m_canvas->hand()->setTool(m_tool);
  m_palette = new ToolPalette(m_tool, m_canvas, this);
  m_hint->setPalette(m_palette);
  m_bodyMenu = new BodyMenu(m_tool, editor, selection(), m_canvas);
  connect(m_bodyMenu, &BodyMenu::refused, m_hint, &ViewHint::tell);
  // What a tool could not do is told where it was tried.
  connect(editor, &SceneEditor::refused, this, [this](const QString&, const QString& problem) {
    if (!problem.isEmpty() && m_canvas->hasFocus()) m_hint->tell(problem);
  });
  connect(m_tool, &ToolBox::kindChanged, m_hint, &ViewHint::showStanding);
  connect(m_tool, &ToolBox::told, m_hint, &ViewHint::tell);
  connect(m_tool, &ToolBox::jointChanged, m_hint, &ViewHint::showStanding);
  placeButtons();
}

/// A body of the initial state is moved, that of another moment is pushed.
std::unique_ptr<BodyPull> ViewportPanel::beginPull(const Pick& grabbed, QPointF position) {
  if (m_canvas->frame().initial) {
    const auto& bodies = m_snapshot->instance.mechanism->bodies();
    const QString name = QString::fromStdString(bodies.at(static_cast<std::size_t>(grabbed.body)).name);
    return std::make_unique<MovePull>(m_canvas, grabbed, position, name, m_edits, m_hint);
  }
  emit pushStarted();
  return std::make_unique<PushPull>(
      m_canvas, grabbed, position, [this] { return m_snapshot; }, selection(), m_edits, m_hint);
}

void ViewportPanel::setSnapshot(SnapshotPtr snapshot) {
  const bool newScene = std::exchange(m_framesScene, false);
  const SnapshotPtr before = std::exchange(m_snapshot, std::move(snapshot));
  if (before && !newScene && looksAlike(*before, *m_snapshot)) return;
  m_hint->setSnapshot(m_snapshot);
  m_impacts.forget();
  if (!before || before->trajectory != m_snapshot->trajectory || before->kept != m_snapshot->kept)
    m_trails.reset();
  if (m_tool) m_tool->setSnapshot(m_snapshot);
  // While a body is dragged, arrows keep their size unless one grows: the motion is not known yet.
  if (newScene || !m_snapshot->isPending) m_arrowSize = arrowSizeAtStart(*m_snapshot);
  if (newScene) m_arrowScale = 0;
  showFrame(selection()->moment(), newScene);
  if (!m_edits->isEditing()) m_canvas->setAccessibleDescription(bodiesAndContacts(m_snapshot->instance));
  if (newScene) {
    m_views.clear();
    m_hint->showStanding();
  } else {
    keepInView(before);
  }
  if (m_snapshot->placement && m_snapshot->placement->parameters.empty())
    m_hint->tell(tr("No parameter of this scene moves this body."));
}

SceneFrame ViewportPanel::frameAt(const Moment& moment) {
  SceneFrame frame = makeFrame(*m_snapshot, moment, &m_impacts);
  if (m_canvas->view().impulses) frame.impulses = impulsesAt(*m_snapshot, moment, m_impacts);
  frame.chosenContact = nearestPoints(*m_snapshot, moment, selection()->contact(), m_impacts);
  for (const Ghosts& ghosts : m_ghosts.at(moment.time, frame.initial))
    addGhosts(frame, *ghosts.instance, ghosts.q, ghosts.as);
  if (!m_canvas->view().trails) return frame;
  if (!m_trails) m_trails.emplace(*m_snapshot);
  frame.trails = m_trails->until(moment.time);
  return frame;
}

/// An edit of the scene itself moves no camera: a person builds in the view. Nor does an answer that only
/// adds to the one before it, with the same motion.
void ViewportPanel::keepInView(const SnapshotPtr& before) {
  if (!before || before->scene != m_snapshot->scene || before->trajectory == m_snapshot->trajectory) return;
  m_canvas->keepInView(m_canvas->frame());
}

/// A value is marked at its field, and a typed text at its line.
void ViewportPanel::showRefusal(const EditRefusal& refusal) {
  if (refusal.of != EditRefusal::Of::Parameter && refusal.of != EditRefusal::Of::Text)
    m_hint->tell(refusal.why.message);
}

/// Where bodies leave the picture as time goes on, the camera follows, unless a hand moved it.
void ViewportPanel::showMoment() {
  if (!m_snapshot) return;
  const double before = m_shownTime;
  const bool wasInitial = m_canvas->frame().initial;
  showFrame(selection()->moment(), false);
  if (m_shownTime != before) m_canvas->keepInView(m_canvas->frame(), roomAhead);
  if (m_canvas->frame().initial != wasInitial) m_hint->rest();
}

void ViewportPanel::showFrame(const Moment& moment, bool newScene) {
  SceneFrame frame = frameAt(moment);
  m_shownTime = moment.time;
  m_arrowScale = m_arrowSize.scale(fastestArrow(frame), m_arrowScale);
  m_canvas->setFrame(std::move(frame), m_arrowScale, newScene);
}

std::unique_ptr<Figure> ViewportPanel::figure() const {
  if (!m_snapshot) return nullptr;
  const Moment moment = selection()->moment();
  return figureOf(m_canvas->view(), m_ghosts.at(moment.time, makeFrame(*m_snapshot, moment).initial));
}

/// Of the ghosts with those that move: the others are of one moment.
std::unique_ptr<Figure> ViewportPanel::movieFigure() const {
  if (!m_snapshot) return nullptr;
  ViewState view = m_canvas->view();
  view.follows = m_canvas->keepsFramed();
  return figureOf(view, {}, m_ghosts.tracks(*m_snapshot));
}

std::unique_ptr<Figure> ViewportPanel::figureOf(const ViewState& view, std::vector<Ghosts> ghosts,
                                                std::vector<GhostTrack> tracks) const {
  const double aspect = double(m_canvas->height()) / std::max(1, m_canvas->width());
  return std::make_unique<SceneFigure>(m_snapshot, selection()->moment(), view, aspect, std::move(ghosts),
                                       std::move(tracks));
}

void ViewportPanel::showFigure(const FigureArguments& shown) {
  const QString view = QString::fromStdString(shown.text("view"));
  const SceneFigure figure(m_snapshot, view);
  selection()->setMoment(figure.moment());
  if (!figure.view()) return;
  const ViewState& state = *figure.view();
  setParallel(state.camera.parallel);
  for (const auto part :
       {&ViewState::arrows, &ViewState::labels, &ViewState::axes, &ViewState::trails, &ViewState::impulses})
    setShown(part, state.*part);
  m_hint->learnCamera();  // it stays where the figure has it
  m_canvas->goTo(state.camera);
}

void ViewportPanel::fit() {
  m_canvas->fit();
}
void ViewportPanel::topView() {
  m_canvas->topView();
}
void ViewportPanel::endEditing() {
  if (m_tool) m_tool->setKind(ToolBox::Kind::None);
}

void ViewportPanel::firstView() {
  m_canvas->firstView();
}

void ViewportPanel::setParallel(bool parallel) {
  m_parallel->setChecked(parallel);
}
/// The buttons show what is shown of theirs. Trails and impulses are computed where they are shown.
void ViewportPanel::setShown(bool ViewState::*part, bool isShown) {
  if (part == &ViewState::arrows) return m_arrows->setChecked(isShown);
  if (part == &ViewState::labels) return m_labels->setChecked(isShown);
  m_canvas->setShown(part, isShown);
  if (part != &ViewState::axes) showMoment();
}

void ViewportPanel::follow(int body) {
  m_canvas->follow(body);
}
void ViewportPanel::saveView() {
  m_views.push_back(m_canvas->view().camera);
}

void ViewportPanel::placeButtons() {
  constexpr int margin = ViewButton::margin;
  m_buttonColumn->adjustSize();
  m_buttonColumn->move(width() - m_buttonColumn->width() - margin - 1, margin + 1);
  m_buttonColumn->setVisible(height() > m_buttonColumn->height() + 2 * margin);
  m_buttonColumn->raise();
  const double bottomLine = height() - 7 * fontMetrics().height();  // the scale, and the axes above it
  const bool reachesDown = !m_buttonColumn->isHidden() && m_buttonColumn->geometry().bottom() > bottomLine;
  if (m_palette) {
    constexpr int hintLine = 24;  // px, at the bottom
    m_palette->fitInto(height() - 2 * margin - hintLine);
    m_palette->move(margin + 1, margin + 1);
    m_palette->raise();
  }
  m_canvas->setCovered(m_palette ? m_palette->geometry().right() + 1 : 0,
                       m_buttonColumn->isHidden() ? 0 : m_buttonColumn->width() + margin, reachesDown);
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
  m_canvas->setBackdrop(theme::isDark() ? Backdrop::Dark : Backdrop::Light);
}

void ViewportPanel::addFollowing(QMenu* menu, int under) {
  if (!m_snapshot) return;
  const auto name = [this](int body) { return menuText(bodyLabel(m_snapshot->instance, body)); };
  const int followed = m_canvas->followed();
  const int bodies = static_cast<int>(m_snapshot->instance.mechanism->bodies().size());
  if (under >= 0 && under != followed)
    menu->addAction(tr("Follow %1").arg(name(under)), this, [this, under] { follow(under); });
  if (followed >= 0 && followed < bodies)
    menu->addAction(tr("Stop following %1").arg(name(followed)), this, [this] { follow(-1); });
}

void ViewportPanel::addViews(QMenu* menu) {
  menu->addAction(tr("Save this view"), this, &ViewportPanel::saveView);
  for (std::size_t i = 0; i < m_views.size(); ++i)
    menu->addAction(tr("View %1").arg(i + 1), this, [this, i] { m_canvas->goTo(m_views[i]); });
}

void ViewportPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  const int under = m_tool ? m_tool->bodyAt(m_canvas->mapFrom(this, event->pos())) : m_canvas->hoveredBody();
  if (m_bodyMenu && under >= 0) {
    m_bodyMenu->fill(menu, under);
    menu->addSeparator();
  }
  menu->addAction(tr("Fit"), this, &ViewportPanel::fit);
  menu->addAction(tr("Top view"), this, &ViewportPanel::topView);
  menu->addAction(tr("First view"), this, &ViewportPanel::firstView);
  menu->addSeparator();
  for (QToolButton* button : {m_parallel, m_arrows, m_labels}) {
    QAction* action = menu->addAction(button->accessibleName(), button, &QToolButton::setChecked);
    action->setCheckable(true);
    action->setChecked(button->isChecked());
  }
  const auto addSwitch = [&](const QString& text, bool ViewState::*part) {
    QAction* action = menu->addAction(text, this, [this, part](bool on) { setShown(part, on); });
    action->setCheckable(true);
    action->setChecked(m_canvas->view().*part);
  };
  addSwitch(tr("Trails"), &ViewState::trails);
  addSwitch(tr("Impulses"), &ViewState::impulses);
  addSwitch(tr("Axes"), &ViewState::axes);
  menu->addSeparator();
  addFollowing(menu, under);
  addViews(menu);
  menu->addSeparator();
  addFigureActions(menu, this);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
