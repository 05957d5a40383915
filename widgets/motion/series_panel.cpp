#include "motion/series_panel.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/theme.h"
#include "motion/cursor_readings.h"
#include "motion/cursor_values.h"
#include "motion/quantity_choice.h"
#include "motion/series_bar.h"
#include "motion/series_figure.h"

namespace carom {

SeriesPanel::SeriesPanel(const PlotPreset& preset, Selection* selection, Edits* edits, QWidget* parent)
    : PlotPanel(selection, parent), m_preset(preset), m_edits(edits), m_readings(new CursorReadings(this)) {
  m_view.preset = &preset;
  m_view.alongTime = preset.isFree;
  setObjectName(QLatin1String(preset.panel));
  setWindowTitle(preset.shownTitle());
  setAccessibleName(preset.shownTitle());
  Picture::Parts& parts = picture()->parts();
  parts.zoom = [this](const auto& at, double factor, auto keys) { zoom(at, factor, keys); };
  parts.pan = [this](const QPointF& by) { pan(by); };
  parts.fit = [this] { fit(); };
  parts.key = [this](const QKeyEvent& key) { return pressKey(key); };
  layout()->removeWidget(plot());
  m_body = new QBoxLayout(QBoxLayout::LeftToRight);
  m_body->setSpacing(4);
  m_body->addWidget(plot(), 1);
  m_body->addWidget(m_readings);
  static_cast<QVBoxLayout*>(layout())->addLayout(m_body, 1);
  addBar();
  connect(selection, &Selection::momentChanged, this, &SeriesPanel::momentChanged);
  m_pace.setSingleShot(true);
  connect(&m_pace, &QTimer::timeout, this, &SeriesPanel::momentChanged);
}

/// The choices of a free plot have a line of their own; those of others lie beside the legend.
void SeriesPanel::addBar() {
  m_bar = new SeriesBar(m_preset, m_preset.isFree ? static_cast<QWidget*>(this) : plot());
  connect(m_bar, &SeriesBar::alongTimeChosen, this, &SeriesPanel::setAlongTime);
  connect(m_bar, &SeriesBar::logChosen, this, &SeriesPanel::setLog);
  connect(m_bar, &SeriesBar::cursorsChosen, this, &SeriesPanel::setCursors);
  connect(m_bar, &SeriesBar::fitWanted, this, &SeriesPanel::fit);
  if (!m_preset.isFree) return m_bar->installEventFilter(this);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_bar);
  connect(m_bar->quantities(), &QuantityChoice::choiceChanged, this, &SeriesPanel::setQuantities);
  connect(m_bar->over(), &QuantityChoice::choiceChanged, this,
          [this](const QStringList& keys) { setOver(keys.value(0)); });
}

void SeriesPanel::resizeEvent(QResizeEvent* event) {
  m_bar->fitWidth(width());
  if (!m_preset.isFree) leaveRoomForBar();
  PlotPanel::resizeEvent(event);
  showReadings();
}

/// The legend begins where the bar ends.
void SeriesPanel::leaveRoomForBar() {
  const int room = m_bar->sizeHint().width() + 8;
  if (room == plot()->header()->leftRoom()) return;
  plot()->header()->setLeftRoom(room);
  requestRedraw();
}

/// Buttons get the font of the style, and with it their width, when they are first shown.
bool SeriesPanel::eventFilter(QObject* object, QEvent* event) {
  if (object == m_bar && (event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)) {
    m_bar->adjustSize();
    leaveRoomForBar();
  }
  return PlotPanel::eventFilter(object, event);
}

void SeriesPanel::addToMenu(QMenu* menu) {
  m_bar->addTo(menu);
}

QVariantMap SeriesPanel::kept() const {
  QVariantMap kept{{QStringLiteral("logX"), m_view.logX},
                   {QStringLiteral("logY"), m_view.logY},
                   {QStringLiteral("cursors"), m_hasCursors}};
  if (m_preset.isFree) {
    kept[QStringLiteral("quantities")] = m_keys;
    kept[QStringLiteral("over")] = m_over;
  }
  return kept;
}

