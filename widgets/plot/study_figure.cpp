#include "plot/study_figure.h"

#include <QFile>
#include <QFileInfo>
#include <QTextStream>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "base/version.h"
#include "common/theme.h"
#include "plot/cell_map_item.h"
#include "plot/color_bar_item.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

/// The places between which colours of a map are mixed, and the steps that it has.
constexpr int colorStops = 5, colorSteps = 10;
/// Cells of a picture along one side; more of them are too small to be seen.
constexpr int mostCells = 600;

std::pair<double, double> rangeOfFinite(const QVector<double>& values) {
  double low = INFINITY, high = -INFINITY;
  for (const double value : values)
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  return low <= high ? std::pair(low, high) : std::pair(0.0, 1.0);
}

QVector<double> distinct(QVector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

qsizetype nearest(const QVector<double>& sorted, double value) {
  const qsizetype above = std::ranges::lower_bound(sorted, value) - sorted.begin();
  if (above == sorted.size()) return above - 1;
  return above > 0 && value - sorted[above - 1] < sorted[above] - value ? above - 1 : above;
}

/// "r_a (mm)" as mathematics and unit; a name of several letters without an index is a word.
AxisCaption columnCaption(const QString& name) {
  const qsizetype unit = name.endsWith(QLatin1Char(')')) ? name.lastIndexOf(QStringLiteral(" (")) : -1;
  const QString symbol = unit < 0 ? name : name.left(unit),
                inUnit = unit < 0 ? QString() : name.mid(unit + 1);
  const qsizetype letters =
      symbol.indexOf(QLatin1Char('_')) < 0 ? symbol.size() : symbol.indexOf(QLatin1Char('_'));
  const bool isSymbol =
      letters <= 2 && !symbol.contains(QLatin1Char('.')) && !symbol.contains(QLatin1Char(' '));
  return isSymbol ? AxisCaption{symbol, inUnit} : AxisCaption{{}, name};
}

/// The caption of a quantity: its symbol as mathematics between $ signs.
QString mixedCaption(const QString& name) {
  const AxisCaption caption = columnCaption(name);
  return caption.math.isEmpty() ? name
                                : QLatin1Char('$') + caption.math + QStringLiteral("$ ") + caption.words;
}

/// "r_b = 20 mm", "over r_a, r_b" and "mean over r_a, bars q05 to q95" with their symbols as mathematics.
LegendEntry noteEntry(const QString& note, const QColor& color, LegendEntry::Mark mark,
                      Qt::PenStyle line = Qt::SolidLine) {
  static const QLatin1String over("over ");
  if (const qsizetype at = note.indexOf(over); at == 0 || (at > 0 && note[at - 1] == QLatin1Char(' '))) {
    QStringList names;
    for (const QString& name : note.mid(at + over.size()).split(QStringLiteral(", ")))
      names += mixedCaption(name).trimmed();
    return {note.left(at) + over + names.join(QStringLiteral(", ")), color, mark, line};
  }
  const qsizetype equals = note.indexOf(QStringLiteral(" = "));
  const AxisCaption caption = columnCaption(equals < 0 ? QString() : note.left(equals));
  LegendEntry entry{caption.math.isEmpty() ? note : note.mid(equals), color, mark, line};
  entry.math = caption.math;
  return entry;
}

RoundTicker::Steps stepsOf(const QString& name) {
  return name.endsWith(QStringLiteral("(°)")) ? RoundTicker::Steps::Degrees : RoundTicker::Steps::Decimal;
}

/// The same in letters alone: "rₐ (mm)".
QString plainCaption(const QString& name) {
  const AxisCaption caption = columnCaption(name);
  return caption.math.isEmpty()
             ? caption.words
             : plainSymbol(caption.math) + (caption.words.isEmpty() ? "" : ' ' + caption.words);
}

/// Whether values rise in equal steps of their logarithm, and not of themselves.
bool isLogarithmic(const QVector<double>& rising) {
  constexpr double slack = 1e-6;
  const qsizetype n = rising.size();
  if (n < 3 || !(rising.front() > 0) || !std::isfinite(rising.back())) return false;
  const double step = std::log(rising.back() / rising.front()) / static_cast<double>(n - 1);
  if (step < 0.01) return false;
  for (qsizetype i = 0; i + 1 < n; ++i)
    if (std::abs(std::log(rising[i + 1] / rising[i]) - step) > slack * step) return false;
  return true;
}

/// The colours and dashes of a family of curves.
const std::array<QColor, 6>& curveColors() {
  static const std::array<QColor, 6> colors{theme::blue,
                                            QColor(0xd5, 0x5e, 0x00),
                                            QColor(0x00, 0x7f, 0x5c),
                                            QColor(0xa0, 0x4a, 0x88),
                                            QColor(0x33, 0x33, 0x33),
                                            QColor(0xb8, 0x86, 0x0b)};
  return colors;
}
constexpr std::array curveLines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                Qt::DashDotDotLine};

