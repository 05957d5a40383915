#include "papers/space_panels.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineF>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "base/impact_words.h"
#include "base/qt_text.h"
#include "common/edits.h"
#include "common/math_label.h"
#include "common/plain_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "papers/chosen_contacts.h"
#include "papers/cones_figure.h"
#include "papers/configuration_space_figure.h"
#include "papers/momentum_drag.h"
#include "papers/normal_space_figure.h"
#include "papers/normal_sphere_figure.h"

namespace carom {

namespace {

constexpr double pixelsPerPoint = 96.0 / 72;
constexpr int barHeight = 34;
constexpr int restAfterMs = 200;
const QString planeName = QStringLiteral("normal-space"), sphereName = QStringLiteral("normal-sphere");

/// Fields in one line over the picture.
QHBoxLayout* addBar(QWidget* panel) {
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(6, 4, 6, 4);
  auto* bar = new QHBoxLayout;
  column->addLayout(bar);
  column->addStretch();
  return bar;
}

}  // namespace

PaperPanel::PaperPanel(Selection* selection, QWidget* parent, Picture::Parts parts)
    : Panel(selection, parent), m_picture(new Picture(this, this, std::move(parts))) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(restAfterMs);
  connect(&m_rest, &QTimer::timeout, this, &PaperPanel::makeAgain);
}

void PaperPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_rest.start();
  offerChoices();
  renew();
}

void PaperPanel::makeAgain() {
  m_figure.reset();
  m_why.clear();
  try {
    if (m_snapshot) m_figure = makeFigure(m_snapshot, m_rest.isActive());
  } catch (const FigureError& error) {
    m_why = QString::fromUtf8(error.what());
  }
  m_picture->renew();
  update();
}

std::unique_ptr<Figure> PaperPanel::figure() const {
  return m_figure ? makeFigure(m_snapshot, false) : nullptr;
}

/// The figure keeps its shape, as large as there is room.
QRectF PaperPanel::paperPlace() const {
  const QRectF room = rect().adjusted(4, barHeight, -4, -4);
  if (fillsRoom()) return room;
  const double aspect = m_figure->heightAt(room.width() / pixelsPerPoint) / room.width() * pixelsPerPoint;
  const double width = std::min(room.width(), room.height() / aspect);
  QRectF place(0, 0, width, width * aspect);
  place.moveCenter(room.center());
  return place;
}

QRectF PaperPanel::paperArea() const {
  return QRectF(QPointF(), paperPlace().size() / pixelsPerPoint);
}

QTransform PaperPanel::paperToWidget() const {
  const QPointF corner = paperPlace().topLeft();
  return QTransform::fromTranslate(corner.x(), corner.y()).scale(pixelsPerPoint, pixelsPerPoint);
}

void PaperPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PaintedWords::Recording recording(m_picture->painted());
  const QRect place = rect().adjusted(4, barHeight, -4, -4);
  if (!m_figure) {
    painter.setPen(theme::quietInk());
    theme::drawText(painter, place, Qt::AlignCenter | Qt::TextWordWrap, m_why, font());
    return;
  }
  std::optional<theme::PaperColors> paper;
  if (m_isOnPaper) paper.emplace();
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  if (m_isOnPaper) painter.fillRect(place, Qt::white);
  painter.setTransform(paperToWidget(), true);
  m_figure->paint(painter, paperArea());
}

ConfigurationSpacePanel::ConfigurationSpacePanel(Selection* selection, QWidget* parent)
    : PaperPanel(selection, parent) {
  setObjectName(QStringLiteral("configurationSpace"));
  setWindowTitle(tr("Configuration space"));
  setAccessibleName(windowTitle());
  QHBoxLayout* bar = addBar(this);
  for (const int axis : {0, 1}) {
    m_axes[axis] = new QComboBox(this);
    m_axes[axis]->setObjectName(axis == 0 ? QStringLiteral("x") : QStringLiteral("y"));
    m_axes[axis]->setToolTip(axis == 0 ? tr("The coordinate to the right") : tr("The coordinate upwards"));
    bar->addWidget(m_axes[axis]);
    connect(m_axes[axis], &QComboBox::activated, this, [this] {
      m_wanted = kept();
      makeAgain();
    });
  }
  bar->addStretch();
}

void ConfigurationSpacePanel::offerChoices() {
  if (!snapshot()) return;
  const auto& coordinates = snapshot()->instance.mechanism->coordinates();
  for (const int axis : {0, 1}) {
    const QSignalBlocker quiet(m_axes[axis]);
    const QString wanted = m_wanted.value(m_axes[axis]->objectName()).toString();
    m_axes[axis]->clear();
    for (const Coordinate& coordinate : coordinates) m_axes[axis]->addItem(q(coordinate.name));
    const int known = m_axes[axis]->findText(wanted);
    m_axes[axis]->setCurrentIndex(known >= 0 ? known : std::min(axis, m_axes[axis]->count() - 1));
  }
}

