#include "timeline/timeline_axis.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/moments.h"
#include "common/shown_audit.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double side = 16, axisY = 16, stripTop = 40, stripHeight = 28, snapPixels = 5;
constexpr double textPixels = 12.5, dotRadius = 5.5;
constexpr int mostItems = 13;
enum { ofItem, ofLine };  // kinds of spots

double itemWidth(const StripItem& item) {
  if (item.ellipsis) return 30;
  const double words = theme::textWidth(item.text, theme::textFont(textPixels, QFont::DemiBold));
  return 2 * dotRadius + 8 + theme::mathWidth(item.math, textPixels * 1.1) + (item.math.isEmpty() ? 0 : 4) +
         words + 20;
}

double widthOf(const std::vector<StripItem>& items) {
  constexpr double margins = 12;
  return std::accumulate(items.begin(), items.end(), margins,
                         [](double sum, const StripItem& item) { return sum + itemWidth(item); });
}

/// Cuts long names in their middle, so that the items are no wider than `most` where that can be.
std::vector<StripItem> withNamesCut(const std::vector<StripItem>& whole, double most) {
  constexpr double least = 30;  // px: "after" is lost then, and a few letters are left
  const QFontMetricsF metrics(theme::textFont(textPixels, QFont::DemiBold));
  std::vector<StripItem> cut = whole;
  for (double longest = most / 2; widthOf(cut) > most && longest > least; longest *= 0.9)
    for (std::size_t i = 0; i < cut.size(); ++i)
      cut[i].text = metrics.elidedText(whole[i].text, Qt::ElideMiddle, longest);
  return cut;
}

}  // namespace

std::vector<StripItem> stripItems(const Word& word, const QStringList& names, int current, int most) {
  const int last = static_cast<int>(word.size());
  const auto item = [&](int reflection) {
    StripItem result{reflection, false, {}, {}};
    if (reflection == 0) result.math = QStringLiteral("p^−");
    if (reflection == last)
      result.math += result.math.isEmpty() ? QStringLiteral("p^+") : QStringLiteral(" = p^+");
    if (reflection > 0) result.text = QObject::tr("after %1").arg(names[word[reflection - 1]]);
    return result;
  };
  std::vector<StripItem> items;
  if (last + 1 <= most) {
    for (int i = 0; i <= last; ++i) items.push_back(item(i));
    return items;
  }
  const int window = std::max(1, most - 4), half = window / 2;
  const int first = std::clamp(current - half, 1, std::max(1, last - window));
  const int end = std::min(first + window - 1, last - 1);
  items.push_back(item(0));
  if (first > 1) items.push_back({(1 + first) / 2, true, {}, {}});
  for (int i = first; i <= end; ++i) items.push_back(item(i));
  if (end < last - 1) items.push_back({(end + last) / 2, true, {}, {}});
  items.push_back(item(last));
  return items;
}

TimelineAxis::TimelineAxis(Selection* selection, QWidget* parent)
    : QWidget(parent),
      m_selection(selection),
      m_picture(new Picture(this, nullptr,
                            {.at = [this](const QPointF& place) { return spotAt(place); },
                             .words = [this] { return m_spoken; },
                             .key = [this](const QKeyEvent& key) { return pressKey(key); }})) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Time"));
}

void TimelineAxis::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_trajectory = m_snapshot->trajectory;
  m_picture->forgetSpot();  // a click is not to go to a reflection of the run before
  placeStrip();
  update();
}

void TimelineAxis::setWords(const QString& words) {
  m_spoken = words;
  m_picture->renew();
}

void TimelineAxis::setMoment(const Moment& moment) {
  m_moment = moment;
  placeStrip();
  update();
}

const ImpactEvent* TimelineAxis::impact() const {
  const bool inside = m_trajectory && m_moment.impact >= 0 &&
                      m_moment.impact < static_cast<int>(m_trajectory->impacts.size());
  return inside ? &m_trajectory->impacts[m_moment.impact] : nullptr;
}

double TimelineAxis::xOf(double time) const {
  const double length = end() - start();
  return side + (length > 0 ? (time - start()) / length : 0) * (width() - 2 * side);
}

double TimelineAxis::timeAt(double x) const {
  const double share = std::clamp((x - side) / std::max(1.0, width() - 2 * side), 0.0, 1.0);
  return start() + share * (end() - start());
}

/// The line reaches as far as the run and the recording do.
double TimelineAxis::start() const {
  return m_audit ? std::min(m_trajectory->start(), m_audit->start()) : m_trajectory->start();
}

double TimelineAxis::end() const {
  return m_audit ? std::max(m_trajectory->end(), m_audit->end()) : m_trajectory->end();
}

void TimelineAxis::setAudit(const std::shared_ptr<const ShownAudit>& audit) {
  m_audit = audit;
  update();
}

/// The time of the jump that is nearest to a time; empty where none is so near.
std::optional<double> TimelineAxis::jumpAt(double time, double within) const {
  std::optional<double> found;
  if (!m_audit) return found;
  for (const ExplainedJump& jump : m_audit->answer->audited.report.jumps)
    if (const double off = std::abs(jump.time - time); off <= within) {
      found = jump.time;
      within = off;
    }
  return found;
}