/// From dark to light, told apart by all eyes and in grey.
constexpr std::array<QRgb, colorStops> mapColors{0xFF212C5E, 0xFF0072B2, 0xFF2AA79A, 0xFFB5C95A, 0xFFFBE89A};

QColor mapColor(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (colorStops - 1);
  const int first = std::min(static_cast<int>(place), colorStops - 2);
  const QColor a = QColor::fromRgb(mapColors[static_cast<std::size_t>(first)]),
               b = QColor::fromRgb(mapColors[static_cast<std::size_t>(first + 1)]);
  const auto mixed = [&](float from, float to) {
    return std::lerp(from, to, static_cast<float>(place - first));
  };
  return QColor::fromRgbF(mixed(a.redF(), b.redF()), mixed(a.greenF(), b.greenF()),
                          mixed(a.blueF(), b.blueF()));
}

/// Discs where a curve has a value between two gaps, so that no line shows it.
void addLonePoints(StyledPlot& plot, const QVector<double>& x, const QVector<double>& y,
                   const QColor& color) {
  const auto has = [&](qsizetype i) { return i >= 0 && i < y.size() && std::isfinite(y[i]); };
  QVector<double> loneX, loneY;
  for (qsizetype i = 0; i < y.size(); ++i)
    if (has(i) && !has(i - 1) && !has(i + 1)) {
      loneX += x[i];
      loneY += y[i];
    }
  if (loneX.isEmpty()) return;
  const PlotStyle& style = plot.plotStyle();
  QCPGraph* graph = plot.addLine(QStringLiteral("points"), {}, Qt::NoPen);
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle({QCPScatterStyle::ssDisc, style.pen(color, 0.5), QBrush(color), 4 * style.unit});
  graph->setData(loneX, loneY);
}

/// The values, or as many of them in about equal steps as there are cells.
QVector<double> shownOf(const QVector<double>& values) {
  if (values.size() <= mostCells) return values;
  QVector<double> shown;
  for (int i = 0; i < mostCells; ++i)
    shown += values[nearest(values, std::lerp(values.front(), values.back(), i / (mostCells - 1.0)))];
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  return shown;
}

}  // namespace

StudyFigure::StudyFigure(const QString& path)
    : m_text(fileBytes(path, mostMeasurements).replace("\r\n", "\n")), m_file(QFileInfo(path).fileName()) {
  read(path);
}

StudyFigure::StudyFigure(const QByteArray& table, const QString& file) : m_text(table), m_file(file) {
  read(file);
}