void SeriesPanel::setKept(const QVariantMap& kept) {
  m_keys = kept[QStringLiteral("quantities")].toStringList();
  m_over = kept[QStringLiteral("over")].toString();
  setLog(kept[QStringLiteral("logX")].toBool(), kept[QStringLiteral("logY")].toBool());
  setCursors(kept[QStringLiteral("cursors")].toBool());
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
  m_bar->showChosen(m_view, m_hasCursors);
  hideCard();
  requestRedraw();
}

void SeriesPanel::setCursors(bool shown) {
  m_hasCursors = shown;
  m_view.cursors.clear();
  if (shown && !m_view.runs.empty() && m_view.notice().isEmpty()) {
    const SeriesValues& values = *m_view.runs.front().values;
    const double length = values.end() - values.start();
    m_view.cursors = {values.start() + length / 3, values.start() + 2 * length / 3};
    if (!m_view.alongTime)  // apart, also where there are few reflections
      m_view.cursors = {std::floor(m_view.cursors[0]), std::ceil(m_view.cursors[1])};
  }
  m_bar->showChosen(m_view, shown);
  requestRedraw();
}

void SeriesPanel::setFutures(const std::shared_ptr<const ShownFutures>& futures) {
  if (futures == m_view.futures) return;
  m_view.futures = futures;
  requestRedraw();
}

void SeriesPanel::fit() {
  forgetZoom();
  requestRedraw();
}

void SeriesPanel::sceneOpened() {
  forgetZoom();
  m_view.cursors.clear();
}

bool SeriesPanel::showsTime(const Snapshot& snapshot) const {
  const Trajectory* motion = snapshot.trajectory.get();
  const bool moves = motion && motion->end() > motion->start();
  if (m_preset.isFree || (moves && motion->impacts.empty())) return true;
  return m_timeWanted.value_or(moves && motion->initialImpact() < 0);
}

void SeriesPanel::setAlongTime(bool alongTime) {
  m_timeWanted = alongTime;
  if (alongTime == m_view.alongTime) return;
  if (m_snapshot) return takeChoice();
  m_view.alongTime = alongTime;
  m_bar->showChosen(m_view, m_hasCursors);
}

void SeriesPanel::showTitle(const SnapshotPtr& snapshot) {
  m_titled = snapshot;
  if (m_preset.isFree) return showFreeTitle(snapshot);
  const bool moves = snapshot->trajectory != nullptr;
  setWindowTitle(SeriesView{&m_preset, snapshot, showsTime(*snapshot),
                            moves ? impactShown(*snapshot->trajectory, selection()->moment()) : -1}
                     .words());
}

void SeriesPanel::showFreeTitle(const SnapshotPtr& snapshot) {
  // A drag keeps the mechanism, which may have thousands of quantities.
  const Titled titled{snapshot->instance.mechanism, m_keys};
  if (titled == std::exchange(m_freeTitle, titled)) return;
  const RunQuantities all(snapshot->instance);
  std::vector<std::size_t> places;
  for (const QString& key : m_keys)
    if (const auto place = all.placeOf(key.toStdString())) places.push_back(*place);
  std::ranges::sort(places);
  QStringList names;
  for (const std::size_t place : places) names += nameOf(all[place]);
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
  hideCard();
  if (!sameMotion) return takeChoice();
  m_view.snapshot = m_snapshot;
  showTitle(m_snapshot);
}

/// Takes the values of what is chosen from the snapshot.
void SeriesPanel::takeChoice() {
  if (!m_snapshot) return;
  hideCard();
  SeriesView next = m_preset.isFree
                        ? seriesView(m_snapshot, m_keys, m_over)
                        : plotView(m_preset, m_snapshot, showsTime(*m_snapshot), selection()->moment());
  const bool isOther =
      next.alongTime != m_view.alongTime || (!next.alongTime && next.impact != m_view.impact);
  if (isOther) forgetZoom();
  if (isOther) m_view.cursors.clear();
  next.logX = m_view.logX;
  next.logY = m_view.logY;
  next.x = m_view.x;
  next.left = m_view.left;
  next.right = m_view.right;
  next.cursors = m_view.cursors;
  next.futures = m_view.futures;
  m_view = std::move(next);
  if (m_preset.isFree) {
    QStringList shown;
    for (const RunQuantity& each : m_view.quantities) shown += keyOf(each);
    const RunQuantities all(m_snapshot->instance);
    m_bar->quantities()->setQuantities(all, shown);
    m_bar->over()->setQuantities(all, {keyOf(m_view.over)});
    m_bar->over()->setFullText(tr("over %1").arg(nameOf(m_view.over)));
  }
  showTitle(m_snapshot);
  if (m_hasCursors && m_view.cursors.empty()) return setCursors(true);
  m_bar->showChosen(m_view, m_hasCursors);
  requestRedraw();
}