/// A mark above the line for each jump of the recording: a disc where it is explained, a square where it is
/// not, a cross where it is impossible, a ring where nothing is decided.
void TimelineAxis::paintJumps(QPainter& painter) const {
  if (!m_audit) return;
  const auto& jumps = m_audit->answer->audited.report.jumps;
  constexpr double y = axisY - 10, r = 3.6;
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    const QPointF at(xOf(jumps[i].time), y);
    const QColor color = verdictColor(jumps[i].verdict);
    const QRectF box(at.x() - r, y - r, 2 * r, 2 * r);
    painter.setPen(QPen(color, 1.8));
    painter.drawLine(at, QPointF(at.x(), axisY + 6));
    painter.setBrush(jumps[i].verdict == JumpVerdict::Undecided ? theme::panelGround() : color);
    if (jumps[i].verdict == JumpVerdict::Unexplained)
      painter.drawRect(box);
    else if (jumps[i].verdict == JumpVerdict::Impossible) {
      painter.setPen(QPen(color, 2.6));
      painter.drawLine(box.topLeft(), box.bottomRight());
      painter.drawLine(box.topRight(), box.bottomLeft());
    } else
      painter.drawEllipse(at, r, r);
    if (static_cast<int>(i) == m_audit->jump) {
      painter.setPen(QPen(theme::accent(), 1.4));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, r + 2.6, r + 2.6);
    }
    PaintedWords::note(painter, box, tr("recorded jump"));
  }
}

QPointF TimelineAxis::dotOf(int reflection) const {
  for (const PlacedItem& placed : m_items)
    if (!placed.item.ellipsis && placed.item.reflection == reflection) return placed.dot;
  return {};
}

/// As many moments as fit side by side, in a box beneath the playhead.
void TimelineAxis::placeStrip() {
  m_items.clear();
  m_strip = {};
  const ImpactEvent* event = impact();
  if (!event) return;
  const QStringList names = shortContactNames(event->labels, m_snapshot->instance);
  std::vector<StripItem> items;
  for (int most = mostItems; most >= 5; --most) {
    items = stripItems(event->word, names, m_moment.reflection, most);
    if (widthOf(items) <= width() - 8) break;
  }
  items = withNamesCut(items, width() - 8);
  const double total = widthOf(items);
  const double left = std::clamp(xOf(event->time) - total / 2, 4.0, std::max(4.0, width() - 4 - total));
  m_strip = QRectF(left, stripTop, total, stripHeight);
  double x = left + 6;
  for (const StripItem& item : items) {
    const double width = itemWidth(item);
    m_items.push_back(
        {item, QRectF(x, stripTop, width, stripHeight), QPointF(x + 10 + dotRadius, m_strip.center().y())});
    x += width;
  }
}

void TimelineAxis::paintEvent(QPaintEvent*) {
  if (!m_trajectory || m_trajectory->flights.empty()) return;
  placeStrip();
  QPainter painter(this);
  const PaintedWords::Recording recording(m_picture->painted());
  painter.setRenderHint(QPainter::Antialiasing);
  if (!m_strip.isNull()) paintStrip(painter);
  paintAxis(painter);
}

