#include "motion/series_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/moments.h"
#include "common/theme.h"
#include "motion/cursor_values.h"
#include "motion/quantity_choice.h"

namespace carom {

namespace {

constexpr double cursorReach = 6;  // px

std::vector<QCPAxis*> axesOf(StyledPlot& plot) {
  return {plot.xAxis, plot.yAxis, plot.yAxis2};
}

}  // namespace

SeriesPanel::SeriesPanel(Selection* selection, QWidget* parent) : PlotPanel(selection, parent) {
  setObjectName(QStringLiteral("plots"));
  setWindowTitle(tr("Plot"));
  setAccessibleName(tr("Plot"));
  addBar();
  Picture::Parts& parts = picture()->parts();
  parts.zoom = [this](const auto& at, double factor, auto keys) { zoom(at, factor, keys); };
  parts.pan = [this](const QPointF& by) { pan(by); };
  parts.fit = [this] { fit(); };
  parts.key = [this](const QKeyEvent& key) { return pressKey(key); };
  m_readings = new QLabel(this);
  m_readings->setObjectName(QStringLiteral("readings"));
  m_readings->setTextFormat(Qt::RichText);
  m_readings->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_readings->setContentsMargins(8, 2, 4, 2);
  m_readingsArea = new QScrollArea(this);
  m_readingsArea->setFrameShape(QFrame::NoFrame);
  m_readingsArea->setWidget(m_readings);
  m_readingsArea->setWidgetResizable(true);
  m_readingsArea->hide();
  layout()->removeWidget(plot());
  m_body = new QBoxLayout(QBoxLayout::LeftToRight);
  m_body->setSpacing(4);
  m_body->addWidget(plot(), 1);
  m_body->addWidget(m_readingsArea);
  static_cast<QVBoxLayout*>(layout())->addLayout(m_body, 1);
  connect(selection, &Selection::momentChanged, this, [this] {
    if (!isDrawn()) return;  // the marks are of a run before
    placeMoment();
    if (m_line || m_point) plot()->refreshCursor();
  });
}

QToolButton* SeriesPanel::addButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new QToolButton(this);
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setProperty("compact", true);
  return button;
}

void SeriesPanel::addBar() {
  m_quantities = new QuantityChoice(QuantityChoice::Of::Several, tr("quantities"),
                                    tr("Choose the quantities that are drawn"), this);
  m_quantities->setObjectName(QStringLiteral("chooseQuantities"));
  m_overChoice = new QuantityChoice(QuantityChoice::Of::One, tr("over time"),
                                    tr("The quantity of the horizontal axis: time, or another one"), this);
  m_overChoice->setObjectName(QStringLiteral("chooseOver"));
  m_logX = addButton(tr("log x"), tr("Logarithmic x axis"), "logX");
  m_logY = addButton(tr("log y"), tr("Logarithmic y axis"), "logY");
  m_cursors = addButton(tr("A B"),
                        tr("Two cursors that read values and differences: drag them, or move A with Ctrl+← → "
                           "and B with Ctrl+Shift+← →"),
                        "cursors");
  auto* all = addButton(tr("fit"),
                        tr("Show all (0). Wheel: zoom, with Ctrl along x, with Shift along y; middle "
                           "button: move"),
                        "fitPlot");
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(m_quantities);
  row->addWidget(m_overChoice);
  for (QToolButton* button : {m_logX, m_logY, m_cursors}) {
    button->setCheckable(true);
    row->addWidget(button);
  }
  row->addWidget(all);
  row->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->insertLayout(0, row);
  connect(m_quantities, &QuantityChoice::choiceChanged, this, &SeriesPanel::setQuantities);
  connect(m_overChoice, &QuantityChoice::choiceChanged, this,
          [this](const QStringList& keys) { setOver(keys.value(0)); });
  for (QToolButton* button : {m_logX, m_logY})
    connect(button, &QToolButton::toggled, this,
            [this] { setLog(m_logX->isChecked(), m_logY->isChecked()); });
  connect(m_cursors, &QToolButton::toggled, this, &SeriesPanel::setCursors);
  connect(all, &QToolButton::clicked, this, &SeriesPanel::fit);
}

