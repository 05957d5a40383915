#include "papers/space_panels.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_clipboard.h"
#include "figure/figure_view.h"
#include "papers/configuration_space_figure.h"
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

PaperPanel::PaperPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(restAfterMs);
  connect(&m_rest, &QTimer::timeout, this, &PaperPanel::makeAgain);
}

void PaperPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_rest.start();
  offerChoices();
  makeAgain();
}

void PaperPanel::makeAgain() {
  m_figure.reset();
  m_why.clear();
  try {
    if (m_snapshot) m_figure = makeFigure(m_snapshot, m_rest.isActive());
  } catch (const FigureError& error) {
    m_why = QString::fromUtf8(error.what());
  }
  update();
}

std::unique_ptr<Figure> PaperPanel::figure() const {
  return m_figure ? makeFigure(m_snapshot, false) : nullptr;
}

void PaperPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRect place = rect().adjusted(4, barHeight, -4, -4);
  if (!m_figure) {
    painter.setPen(theme::quietInk());
    painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, m_why);
    return;
  }
  const theme::PaperColors paper;
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.fillRect(place, Qt::white);
  // The figure keeps its shape, as large as there is room.
  const double width = std::min<double>(place.width(), place.height() / m_figure->aspect());
  const QSizeF size(width, width * m_figure->aspect());
  painter.translate(place.center().x() - size.width() / 2, place.center().y() - size.height() / 2);
  painter.scale(pixelsPerPoint, pixelsPerPoint);
  m_figure->paint(painter, QRectF(QPointF(), size / pixelsPerPoint));
}

void PaperPanel::contextMenuEvent(QContextMenuEvent* event) {
  if (!m_figure) return;
  QMenu menu(this);
  menu.addAction(tr("&Export figure…"), this, &Panel::exportRequested);
  menu.addAction(tr("&Copy picture"), this, [this] { copyPicture(*figure(), {}); });
  menu.addAction(tr("Copy &data"), this, [this] { copyData(*figure()); });
  menu.exec(event->globalPos());
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
  setKept(viewOf(q(figure.view)).toVariantMap());
}

NormalSpacePanel::NormalSpacePanel(Selection* selection, QWidget* parent) : PaperPanel(selection, parent) {
  setObjectName(QStringLiteral("normalSpace"));
  setWindowTitle(tr("Space of normals"));
  setAccessibleName(windowTitle());
  m_kind = new QComboBox(this);
  m_kind->setObjectName(QStringLiteral("kind"));
  m_kind->addItem(tr("plane of two normals"), planeName);
  m_kind->addItem(tr("sphere of momenta"), sphereName);
  QHBoxLayout* bar = addBar(this);
  bar->addWidget(m_kind);
  bar->addStretch();
  connect(m_kind, &QComboBox::currentIndexChanged, this, &NormalSpacePanel::makeAgain);
}

bool NormalSpacePanel::isSphere() const {
  return m_kind->currentData() == sphereName;
}

/// Three contacts have a sphere only.
void NormalSpacePanel::offerChoices() {
  const bool hasThree = snapshot() && snapshot()->report && snapshot()->report->problem.contactCount() == 3;
  const QSignalBlocker quiet(m_kind);
  if (hasThree) m_kind->setCurrentIndex(m_kind->findData(sphereName));
  m_kind->setEnabled(!hasThree);
}

std::unique_ptr<Figure> NormalSpacePanel::makeFigure(const SnapshotPtr& snapshot, bool) const {
  if (!isSphere()) return std::make_unique<NormalSpaceFigure>(snapshot);
  return std::make_unique<NormalSphereFigure>(
      snapshot, viewText({{QStringLiteral("turn"), m_turn}, {QStringLiteral("tilt"), m_tilt}}));
}

void NormalSpacePanel::showFigure(const FigureArguments& figure) {
  const QJsonObject view = viewOf(q(figure.view));
  m_turn = view["turn"].toDouble(m_turn);
  m_tilt = view["tilt"].toDouble(m_tilt);
  m_kind->setCurrentIndex(m_kind->findData(q(figure.name)));
  makeAgain();
}

void NormalSpacePanel::mousePressEvent(QMouseEvent* event) {
  m_mouse = event->position();
}

void NormalSpacePanel::mouseMoveEvent(QMouseEvent* event) {
  constexpr double degreesPerPixel = 0.5, steepest = 89;
  if (!isSphere() || !(event->buttons() & Qt::LeftButton)) return;
  const QPointF way = event->position() - m_mouse;
  m_mouse = event->position();
  m_turn = std::remainder(m_turn + degreesPerPixel * way.x(), 360);
  m_tilt = std::clamp(m_tilt + degreesPerPixel * way.y(), -steepest, steepest);
  makeAgain();
}

}  // namespace carom
