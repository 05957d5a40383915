#include "motion/xi_curve_figure.h"

#include <cmath>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

/// "third reflection": the one that the longest ordering has on one side of a kink only.
QString lengthText(const LengthChange& change) {
  static constexpr const char* ordinals[] = {
      QT_TRANSLATE_NOOP("QObject", "first reflection"), QT_TRANSLATE_NOOP("QObject", "second reflection"),
      QT_TRANSLATE_NOOP("QObject", "third reflection"), QT_TRANSLATE_NOOP("QObject", "fourth reflection"),
      QT_TRANSLATE_NOOP("QObject", "fifth reflection"), QT_TRANSLATE_NOOP("QObject", "sixth reflection")};
  const int longer = std::max(change.before, change.after);
  if (std::abs(change.before - change.after) > 1) return reflectionsText(static_cast<std::uint64_t>(longer));
  if (longer >= 1 && longer <= std::ssize(ordinals)) return QObject::tr(ordinals[longer - 1]);
  return QObject::tr("%1th reflection").arg(longer);
}

std::vector<CurveNote> notesOn(const XiCurveData& data) {
  constexpr std::size_t mostTouches = 6, mostChanges = 3;
  std::vector<CurveNote> notes;
  const auto [low, high] = data.extent();
  const QPointF middle(0.5 * (low + high), 0);
  if (data.nothingCloses()) return {{middle, verdictText(Verdict::NothingCloses), theme::quietInk(), true}};
  if (data.uniqueEverywhere())
    return {{middle,
             QObject::tr("%1, at every %2").arg(verdictText(Verdict::UniqueHere), plainSymbol(data.label())),
             theme::goodInk(), true}};
  const auto touches = data.uniqueTouches();
  if (touches.size() <= mostTouches)
    for (const UniqueTouch& touch : touches)
      notes.push_back(
          {{touch.x, 0}, verdictText(data.verdictAt(touch.x)), theme::goodInk(), true, true, true});
  const auto changes = data.lengthChanges();
  if (changes.size() <= mostChanges)
    for (const LengthChange& change : changes)
      notes.push_back({{change.x, change.xi}, lengthText(change), theme::quietInk(), false, false, false});
  return notes;
}

QCPItemEllipse* addDisc(StyledPlot& plot, double radius, const QPen& pen, const QBrush& brush) {
  auto* disc = new QCPItemEllipse(&plot);
  plot.toCursorLayer(disc);
  disc->setClipToAxisRect(false);
  disc->setPen(pen);
  disc->setBrush(brush);
  auto* centre = new QCPItemTracer(&plot);
  plot.toCursorLayer(centre);
  centre->setStyle(QCPItemTracer::tsNone);
  centre->setObjectName(QStringLiteral("centre"));
  centre->position->setType(QCPItemPosition::ptPlotCoords);
  const double r = plot.plotStyle().unit * radius;
  for (QCPItemPosition* corner : {disc->topLeft, disc->bottomRight}) {
    corner->setParentAnchor(centre->position);
    corner->setType(QCPItemPosition::ptAbsolute);
    corner->setCoords(corner == disc->topLeft ? QPointF(-r, -r) : QPointF(r, r));
  }
  return disc;
}

QCPItemPosition* centreOf(QCPItemEllipse* disc) {
  return static_cast<QCPItemPosition*>(disc->topLeft->parentAnchor());
}

}  // namespace

void XiCurveDrawing::showNotice(const QString& notice) {
  m_plot.clearContent();
  m_line = nullptr;
  m_dot = m_ring = nullptr;
  m_notes = nullptr;
  m_plot.showNotice(notice);
}

void XiCurveDrawing::setData(const XiCurveData& data, bool faded, bool withPresent) {
  m_plot.clearContent();
  m_line = nullptr;
  m_dot = m_ring = nullptr;
  const auto [low, high] = data.extent();
  const double peak = data.xi.size() == 0 ? 0 : data.xi.array().isNaN().select(0, data.xi).maxCoeff();
  constexpr double rounding = 1e-7;  // lets a tick stand at an end that is round but for it
  const double room = data.parameter.integer ? 0.5 : rounding * (high - low);
  const auto steps = data.parameter.integer         ? RoundTicker::Steps::Whole
                     : data.parameter.unit == "deg" ? RoundTicker::Steps::Degrees
                                                    : RoundTicker::Steps::Decimal;
  m_plot.setAxis(m_plot.xAxis, {low - room, high + room}, steps);
  m_plot.setAxis(m_plot.yAxis, roundRange(0, peak > 1e-9 ? 1.04 * peak : 1), RoundTicker::Steps::Decimal);
  const QString unit = data.unitWords();
  m_plot.setCaptions({data.label(), unit.isEmpty() ? QString() : QStringLiteral("(%1)").arg(unit)},
                     {QStringLiteral("ξ"), {}});
  addCurve(data, faded);
  if (!withPresent) return;
  addPresent();
  setPresent(data);
}