std::unique_ptr<Figure> ConfigurationSpacePanel::makeFigure(const SnapshotPtr& snapshot,
                                                            bool isPassing) const {
  QJsonObject view;
  if (m_axes[0]->count() > 1)
    for (const QComboBox* axis : m_axes) view[axis->objectName()] = axis->currentText();
  return std::make_unique<ConfigurationSpaceFigure>(
      snapshot, viewText(view),
      isPassing ? ConfigurationSpaceFigure::coarseGrid : ConfigurationSpaceFigure::fineGrid);
}

QVariantMap ConfigurationSpacePanel::kept() const {
  return {{QStringLiteral("x"), m_axes[0]->currentText()}, {QStringLiteral("y"), m_axes[1]->currentText()}};
}

void ConfigurationSpacePanel::setKept(const QVariantMap& kept) {
  m_wanted = kept;
  offerChoices();
  makeAgain();
}

void ConfigurationSpacePanel::showFigure(const FigureArguments& figure) {
  setKept(viewOf(q(figure.text("view"))).toVariantMap());
}

ConesPanel::ConesPanel(Selection* selection, QWidget* parent) : PaperPanel(selection, parent) {
  leavePaper();
  setObjectName(QStringLiteral("cones"));
  setWindowTitle(tr("Cones of perturbations"));
  setAccessibleName(windowTitle());
  QHBoxLayout* bar = addBar(this);
  for (const int axis : {0, 1}) {
    m_axes[axis] = new QComboBox(this);
    m_axes[axis]->setObjectName(axis == 0 ? QStringLiteral("x") : QStringLiteral("y"));
    const QString tip =
        axis == 0 ? tr("The perturbed coordinate to the right") : tr("The perturbed coordinate upwards");
    m_axes[axis]->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_axes[axis]->setToolTip(tip);
    m_axes[axis]->setAccessibleName(tip);
    bar->addWidget(m_axes[axis]);
    connect(m_axes[axis], &QComboBox::activated, this, [this] {
      for (const int each : {0, 1}) m_wanted[each] = m_axes[each]->currentText();
      renew();
    });
  }
  bar->addStretch();
}

void ConesPanel::sceneOpened() {
  for (QString& wanted : m_wanted) wanted.clear();
}

void ConesPanel::offerChoices() {
  if (!snapshot()) return;
  QStringList names;
  for (const Coordinate& coordinate : snapshot()->instance.mechanism->coordinates())
    names += q(coordinate.name);
  for (const int axis : {0, 1}) {
    const QSignalBlocker quiet(m_axes[axis]);
    if (!names.contains(m_wanted[axis])) m_wanted[axis].clear();
    m_axes[axis]->clear();
    m_axes[axis]->addItems(names);
    m_axes[axis]->setEnabled(names.size() > 1);
  }
}

std::unique_ptr<Figure> ConesPanel::makeFigure(const SnapshotPtr&, bool) const {
  if (m_state != State::Known) throw FigureError(tr("Computing …").toStdString());
  if (!m_made) throw FigureError(m_whyNone.toStdString());
  return std::make_unique<ConesFigure>(*m_made);
}

/// What is shown stays for a moment: most impacts are searched sooner than a person sees a change.
void ConesPanel::renew() {
  m_state = State::Waiting;
  m_task.forget();
  if (isVisible() || m_isWanted) compute();
}

void ConesPanel::compute() {
  m_state = State::Computing;
  QJsonObject view;
  if (!m_wanted[0].isEmpty() && !m_wanted[1].isEmpty())
    for (const int axis : {0, 1}) view[m_axes[axis]->objectName()] = m_wanted[axis];
  const auto work = [snapshot = snapshot(), view = viewText(view)](const auto&) {
    return std::make_shared<const ConesFigure>(snapshot, view);
  };
  m_task.start(work, {.answered = [this](const auto& made) { take(made, {}); },
                      .failed = [this](const QString& why) { take({}, why); }});
}

void ConesPanel::take(const std::shared_ptr<const ConesFigure>& made, const QString& whyNone) {
  m_state = State::Known;
  m_made = made;
  m_whyNone = whyNone;
  makeAgain();
  if (std::exchange(m_isWanted, false)) emit figureReady();
}

std::unique_ptr<Figure> ConesPanel::figure() const {
  return m_state == State::Known ? PaperPanel::figure() : nullptr;
}

bool ConesPanel::isFigureComing() const {
  return m_state != State::Known && snapshot() && ConesFigure::whyNone(*snapshot()).isEmpty();
}