std::unique_ptr<Figure> SeriesPanel::figure() const {
  if (!m_view.notice().isEmpty()) return nullptr;
  return std::make_unique<SeriesFigure>(m_view);
}

void SeriesPanel::showFigure(const FigureArguments& figure) {
  const QString text = QString::fromStdString(figure.text("view"));
  const bool alongTime = m_preset.isFree || figure.name.ends_with("-time");
  SeriesView shown = m_preset.isFree ? SeriesFigure(m_snapshot, text).view()
                                     : figureView(m_preset, m_snapshot, alongTime, text);
  shown.futures = m_view.futures;
  m_timeWanted = alongTime;
  m_view = std::move(shown);
  m_keys.clear();
  for (const RunQuantity& each : m_view.quantities) m_keys += keyOf(each);
  m_over = keyOf(m_view.over);
  m_hasCursors = !m_view.cursors.empty();
  if (!alongTime && m_view.event()) selection()->setMoment({m_view.event()->time, m_view.impact, 0});
  takeChoice();
}

void SeriesPanel::redraw() {
  QElapsedTimer clock;
  clock.start();
  drawAll();
  showReadings();
  m_redrawMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  m_sinceRedraw.start();
}

void SeriesPanel::drawAll() {
  plot()->clearContent();
  m_line = nullptr;
  m_frame = nullptr;
  m_point = nullptr;
  m_values = nullptr;
  m_content = {};
  if (!m_snapshot && !m_preset.isFree) return;
  if (const QString notice = m_view.notice(); !notice.isEmpty()) return plot()->showNotice(notice);
  m_content = contentOf(m_view);
  drawSeries(*plot(), m_view, m_content);
  drawMoment();
}

void SeriesPanel::drawMoment() {
  const QColor color = m_preset.cursor();
  const PlotStyle& style = plot()->plotStyle();
  if (m_view.isPhase()) {
    m_point = new QCPItemTracer(plot());
    plot()->toCursorLayer(m_point);
    m_point->setStyle(QCPItemTracer::tsCircle);
    m_point->setSize(9);
    m_point->setPen(style.pen(color, 1.6));
    m_point->setBrush(color);
  } else if (!m_view.logY && m_content.bar(0)) {
    m_frame = new QCPItemRect(plot());
    plot()->toCursorLayer(m_frame);
    m_frame->setPen(style.pen(color, 1.6));
    m_frame->setBrush(Qt::NoBrush);
    m_frame->setClipToAxisRect(m_view.x || m_view.left);  // else it may stand a little out of the axes
  } else {
    m_line = plot()->addCursor(color, Qt::DashLine);
    m_values = new CursorValues(plot(), m_view, m_content, color);
  }
  if (!m_view.isPhase())
    for (const double place : m_view.cursors)
      (new CursorValues(plot(), m_view, m_content, theme::ink()))->setTime(place);
  placeMoment();
}

void SeriesPanel::placeMoment() {
  if (m_point) {
    const SeriesView::Run& run = m_view.runs.front();
    const double time = selection()->moment().time;
    m_point->position->setCoords(run.values->at(*run.over, time),
                                 run.values->at(*run.quantities.front(), time));
    return;
  }
  if (!m_line && !m_frame) return;
  const double place = m_view.placeOf(selection()->moment());
  if (m_line) StyledPlot::moveCursor(m_line, place);
  if (m_values) m_values->setTime(place);
  if (!m_frame) return;
  // The selected moment may be one of a newer run than what is drawn.
  const auto bar = m_content.bar(static_cast<int>(place));
  m_frame->setVisible(bar.has_value());
  if (!bar) return;
  const double roomX = 3 * perPixel();
  m_frame->topLeft->setCoords(bar->left() - roomX, bar->bottom());
  m_frame->bottomRight->setCoords(bar->right() + roomX, 0);
}

double SeriesPanel::cursorPlace() const {
  if (m_line) return m_line->start->coords().x();
  if (m_frame) return 0.5 * (m_frame->topLeft->coords().x() + m_frame->bottomRight->coords().x());
  return std::numeric_limits<double>::quiet_NaN();
}