/// Where the bar has no room for all buttons, the logarithmic axes are in the context menu only.
void SeriesPanel::resizeEvent(QResizeEvent* event) {
  constexpr int roomForAll = 400, roomForCursors = 330;  // px
  for (QToolButton* button : {m_logX, m_logY}) button->setVisible(width() >= roomForAll);
  m_cursors->setVisible(width() >= roomForCursors);
  PlotPanel::resizeEvent(event);
  placeReadings();
}

/// Puts the readings beside the plot, in a narrow panel below it. They scroll where the plot needs the room.
void SeriesPanel::placeReadings() {
  constexpr int narrow = 420;  // px
  const QSize wanted = m_readings->sizeHint();
  const bool isBeside = width() >= narrow;
  m_body->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int bar = m_readingsArea->verticalScrollBar()->sizeHint().width();
  m_readingsArea->setMaximumWidth(isBeside ? std::min(wanted.width() + bar, width() * 11 / 20)
                                           : QWIDGETSIZE_MAX);
  m_readingsArea->setMaximumHeight(isBeside ? QWIDGETSIZE_MAX
                                            : std::min(wanted.height() + bar, height() * 2 / 5));
}

void SeriesPanel::addToMenu(QMenu* menu) {
  menu->addSeparator();
  for (QToolButton* button : {m_logX, m_logY}) {
    QAction* action = menu->addAction(button->accessibleName(), button, &QToolButton::toggle);
    action->setCheckable(true);
    action->setChecked(button->isChecked());
  }
}

QVariantMap SeriesPanel::kept() const {
  return {{QStringLiteral("quantities"), m_keys},
          {QStringLiteral("over"), m_over},
          {QStringLiteral("logX"), m_view.logX},
          {QStringLiteral("logY"), m_view.logY},
          {QStringLiteral("cursors"), m_cursors->isChecked()}};
}

void SeriesPanel::setKept(const QVariantMap& kept) {
  m_keys = kept[QStringLiteral("quantities")].toStringList();
  m_over = kept[QStringLiteral("over")].toString();
  setLog(kept[QStringLiteral("logX")].toBool(), kept[QStringLiteral("logY")].toBool());
  m_cursors->setChecked(kept[QStringLiteral("cursors")].toBool());
  takeChoice();
}

void SeriesPanel::setQuantities(const QStringList& keys) {
  m_keys = keys;
  m_view.left.reset();
  m_view.right.reset();
  takeChoice();
}

void SeriesPanel::setOver(const QString& key) {
  m_over = key;
  m_view.x.reset();
  takeChoice();
}

void SeriesPanel::setLog(bool x, bool y) {
  if (x != m_view.logX) m_view.x.reset();
  if (y != m_view.logY) m_view.left = m_view.right = std::nullopt;
  m_view.logX = x;
  m_view.logY = y;
  const QSignalBlocker quietX(m_logX), quietY(m_logY);
  m_logX->setChecked(x);
  m_logY->setChecked(y);
  requestRedraw();
}

void SeriesPanel::setCursors(bool shown) {
  m_view.cursors.clear();
  if (shown && m_view.notice().isEmpty()) {
    const Trajectory& motion = *m_snapshot->trajectory;
    const double length = motion.end() - motion.start();
    m_view.cursors = {motion.start() + length / 3, motion.start() + 2 * length / 3};
  }
  const QSignalBlocker quiet(m_cursors);
  m_cursors->setChecked(shown);
  showReadings();
  requestRedraw();
}

void SeriesPanel::setFutures(const std::shared_ptr<const ShownFutures>& futures) {
  if (futures == m_view.futures) return;
  m_view.futures = futures;
  requestRedraw();
}

void SeriesPanel::fit() {
  m_view.x = m_view.left = m_view.right = std::nullopt;
  requestRedraw();
}

void SeriesPanel::sceneOpened() {
  m_view.x = m_view.left = m_view.right = std::nullopt;
  m_view.cursors.clear();
}

