#include "common/text_drawing.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/painted_words.h"
#include "common/plain_text.h"
#include "common/theme.h"

namespace carom::theme {

namespace {

enum class Script { Base, Sub, Super };

struct Run {
  QString text;
  Script script = Script::Base;
  bool italic = true;
  QString above{}, below{};  ///< of a fraction, which has no text

  bool isFraction() const { return !above.isEmpty(); }
};

constexpr QChar fractionSlash(0x2044);  // as in "{a}⁄{b}"
constexpr double subDrop = 0.18, superRise = 0.36;
/// Of a fraction, in sizes of the text: how high the line and the baseline above it are, how low the one
/// below, the thickness of the line, and its length over the longer part.
constexpr double lineRise = 0.33, aboveRise = 0.5, belowDrop = 0.28, lineThickness = 0.05, lineOver = 0.16;

/// Splits one level of mathematics into stretches of one font.
void appendRuns(std::vector<Run>& runs, const QString& text, Script script) {
  for (const QChar c : text) {
    const bool italic = c.isLetter();
    if (runs.empty() || runs.back().script != script || runs.back().italic != italic)
      runs.push_back({QString(), script, italic});
    runs.back().text += c;
  }
}

/// The argument of _ or ^ at `i`: a {group}, or one character. Leaves `i` on its last character.
QString argument(const QString& math, qsizetype& i) {
  if (i < math.size() && math[i] == QLatin1Char('{')) {
    const auto close = math.indexOf(QLatin1Char('}'), i);
    const auto end = close < 0 ? math.size() : close;
    const QString group = math.mid(i + 1, end - i - 1);
    i = end;
    return group;
  }
  return i < math.size() ? QString(math[i]) : QString();
}

/// Whether a script is a word rather than a symbol. Words are upright, as in v_small.
bool isWord(const QString& script) {
  return std::count_if(script.begin(), script.end(), [](QChar c) { return c.isLetter(); }) > 1 &&
         !script.contains(QLatin1Char(','));
}

/// Where the group closes that a { begins; −1 where it does not.
qsizetype closeOf(const QString& math, qsizetype open) {
  int depth = 0;
  for (qsizetype i = open; i < math.size(); ++i) {
    depth += math[i] == QLatin1Char('{') ? 1 : math[i] == QLatin1Char('}') ? -1 : 0;
    if (depth == 0) return i;
  }
  return -1;
}

/// "{a}⁄{b}" at `i`, which it leaves on the last character; a run without parts where no fraction is.
Run fractionAt(const QString& math, qsizetype& i) {
  if (math[i] != QLatin1Char('{')) return {};
  const qsizetype close = closeOf(math, i);
  if (close < 0 || close + 2 >= math.size() || math[close + 1] != fractionSlash ||
      math[close + 2] != QLatin1Char('{'))
    return {};
  const qsizetype end = closeOf(math, close + 2);
  if (end < 0) return {};
  Run fraction{{}, Script::Base, false, math.mid(i + 1, close - i - 1), math.mid(close + 3, end - close - 3)};
  if (fraction.isFraction()) i = end;
  return fraction;
}

std::vector<Run> parse(const QString& math) {
  std::vector<Run> runs;
  for (qsizetype i = 0; i < math.size(); ++i) {
    if (Run fraction = fractionAt(math, i); fraction.isFraction()) {
      runs.push_back(std::move(fraction));
    } else if (math[i] == QLatin1Char('_') || math[i] == QLatin1Char('^')) {
      const Script script = math[i] == QLatin1Char('_') ? Script::Sub : Script::Super;
      const QString text = argument(math, ++i);
      isWord(text) ? runs.push_back({text, script, false}) : appendRuns(runs, text, script);
    } else {
      appendRuns(runs, QString(math[i]), Script::Base);
    }
  }
  return runs;
}

/// Sizes of mathematics: of its letters and of their scripts. Parts of a fraction have the size of scripts,
/// and so have their own scripts: smaller letters could not be read.
struct MathSizes {
  double base, script;
};

/// Measures only.
struct DrawNothing {
  void operator()(const Run&, const QFont&, double, double) const {}
  void operator()(double, double, double, double) const {}
};

/// Lays the runs out from a place: calls place(run, font, x, y) and line(x, y, width), which may do nothing,
/// and returns the advance. A subscript and a superscript that follow each other stand over one another.
template <class Place, class Line>
double layout(const QString& math, const MathSizes& sizes, const QPointF& from, const Place& place,
              const Line& line) {
  const double units = sizes.base;
  double x = 0, subX = 0, superX = 0;
  bool scripts = false;
  for (const Run& run : parse(math)) {
    if (run.isFraction()) {
      const MathSizes small{sizes.script, sizes.script};
      const auto widthOf = [&](const QString& part) {
        return layout(part, small, {}, DrawNothing(), DrawNothing());
      };
      const double gap = 0.08 * units, above = widthOf(run.above), below = widthOf(run.below);
      const double width = std::max(above, below) + lineOver * units;
      x = std::max({x, subX, superX}) + gap;
      const QPointF at = from + QPointF(x + width / 2, 0);
      layout(run.above, small, at + QPointF(-above / 2, -aboveRise * units), place, line);
      layout(run.below, small, at + QPointF(-below / 2, belowDrop * units), place, line);
      line(from.x() + x, from.y() - lineRise * units, width, lineThickness * units);
      subX = superX = x += width + gap;
      scripts = false;
      continue;
    }
    QFont font = mathFont(run.script == Script::Base ? units : sizes.script);
    font.setItalic(run.italic);
    const double width = textWidth(run.text, font);
    if (run.script == Script::Base) {
      x = std::max({x, subX, superX});
      place(run, font, from.x() + x, from.y());
      x += width + (run.italic ? 0.02 * units : 0);
      subX = superX = x;
      scripts = false;
      continue;
    }
    if (!scripts) superX += 0.06 * units;  // an italic letter leans to the right
    scripts = true;
    double& at = run.script == Script::Sub ? subX : superX;
    place(run, font, from.x() + at,
          from.y() + (run.script == Script::Sub ? subDrop * units : -superRise * units));
    at += width;
  }
  return std::max({x, subX, superX});
}

MathSizes mathSizes(double wish) {
  const double units = textSize(wish);
  return {units, scriptSize * units};
}

/// While it lives, one unit of the painter is one pixel of the device.
struct AtDeviceScale {
  explicit AtDeviceScale(QPainter& p)
      : painter(p), factor(std::sqrt(std::abs(p.deviceTransform().determinant()))) {
    if (!(factor > 0)) factor = 1;
    painter.save();
    painter.scale(1 / factor, 1 / factor);
  }
  ~AtDeviceScale() { painter.restore(); }
  AtDeviceScale(const AtDeviceScale&) = delete;
  AtDeviceScale& operator=(const AtDeviceScale&) = delete;