/// path: for faults.
void StudyFigure::read(const QString& path) {
  const auto refuse = [&](const QString& problem) {
    throw FigureError((path + QStringLiteral(": ") + problem).toStdString());
  };
  QTextStream lines(m_text);
  QString head = lines.readLine().trimmed();
  // Lines # before the head are the record of a table, or notes of what is shown: "# note: r_c = 40 mm".
  static const QLatin1String note("# note: "), family("# family"), bars("# bars"), log("# log");
  for (; head.startsWith(QLatin1Char('#')); head = lines.readLine().trimmed()) {
    if (head.startsWith(note)) m_notes += head.mid(note.size());
    if (head == family) m_isFamily = true;
    if (head == bars) m_hasBars = true;
    if (head == log) m_isLog = true;
  }
  m_names = csvFields(head);
  if (m_hasBars && m_names.size() != 4) refuse(QObject::tr("error bars have four columns"));
  if (!m_hasBars && m_names.size() != 2 && m_names.size() != 3)
    refuse(QObject::tr("expected one or two parameters and a measure, as `carom study plot` gives them"));
  m_columns.resize(static_cast<std::size_t>(m_names.size()));
  while (!lines.atEnd()) {
    const QStringList fields = csvFields(lines.readLine().trimmed());
    for (qsizetype i = 0; i < m_names.size(); ++i)
      m_columns[static_cast<std::size_t>(i)].push_back(readNumber(fields.value(i)).value_or(NAN));
    if (m_isFamily) m_members += fields.value(1);
  }
  if (m_isFamily && m_names.size() != 3) refuse(QObject::tr("a family of curves has three columns"));
  if (m_columns[0].isEmpty()) refuse(QObject::tr("has no rows"));
}

QString StudyFigure::title() const {
  const QString of = plainCaption(measureName()), x = plainCaption(m_names[0]);
  return isMap() ? QObject::tr("%1 over %2 and %3").arg(of, x, plainCaption(m_names[1]))
                 : QObject::tr("%1 over %2").arg(of, x);
}

FigureSource StudyFigure::source() const {
  return {name(), nullptr, {}, m_file, m_text};
}

QString StudyFigure::provenance() const {
  return programVersionAndCommit() + QStringLiteral("; ") + m_file;
}

QString StudyFigure::csv() const {
  QStringList names;
  for (const QString& name : m_names) names += csvField(name);
  QString text = names.join(QLatin1Char(',')) + QLatin1Char('\n');
  for (qsizetype row = 0; row < m_columns[0].size(); ++row)
    for (std::size_t i = 0; i < m_columns.size(); ++i)
      text += (m_isFamily && i == 1 ? csvField(m_members[row]) : csvNumber(m_columns[i][row])) +
              QLatin1Char(i + 1 < m_columns.size() ? ',' : '\n');
  return text;
}

/// The columns of bars follow that of the measure.
const QString& StudyFigure::measureName() const {
  return m_hasBars ? m_names[1] : m_names.back();
}

void StudyFigure::draw(StyledPlot& plot) const {
  plot.clearContent();
  if (m_isFamily)
    drawFamily(plot);
  else if (isMap())
    drawMap(plot);
  else
    drawCurve(plot);
}

/// The notes, which stand before a legend.
std::vector<LegendEntry> StudyFigure::notes() const {
  std::vector<LegendEntry> entries;
  for (const QString& note : m_notes)
    entries.push_back(noteEntry(note, theme::quietInk(), LegendEntry::Mark::None));
  return entries;
}

/// The axes of a curve or of points; a logarithmic one where the values are spaced so.
void StudyFigure::setAxes(StyledPlot& plot, const QVector<double>& y, bool hasPoints) const {
  const QVector<double>& x = m_columns[0];
  const auto [left, right] = rangeOfFinite(x);
  const auto [low, high] = rangeOfFinite(y);
  const bool isLog = isLogarithmic(distinct(x));
  const double beside = m_hasBars && !isLog ? 0.02 * (right - left) : 0;  // no bar is on an axis
  plot.setAxis(plot.xAxis, left < right ? QCPRange(left - beside, right + beside) : roundRange(left, right),
               stepsOf(m_names[0]), isLog);
  const double room = hasPoints ? 0.05 * (high - low) : 0;  // no point is on the edge
  if (m_isLog && low > 0)
    plot.setAxis(
        plot.yAxis,
        QCPRange(std::pow(10, std::floor(std::log10(low))), std::pow(10, std::ceil(std::log10(high)))),
        RoundTicker::Steps::Decimal, true);
  else
    plot.setAxis(plot.yAxis, roundRange(low - room, high + room), RoundTicker::Steps::Decimal);
  plot.setCaptions(columnCaption(m_names[0]), columnCaption(measureName()));
}

