#include "motion/series_drawing.h"

#include <algorithm>
#include <cmath>

#include "common/theme.h"
#include "plot/inside_name.h"

namespace carom {

namespace {

/// The values that an axis can show: positive ones where it is logarithmic.
bool isShown(double value, bool isLog) {
  return std::isfinite(value) && (!isLog || value > 0);
}

struct Piece {
  Eigen::VectorXd x, y;
};

/// The pieces of a curve that both axes can show, within the range of x and one sample to each side of it.
std::vector<Piece> visibleParts(const SeriesView& view, const PlotCurve& whole, const Eigen::VectorXd& y) {
  std::vector<Piece> parts;
  Eigen::Index first = -1;
  const Eigen::Index count = whole.x.size();
  for (Eigen::Index i = 0; i <= count; ++i) {
    const bool inside = i < count && (view.isPhase() || !view.x ||
                                      (whole.x[std::min(i + 1, count - 1)] >= view.x->lower &&
                                       whole.x[std::max<Eigen::Index>(i - 1, 0)] <= view.x->upper));
    const bool isKept = inside && isShown(whole.x[i], view.logX) && isShown(y[i], view.logY);
    if (isKept && first < 0) first = i;
    const bool isAnew = isKept && !whole.anew.empty() && whole.anew[static_cast<std::size_t>(i)];
    const bool goesOn = isKept && (first == i || !isAnew);
    if (goesOn || first < 0) continue;
    parts.push_back({whole.x.segment(first, i - first), y.segment(first, i - first)});
    first = isKept ? i : -1;
  }
  return parts;
}

/// The least range that holds all values, with some room; in powers of ten where it is logarithmic.
QCPRange rangeOf(const std::vector<const Eigen::VectorXd*>& values, bool isLog, double room, double logRoom) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Eigen::VectorXd* each : values)
    if (each->size() > 0) {
      low = std::min(low, each->minCoeff());
      high = std::max(high, each->maxCoeff());
    }
  if (!(low <= high)) return isLog ? QCPRange(0.1, 10) : QCPRange(0, 1);
  if (isLog) return low < high ? QCPRange(low / logRoom, high * logRoom) : QCPRange(low / 10, high * 10);
  const double edge = room * (high - low);
  return low < high ? QCPRange(low - edge, high + edge) : roundRange(low, high);
}

class SeriesDrawing {
 public:
  SeriesDrawing(StyledPlot& plot, const SeriesView& view, const PlotContent& content)
      : m_plot(plot), m_view(view), m_content(content) {}

  void draw() {
    findPieces();
    addBands();
    setAxes();
    for (const Band& band : m_bands) drawBand(band);
    // Stacks are drawn from their top: each area reaches down to the axis.
    for (auto drawn = m_drawn.rbegin(); drawn != m_drawn.rend(); ++drawn)
      if (shapeOf(*drawn->curve) == Shape::Area) addArea(*drawn);
    for (const Drawn& drawn : m_drawn) {
      if (shapeOf(*drawn.curve) == Shape::Bars) addBars(*drawn.curve);
      if (shapeOf(*drawn.curve) == Shape::Line) addLine(drawn);
    }
    addNames();
    addLegend();
    addNote();
    if (m_view.alongTime && !m_view.isPhase()) addImpacts();
    addCursors();
  }

 private:
  using Shape = PlotCurve::Shape;
  struct Drawn {
    const PlotCurve* curve;
    std::vector<Piece> pieces;
  };

  /// On an axis in powers of ten nothing is stacked: there each energy is a line.
  Shape shapeOf(const PlotCurve& curve) const {
    return m_view.logY && curve.isDrawn() ? Shape::Line : curve.shape;
  }

