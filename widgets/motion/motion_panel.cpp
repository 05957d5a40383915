#include "motion/motion_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <cmath>

#include "common/moments.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

MotionPanel::MotionPanel(std::shared_ptr<const MotionQuantity> quantity, Selection* selection,
                         QWidget* parent)
    : PlotPanel(selection, parent), m_quantity(std::move(quantity)) {
  setObjectName(m_quantity->name());
  setWindowTitle(m_quantity->title());
  setAccessibleName(m_quantity->title());
  addSwitch();
  connect(selection, &Selection::momentChanged, this, &MotionPanel::momentChanged);
  m_pace.setSingleShot(true);
  connect(&m_pace, &QTimer::timeout, this, &MotionPanel::momentChanged);
}

void MotionPanel::addSwitch() {
  auto* bar = new QWidget(plot());
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  auto* group = new QButtonGroup(bar);
  const auto button = [&](const QString& text, const QString& tip) {
    auto* made = new QToolButton(bar);
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setCheckable(true);
    made->setProperty("role", QStringLiteral("tab"));
    group->addButton(made);
    row->addWidget(made);
    return made;
  };
  m_ordering =
      button(tr("ordering"), tr("%1 after each reflection of the ordering").arg(m_quantity->title()));
  m_time = button(tr("time"), tr("%1 along the motion").arg(m_quantity->title()));
  m_ordering->setObjectName(QStringLiteral("alongOrdering"));
  m_time->setObjectName(QStringLiteral("alongTime"));
  m_ordering->setChecked(true);
  connect(m_time, &QToolButton::toggled, this, &MotionPanel::setAlongTime);
  if (m_quantity->hasLogAxis()) addLogButton(bar);
  bar->adjustSize();
  plot()->header()->setLeftRoom(bar->sizeHint().width() + 8);
}

void MotionPanel::addLogButton(QWidget* bar) {
  m_log = new QToolButton(bar);
  m_log->setObjectName(QStringLiteral("logarithmic"));
  m_log->setText(tr("log"));
  m_log->setToolTip(tr("%1 in powers of ten").arg(m_quantity->title()));
  m_log->setAccessibleName(m_log->toolTip());
  m_log->setCheckable(true);
  m_log->setProperty("role", QStringLiteral("tab"));
  bar->layout()->addWidget(m_log);
  connect(m_log, &QToolButton::toggled, this, &MotionPanel::setLogarithmic);
}

void MotionPanel::setLogarithmic(bool isLog) {
  if (!m_log || isLog == m_view.isLog) return;
  m_view.isLog = isLog;
  m_log->setChecked(isLog);
  hideCard();
  requestRedraw();
}

bool MotionPanel::showsTime(const Snapshot& snapshot) const {
  const Trajectory* motion = snapshot.trajectory.get();
  const bool moves = motion && motion->end() > motion->start();
  if (moves && motion->impacts.empty()) return true;
  return m_timeWanted.value_or(moves && motion->initialImpact() < 0);
}

void MotionPanel::setAlongTime(bool alongTime) {
  m_timeWanted = alongTime;
  if (alongTime == m_view.alongTime) return;
  m_view.alongTime = alongTime;
  (alongTime ? m_time : m_ordering)->setChecked(true);
  hideCard();
  if (m_titled) showTitle(m_titled);
  requestRedraw();
}

void MotionPanel::showTitle(const SnapshotPtr& snapshot) {
  m_titled = snapshot;
  const MotionView view = motionView(snapshot, showsTime(*snapshot), selection()->moment());
  setWindowTitle(m_quantity->title() + QLatin1Char(' ') + view.words());
}

void MotionPanel::setSnapshot(SnapshotPtr snapshot) {
  if (snapshot == m_view.snapshot) return;
  hideCard();
  showTitle(snapshot);
  // A curve that arrives later comes in a snapshot of its own with the same motion.
  const bool sameMotion = m_view.snapshot && m_view.snapshot->trajectory == snapshot->trajectory &&
                          m_view.snapshot->kept == snapshot->kept;
  const bool alongTime = showsTime(*snapshot);
  const bool isLog = m_view.isLog;
  m_view = motionView(std::move(snapshot), alongTime, selection()->moment());
  m_view.isLog = isLog;
  {
    const QSignalBlocker quiet(m_time);
    (alongTime ? m_time : m_ordering)->setChecked(true);
  }
  if (!sameMotion) requestRedraw();
}

