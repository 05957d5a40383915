#include "orderings/graph_scene.h"

#include <QLineF>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/moments.h"
#include "common/run_names.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

/// "gaps lead along 3 of 28 orderings (20 000 samples)".
QString gapsText(const ImpactReport& report) {
  const std::size_t realised = report.gaps->orderings.size();
  const QString samples = formatCount(report.gaps->samples);
  if (!report.complete())
    return QObject::tr("gaps lead along %1 (%2 samples)").arg(orderingsText(Count(realised)), samples);
  return QObject::tr("gaps lead along %1 of %2 (%3 samples)")
      .arg(formatCount(realised), orderingsText(report.orderings), samples);
}

/// Why the search ended early.
QString limitText(Limit limit) {
  return limit == Limit::Cancelled ? QObject::tr("cancelled") : QString::fromUtf8(toString(limit));
}

QString noticeFor(const Snapshot& snapshot) {
  if (!snapshot.report) return noReportText(snapshot);
  const ImpactReport& report = *snapshot.report;
  if (report.jammed()) return QObject::tr("jammed: %1").arg(jamText(report));
  if (report.graph->edges(ShownGraph::root).empty() && report.complete())
    return QObject::tr("p⁻ is feasible already: no contact closes, nothing reflects.");
  if (!report.groups.empty())
    return QObject::tr("%1 separate groups of contacts, resolved one by one: here the first %2 of %3 momenta")
        .arg(formatCount(report.groups.size()), formatCount(report.graph->nodeCount()),
             formatCount(report.states.str()));
  if (report.collapses)
    return QObject::tr("Every ordering goes on for ever, to one limit: here the first %1")
        .arg(momentaText(report.graph->nodeCount()));
  if (!report.complete())
    return QObject::tr("Incomplete (%1): %2 found, %3 among them")
        .arg(limitText(report.limit()), momentaText(report.graph->nodeCount()),
             outcomesText(report.outcomes.size()));
  if (report.gaps) return gapsText(report);
  return {};
}

bool sameParts(const ShownGraph& a, const ShownGraph& b) {
  const auto sameNode = [](const auto& x, const auto& y) { return x.id == y.id; };
  const auto sameEdge = [](const auto& x, const auto& y) { return x.from == y.from && x.to == y.to; };
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), sameNode) &&
         std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(), sameEdge);
}

/// A node is on a minimal ordering if a reflection that leads to it is; one that is reached unseen may be.
void markNodes(OrderingGraphPicture& picture) {
  using Answer = MinimalMarks::Answer;
  auto& nodes = picture.minimal.nodes;
  nodes.assign(picture.shown.nodes.size(), Answer::No);
  std::vector<bool> seen(nodes.size(), false);
  for (std::size_t e = 0; e < picture.shown.edges.size(); ++e) {
    const int to = picture.shown.edges[e].to;
    nodes[to] = std::max(nodes[to], picture.minimal.edges[e]);
    seen[to] = true;
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (!seen[i]) nodes[i] = i == ShownGraph::root ? Answer::Yes : Answer::Undecided;
}

double distanceToSegment(QPointF p, QPointF a, QPointF b) {
  const QPointF ab = b - a, ap = p - a;
  const double length2 = QPointF::dotProduct(ab, ab);
  const double t = length2 > 0 ? std::clamp(QPointF::dotProduct(ap, ab) / length2, 0.0, 1.0) : 0;
  const QPointF d = ap - t * ab;
  return std::hypot(d.x(), d.y());
}

}  // namespace

bool MinimalMarks::anyUndecided() const {
  return std::find(edges.begin(), edges.end(), Answer::Undecided) != edges.end();
}

void markRecorded(OrderingGraphPicture& picture, const Eigen::VectorXd& measured) {
  if (picture.isEmpty()) return;
  const ImpactReport& report = *picture.report();
  double nearest = HUGE_VAL;
  for (int node = 0; node < static_cast<int>(picture.shown.nodes.size()); ++node) {
    const int outcome = picture.outcomeOf(node);
    if (outcome < 0) continue;
    const double far =
        report.problem.metric().norm(report.outcomes[static_cast<std::size_t>(outcome)].momentum - measured);
    if (far >= nearest) continue;
    nearest = far;
    picture.recorded = node;
  }
  if (picture.recorded < 0) return;
  const QString words =
      QObject::tr("◇ nearest to the recorded p⁺, %1 √J from it").arg(formatNumber(nearest, 3));
  picture.notice = picture.notice.isEmpty() ? words : words + QStringLiteral(" · ") + picture.notice;
}