void SeriesPanel::showTitle(const SnapshotPtr& snapshot) {
  // A drag keeps the mechanism, which may have thousands of quantities.
  const Titled titled{snapshot->instance.mechanism, m_keys};
  if (titled == std::exchange(m_titled, titled)) return;
  const RunQuantities all(snapshot->instance);
  std::vector<std::size_t> places;
  for (const QString& key : m_keys)
    if (const auto place = all.placeOf(key)) places.push_back(*place);
  std::ranges::sort(places);
  QStringList names;
  for (const std::size_t place : places) names += all[place].name;
  setWindowTitle(names.isEmpty()     ? tr("Plot")
                 : names.size() == 1 ? tr("Plot: %1").arg(names.front())
                                     : tr("Plot: %1 and more").arg(names.front()));
}

void SeriesPanel::setSnapshot(SnapshotPtr snapshot) {
  if (snapshot == m_snapshot) return;
  // A curve that arrives later comes in a snapshot of its own with the same motion.
  const bool sameMotion =
      m_snapshot && m_snapshot->trajectory == snapshot->trajectory && m_snapshot->kept == snapshot->kept;
  m_snapshot = std::move(snapshot);
  if (!sameMotion) takeChoice();
}

/// Takes the values of what is chosen from the snapshot.
void SeriesPanel::takeChoice() {
  if (!m_snapshot) return;
  hideCard();
  SeriesView next = seriesView(m_snapshot, m_keys, m_over);
  next.logX = m_view.logX;
  next.logY = m_view.logY;
  next.x = m_view.x;
  next.left = m_view.left;
  next.right = m_view.right;
  next.cursors = m_view.cursors;
  next.futures = m_view.futures;
  m_view = std::move(next);
  QStringList shown;
  for (const RunQuantity& each : m_view.quantities) shown += each.key;
  const RunQuantities all(m_snapshot->instance);
  m_quantities->setQuantities(all, shown);
  m_overChoice->setQuantities(all, {m_view.over.key});
  m_overChoice->setFullText(tr("over %1").arg(m_view.over.name));
  showTitle(m_snapshot);
  if (m_cursors->isChecked() && m_view.cursors.empty()) return setCursors(true);
  showReadings();
  requestRedraw();
}

std::unique_ptr<Figure> SeriesPanel::figure() const {
  if (!m_view.notice().isEmpty()) return nullptr;
  return std::make_unique<SeriesFigure>(m_view);
}

void SeriesPanel::showFigure(const FigureArguments& figure) {
  const QString view = QString::fromStdString(figure.text("view"));
  m_view = SeriesFigure(m_snapshot, view).view();
  m_keys.clear();
  for (const RunQuantity& each : m_view.quantities) m_keys += each.key;
  m_over = m_view.over.key;
  const std::vector<double> cursors = m_view.cursors;
  setLog(m_view.logX, m_view.logY);
  setCursors(!cursors.empty());
  m_view.cursors = cursors;
  takeChoice();
}

void SeriesPanel::redraw() {
  plot()->clearContent();
  m_line = nullptr;
  m_point = nullptr;
  m_values = nullptr;
  if (const QString notice = m_view.notice(); !notice.isEmpty()) return plot()->showNotice(notice);
  drawSeries(*plot(), m_view);
  if (m_view.isPhase()) {
    m_point = new QCPItemTracer(plot());
    plot()->toCursorLayer(m_point);
    m_point->setStyle(QCPItemTracer::tsCircle);
    m_point->setSize(9);
    m_point->setPen(plot()->plotStyle().pen(theme::accent(), 1.6));
    m_point->setBrush(theme::accent());
  } else {
    m_line = plot()->addCursor(theme::accent(), Qt::DashLine);
    m_values = new CursorValues(plot(), m_view, theme::accent());
    for (const double time : m_view.cursors) (new CursorValues(plot(), m_view, theme::ink()))->setTime(time);
  }
  placeMoment();
}

void SeriesPanel::placeMoment() {
  const double time = selection()->moment().time;
  if (m_line) StyledPlot::moveCursor(m_line, time);
  if (m_values) m_values->setTime(time);
  if (!m_point) return;
  const SeriesView::Run& run = m_view.runs.front();
  m_point->position->setCoords(run.values->at(*run.over, time),
                               run.values->at(*run.quantities.front(), time));
}

