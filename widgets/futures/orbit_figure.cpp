#include "futures/orbit_figure.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/version.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/axes_frame.h"

namespace carom {

namespace {

constexpr double orbitPixel = Figure::textPoints / 11, keyLine = 15, keySize = 11;
constexpr qsizetype mostKinds = 4;

const std::array<QColor, mostKinds>& kindColors() {
  static const std::array colors{theme::blue, theme::vermilion, theme::green, QColor(0xa0, 0x4a, 0x88)};
  return colors;
}

/// A disc, a square, a triangle and a lozenge, so that marks are told apart in grey, too.
QPolygonF markShape(qsizetype kind, const QPointF& at, double size) {
  constexpr int circle = 32;
  const std::array corners{circle, 4, 3, 4};
  const std::array turns{0.0, M_PI / 4, -M_PI / 2, 0.0};
  const auto k = static_cast<std::size_t>(kind);
  QPolygonF shape;
  for (int i = 0; i < corners[k]; ++i) {
    const double angle = turns[k] + 2 * M_PI * i / corners[k];
    shape << at + size * QPointF(std::cos(angle), std::sin(angle));
  }
  return shape;
}

void paintMultiplier(QPainter& painter, qsizetype kind, const QPointF& at, double unit) {
  const QColor color = kind < mostKinds ? kindColors()[static_cast<std::size_t>(kind)] : theme::quietInk();
  painter.setPen(QPen(theme::panelGround(), 0.8 * unit));
  painter.setBrush(color);
  painter.drawPolygon(markShape(std::min(kind, mostKinds - 1), at, 4.5 * unit));
}

QString wordsOf(const QJsonValue& orderings) {
  QStringList words;
  for (const QJsonValue& word : orderings.toArray()) {
    QStringList contacts;
    for (const QJsonValue& contact : word.toArray()) contacts << contact.toString();
    words << contacts.join(QLatin1Char(' '));
  }
  return words.join(QStringLiteral("; "));
}

}  // namespace

OrbitFigure::OrbitFigure(const QString& file)
    : OrbitFigure(fileBytes(file, mostMeasurements), QFileInfo(file).fileName()) {}

OrbitFigure::OrbitFigure(QByteArray text, QString file) : m_text(std::move(text)), m_file(std::move(file)) {
  const QJsonObject all = QJsonDocument::fromJson(m_text).object();
  m_scene = all[QLatin1String("scene")].toString();
  const QJsonArray orbits = all[QLatin1String("orbits")].toArray();
  for (qsizetype i = 0; i < orbits.size(); ++i)
    for (const QJsonValue& one : orbits[i].toObject()[QLatin1String("maps")].toArray()) {
      const QJsonObject json = one.toObject();
      Map map{static_cast<int>(i), wordsOf(json[QLatin1String("orderings")]), {}, {}};
      for (const QJsonValue& value : json[QLatin1String("multipliers")].toArray()) {
        const std::complex<double> multiplier(value.toArray()[0].toDouble(NAN),
                                              value.toArray()[1].toDouble(NAN));
        if (std::isfinite(std::abs(multiplier))) map.multipliers.push_back(multiplier);
      }
      for (const QJsonValue& row : json[QLatin1String("map")].toArray()) {
        std::vector<double> numbers;
        for (const QJsonValue& entry : row.toArray()) numbers.push_back(entry.toDouble(NAN));
        map.rows.push_back(std::move(numbers));
      }
      m_maps.push_back(std::move(map));
    }
  if (std::ranges::none_of(m_maps, [](const Map& map) { return !map.multipliers.empty(); }))
    throw FigureError(
        (m_file + QStringLiteral(": ") +
         QObject::tr("expected the output of `carom orbit --json`, of an orbit that has multipliers"))
            .toStdString());
}

QString OrbitFigure::title() const {
  return QObject::tr("Multipliers of a periodic orbit of %1").arg(m_scene);
}

QString OrbitFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QStringList OrbitFigure::kinds() const {
  QStringList kinds;
  for (const Map& map : m_maps)
    if (!kinds.contains(map.orderings)) kinds << map.orderings;
  return kinds;
}

/// Holds the unit circle and every multiplier, with room for the marks.
QRectF OrbitFigure::range() const {
  QRectF range(QPointF(-1, -1), QPointF(1, 1));
  for (const Map& map : m_maps)
    for (const std::complex<double>& value : map.multipliers) {
      range.setLeft(std::min(range.left(), value.real()));
      range.setRight(std::max(range.right(), value.real()));
      range.setTop(std::min(range.top(), value.imag()));
      range.setBottom(std::max(range.bottom(), value.imag()));
    }
  const double room = 0.08 * std::max(range.width(), range.height());
  return range.adjusted(-room, -room, room, room);
}

void OrbitFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double unit = orbitPixel;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QStringList names = kinds();
  const qsizetype shown = std::min(names.size(), mostKinds);
  const bool hasKey = names.size() > 1;
  const double key = hasKey ? keyLine * unit * static_cast<double>(shown + (names.size() > shown)) : 0;
  AxesFrame frame = axesFrame(area.adjusted(0, key, 0, 0), range(), true, unit);
  frame.x = {{}, QObject::tr("real part of the multiplier")};
  frame.y = {{}, QObject::tr("imaginary part")};
  frame.paint(painter);
  painter.setPen(QPen(theme::ink(), 1.2 * unit));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(QRectF(frame.map(-1, 1), frame.map(1, -1)));
  for (const Map& map : m_maps)
    for (const std::complex<double>& value : map.multipliers)
      paintMultiplier(painter, names.indexOf(map.orderings), frame.map(value.real(), value.imag()), unit);
  const QFont font = theme::textFont(keySize * unit);
  double baseline = area.top() + 11 * unit;
  const auto line = [&](qsizetype kind, const QString& words) {
    paintMultiplier(painter, kind, {area.left() + 6 * unit, baseline - 4 * unit}, unit);
    painter.setPen(theme::ink());
    QString text = words;
    const double room = area.width() - 18 * unit;
    while (text.size() > 4 && theme::textWidth(text, font) > room)
      text = text.left(text.size() - 2) + QStringLiteral("…");
    theme::drawText(painter, {area.left() + 16 * unit, baseline}, text, font);
    baseline += keyLine * unit;
  };
  for (qsizetype k = 0; hasKey && k < shown; ++k)
    line(k, names[k].isEmpty() ? QObject::tr("without a tie") : names[k]);
  if (hasKey && names.size() > shown)
    line(shown, QObject::tr("%n other orderings", nullptr, static_cast<int>(names.size() - shown)));
  painter.restore();
}

QString OrbitFigure::csv() const {
  QString text = QStringLiteral("orbit,orderings,quantity,row,column,real,imaginary\n");
  for (const Map& map : m_maps) {
    const QString head = QStringLiteral("%1,%2,").arg(map.orbit + 1).arg(csvField(map.orderings));
    for (std::size_t i = 0; i < map.multipliers.size(); ++i)
      text += head + QStringLiteral("multiplier,%1,,%2,%3\n")
                         .arg(i + 1)
                         .arg(csvNumber(map.multipliers[i].real()), csvNumber(map.multipliers[i].imag()));
    for (std::size_t i = 0; i < map.rows.size(); ++i)
      for (std::size_t k = 0; k < map.rows[i].size(); ++k)
        text += head + QStringLiteral("map,%1,%2,%3,\n").arg(i + 1).arg(k + 1).arg(csvNumber(map.rows[i][k]));
  }
  return text;
}

}  // namespace carom
