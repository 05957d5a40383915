#include "motion/series_drawing.h"

#include <algorithm>
#include <cmath>

#include "base/coordinate_units.h"
#include "common/theme.h"
#include "motion/plotted_quantity.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

QString kindWord(RunQuantity::Kind kind) {
  switch (kind) {
    case RunQuantity::Kind::Time:
      return QObject::tr("time");
    case RunQuantity::Kind::Coordinate:
      return QObject::tr("coordinate");
    case RunQuantity::Kind::Velocity:
      return QObject::tr("velocity");
    case RunQuantity::Kind::Momentum:
      return QObject::tr("momentum");
    case RunQuantity::Kind::Gap:
      return QObject::tr("gap");
    case RunQuantity::Kind::Impulse:
      return QObject::tr("impulse");
    case RunQuantity::Kind::Kinetic:
    case RunQuantity::Kind::Energy:
      return QObject::tr("energy");
    case RunQuantity::Kind::Growth:
      return QObject::tr("growth");
  }
  return {};
}

/// How one curve looks: runs differ by colour where there is one quantity or where runs are kept, else by
/// their lines.
struct Look {
  QColor color;
  Qt::PenStyle line;
};
Look lookOf(const SeriesView& view, std::size_t run, std::size_t quantity) {
  constexpr Qt::PenStyle lines[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                    Qt::DashDotDotLine};
  const QColor& own = view.runs[run].color;
  const QColor color = own.isValid() ? own : theme::categorical(static_cast<int>(run));
  if (view.quantities.size() == 1) return {color, run == 0 || own.isValid() ? lines[0] : lines[1]};
  if (view.hasKeptRuns()) return {color, lines[quantity % std::size(lines)]};
  return {theme::categorical(static_cast<int>(quantity)), lines[run % std::size(lines)]};
}

/// The values that an axis can show: positive ones where it is logarithmic.
bool isShown(double value, bool isLog) {
  return std::isfinite(value) && (!isLog || value > 0);
}

struct Curve {
  Eigen::VectorXd x, y;
  std::vector<bool> anew{};  ///< where no line comes from the sample before
};

/// The pieces of a curve that both axes can show, within the range of x and one sample to each side of it.
std::vector<Curve> visibleParts(const SeriesView& view, const Curve& whole) {
  std::vector<Curve> parts;
  Eigen::Index first = -1;
  const Eigen::Index count = whole.x.size();
  for (Eigen::Index i = 0; i <= count; ++i) {
    const bool inside = i < count && (view.isPhase() || !view.x ||
                                      (whole.x[std::min(i + 1, count - 1)] >= view.x->lower &&
                                       whole.x[std::max<Eigen::Index>(i - 1, 0)] <= view.x->upper));
    const bool isKept = inside && isShown(whole.x[i], view.logX) && isShown(whole.y[i], view.logY);
    if (isKept && first < 0) first = i;
    const bool goesOn = isKept && (first == i || !whole.anew[static_cast<std::size_t>(i)]);
    if (goesOn || first < 0) continue;
    parts.push_back({whole.x.segment(first, i - first), whole.y.segment(first, i - first)});
    first = isKept ? i : -1;
  }
  return parts;
}

std::vector<Curve> curvesOf(const SeriesView& view, const SeriesView::Run& run, std::size_t quantity) {
  if (!run.over || !run.quantities[quantity]) return {};
  std::vector<bool> anew = run.values->turnsAnew(*run.quantities[quantity]);
  const std::vector<bool> over = run.values->turnsAnew(*run.over);
  for (std::size_t i = 0; i < anew.size(); ++i) anew[i] = anew[i] || over[i];
  return visibleParts(
      view, {run.values->of(*run.over), run.values->of(*run.quantities[quantity]), std::move(anew)});
}

/// The least range that holds all values, with some room; in powers of ten where it is logarithmic.
QCPRange rangeOf(const std::vector<const Eigen::VectorXd*>& values, bool isLog, double room) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Eigen::VectorXd* each : values)
    if (each->size() > 0) {
      low = std::min(low, each->minCoeff());
      high = std::max(high, each->maxCoeff());
    }
  if (!(low <= high)) return isLog ? QCPRange(0.1, 10) : QCPRange(0, 1);
  if (isLog) return low < high ? QCPRange(low / 1.2, high * 1.2) : QCPRange(low / 10, high * 10);
  const double edge = room * (high - low);
  return low < high ? QCPRange(low - edge, high + edge) : roundRange(low, high);
}

class SeriesDrawing {
 public:
  SeriesDrawing(StyledPlot& plot, const SeriesView& view) : m_plot(plot), m_view(view) {}