/// A line where the parameter rises from row to row, which breaks at empty cells; else points.
void StudyFigure::drawCurve(StyledPlot& plot) const {
  const QVector<double>&x = m_columns[0], &y = m_columns[1];
  const bool isLine = std::ranges::is_sorted(x, std::less_equal<>());
  setAxes(plot, m_hasBars ? y + m_columns[2] + m_columns[3] : y, !isLine);
  const PlotStyle& style = plot.plotStyle();
  QCPGraph* graph = plot.addLine(QStringLiteral("measure"), {}, Qt::NoPen);
  graph->setData(x, y, isLine);
  if (isLine) {
    graph->setPen(style.pen(theme::blue, PlotStyle::lineWidth));
  } else {
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(
        {QCPScatterStyle::ssDisc, style.pen(theme::blue, 0.5), QBrush(theme::blue), 3 * style.unit});
  }
  if (m_hasBars) drawBars(plot, graph);
  plot.header()->setEntries(notes());
}

void StudyFigure::drawBars(StyledPlot& plot, QCPGraph* of) const {
  const PlotStyle& style = plot.plotStyle();
  QVector<double> minus, plus;
  for (qsizetype row = 0; row < m_columns[0].size(); ++row) {
    minus += m_columns[1][row] - m_columns[2][row];
    plus += m_columns[3][row] - m_columns[1][row];
  }
  auto* bars = new WholeErrorBars(plot.xAxis, plot.yAxis);
  bars->setName(QStringLiteral("bars"));
  bars->setDataPlottable(of);
  bars->setData(minus, plus);
  bars->setPen(style.pen(theme::blue, 1));
  bars->setWhiskerWidth(5 * style.unit);
  bars->setSymbolGap(0);
}

/// The curve of a member of the family.
void StudyFigure::addMember(StyledPlot& plot, const QString& member, const QColor& color,
                            Qt::PenStyle line) const {
  QCPGraph* graph = plot.addLine(member, {}, plot.plotStyle().pen(color, PlotStyle::lineWidth, line));
  QVector<double> x, y;
  for (qsizetype row = 0; row < m_members.size(); ++row) {
    if (m_members[row] != member) continue;
    x += m_columns[0][row];
    y += m_columns[2][row];
  }
  graph->setData(x, y);
  addLonePoints(plot, x, y, color);
}

/// A curve for each member of the family, told apart by colour and dashes; many by a scale of colours.
void StudyFigure::drawFamily(StyledPlot& plot) const {
  setAxes(plot, m_columns[2], false);
  QStringList members = m_members;
  members.removeDuplicates();
  if (members.size() > static_cast<qsizetype>(curveColors().size()))
    if (const auto scale = scaleOf(members)) return drawScale(plot, *scale);
  std::vector<LegendEntry> legend = notes();
  for (qsizetype k = 0; k < members.size(); ++k) {
    const auto number = static_cast<std::size_t>(k);
    const QColor color = curveColors()[number % curveColors().size()];
    const Qt::PenStyle line = curveLines[number % curveLines.size()];
    addMember(plot, members[k], color, line);
    legend.push_back(noteEntry(members[k], color, LegendEntry::Mark::Line, line));
  }
  plot.header()->setEntries(std::move(legend));
}

/// "r_a = 20 mm", "r_a = 21 mm", … as their values in rising order and "r_a (mm)"; none where they are not
/// values of one quantity.
std::optional<StudyFigure::FamilyScale> StudyFigure::scaleOf(const QStringList& members) {
  FamilyScale scale;
  for (const QString& member : members) {
    const QString symbol = member.section(QStringLiteral(" = "), 0, 0),
                  value = member.section(QStringLiteral(" = "), 1),
                  digits = value.section(QLatin1Char(' '), 0, 0);
    const bool isDegrees = digits.endsWith(QChar(0xB0));
    const QString unit = isDegrees ? QString(QChar(0xB0)) : value.section(QLatin1Char(' '), 1);
    const auto number = readNumber(isDegrees ? digits.chopped(1) : digits);
    const QString caption = unit.isEmpty() ? symbol : symbol + QStringLiteral(" (%1)").arg(unit);
    if (!number || (!scale.caption.isEmpty() && scale.caption != caption)) return std::nullopt;
    scale.caption = caption;
    scale.members.emplace_back(*number, member);
  }
  std::ranges::sort(scale.members, {}, &std::pair<double, QString>::first);
  return scale;
}