  QFont font(const QFont& ofUnits) const {
    QFont result = inUnits(ofUnits, painter);
    result.setPointSizeF(result.pointSizeF() * factor);
    return result;
  }
  QPainter& painter;
  double factor;
};

constexpr int measuredPixels = 200;  // measured large: free of rounding to pixels

QFont large(QFont font) {
  font.setPixelSize(measuredPixels);
  return font;
}

QFontMetricsF measured(const QFont& font) {
  return QFontMetricsF(large(font));
}

/// The same, but that no line ends at a dash within a word or a range of numbers, as in "2–5".
QString withoutBreaksAtDashes(QString text) {
  for (qsizetype i = 1; i + 1 < text.size(); ++i)
    if (text[i] == QChar(0x2013) && text[i - 1].isLetterOrNumber() && text[i + 1].isLetterOrNumber())
      text[i] = QLatin1Char('0');  // as wide as the dash
  return text;
}

/// The text with a line break wherever a line is full (width in units), which is the same on all devices.
QString broken(const QString& text, const QFont& font, double width) {
  QStringList lines;
  for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
    QTextLayout layout(withoutBreaksAtDashes(paragraph), large(font));
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width * measuredPixels / font.pointSizeF());
      lines += paragraph.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QFont inUnits(const QFont& font, const QPainter& painter) {
  QFont scaled = font;
  scaled.setPointSizeF(font.pointSizeF() * 72.0 / painter.device()->logicalDpiY());
  return scaled;
}

double textWidth(const QString& text, const QFont& font) {
  return measured(font).horizontalAdvance(text) * font.pointSizeF() / measuredPixels;
}

double drawnWidth(QPainter& painter, const QString& text, const QFont& font) {
  const AtDeviceScale scaled(painter);
  return QFontMetricsF(scaled.font(font), painter.device()).horizontalAdvance(text) / scaled.factor;
}

double textHeight(const QString& text, const QFont& font, double width) {
  const double unit = font.pointSizeF() / measuredPixels;
  return measured(font).boundingRect(QRectF(), 0, broken(text, font, width)).height() * unit;
}

void drawText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font) {
  const double height = font.pointSizeF();
  PaintedWords::note(painter, {baseline - QPointF(0, height), QSizeF(textWidth(text, font), 1.25 * height)},
                     text);
  const AtDeviceScale scaled(painter);
  painter.setFont(scaled.font(font));
  painter.drawText(baseline * scaled.factor, text);
}

void drawText(QPainter& painter, const QRectF& area, int flags, const QString& text, const QFont& font) {
  PaintedWords::note(painter, area, text);
  const AtDeviceScale scaled(painter);
  painter.setFont(scaled.font(font));
  const QString lines = flags & Qt::TextWordWrap ? broken(text, font, area.width()) : text;
  painter.drawText(QRectF(area.topLeft() * scaled.factor, area.size() * scaled.factor),
                   flags & ~Qt::TextWordWrap, lines);
}

double drawMath(QPainter& painter, QPointF baseline, const QString& math, double units) {
  PaintedWords::note(painter, {baseline - QPointF(0, units), QSizeF(mathWidth(math, units), 1.3 * units)},
                     math);
  const PaintedWords::Pause parts;
  return layout(
      math, mathSizes(units), {},
      [&](const Run& run, const QFont& font, double x, double y) {
        drawText(painter, baseline + QPointF(x, y), run.text, font);
      },
      [&](double x, double y, double width, double thickness) {
        painter.fillRect(QRectF(baseline + QPointF(x, y - thickness / 2), QSizeF(width, thickness)),
                         painter.pen().color());
      });
}

double mathWidth(const QString& math, double units) {
  return layout(math, mathSizes(units), {}, DrawNothing(), DrawNothing());
}

Html mathHtml(const QString& math) {
  QString html = QStringLiteral("<span style=\"font-family:'%1'\">").arg(mathFont(10).family());
  for (const Run& run : parse(math)) {
    QString text = run.text.toHtmlEscaped();
    if (run.isFraction())
      text = mathHtml(run.above).text() + QStringLiteral("/") + mathHtml(run.below).text();
    if (run.italic) text = QStringLiteral("<i>%1</i>").arg(text);
    if (run.script == Script::Sub) text = QStringLiteral("<sub>%1</sub>").arg(text);
    if (run.script == Script::Super) text = QStringLiteral("<sup>%1</sup>").arg(text);
    html += text;
  }
  return Html::markup(html + QStringLiteral("</span>"));
}

}  // namespace carom::theme