  void draw() {
    for (std::size_t r = 0; r < m_view.runs.size(); ++r)
      for (std::size_t k = 0; k < m_view.quantities.size(); ++k)
        for (Curve& curve : curvesOf(m_view, m_view.runs[r], k)) m_curves.push_back({r, k, std::move(curve)});
    addBands();
    setAxes();
    for (const Band& band : m_bands) drawBand(band);
    for (const Drawn& drawn : m_curves) addCurve(drawn);
    addLegend();
    if (!m_view.isPhase()) addImpacts();
    addCursors();
  }

 private:
  struct Drawn {
    std::size_t run, quantity;
    Curve curve;
  };

  /// Mean ± deviation of a coordinate over all futures.
  struct Band {
    std::size_t quantity;
    Eigen::VectorXd time, low, high;
  };

  void addBands() {
    if (!m_view.futures || m_view.isPhase() || m_view.logX || m_view.logY) return;
    const FuturesAnswer& answer = *m_view.futures->answer;
    for (std::size_t k = 0; k < m_view.quantities.size(); ++k) {
      const RunQuantity& quantity = m_view.quantities[k];
      if (quantity.kind != RunQuantity::Kind::Coordinate || quantity.index >= answer.mean.rows()) continue;
      std::vector<Eigen::Index> known;
      for (Eigen::Index i = 0; i < answer.times.size(); ++i)
        if (std::isfinite(answer.mean(quantity.index, i)) &&
            (!m_view.x || m_view.x->contains(answer.times[i])))
          known.push_back(i);
      if (known.size() < 2) continue;
      const Eigen::VectorXd mean = answer.mean(quantity.index, known),
                            deviation = answer.deviation(quantity.index, known);
      m_bands.push_back({k, answer.times(known), mean - deviation, mean + deviation});
    }
  }

  void drawBand(const Band& band) {
    QColor color = lookOf(m_view, 0, band.quantity).color;
    QCPAxis* y = m_view.isLeft(band.quantity) ? m_plot.yAxis : m_plot.yAxis2;
    const auto edge = [&](const Eigen::VectorXd& values) {
      QCPGraph* graph = m_plot.addGraph(m_plot.xAxis, y);
      graph->setPen(Qt::NoPen);
      graph->setData(QVector<double>(band.time.begin(), band.time.end()),
                     QVector<double>(values.begin(), values.end()), true);
      return graph;
    };
    QCPGraph *low = edge(band.low), *high = edge(band.high);
    color.setAlphaF(0.16F);
    high->setName(QStringLiteral("± ") + m_view.quantities[band.quantity].key);
    high->setBrush(color);
    high->setChannelFillGraph(low);
  }

  void setAxes() {
    std::vector<const Eigen::VectorXd*> x, left, right;
    for (const Drawn& drawn : m_curves) {
      x.push_back(&drawn.curve.x);
      (m_view.isLeft(drawn.quantity) ? left : right).push_back(&drawn.curve.y);
    }
    for (const Band& band : m_bands)
      for (const Eigen::VectorXd* edge : {&band.low, &band.high})
        (m_view.isLeft(band.quantity) ? left : right).push_back(edge);
    const double roomX = m_view.isPhase() ? 0.06 : 0;
    m_plot.setAxis(m_plot.xAxis, m_view.x.value_or(rangeOf(x, m_view.logX, roomX)),
                   RoundTicker::Steps::Decimal, m_view.logX);
    m_plot.setAxis(m_plot.yAxis, m_view.left.value_or(rangeOf(left, m_view.logY, 0.06)),
                   RoundTicker::Steps::Decimal, m_view.logY);
    const QString over = m_view.isPhase() ? m_view.over.name : QString();
    m_plot.setCaptions({over.isEmpty() ? QStringLiteral("t") : QString(),
                        over + QStringLiteral(" (%1)").arg(m_view.over.unit)},
                       {{}, wordsOf(true)});
    m_plot.showRightAxis(!right.empty());
    if (right.empty()) return;
    m_plot.setAxis(m_plot.yAxis2, m_view.right.value_or(rangeOf(right, m_view.logY, 0.06)),
                   RoundTicker::Steps::Decimal, m_view.logY);
    m_plot.yAxis2->setLabel(wordsOf(false));
  }

  /// "gap of ac (m)" where there is one quantity, else "velocity, energy (m/s, J)": of one axis.
  QString wordsOf(bool left) const {
    QStringList kinds, units;
    for (std::size_t k = 0; k < m_view.quantities.size(); ++k)
      if (m_view.isLeft(k) == left) {
        kinds += kindWord(m_view.quantities[k].kind);
        units += m_view.quantities[k].unit;
      }
    kinds.removeDuplicates();
    const QString words =
        m_view.quantities.size() == 1 ? m_view.quantities.front().name : kinds.join(QStringLiteral(", "));
    return QStringLiteral("%1 (%2)").arg(words, joinedUnits(units));
  }