void markMinimal(OrderingGraphPicture& picture, bool minimalOnly) {
  picture.minimal = {};
  picture.notice = noticeFor(*picture.snapshot);
  if (!minimalOnly || picture.isEmpty() || !picture.snapshot->minimal) return;
  for (const auto& edge : picture.shown.edges)
    picture.minimal.edges.push_back(
        picture.snapshot->minimal->edge(*picture.graph(), picture.id(edge.from), edge.contact));
  markNodes(picture);
  QStringList words{QObject::tr("faded: on no minimal ordering")};
  if (picture.minimal.anyUndecided()) words += QObject::tr("dotted: not decided");
  if (!picture.notice.isEmpty()) words.prepend(picture.notice);
  picture.notice = words.join(QStringLiteral(" · "));
}

int stepAt(const Snapshot& snapshot, const Moment& moment) {
  return moment.impact >= 0 && moment.impact == impactOfReport(snapshot) ? moment.reflection : -1;
}

int OrderingGraphPicture::outcomeOf(int node) const {
  if (!graph() || !graph()->isOutcome(id(node))) return -1;
  if (report()->collapses) return 0;  // whose limit is not in the graph
  const auto& outcomes = report()->outcomes;
  const auto found = std::find_if(outcomes.begin(), outcomes.end(),
                                  [&](const Outcome& outcome) { return outcome.node == id(node); });
  return found == outcomes.end() ? -1 : static_cast<int>(found - outcomes.begin());
}

double OrderingGraphPicture::probability(int edge) const {
  const auto& all = *snapshot->edgeProbabilities;
  const auto found = all.find({id(shown.edges[edge].from), shown.edges[edge].contact});
  return found == all.end() ? 0 : found->second;
}

std::vector<OrderingGraphPicture::LegendLine> OrderingGraphPicture::legend() const {
  std::vector<LegendLine> lines;
  constexpr int most = 6;
  if (!isEmpty() && !compared.nodes.empty()) {
    lines.push_back({theme::accent(), 2.4, wordText(names, path.word, most)});
    lines.push_back(
        {theme::vermilion, 2.4, QObject::tr("%1 (compared)").arg(wordText(names, compared.word, most))});
  }
  if (!isEmpty() && probabilities) {
    lines.push_back({theme::quietInk(), probabilityWidth(1), QObject::tr("probability 1")});
    lines.push_back({theme::quietInk(), probabilityWidth(0.25), QStringLiteral("¼")});
    lines.push_back({theme::quietInk(), 0, QObject::tr("in no sample")});
  }
  return lines;
}

QString OrderingGraphPicture::label(int node) const {
  if (id(node) == ShownGraph::root) return QStringLiteral("p^−");
  if (graph() && graph()->isOutcome(id(node))) return QStringLiteral("p^+");
  return QStringLiteral("p_{%1}").arg(id(node));
}

OrderingGraphPicture makePicture(const SnapshotPtr& snapshot, const Moment& moment, const ShownWishes& wishes,
                                 const OrderingGraphPicture* before) {
  OrderingGraphPicture picture;
  picture.snapshot = snapshot;
  picture.wishes = wishes;
  picture.notice = noticeFor(*snapshot);
  if (snapshot->report)
    picture.names = shortContactNames(snapshot->report->problem.labels(), snapshot->instance);
  const OrderingGraph* graph = picture.graph();
  if (!graph) return picture;
  const bool sameQuestion = before && before->snapshot == snapshot;
  picture.path = sameQuestion ? before->path : pathOf(*graph, snapshot->ordering);
  if (snapshot->comparison) picture.compared = pathOf(*graph, snapshot->comparison->word);
  const int step = picture.step = stepAt(*snapshot, moment);
  picture.shown = chooseShown(*graph, picture.path, step, wishes, {},
                              picture.compared.nodes.empty() ? nullptr : &picture.compared);
  picture.probabilities = snapshot->edgeProbabilities != nullptr;
  if (step >= 0 && step < static_cast<int>(picture.path.nodes.size()))
    picture.current = picture.shown.indexOf(picture.path.nodes[step]);
  if (before && !before->isEmpty() && sameParts(before->shown, picture.shown)) {
    picture.layout = before->layout;
    return picture;
  }
  std::vector<LayoutEdge> edges;
  for (const auto& edge : picture.shown.edges)
    edges.push_back({edge.from, edge.to, edge.swallowed > 0 ? 2 : 1});
  picture.layout = layOutGraph(static_cast<int>(picture.shown.nodes.size()), edges);
  return picture;
}

double GraphView::radius() const {
  return std::clamp(std::min(0.4 * slot, 0.28 * layer), 3.0 * unit, 20.0 * unit);
}

