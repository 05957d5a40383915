#include "papers/cones_figure.h"

#include <QPainterPath>
#include <QTextStream>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/coordinate_symbol.h"
#include "base/counted_words.h"
#include "base/csv_text.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/run_names.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "figure/note_drawing.h"

namespace carom {

namespace {

constexpr double degreeOfFan = std::numbers::pi / 180;

/// The index in the trajectory of the impact that a snapshot is about.
std::size_t impactOf(const Snapshot& snapshot) {
  return snapshot.impact < 0 ? 0 : static_cast<std::size_t>(snapshot.impact);
}

int coordinateCalled(const Mechanism& mechanism, const QString& name) {
  QStringList known;
  for (const Coordinate& coordinate : mechanism.coordinates()) known += q(coordinate.name);
  const auto at = known.indexOf(name);
  if (at < 0)
    throw FigureError(QObject::tr("--view: \"%1\" is no coordinate; expected one of %2")
                          .arg(name, known.join(QStringLiteral(", ")))
                          .toStdString());
  return static_cast<int>(at);
}

QPointF placeAt(const QPointF& middle, double radius, double angle) {
  return middle + radius * QPointF(std::cos(angle), -std::sin(angle));
}

/// The words as far as they have room.
QString shortened(const QString& text, const QFont& font, double width) {
  if (theme::textWidth(text, font) <= width) return text;
  QString cut = text;
  while (!cut.isEmpty() && theme::textWidth(cut + QStringLiteral("…"), font) > width) cut.chop(1);
  return cut.trimmed() + QStringLiteral("…");
}

const std::array<QColor, 6>& fanColors() {
  static const std::array colors{theme::blue,   theme::vermilion,         theme::green,
                                 theme::orange, QColor(0xcc, 0x79, 0xa7), QColor(0x56, 0xb4, 0xe9)};
  return colors;
}

QColor colorOf(int word) {
  return word < 0 ? theme::quietInk() : fanColors()[static_cast<std::size_t>(word) % fanColors().size()];
}

}  // namespace

QString ConesFigure::whyNone(const Snapshot& snapshot) {
  const auto& run = snapshot.trajectory;
  if (!run || run->impacts.empty() || (snapshot.impact < 0 && !run->startsWithImpact))
    return QObject::tr("No contact is closed here: choose an impact of the run.");
  if (impactOf(snapshot) >= run->impacts.size())
    return QObject::tr("The run has not come to this impact yet.");
  if (snapshot.instance.mechanism->dof() < 2) return QObject::tr("A fan of cones needs two coordinates.");
  return {};
}

ConesFigure::ConesFigure(SnapshotPtr snapshot, const QString& view, const WordLimits& most)
    : m_snapshot(std::move(snapshot)) {
  if (const QString why = whyNone(*m_snapshot); !why.isEmpty()) throw FigureError(why.toStdString());
  const std::size_t impact = impactOf(*m_snapshot);
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  m_of = variationOfImpact(mechanism, *m_snapshot->trajectory, impact, most);
  if (!m_of.why.empty()) throw FigureError(QObject::tr("No cones: %1.").arg(q(m_of.why)).toStdString());
  if (m_of.words.words.empty())
    throw FigureError(
        QObject::tr("No cones: the impact has longer orderings than can be looked for.").toStdString());
  m_axes = tellingCoordinates(m_of);
  const QJsonObject chosen = viewOf(view);
  for (const auto& [member, axis] : {std::pair("x", 0), std::pair("y", 1)})
    if (chosen.contains(QLatin1String(member)))
      m_axes[static_cast<std::size_t>(axis)] =
          coordinateCalled(mechanism, chosen[QLatin1String(member)].toString());
  if (m_axes[0] == m_axes[1])
    throw FigureError(QObject::tr("A fan of cones needs two different coordinates.").toStdString());
  m_sectors = coneSection(m_of, m_axes);
}

QStringList ConesFigure::coordinates() const {
  const auto& all = m_snapshot->instance.mechanism->coordinates();
  return {q(all[static_cast<std::size_t>(m_axes[0])].name), q(all[static_cast<std::size_t>(m_axes[1])].name)};
}

QString ConesFigure::title() const {
  return QObject::tr("Cones of perturbations%1 — %2")
      .arg(impactSuffix(*m_snapshot), QString::fromStdString(m_snapshot->scene->title()));
}

QString ConesFigure::wordOf(const ConeSector& sector) const {
  if (sector.word < 0)
    return m_of.words.complete ? QObject::tr("none: contacts overlap") : QObject::tr("other orderings");
  const ImpactEvent& event = m_snapshot->trajectory->impacts[impactOf(*m_snapshot)];
  const Word& word = m_of.words.words[static_cast<std::size_t>(sector.word)].word;
  QStringList letters;
  for (const ContactIndex letter : word) {
    if (letters.size() == 6) {
      letters += QStringLiteral("…");
      break;
    }
    letters += shortContactName(event.labels[letter], m_snapshot->instance);
  }
  return letters.join(QLatin1Char(' '));
}

bool ConesFigure::isAsInTheRun(int word) const {
  constexpr double same = 1e-9;  // of ‖p⁺‖, as RunVariation has it
  return word < 0 || (m_of.words.words[static_cast<std::size_t>(word)].momentum - m_of.after).norm() <=
                         same * m_of.after.norm();
}

/// What the sectors say of the motion.
QString ConesFigure::verdict() const {
  const auto& words = m_of.words.words;
  int shown = 0;
  for (int w = 0; w < static_cast<int>(words.size()); ++w)
    shown += std::ranges::any_of(m_sectors, [&](const ConeSector& sector) { return sector.word == w; });
  bool isOne = true, hasOneMap = true;
  for (std::size_t w = 0; w < words.size(); ++w) {
    isOne = isOne && isAsInTheRun(static_cast<int>(w));
    hasOneMap = hasOneMap && (words[w].map - words.front().map).norm() <= 1e-8 * words.front().map.norm();
  }
  const QString ends = !isOne       ? QObject::tr("perturbations jump to other outcomes")
                       : !hasOneMap ? QObject::tr("one outcome, and a map for each cone")
                                    : QObject::tr("one outcome and one map");
  return m_of.words.complete
             ? QObject::tr("%1 of %2 cones meet this plane: %3").arg(shown).arg(words.size()).arg(ends)
             : QObject::tr("%1 of more than %2 cones meet this plane").arg(shown).arg(words.size());
}

QString ConesFigure::axisText(int axis) const {
  return QObject::tr("change of %1").arg(coordinateWords(coordinates()[axis]));
}

QString ConesFigure::words() const {
  QStringList lines{verdict()};
  for (const ConeSector& sector : m_sectors)
    lines += QObject::tr("%1: from %2° to %3°%4")
                 .arg(wordOf(sector), formatNumber(sector.from / degreeOfFan, 4),
                      formatNumber(sector.to / degreeOfFan, 4),
                      isAsInTheRun(sector.word) ? QString() : QObject::tr(", another outcome"));
  return lines.join(QLatin1Char('\n'));
}

void ConesFigure::paintSector(QPainter& painter, std::size_t number, const QPointF& middle, double radius,
                              double unit) const {
  const ConeSector& sector = m_sectors[number];
  const bool isWhole = sector.to - sector.from > 2 * std::numbers::pi - 1e-6;
  QPainterPath path(isWhole ? placeAt(middle, radius, sector.from) : middle);
  const int pieces = std::max(2, static_cast<int>((sector.to - sector.from) / (2 * degreeOfFan)));
  for (int i = 0; i <= pieces; ++i)
    path.lineTo(placeAt(middle, radius, sector.from + (sector.to - sector.from) * i / pieces));
  path.closeSubpath();
  const QColor line = colorOf(sector.word);
  QColor ground = line;
  ground.setAlphaF(0.25F);
  painter.setBrush(ground);
  painter.setPen(QPen(line, 1.2 * unit, isAsInTheRun(sector.word) ? Qt::SolidLine : Qt::DashLine));
  painter.drawPath(path);
  // The number, where the sector has room for it.
  const QFont font = theme::textFont(10.5 * unit, QFont::DemiBold);
  const QString text = QString::number(number + 1);
  const double width = theme::textWidth(text, font), from = 0.8 * radius;
  if (from * (sector.to - sector.from) < width + 4 * unit) return;
  // In the middle, or beside the axis that is there.
  double angle = (sector.from + sector.to) / 2;
  const double toAxis = std::remainder(angle, std::numbers::pi / 2), clear = std::asin(8 * unit / from);
  if (std::abs(toAxis) < clear && sector.to - sector.from > 4 * clear) angle += clear - toAxis;
  const QPointF at = placeAt(middle, from, angle);
  painter.setPen(theme::ink());
  theme::drawText(painter, at + QPointF(-width / 2, 3.8 * unit), text, font);
}

/// The orderings of the sectors, one a line.
void ConesFigure::paintLegend(QPainter& painter, const QRectF& room, double unit) const {
  const QFont font = theme::textFont(10.5 * unit);
  const double line = 15 * unit, number = theme::textWidth(QStringLiteral("00"), font) + 6 * unit;
  const auto most = static_cast<std::size_t>(std::max(1.0, std::floor(room.height() / line)));
  const std::size_t shown = m_sectors.size() <= most ? m_sectors.size() : most - 1;
  double y = room.top() + std::max(0.0, (room.height() - line * static_cast<double>(shown)) / 2) + 11 * unit;
  for (std::size_t i = 0; i < shown; ++i, y += line) {
    painter.setPen(theme::ink());
    theme::drawText(painter, {room.left(), y}, QString::number(i + 1),
                    theme::textFont(10.5 * unit, QFont::DemiBold));
    const QString word = shortened(wordOf(m_sectors[i]), font, room.width() - number);
    theme::drawText(painter, {room.left() + number, y}, word, font);
  }
  painter.setPen(theme::quietInk());
  if (shown < m_sectors.size())
    theme::drawText(painter, {room.left(), y}, QObject::tr("%1 more").arg(m_sectors.size() - shown), font);
}

void ConesFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double unit = textPoints / 11;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QFont font = theme::textFont(10.5 * unit);
  const double line = 15 * unit;
  double widest = 0;
  for (const ConeSector& sector : m_sectors)
    widest = std::max(widest, theme::textWidth(wordOf(sector), font));
  const double legend = std::min(widest + 30 * unit, 0.45 * area.width());
  const QRectF sides = area.adjusted(6 * unit, 0, -6 * unit, 0);
  const double said = std::max(line, theme::textHeight(verdict(), font, sides.width()) + 2 * unit);
  const QRectF room = area.adjusted(6 * unit, 1.5 * line, -legend - 14 * unit, -1.6 * line - said);
  const double radius = std::max(4 * unit, std::min(room.width(), room.height()) / 2 - 4 * unit);
  const QPointF middle = room.center();
  // The axes go a little beyond the disc.
  painter.setPen(QPen(theme::quietInk(), 0.8 * unit));
  const double reach = radius + 4 * unit;
  painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0));
  painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach));
  for (std::size_t i = 0; i < m_sectors.size(); ++i) paintSector(painter, i, middle, radius, unit);
  paintLegend(painter, {area.right() - legend, area.top(), legend, room.bottom() - area.top()}, unit);
  painter.setPen(theme::quietInk());
  const QString x = axisText(0) + QStringLiteral(" →"), y = QStringLiteral("↑ ") + axisText(1);
  constexpr double size = 10.5 * unit;
  drawMixed(
      painter,
      {std::max(area.left(), middle.x() + radius - mixedWidth(x, size)), middle.y() + radius + 1.2 * line}, x,
      size);
  painter.setPen(theme::quietInk());
  drawMixed(painter, {std::max(area.left(), middle.x() - radius), area.top() + 0.8 * line}, y, size);
  painter.setPen(theme::quietInk());
  theme::drawText(painter, QRectF(sides.left(), area.bottom() - said, sides.width(), said),
                  Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, verdict(), font);
  painter.restore();
}

QString ConesFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "ordering,from,to,as_in_the_run\n";
  for (const ConeSector& sector : m_sectors)
    out << csvField(wordOf(sector)) << ',' << sector.from << ',' << sector.to << ','
        << (isAsInTheRun(sector.word) ? 1 : 0) << '\n';
  return text;
}

FigureSource ConesFigure::source() const {
  QJsonObject view;
  view[QStringLiteral("x")] = coordinates()[0];
  view[QStringLiteral("y")] = coordinates()[1];
  return {name(), m_snapshot, viewText(view)};
}

}  // namespace carom