void SeriesPanel::momentChanged() {
  if (m_titled && !m_preset.isFree) showTitle(m_titled);
  if (!m_snapshot || !m_snapshot->trajectory) return;
  const int impact = impactShown(*m_snapshot->trajectory, selection()->moment());
  if (!m_view.alongTime && impact != m_view.impact) return showImpact();
  if (!isDrawn() || (!m_line && !m_frame && !m_point)) return;  // marks are of a run before
  placeMoment();
  plot()->refreshCursor();
}

/// While time runs, a scene of many bodies leaves no time to draw every impact that it passes.
void SeriesPanel::showImpact() {
  if (const int rest = restMs(); rest > 0) {
    if (!m_pace.isActive()) m_pace.start(rest);
    return;
  }
  takeChoice();
}

/// How long the plot rests (ms), so that drawing it takes at most a fifth of the time.
int SeriesPanel::restMs() const {
  constexpr double quick = 8;  // ms, half a frame
  const double cost = m_redrawMs + plot()->replotTime();
  const bool mayRest = m_sinceRedraw.isValid() && cost > quick;
  return mayRest ? static_cast<int>(5 * cost - static_cast<double>(m_sinceRedraw.elapsed())) : 0;
}

void SeriesPanel::showReadings() {
  m_readings->setVisible(m_view.cursors.size() == 2 && !m_content.curves.empty());
  if (m_readings->isHidden()) return;
  constexpr int narrow = 640;  // px
  const bool isCompact = width() < narrow;
  m_readings->setTable(cursorTable(m_view, m_content, isCompact), isCompact);
  m_readings->placeIn(m_body, size());
}

std::vector<NextStep> SeriesPanel::nextSteps() {
  if (!m_preset.steps) return {};
  return m_preset.steps(m_view, selection(), m_edits, [this] { setAlongTime(true); });
}

/// The reading cursor at a place.
std::optional<std::size_t> SeriesPanel::cursorAt(const QPointF& place) const {
  constexpr double reach = 6;  // px
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < m_view.cursors.size() && !m_view.isPhase(); ++i)
    if (std::abs(plot()->xAxis->coordToPixel(m_view.cursors[i]) - place.x()) <= reach) found = i;
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
    selection()->setMoment(m_view.momentAt(xAt(to), reach * perPixel()));
  };
  return momentDrag(selection(), pick, place);
}

void SeriesPanel::moveCursor(std::size_t cursor, double place) {
  if (cursor >= m_view.cursors.size() || !m_view.notice().isEmpty()) return;
  const SeriesValues& values = *m_view.runs.front().values;
  const double within = std::clamp(place, values.start(), values.end());
  m_view.cursors[cursor] = m_view.alongTime ? within : std::round(within);
  requestRedraw();
}

Html SeriesPanel::cardAt(const QPointF& place) {
  if (m_view.isPhase()) return {};
  const SeriesValues& values = *m_view.runs.front().values;
  return seriesCard(m_view, m_content, std::clamp(xAt(place), values.start(), values.end()));
}

void SeriesPanel::keepZoom() {
  m_view.x = plot()->xAxis->range();
  m_view.left = plot()->yAxis->range();
  m_view.right = plot()->yAxis2->range();
  requestRedraw();
}

void SeriesPanel::zoom(const QPointF& at, double factor, Qt::KeyboardModifiers modifiers) {
  if (plot()->hasNotice()) return;
  for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis, plot()->yAxis2}) {
    const bool isX = axis == plot()->xAxis;
    if ((modifiers & Qt::ControlModifier && !isX) || (modifiers & Qt::ShiftModifier && isX)) continue;
    axis->scaleRange(1 / factor, axis->pixelToCoord(isX ? at.x() : at.y()));
  }
  keepZoom();
}

void SeriesPanel::pan(const QPointF& pixels) {
  if (plot()->hasNotice()) return;
  for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis, plot()->yAxis2}) {
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
  const double by = !m_view.alongTime  ? 1
                    : m_view.isPhase() ? (motion.end() - motion.start()) / 400
                                       : perPixel();
  moveCursor(cursor, m_view.cursors[cursor] + (isLeft ? -by : by));
  return true;
}

}  // namespace carom