LegendRows legendRows(const OrderingGraphPicture& picture, double width, double unit) {
  LegendRows legend;
  const double room = width - 16 * unit;
  for (const auto& line : picture.legend()) {
    const double words = theme::textWidth(line.words, theme::textFont(11 * unit));
    const double all = (LegendRows::sample + LegendRows::gap + LegendRows::apart) * unit + words;
    if (legend.rows.empty() || legend.widths.back() + all > room) {
      legend.rows.emplace_back();
      legend.widths.push_back(0);
    }
    legend.rows.back().push_back(line);
    legend.widths.back() += all;
  }
  legend.height = LegendRows::rowHeight * unit * static_cast<double>(legend.rows.size());
  return legend;
}

namespace {

constexpr double roomAbove = 30, roomBelow = 50;  // of the graph: units of the design

/// Of what stands below a graph.
double wordsHeight(const OrderingGraphPicture& picture, double width, double unit) {
  return (picture.notice.isEmpty() ? 0 : 30 * unit) + legendRows(picture, width, unit).height;
}

}  // namespace

double heightOf(const OrderingGraphPicture& picture, double width, double layer, double unit) {
  return (roomAbove + roomBelow) * unit + wordsHeight(picture, width, unit) +
         layer * (picture.layout.layers - 1);
}

GraphView fitView(const OrderingGraphPicture& picture, const QRectF& area, double unit) {
  constexpr double widestSlot = 212, tallestLayer = 92;  // as in the design of the window
  GraphView view;
  view.unit = unit;
  const double side = 30 * unit, top = roomAbove * unit;
  const double bottom = roomBelow * unit + wordsHeight(picture, area.width(), unit);
  const double width = std::max(1e-9, picture.layout.right - picture.layout.left);
  const double gaps = std::max(1e-9, static_cast<double>(picture.layout.layers - 1));
  view.slot = std::min(widestSlot * unit, std::max(1.0, area.width() - 2 * side) / width);
  view.layer = std::min(tallestLayer * unit, std::max(1.0, area.height() - top - bottom) / gaps);
  const double spare = area.height() - top - bottom - view.layer * (picture.layout.layers - 1);
  const double middle = (picture.layout.left + picture.layout.right) / 2;
  view.origin =
      QPointF(area.center().x() - middle * view.slot, area.top() + top + std::max(0.0, spare) * 0.35);
  return view;
}

GraphView zoomed(const GraphView& view, QPointF about, double factor) {
  GraphView result = view;
  result.slot *= factor;
  result.layer *= factor;
  result.origin = about + (view.origin - about) * factor;
  return result;
}

std::vector<QPointF> edgeLine(const OrderingGraphPicture& picture, const GraphView& view, int edge) {
  const auto& e = picture.shown.edges[edge];
  std::vector<QPointF> line{view.map(picture.layout.nodes[e.from])};
  for (const QPointF& bend : picture.layout.bends[edge]) line.push_back(view.map(bend));
  line.push_back(view.map(picture.layout.nodes[e.to]));
  return line;
}

QPointF pointOnEdge(const std::vector<QPointF>& line, double share) {
  double total = 0;
  for (std::size_t i = 1; i < line.size(); ++i) total += QLineF(line[i - 1], line[i]).length();
  double left = share * total;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const QLineF part(line[i - 1], line[i]);
    if (left <= part.length() && part.length() > 0) return part.pointAt(left / part.length());
    left -= part.length();
  }
  return line.back();
}

QRectF expanderRect(const OrderingGraphPicture& picture, const GraphView& view, int node) {
  const QPointF centre = view.map(picture.layout.nodes[node]);
  const double r = view.radius();
  const double size = std::max(r, 7 * view.unit);
  const double width = (1.1 + 0.36 * std::to_string(picture.shown.nodes[node].hidden).size()) * size;
  return {centre.x() - width / 2, centre.y() + 1.35 * r, width, 0.85 * size};
}

GraphHit hitTest(const OrderingGraphPicture& picture, const GraphView& view, QPointF point) {
  GraphHit hit;
  const double reach = std::max(view.radius(), 7 * view.unit);
  double nearest = reach;
  for (int i = 0; i < static_cast<int>(picture.shown.nodes.size()); ++i) {
    const QPointF d = view.map(picture.layout.nodes[i]) - point;
    if (const double distance = std::hypot(d.x(), d.y()); distance <= nearest) {
      nearest = distance;
      hit.node = i;
    }
    if (picture.shown.nodes[i].hidden > 0 && expanderRect(picture, view, i).contains(point)) hit.expander = i;
  }
  if (hit.node >= 0) hit.expander = -1;
  if (hit.node >= 0 || hit.expander >= 0) return hit;
  nearest = 9 * view.unit;
  for (int e = 0; e < static_cast<int>(picture.shown.edges.size()); ++e) {
    const auto line = edgeLine(picture, view, e);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const double distance = distanceToSegment(point, line[i], line[i + 1]);
      if (distance >= nearest) continue;
      nearest = distance;
      hit.edge = e;
    }
  }
  return hit;
}

}  // namespace carom