std::unique_ptr<Figure> MotionPanel::figure() const {
  if (!m_quantity->notice(m_view).isEmpty()) return nullptr;
  return std::make_unique<MotionFigure>(m_quantity, m_view);
}

void MotionPanel::showFigure(const FigureArguments& figure) {
  const QString name = QString::fromStdString(figure.name);
  const QString view = QString::fromStdString(figure.text("view"));
  const bool alongTime = name.endsWith(QLatin1String("-time"));
  setAlongTime(alongTime);
  if (alongTime || !m_view.snapshot) return;
  const MotionView shown = motionView(m_view.snapshot, false, view);
  if (shown.event()) selection()->setMoment({shown.event()->time, shown.impact, 0});
}

void MotionPanel::redraw() {
  QElapsedTimer clock;
  clock.start();
  drawAll();
  m_redrawMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  m_sinceRedraw.start();
}

void MotionPanel::drawAll() {
  plot()->clearContent();
  m_line = nullptr;
  m_frame = nullptr;
  if (!m_view.snapshot) return;
  if (const QString notice = m_quantity->notice(m_view); !notice.isEmpty()) return plot()->showNotice(notice);
  m_quantity->draw(*plot(), m_view);
  const bool bars = !m_view.alongTime && m_quantity->bar(m_view, 0).has_value();
  if (bars) {
    m_frame = new QCPItemRect(plot());
    plot()->toCursorLayer(m_frame);
    m_frame->setPen(plot()->plotStyle().pen(m_quantity->cursorColor(), 1.6));
    m_frame->setBrush(Qt::NoBrush);
    m_frame->setClipToAxisRect(false);
  } else {
    m_line = plot()->addCursor(m_quantity->cursorColor(), Qt::DashLine);
  }
  placeCursor();
}

void MotionPanel::placeCursor() {
  const double place = m_view.placeOf(selection()->moment());
  if (m_line) StyledPlot::moveCursor(m_line, place);
  if (!m_frame) return;
  // The selected moment may be one of a newer run than what is drawn, and the view newer than the frame.
  const auto bar = m_quantity->bar(m_view, static_cast<int>(place));
  m_frame->setVisible(bar.has_value());
  if (!bar) return;
  const double roomX = 3 * perPixel();
  m_frame->topLeft->setCoords(bar->left() - roomX, bar->bottom());
  m_frame->bottomRight->setCoords(bar->right() + roomX, 0);
}

double MotionPanel::cursorPlace() const {
  if (m_line) return m_line->start->coords().x();
  if (m_frame) return 0.5 * (m_frame->topLeft->coords().x() + m_frame->bottomRight->coords().x());
  return std::numeric_limits<double>::quiet_NaN();
}

void MotionPanel::momentChanged() {
  if (m_titled) showTitle(m_titled);
  if (!m_view.snapshot || !m_view.snapshot->trajectory) return;
  const int impact = impactShown(*m_view.snapshot->trajectory, selection()->moment());
  if (impact != m_view.impact) {
    if (!m_view.alongTime) return showImpact(impact);
    m_view.impact = impact;
    hideCard();
  }
  if (!isDrawn() || (!m_line && !m_frame)) return;
  placeCursor();
  plot()->refreshCursor();
}

/// While time runs, a scene of many bodies leaves no time to draw every impact that it passes.
void MotionPanel::showImpact(int impact) {
  if (const int rest = restMs(); rest > 0) {
    if (!m_pace.isActive()) m_pace.start(rest);
    return;
  }
  m_view.impact = impact;
  hideCard();
  requestRedraw();
}

/// How long the plot rests (ms), so that drawing it takes at most a fifth of the time.
int MotionPanel::restMs() const {
  constexpr double quick = 8;  // ms, half a frame
  const double cost = m_redrawMs + plot()->replotTime();
  const bool mayRest = m_sinceRedraw.isValid() && cost > quick;
  return mayRest ? static_cast<int>(5 * cost - static_cast<double>(m_sinceRedraw.elapsed())) : 0;
}

std::optional<PictureDrag> MotionPanel::dragAt(const QPointF& place) {
  constexpr double reach = 4;  // px around an impact
  const auto pick = [this](const QPointF& to) {
    selection()->setMoment(m_view.momentAt(xAt(to), reach * perPixel()));
  };
  return momentDrag(selection(), pick, place);
}

Html MotionPanel::cardAt(const QPointF& place) {
  const auto range = plot()->xAxis->range();
  return m_quantity->card(m_view, std::clamp(xAt(place), range.lower, range.upper));
}

}  // namespace carom