void TimelineAxis::paintAxis(QPainter& painter) const {
  QColor line = theme::quietInk();
  line.setAlphaF(0.35F);
  painter.setPen(QPen(line, 3, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(side, axisY), QPointF(width() - side, axisY));
  painter.setPen(QPen(theme::ink(), 1.6));
  double last = -1;
  for (const ImpactEvent& event : m_trajectory->impacts) {
    const double x = xOf(event.time);
    if (x - last < 1) continue;  // one mark a pixel
    painter.drawLine(QPointF(x, axisY - 8), QPointF(x, axisY + 8));
    last = x;
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::orange);
  for (const PushEvent& push : m_trajectory->pushes) {
    const double x = xOf(push.time);
    painter.drawPolygon(QPolygonF({{x - 5, axisY - 13}, {x + 5, axisY - 13}, {x, axisY - 3}}));
    PaintedWords::note(painter, {x - 5, axisY - 13, 10, 10}, tr("push"));
  }
  paintJumps(painter);
  painter.setPen(theme::quietInk());
  const auto label = [](double t) { return tr("%1 s").arg(formatNumber(t, 3)); };
  const QRectF below(side - 8, axisY + 8, width() - 2 * side + 16, 16);
  const double playhead = xOf(m_moment.time);
  const bool leftFree = m_strip.isNull() || playhead > 120,
             rightFree = m_strip.isNull() || playhead < width() - 120;
  const QFont font = theme::textFont(10.5);
  if (leftFree) theme::drawText(painter, below, Qt::AlignLeft | Qt::AlignTop, label(start()), font);
  if (rightFree) theme::drawText(painter, below, Qt::AlignRight | Qt::AlignTop, label(end()), font);
  painter.setPen(hasFocus() ? QPen(theme::accentGround(), 5) : Qt::NoPen);
  painter.setBrush(theme::accent());
  painter.drawEllipse(QPointF(playhead, axisY), 7.5, 7.5);
}

void TimelineAxis::paintStrip(QPainter& painter) const {
  const double x = xOf(m_moment.time);
  QPainterPath lens(QPointF(x - 4, axisY));
  lens.lineTo(m_strip.left() + 8, stripTop);
  lens.lineTo(m_strip.right() - 8, stripTop);
  lens.lineTo(x + 4, axisY);
  QColor light = theme::accentGround();
  light.setAlphaF(0.75F);
  painter.fillPath(lens, light);
  QColor frame = theme::accent();
  frame.setAlphaF(0.45F);
  painter.setPen(QPen(frame, 1));
  painter.setBrush(theme::accentGround());
  painter.drawRoundedRect(m_strip.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
  for (const PlacedItem& placed : m_items) paintItem(painter, placed);
}

void TimelineAxis::paintItem(QPainter& painter, const PlacedItem& placed) const {
  const PictureSpot& spot = m_picture->spot();
  const bool hovered = spot.kind == ofItem && &placed - m_items.data() == spot.number;
  if (placed.item.ellipsis) {
    painter.setPen(hovered ? theme::accent() : theme::quietInk());
    theme::drawText(painter, placed.area, Qt::AlignCenter, QStringLiteral("…"), theme::textFont(textPixels));
    return;
  }
  const bool current = placed.item.reflection == m_moment.reflection;
  painter.setPen(QPen(theme::accent(), 1.8));
  painter.setBrush(current ? theme::accent() : hovered ? theme::accentGround() : theme::panelGround());
  const double radius = current ? dotRadius + 1.5 : hovered ? dotRadius + 0.8 : dotRadius;
  painter.drawEllipse(placed.dot, radius, radius);
  painter.setPen(theme::ink());
  QPointF at(placed.dot.x() + dotRadius + 7, m_strip.center().y() + 0.36 * textPixels);
  if (!placed.item.math.isEmpty())
    at.rx() += theme::drawMath(painter, at, placed.item.math, textPixels * 1.1) + 4;
  theme::drawText(painter, at, placed.item.text,
                  theme::textFont(textPixels, current ? QFont::DemiBold : QFont::Normal));
}

int TimelineAxis::itemAt(QPointF point) const {
  for (std::size_t i = 0; i < m_items.size(); ++i)
    if (m_items[i].area.contains(point)) return static_cast<int>(i);
  return -1;
}

/// A reflection of the strip, or the line, along which the mouse moves the time.
PictureSpot TimelineAxis::spotAt(const QPointF& place) {
  if (!m_trajectory || m_trajectory->flights.empty()) return {};
  if (const int item = itemAt(place); item >= 0)
    return {ofItem, item, {}, Qt::PointingHandCursor, [this, reflection = m_items[item].item.reflection] {
              emit momentPicked({m_moment.time, m_moment.impact, reflection});
            }};
  if (place.y() > stripTop) return {};
  const bool isNear = place.y() < stripTop - 8;
  return {ofLine, 0, {}, isNear ? Qt::PointingHandCursor : Qt::ArrowCursor, {}, [this](const QPointF& from) {
            const bool snaps = !(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier);
            PictureDrag drag = momentDrag(
                m_selection, [this, snaps](const QPointF& to) { moveTo(to, snaps); }, from);
            drag.moveTo = [this](const QPointF& to, Qt::KeyboardModifiers keys) {
              moveTo(to, !(keys & Qt::ShiftModifier));
            };
            return drag;
          }};
}

void TimelineAxis::moveTo(const QPointF& point, bool snaps) {
  const double perPixel = (end() - start()) / std::max(1.0, width() - 2 * side), time = timeAt(point.x());
  if (const auto jump = snaps ? jumpAt(time, snapPixels * perPixel) : std::nullopt)
    return emit momentPicked({*jump, -1, 0});
  Moment moment = momentAt(*m_trajectory, time, snaps ? snapPixels * perPixel : 0);
  if (moment.impact < 0) moment.time = time;  // also where only the recording goes on
  if (moment.impact >= 0 && moment.impact == m_moment.impact) return;  // stays at its reflection
  emit momentPicked(moment);
}

/// Whether the key moves the time.
bool TimelineAxis::pressKey(const QKeyEvent& key) {
  if (!m_trajectory || m_trajectory->flights.empty()) return false;
  switch (key.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      emit stepRequested(key.key() == Qt::Key_Left ? -1 : +1);
      return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      emit impactRequested(key.key() == Qt::Key_PageUp ? -1 : +1);
      return true;
    case Qt::Key_Home:
      emit momentPicked(momentAt(*m_trajectory, m_trajectory->start()));
      return true;
    case Qt::Key_End:
      emit momentPicked({end(), -1, 0});
      return true;
    default:
      return false;
  }
}

}  // namespace carom