  void addCurve(const Drawn& drawn) {
    const Look look = lookOf(m_view, drawn.run, drawn.quantity);
    const QPen pen =
        m_plot.plotStyle().pen(look.color, drawn.run == 0 ? PlotStyle::lineWidth : 1.1, look.line);
    QCPAxis* y = m_view.isLeft(drawn.quantity) ? m_plot.yAxis : m_plot.yAxis2;
    const QString name = m_view.quantities[drawn.quantity].key;
    if (!m_view.isPhase()) {
      QCPGraph* graph = m_plot.addLine(name, thinned(drawn.curve.x, drawn.curve.y, 1000), pen);
      graph->setValueAxis(y);
      return;
    }
    auto* way = new QCPCurve(m_plot.xAxis, y);
    way->setName(name);
    way->setPen(pen);
    way->setData(QVector<double>(drawn.curve.x.begin(), drawn.curve.x.end()),
                 QVector<double>(drawn.curve.y.begin(), drawn.curve.y.end()));
  }

  void addLegend() {
    std::vector<LegendEntry> entries;
    if (!m_bands.empty())
      entries.push_back(
          {QObject::tr("bands: mean ± deviation of the futures"), {}, LegendEntry::Mark::None, {}});
    if (hidesValues())
      entries.push_back({QObject::tr("values ≤ 0 are left out"), {}, LegendEntry::Mark::None, {}});
    // Runs first: they are few, and of many quantities only some have room.
    const bool isOne = m_view.quantities.size() == 1 || m_view.hasKeptRuns();
    for (std::size_t r = 0; r < m_view.runs.size() && m_view.runs.size() > 1; ++r) {
      const Look look = lookOf(m_view, r, 0);
      entries.push_back({m_view.runs[r].name, isOne ? look.color : theme::quietInk(), LegendEntry::Mark::Line,
                         m_view.quantities.size() > 1 && m_view.hasKeptRuns() ? Qt::SolidLine : look.line});
    }
    for (std::size_t k = 0; k < m_view.quantities.size(); ++k) {
      if (m_view.quantities.size() == 1 && m_view.runs.size() > 1) continue;  // the axis has its name
      const QString side = m_view.isLeft(k) ? QString() : QObject::tr(" (right)");
      const Look look = lookOf(m_view, 0, k);
      const bool byStroke = m_view.hasKeptRuns();
      entries.push_back({m_view.quantities[k].name + side, byStroke ? theme::quietInk() : look.color,
                         LegendEntry::Mark::Line, byStroke ? look.line : Qt::SolidLine});
    }
    m_plot.header()->setEntries(std::move(entries));
  }

  bool hidesValues() const {
    if (!m_view.logX && !m_view.logY) return false;
    for (const SeriesView::Run& run : m_view.runs)
      for (const auto& quantity : run.quantities) {
        if (!quantity || !run.over) continue;
        if (m_view.logY && (run.values->of(*quantity).array() <= 0).any()) return true;
        if (m_view.logX && (run.values->of(*run.over).array() <= 0).any()) return true;
      }
    return false;
  }

  void addImpacts() {
    std::vector<double> times;
    for (const ImpactEvent& impact : m_view.snapshot->trajectory->impacts) times.push_back(impact.time);
    new TimeMarks(&m_plot, std::move(times));
  }

  void addCursors() {
    for (std::size_t i = 0; i < m_view.cursors.size(); ++i) {
      const QColor color = theme::ink();
      auto* letter = new QCPItemText(&m_plot);
      letter->setText(SeriesView::cursorName(i));
      letter->setFont(m_plot.plotStyle().font(PlotStyle::smallText, QFont::DemiBold));
      letter->setColor(color);
      letter->setPadding(QMargins(2, 0, 2, 0));
      if (!m_view.isPhase()) {
        QCPItemLine* line = m_plot.addCursor(color, Qt::DotLine);
        StyledPlot::moveCursor(line, m_view.cursors[i]);
        letter->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        letter->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        letter->position->setCoords(m_view.cursors[i], 0);
        continue;
      }
      const SeriesView::Run& run = m_view.runs.front();
      const QPointF at(run.values->at(*run.over, m_view.cursors[i]),
                       run.values->at(*run.quantities.front(), m_view.cursors[i]));
      auto* ring = new QCPItemTracer(&m_plot);
      ring->setStyle(QCPItemTracer::tsCircle);
      ring->setSize(8 * m_plot.plotStyle().unit);
      ring->setPen(m_plot.plotStyle().pen(color, 1.4));
      ring->setBrush(Qt::NoBrush);
      ring->position->setCoords(at);
      letter->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
      letter->position->setCoords(at);
    }
  }

  StyledPlot& m_plot;
  const SeriesView& m_view;
  std::vector<Drawn> m_curves;
  std::vector<Band> m_bands;
};

}  // namespace

void drawSeries(StyledPlot& plot, const SeriesView& view) {
  SeriesDrawing(plot, view).draw();
}

}  // namespace carom