  void findPieces() {
    Eigen::VectorXd stacked;
    for (const PlotCurve& curve : m_content.curves) {
      if (!curve.isDrawn() || curve.x.size() != curve.y.size()) continue;
      if (shapeOf(curve) == Shape::Area)
        stacked = stacked.size() == 0 ? curve.y : Eigen::VectorXd(stacked + curve.y);
      m_drawn.push_back(
          {&curve, visibleParts(m_view, curve, shapeOf(curve) == Shape::Area ? stacked : curve.y)});
    }
  }

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
    QColor color = colorOf(band);
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
    high->setName(QStringLiteral("± ") + keyOf(m_view.quantities[band.quantity]));
    high->setBrush(color);
    high->setChannelFillGraph(low);
  }

  QColor colorOf(const Band& band) const {
    const QString key = keyOf(m_view.quantities[band.quantity]);
    const auto found = std::ranges::find(m_content.curves, key, &PlotCurve::key);
    return found == m_content.curves.end() ? theme::quietInk() : found->color;
  }

  void setAxes() {
    std::vector<const Eigen::VectorXd*> x, left, right;
    for (const Drawn& drawn : m_drawn)
      for (const Piece& piece : drawn.pieces) {
        x.push_back(&piece.x);
        (drawn.curve->isLeft ? left : right).push_back(&piece.y);
      }
    for (const Band& band : m_bands)
      for (const Eigen::VectorXd* edge : {&band.low, &band.high})
        (m_view.isLeft(band.quantity) ? left : right).push_back(edge);
    const auto rangeFor = [&](const auto& values, bool isLog, double room, const auto& given) {
      return given && !isLog ? *given : rangeOf(values, isLog, room, m_content.logRoom);
    };
    m_plot.setAxis(m_plot.xAxis,
                   m_view.x.value_or(rangeFor(x, m_view.logX, m_view.isPhase() ? 0.06 : 0, m_content.xRange)),
                   m_view.alongTime ? RoundTicker::Steps::Decimal : RoundTicker::Steps::Whole, m_view.logX);
    m_plot.setAxis(m_plot.yAxis, m_view.left.value_or(rangeFor(left, m_view.logY, 0.06, m_content.leftRange)),
                   RoundTicker::Steps::Decimal, m_view.logY);
    m_plot.setCaptions(m_content.x, m_content.y);
    m_plot.showRightAxis(!right.empty());
    if (right.empty()) return;
    m_plot.setAxis(m_plot.yAxis2, m_view.right.value_or(rangeOf(right, m_view.logY, 0.06, m_content.logRoom)),
                   RoundTicker::Steps::Decimal, m_view.logY);
    m_plot.yAxis2->setLabel(m_content.right);
  }

  void addArea(const Drawn& drawn) {
    constexpr double between = 0.8;  // px of the line that parts areas of the same tint in grey
    for (const Piece& piece : drawn.pieces) {
      QCPGraph* area = m_plot.addLine(drawn.curve->key, thinned(piece.x, piece.y, columns), Qt::NoPen);
      if (drawn.curve->line != Qt::NoPen) area->setPen(m_plot.plotStyle().pen(theme::panelGround(), between));
      area->setBrush(drawn.curve->color);
      area->setAntialiasedFill(true);
    }
  }

  /// The names of bodies and of other energies in what is stacked, on paper, where colours may become tints
  /// of grey.
  void addNames() {
    if (!m_plot.plotStyle().paper || m_view.logY || m_view.logX) return;
    Eigen::VectorXd low;
    for (const PlotCurve& curve : m_content.curves) {
      const bool isStacked = curve.shape == Shape::Area || curve.shape == Shape::Bars;
      if (!isStacked || curve.x.size() != curve.y.size()) continue;
      if (low.size() == 0) low = Eigen::VectorXd::Zero(curve.y.size());
      if (low.size() != curve.y.size()) return;
      const Eigen::VectorXd high = low + curve.y;
      if (curve.shape == Shape::Bars)
        for (Eigen::Index i = 0; i < curve.x.size(); ++i)
          addName(curve, {curve.x[i] - barWidth / 2, low[i], barWidth, curve.y[i]});
      else
        addName(curve, widestRoom(curve.x, low, high));
      low = high;
    }
  }

  /// The longest stretch in which an area is as high as a name, in its middle half.
  QRectF widestRoom(const Eigen::VectorXd& x, const Eigen::VectorXd& low, const Eigen::VectorXd& high) const {
    QRectF best;
    for (Eigen::Index i = 0; i < x.size();) {
      Eigen::Index j = i;
      while (j < x.size() && high[j] - low[j] >= leastHeight()) ++j;
      if (j > i && x[j - 1] - x[i] > 2 * best.width()) {
        const double quarter = (x[j - 1] - x[i]) / 4;
        double floor = -HUGE_VAL, ceiling = HUGE_VAL;
        for (Eigen::Index k = i; k < j; ++k)
          if (x[std::min(k + 1, j - 1)] > x[i] + quarter && x[std::max(k - 1, i)] < x[j - 1] - quarter) {
            floor = std::max(floor, low[k]);
            ceiling = std::min(ceiling, high[k]);
          }
        if (floor < ceiling) best = {x[i] + quarter, floor, 2 * quarter, ceiling - floor};
      }
      i = j + 1;
    }
    return best;
  }

  double leastHeight() const { return 0.12 * m_plot.yAxis->range().size(); }

  void addName(const PlotCurve& curve, const QRectF& room) {
    if (room.width() > 0 && room.height() >= leastHeight())
      new InsideName(&m_plot, curve.name, room, curve.color);
  }

  void addBars(const PlotCurve& curve) {
    constexpr double between = 0.8;  // px, as between areas
    auto* bars = new QCPBars(m_plot.xAxis, m_plot.yAxis);
    bars->setName(curve.key);
    bars->setWidth(barWidth);
    bars->setPen(m_plot.plotStyle().pen(theme::panelGround(), between));
    bars->setStackingGap(0);
    bars->setBrush(curve.color);
    bars->setData(QVector<double>(curve.x.begin(), curve.x.end()),
                  QVector<double>(curve.y.begin(), curve.y.end()), true);
    if (m_bars) bars->moveAbove(m_bars);
    m_bars = bars;
  }

  void addLine(const Drawn& drawn) {
    const PlotCurve& curve = *drawn.curve;
    const PlotStyle& style = m_plot.plotStyle();
    const QPen pen =
        style.pen(curve.color, curve.width, curve.line == Qt::NoPen ? Qt::SolidLine : curve.line);
    QCPAxis* y = curve.isLeft ? m_plot.yAxis : m_plot.yAxis2;
    for (const Piece& piece : drawn.pieces) {
      if (!m_view.isPhase()) {
        QCPGraph* graph = m_plot.addLine(curve.key, thinned(piece.x, piece.y, columns), pen);
        graph->setValueAxis(y);
        if (curve.hasDots || curve.shape == Shape::Bars)
          graph->setScatterStyle({QCPScatterStyle::ssDisc, curve.color, curve.color, 5.5 * style.unit});
        continue;
      }
      auto* way = new QCPCurve(m_plot.xAxis, y);
      way->setName(curve.key);
      way->setPen(pen);
      way->setData(QVector<double>(piece.x.begin(), piece.x.end()),
                   QVector<double>(piece.y.begin(), piece.y.end()));
    }
  }

  void addLegend() {
    std::vector<LegendEntry> entries;
    if (!m_bands.empty())
      entries.push_back(
          {QObject::tr("bands: mean ± deviation of the futures"), {}, LegendEntry::Mark::None, {}});
    if (hidesValues())
      entries.push_back({QObject::tr("values ≤ 0 are left out"), {}, LegendEntry::Mark::None, {}});
    entries.insert(entries.end(), m_content.legend.begin(), m_content.legend.end());
    m_plot.header()->setEntries(std::move(entries));
  }

  bool hidesValues() const {
    return std::ranges::any_of(m_drawn, [this](const Drawn& drawn) {
      return (m_view.logY && (drawn.curve->y.array() <= 0).any()) ||
             (m_view.logX && (drawn.curve->x.array() <= 0).any());
    });
  }

  void addNote() {
    if (m_content.note.isEmpty()) return;
    const PlotStyle& style = m_plot.plotStyle();
    auto* text = new FittedText(&m_plot);
    text->setText(m_content.note);
    text->setShorter(m_content.shortNote);
    text->setFont(style.font(PlotStyle::smallText));
    text->setColor(theme::quietInk());
    text->setPadding(QMargins(0, 0, 0, style.px(2)));
    // The topmost decade has no room above its lines.
    text->setPositionAlignment(Qt::AlignRight | (m_view.logY ? Qt::AlignTop : Qt::AlignBottom));
    text->setTextAlignment(Qt::AlignRight);
    text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text->position->setTypeY(QCPItemPosition::ptPlotCoords);
    text->position->setCoords(1, std::min(m_content.noteAt, m_plot.yAxis->range().upper));
    text->setClipToAxisRect(false);  // it may stand above a low plot
    if (m_content.noteAt < m_plot.yAxis->range().lower) text->setVisible(false);
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
        // Above the marks of impacts where a note has the upper edge.
        const bool isLow = !m_content.note.isEmpty();
        letter->setPositionAlignment(Qt::AlignLeft | (isLow ? Qt::AlignBottom : Qt::AlignTop));
        if (isLow) letter->setPadding(QMargins(2, 0, 2, m_plot.plotStyle().px(10)));
        letter->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        letter->position->setCoords(m_view.cursors[i], isLow ? 1 : 0);
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

  static constexpr int columns = 1000;  // px that a line looks the same in

  StyledPlot& m_plot;
  const SeriesView& m_view;
  const PlotContent& m_content;
  std::vector<Drawn> m_drawn;
  std::vector<Band> m_bands;
  QCPBars* m_bars = nullptr;  ///< the uppermost ones
};

}  // namespace

void drawSeries(StyledPlot& plot, const SeriesView& view, const PlotContent& content) {
  SeriesDrawing(plot, view, content).draw();
}

}  // namespace carom