void XiCurveDrawing::addCurve(const XiCurveData& data, bool faded) {
  QColor color = theme::isDark() ? theme::accent() : theme::blue;
  if (faded) color.setAlphaF(0.35F);
  QCPGraph* curve = m_plot.addLine(QStringLiteral("xi"), thinned(data.x, data.xi),
                                   m_plot.plotStyle().pen(color, PlotStyle::lineWidth + 0.2));
  if (data.parameter.integer) {
    const PlotStyle& style = m_plot.plotStyle();
    curve->setScatterStyle({QCPScatterStyle::ssDisc, style.pen(color, 1).color(), color, 6 * style.unit});
  }
  m_notes = faded ? nullptr : new CurveNotes(&m_plot, curve, notesOn(data));
}

void XiCurveDrawing::addPresent() {
  const PlotStyle& style = m_plot.plotStyle();
  const QColor color = theme::isDark() ? theme::goodInk() : theme::green;
  m_line = m_plot.addCursor(color, Qt::DashLine);
  const QColor rim = style.paper ? QColor(Qt::white) : theme::panelGround();
  m_dot = addDisc(m_plot, 5, style.pen(rim, 1.4), color);
  m_ring = addDisc(m_plot, 4, style.pen(theme::ink(), 1.3), Qt::NoBrush);
  setHover({});
}

bool XiCurveDrawing::setPresent(const XiCurveData& data) {
  if (!m_line) return false;
  const double x = data.present, xi = data.presentXi;
  StyledPlot::moveCursor(m_line, x);
  const bool inside = m_plot.xAxis->range().contains(x);
  m_line->setVisible(inside);
  m_dot->setVisible(inside && !std::isnan(xi));
  centreOf(m_dot)->setCoords(x, std::isnan(xi) ? 0 : xi);
  if (!m_notes) return false;
  const bool haveOthers =
      m_notes->setNotes(notesOn(data));  // more is known of the present value than of others
  return m_notes->setCursor(x) || haveOthers;
}

void XiCurveDrawing::setHover(std::optional<QPointF> point) {
  if (!m_ring) return;
  m_ring->setVisible(point.has_value());
  if (point) centreOf(m_ring)->setCoords(*point);
}

double XiCurveDrawing::presentX() const {
  return m_line ? m_line->start->coords().x() : std::numeric_limits<double>::quiet_NaN();
}

QPointF XiCurveDrawing::presentDot() const {
  return m_dot && m_dot->visible() ? centreOf(m_dot)->coords() : QPointF(qQNaN(), qQNaN());
}

namespace {

const SweepResult& curveOf(const SnapshotPtr& snapshot) {
  if (snapshot->curve) return *snapshot->curve;
  const QString why = whyNoCurve(*snapshot);
  throw FigureError((why.isEmpty() ? QObject::tr("ξ was not computed over a range.") : why).toStdString());
}

}  // namespace

XiCurveFigure::XiCurveFigure(SnapshotPtr snapshot, bool markPresent)
    : XiCurveFigure(snapshot, curveOf(snapshot), markPresent) {}

XiCurveFigure::XiCurveFigure(SnapshotPtr snapshot, const SweepResult& curve, bool markPresent)
    : m_snapshot(std::move(snapshot)), m_data(xiCurveData(*m_snapshot, curve)), m_markPresent(markPresent) {}

QString XiCurveFigure::title() const {
  return QObject::tr("ξ over %1 — %2")
      .arg(plainSymbol(m_data.label()), QString::fromStdString(m_snapshot->scene->title()));
}

FigureSource XiCurveFigure::source() const {
  return {m_markPresent ? name() : QStringLiteral("billiard-xi"), m_snapshot, {}};
}

void XiCurveFigure::draw(StyledPlot& plot) const {
  XiCurveDrawing(plot).setData(m_data, false, m_markPresent);
}

}  // namespace carom