void ConesPanel::startFigure() {
  m_isWanted = true;
  if (m_state == State::Waiting) compute();
}

void ConesPanel::showEvent(QShowEvent* event) {
  if (m_state == State::Waiting && snapshot()) compute();
  PaperPanel::showEvent(event);
}

/// The fields show the coordinates of the figure.
void ConesPanel::showChoice() {
  const auto* cones = dynamic_cast<const ConesFigure*>(shown());
  for (const int axis : {0, 1}) {
    const QSignalBlocker quiet(m_axes[axis]);
    if (cones) m_axes[axis]->setCurrentText(cones->coordinates()[axis]);
  }
}

void ConesPanel::paintEvent(QPaintEvent* event) {
  showChoice();
  PaperPanel::paintEvent(event);
}

void ConesPanel::showFigure(const FigureArguments& figure) {
  const QJsonObject view = viewOf(q(figure.text("view")));
  for (const int axis : {0, 1}) m_wanted[axis] = view[m_axes[axis]->objectName()].toString();
  offerChoices();
  renew();
}

NormalSpacePanel::NormalSpacePanel(Selection* selection, Edits* edits, QWidget* parent)
    : PaperPanel(selection, parent, {.at = [this](const QPointF& place) { return spotAt(place); }}),
      m_edits(edits) {
  setObjectName(QStringLiteral("normalSpace"));
  setWindowTitle(tr("Space of normals"));
  setAccessibleName(windowTitle());
  setFocusPolicy(Qt::ClickFocus);
  m_kind = new QComboBox(this);
  m_kind->setObjectName(QStringLiteral("kind"));
  m_kind->addItem(tr("plane of two normals"), planeName);
  m_kind->addItem(tr("sphere of momenta"), sphereName);
  m_choice = new QToolButton(this);
  m_choice->setObjectName(QStringLiteral("contacts"));
  m_choice->setText(tr("contacts"));
  m_choice->setToolTip(tr("The contacts whose normals are shown: two, or three on the sphere"));
  m_choice->setPopupMode(QToolButton::InstantPopup);
  m_choice->setMenu(new QMenu(m_choice));
  m_hint = new ElidedLabel(this);
  m_hint->setProperty("role", QStringLiteral("quiet"));
  m_hint->setToolTip(tr(
      "The energy stays, and the velocities change as little as the place of p⁻ allows. They become numbers, "
      "also where the scene has expressions. Elsewhere the mouse turns the sphere."));
  QHBoxLayout* bar = addBar(this);
  bar->addWidget(m_kind);
  bar->addWidget(m_choice);
  bar->addWidget(m_hint, 1);
  connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
    makeAgain();
    showHint();
  });
  connect(m_edits, &Edits::editEnded, this, [this] {
    if (m_drag) picture()->forgetDrag();
    m_drag.reset();
  });
}

NormalSpacePanel::~NormalSpacePanel() = default;

bool NormalSpacePanel::isSphere() const {
  return m_kind->currentData() == sphereName;
}

QStringList NormalSpacePanel::contacts() const {
  const bool hasImpact = snapshot() && snapshot()->report;
  return hasImpact ? contactNames(snapshot()->report->problem) : QStringList();
}

QStringList NormalSpacePanel::chosen() const {
  return m_contacts.isEmpty() ? contacts() : m_contacts;
}

void NormalSpacePanel::sceneOpened() {
  m_contacts.clear();
}

void NormalSpacePanel::choose(const QStringList& contacts) {
  m_contacts = contacts;
  offerChoices();
  makeAgain();
  showHint();
}

/// Lists the contacts. A chosen one more than the sphere can show takes the place of the first.
void NormalSpacePanel::fillChoice() {
  constexpr qsizetype mostOfSphere = 3;
  QMenu* menu = m_choice->menu();
  menu->clear();
  for (const QString& name : contacts()) {
    QAction* action = menu->addAction(menuText(name));
    action->setCheckable(true);
    action->setChecked(m_contacts.contains(name));
    connect(action, &QAction::triggered, this, [this, name](bool isChosen) {
      QStringList now = m_contacts;
      now.removeAll(name);
      if (isChosen) now += name;
      if (now.size() > mostOfSphere) now.removeFirst();
      choose(now);
    });
  }
}

/// Three contacts have a sphere only.
void NormalSpacePanel::offerChoices() {
  constexpr qsizetype few = 2;
  const QStringList all = contacts();
  if (std::ranges::any_of(m_contacts, [&](const QString& name) { return !all.contains(name); }))
    m_contacts.clear();
  const QSignalBlocker quiet(m_kind);
  const bool needsSphere = chosen().size() == few + 1;
  if (needsSphere) m_kind->setCurrentIndex(m_kind->findData(sphereName));
  m_kind->setEnabled(!needsSphere);
  m_choice->setVisible(all.size() > few);
  fillChoice();
}