void SeriesPanel::showReadings() {
  m_readingsArea->setVisible(m_view.cursors.size() == 2 && m_view.notice().isEmpty());
  if (m_readingsArea->isHidden()) return;
  m_readings->setText(cursorTable(m_view).text());
  placeReadings();
}

/// The time at a place of the x axis; in a phase plot the present one, because a place has none.
double SeriesPanel::timeAt(double x) const {
  return m_view.isPhase() ? selection()->moment().time : x;
}

/// The reading cursor at a place.
std::optional<std::size_t> SeriesPanel::cursorAt(const QPointF& place) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < m_view.cursors.size() && !m_view.isPhase(); ++i)
    if (std::abs(plot()->xAxis->coordToPixel(m_view.cursors[i]) - place.x()) <= cursorReach) found = i;
  return found;
}

std::optional<PictureDrag> SeriesPanel::dragAt(const QPointF& place) {
  if (m_view.isPhase()) return std::nullopt;
  if (const auto held = cursorAt(place)) {
    const double before = m_view.cursors[*held];
    return PictureDrag{[this, held](const QPointF& to, Qt::KeyboardModifiers) { moveCursor(*held, xAt(to)); },
                       {},
                       [this, held, before] { moveCursor(*held, before); }};
  }
  constexpr double reach = 4;  // px around an impact
  const auto pick = [this](const QPointF& to) {
    selection()->setMoment(momentAt(*m_snapshot->trajectory, xAt(to), reach * perPixel()));
  };
  return momentDrag(selection(), pick, place);
}

void SeriesPanel::moveCursor(std::size_t cursor, double time) {
  if (cursor >= m_view.cursors.size() || !m_view.notice().isEmpty()) return;
  const Trajectory& motion = *m_snapshot->trajectory;
  m_view.cursors[cursor] = std::clamp(time, motion.start(), motion.end());
  showReadings();
  requestRedraw();
}

Html SeriesPanel::cardAt(const QPointF& place) {
  if (m_view.isPhase()) return {};
  const auto range = plot()->xAxis->range();
  return seriesCard(m_view, timeAt(std::clamp(xAt(place), range.lower, range.upper)));
}

void SeriesPanel::keepZoom() {
  m_view.x = plot()->xAxis->range();
  m_view.left = plot()->yAxis->range();
  m_view.right = plot()->yAxis2->range();
  requestRedraw();
}

void SeriesPanel::zoom(const QPointF& at, double factor, Qt::KeyboardModifiers modifiers) {
  if (plot()->hasNotice()) return;
  for (QCPAxis* axis : axesOf(*plot())) {
    const bool isX = axis == plot()->xAxis;
    if ((modifiers & Qt::ControlModifier && !isX) || (modifiers & Qt::ShiftModifier && isX)) continue;
    axis->scaleRange(1 / factor, axis->pixelToCoord(isX ? at.x() : at.y()));
  }
  keepZoom();
}

void SeriesPanel::pan(const QPointF& pixels) {
  if (plot()->hasNotice()) return;
  for (QCPAxis* axis : axesOf(*plot())) {
    const double by = axis == plot()->xAxis ? pixels.x() : pixels.y();
    const QCPRange old = axis->range();
    axis->setRange(axis->pixelToCoord(axis->coordToPixel(old.lower) - by),
                   axis->pixelToCoord(axis->coordToPixel(old.upper) - by));
  }
  keepZoom();
}

/// The cursors A and B move with Ctrl and the arrows.
bool SeriesPanel::pressKey(const QKeyEvent& key) {
  const bool isLeft = key.key() == Qt::Key_Left;
  const std::size_t cursor = key.modifiers() & Qt::ShiftModifier ? 1 : 0;
  const bool isMove = (isLeft || key.key() == Qt::Key_Right) && key.modifiers() & Qt::ControlModifier;
  if (!isMove || cursor >= m_view.cursors.size()) return false;
  const Trajectory& motion = *m_snapshot->trajectory;
  const double by = m_view.isPhase() ? (motion.end() - motion.start()) / 400 : perPixel();
  moveCursor(cursor, m_view.cursors[cursor] + (isLeft ? -by : by));
  return true;
}

}  // namespace carom