/// Curves of one line each, from dark to light as their quantity rises, and a bar with its values: more than
/// a few colours, dashes and marks are told apart by nobody, and not in grey.
void StudyFigure::drawScale(StyledPlot& plot, const FamilyScale& scale) const {
  constexpr double lightest = 0.8;  // of the scale: what is lighter does not stand out from the paper
  const auto last = static_cast<qsizetype>(scale.members.size()) - 1;
  QVector<double> borders;
  QVector<QColor> colors;
  for (qsizetype k = 0; k <= last; ++k) {
    const auto& [value, member] = scale.members[static_cast<std::size_t>(k)];
    const double next = scale.members[static_cast<std::size_t>(std::min(k + 1, last))].first;
    if (k == 0) borders += 1.5 * value - 0.5 * next;
    borders += k < last ? 0.5 * (value + next) : 2 * value - borders.back();
    colors += mapColor(lightest * static_cast<double>(k) / static_cast<double>(last));
    addMember(plot, member, colors.back(), Qt::SolidLine);
  }
  new ColorBarItem(&plot, std::move(borders), std::move(colors));
  std::vector<LegendEntry> legend = notes();
  legend.push_back({mixedCaption(scale.caption).trimmed(), theme::quietInk(), LegendEntry::Mark::None});
  plot.header()->setEntries(std::move(legend));
}

/// Each place has the colour of the nearest pair of values.
void StudyFigure::drawMap(StyledPlot& plot) const {
  PlaneValues cells{shownOf(distinct(m_columns[0])), shownOf(distinct(m_columns[1])), {}};
  cells.value.fill(NAN, cells.x.size() * cells.y.size());
  for (qsizetype row = 0; row < m_columns[0].size(); ++row)
    cells.value[nearest(cells.x, m_columns[0][row]) * cells.y.size() + nearest(cells.y, m_columns[1][row])] =
        m_columns[2][row];
  plot.setAxis(plot.xAxis, QCPRange(cells.x.front(), cells.x.back()), stepsOf(m_names[0]),
               isLogarithmic(distinct(m_columns[0])));
  plot.setAxis(plot.yAxis, QCPRange(cells.y.front(), cells.y.back()), stepsOf(m_names[1]),
               isLogarithmic(distinct(m_columns[1])));
  plot.setCaptions(columnCaption(m_names[0]), columnCaption(m_names[1]));
  const auto [least, most] = rangeOfFinite(cells.value);
  std::vector<LegendEntry> legend = notes();
  legend.push_back({mixedCaption(m_names[2]).trimmed(), theme::quietInk(), LegendEntry::Mark::None});
  if (!(least < most)) {  // one value has no scale
    new CellMapItem(&plot, std::move(cells), {-INFINITY}, {mapColor(0.5)});
    legend.back().text += QStringLiteral(" = %1").arg(formatNumber(least, 4));
    plot.header()->setEntries(std::move(legend));
    return;
  }
  const QCPRange range = roundRange(least, most);
  QVector<double> levels, borders;
  QVector<QColor> colors;
  for (int step = 0; step < colorSteps; ++step) {
    borders += range.lower + step * range.size() / colorSteps;
    levels += step == 0 ? -INFINITY : borders.back();
    colors += mapColor((step + 0.5) / colorSteps);
  }
  borders += range.upper;
  new CellMapItem(&plot, std::move(cells), std::move(levels), colors);
  new ColorBarItem(&plot, std::move(borders), std::move(colors));
  plot.header()->setEntries(std::move(legend));
}

}  // namespace carom