void NormalSpacePanel::setSnapshot(SnapshotPtr snapshot) {
  PaperPanel::setSnapshot(std::move(snapshot));
  showHint();
}

void NormalSpacePanel::showHint() {
  const bool isLater = snapshot() && snapshot()->impact >= 0;
  m_hint->setFullText(!isSphere() || !shown() ? QString()
                      : draggable()           ? tr("drag p⁻ to change the velocities")
                      : isLater               ? tr("the velocities at a later impact follow from the motion")
                                              : QString());
}

std::unique_ptr<Figure> NormalSpacePanel::makeFigure(const SnapshotPtr& snapshot, bool) const {
  const qsizetype most = isSphere() ? 3 : 2;
  if (const qsizetype all = chosen().size(); all > most)
    throw FigureError(tr("The impact has %1 contacts. The sphere shows three of them, or two, and the plane "
                         "two: choose them under “contacts”.")
                          .arg(all)
                          .toStdString());
  QJsonObject view;
  addContacts(view, m_contacts);
  if (!isSphere()) return std::make_unique<NormalSpaceFigure>(snapshot, viewText(view));
  view["turn"] = m_turn;
  view["tilt"] = m_tilt;
  return std::make_unique<NormalSphereFigure>(snapshot, viewText(view));
}

void NormalSpacePanel::showFigure(const FigureArguments& figure) {
  const QJsonObject view = viewOf(q(figure.text("view")));
  m_turn = view["turn"].toDouble(NormalSphereFigure::usualTurn);
  m_tilt = view["tilt"].toDouble(NormalSphereFigure::usualTilt);
  {
    const QSignalBlocker quiet(m_kind);
    m_kind->setCurrentIndex(m_kind->findData(q(figure.name)));
  }
  choose(contactsIn(view));
}

const NormalSphereFigure* NormalSpacePanel::draggable() const {
  const auto* sphere = dynamic_cast<const NormalSphereFigure*>(shown());
  return sphere && MomentumDrag::isPossible(*snapshot(), *sphere) ? sphere : nullptr;
}

QPointF NormalSpacePanel::handle(const NormalSphereFigure& figure) const {
  const Eigen::Vector3d& at = m_drag ? m_drag->wanted() : figure.sphere().momentum();
  return paperToWidget().map(figure.viewIn(paperArea()).map(at));
}

void NormalSpacePanel::paintEvent(QPaintEvent* event) {
  constexpr double ring = 7;  // px
  PaperPanel::paintEvent(event);
  const NormalSphereFigure* sphere = draggable();
  if (!sphere) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme::accent(), m_drag ? 2 : 1.2));
  painter.drawEllipse(handle(*sphere), ring, ring);
}

/// p⁻ can be dragged; elsewhere the mouse turns the sphere.
PictureSpot NormalSpacePanel::spotAt(const QPointF& place) {
  constexpr double reach = 12;  // px
  enum { ofMomentum, ofSphere };
  const NormalSphereFigure* sphere = draggable();
  if (sphere && QLineF(handle(*sphere), place).length() < reach)
    return {ofMomentum, 0, {}, Qt::SizeAllCursor, {}, [this](const QPointF&) -> std::optional<PictureDrag> {
              if (const NormalSphereFigure* now = draggable()) return dragMomentum(*now);
              return std::nullopt;
            }};
  if (!isSphere() || !shown()) return {};
  return {ofSphere, 0, {}, Qt::OpenHandCursor, {}, [this](const QPointF& from) { return turnSphere(from); }};
}

PictureDrag NormalSpacePanel::dragMomentum(const NormalSphereFigure& sphere) {
  m_drag = std::make_unique<MomentumDrag>(snapshot(), sphere, paperArea(), m_edits);
  return editDrag(m_edits, [this](const QPointF& place) {
    if (m_drag) m_drag->moveTo(paperToWidget().inverted().map(place));
    update();
  });
}

PictureDrag NormalSpacePanel::turnSphere(const QPointF& from) {
  constexpr double degreesPerPixel = 0.5;
  const double turn = m_turn, tilt = m_tilt;
  return {[=, this](const QPointF& place, Qt::KeyboardModifiers) {
            const QPointF way = degreesPerPixel * (place - from);
            turnTo(turn + way.x(), tilt + way.y());
          },
          {},
          [=, this] { turnTo(turn, tilt); }};
}

void NormalSpacePanel::turnTo(double turn, double tilt) {
  constexpr double steepest = 89;
  m_turn = std::remainder(turn, 360);
  m_tilt = std::clamp(tilt, -steepest, steepest);
  makeAgain();
}

}  // namespace carom
