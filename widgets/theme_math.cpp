#include <QFontMetricsF>
#include <vector>

#include "theme.h"

namespace carom::theme {

namespace {

enum class Script { Base, Sub, Super };

struct Run {
  QString text;
  Script script = Script::Base;
  bool italic = true;
};

constexpr double scriptSize = 0.72, subDrop = 0.18, superRise = 0.36;

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

std::vector<Run> parse(const QString& math) {
  std::vector<Run> runs;
  for (qsizetype i = 0; i < math.size(); ++i) {
    if (math[i] == QLatin1Char('_') || math[i] == QLatin1Char('^')) {
      const Script script = math[i] == QLatin1Char('_') ? Script::Sub : Script::Super;
      appendRuns(runs, argument(math, ++i), script);
    } else {
      appendRuns(runs, QString(math[i]), Script::Base);
    }
  }
  return runs;
}

/// Lays the runs out from x = 0: calls place(run, font, x, y) and returns the advance. A subscript and a
/// superscript that follow each other stand over one another.
template <class Place>
double layout(const QString& math, double units, Place place) {
  double x = 0, subX = 0, superX = 0;
  bool scripts = false;
  for (const Run& run : parse(math)) {
    QFont font = mathFont(run.script == Script::Base ? units : scriptSize * units);
    font.setItalic(run.italic);
    const double width = textWidth(run.text, font);
    if (run.script == Script::Base) {
      x = std::max({x, subX, superX});
      place(run, font, x, 0.0);
      x += width + (run.italic ? 0.02 * units : 0);
      subX = superX = x;
      scripts = false;
      continue;
    }
    if (!scripts) superX += 0.06 * units;  // an italic letter leans to the right
    scripts = true;
    double& at = run.script == Script::Sub ? subX : superX;
    place(run, font, at, run.script == Script::Sub ? subDrop * units : -superRise * units);
    at += width;
  }
  return std::max({x, subX, superX});
}

}  // namespace

double drawMath(QPainter& painter, QPointF baseline, const QString& math, double units) {
  const QFont before = painter.font();
  const double advance = layout(math, units, [&](const Run& run, const QFont& font, double x, double y) {
    painter.setFont(inUnits(font, painter));
    painter.drawText(baseline + QPointF(x, y), run.text);
  });
  painter.setFont(before);
  return advance;
}

double mathWidth(const QString& math, double units) {
  return layout(math, units, [](const Run&, const QFont&, double, double) {});
}

QString mathHtml(const QString& math) {
  QString html = QStringLiteral("<span style=\"font-family:'%1'\">").arg(mathFont(10).family());
  for (const Run& run : parse(math)) {
    QString text = run.text.toHtmlEscaped();
    if (run.italic) text = QStringLiteral("<i>%1</i>").arg(text);
    if (run.script == Script::Sub) text = QStringLiteral("<sub>%1</sub>").arg(text);
    if (run.script == Script::Super) text = QStringLiteral("<sup>%1</sup>").arg(text);
    html += text;
  }
  return html + QStringLiteral("</span>");
}

}  // namespace carom::theme
