#include "orderings/graph_cards.h"

#include <QObject>
#include <array>
#include <cmath>

#include "answer/coordinate_units.h"
#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/hover_card.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "impact/reflection.h"

namespace carom {

namespace {

constexpr int mostRows = 12;

Html quiet(const QString& text) {
  return Html::markup(QStringLiteral("<span style='color:%1'>").arg(theme::quietInk().name())) + text +
         Html::markup(QStringLiteral("</span>"));
}

Html heading(const OrderingGraphPicture& picture, int node) {
  const int outcome = picture.outcomeOf(node);
  Html text = theme::mathHtml(picture.label(node)).bold();
  if (outcome >= 0) text += QStringLiteral(" ") + Html(QObject::tr("outcome %1").arg(outcome + 1)).bold();
  if (picture.graph()->isOpen(picture.id(node)))
    text += QStringLiteral(" ") + quiet(QObject::tr("not searched further"));
  return text;
}

Html orderingsLine(const OrderingGraph& graph, OrderingGraph::NodeId node) {
  const auto least = graph.minLength(node), most = graph.maxLength(node);
  if (!graph.complete()) return quiet(QObject::tr("after %1 at least").arg(reflectionsText(least)));
  const QString orderings = orderingsText(graph.orderingsTo(node));
  if (least == most) return quiet(QObject::tr("%1 to here · length %2").arg(orderings, formatCount(least)));
  return quiet(
      QObject::tr("%1 to here · length %2 to %3").arg(orderings, formatCount(least), formatCount(most)));
}

/// Momentum and velocity per coordinate, each with its unit.
Html momentumTable(const OrderingGraphPicture& picture, OrderingGraph::NodeId node) {
  const ImpactProblem& problem = picture.report()->problem;
  const Eigen::VectorXd p = replay(problem, picture.graph()->wordTo(node)).momentum;
  const Eigen::VectorXd v = problem.metric().velocity(p);
  const auto& coordinates = picture.snapshot->instance.mechanism->coordinates();
  const double largestP = p.lpNorm<Eigen::Infinity>(), largestV = v.lpNorm<Eigen::Infinity>();
  HtmlRows rows{
      {QString(), quiet(QObject::tr("momentum")), QString(), quiet(QObject::tr("velocity")), QString()}};
  for (int i = 0; i < std::min<int>(static_cast<int>(p.size()), mostRows); ++i) {
    rows.append(HtmlRow{QString::fromStdString(coordinates[i].name), formatBeside(largestP, p[i]),
                        quiet(q(momentumUnit(coordinates[i]))), formatBeside(largestV, v[i]),
                        quiet(q(velocityUnit(coordinates[i])))});
  }
  if (p.size() > mostRows) rows.append(HtmlRow{quiet(QObject::tr("… %1 more").arg(p.size() - mostRows))});
  return cardTable(rows);
}

Html coordinatesTable(const OrderingGraphPicture& picture, OrderingGraph::NodeId node) {
  const ImpactProblem& problem = picture.report()->problem;
  const auto c = picture.graph()->contactCoordinates(node);
  const int count = static_cast<int>(c.size());
  const double largest = problem.momentumNorm();
  HtmlRows rows{{quiet(QObject::tr("contact")), quiet(QStringLiteral("c (√J)")), QString()}};
  for (int i = 0; i < std::min(count, mostRows); ++i)
    rows.append(
        HtmlRow{contactName(problem, i), formatBeside(largest, c[i]),
                problem.isInfeasible(c[i]) ? Html(QObject::tr("closing")) : quiet(QObject::tr("feasible"))});
  if (count > mostRows) rows.append(HtmlRow{quiet(QObject::tr("… %1 more").arg(count - mostRows))});
  return cardTable(rows);
}

/// The name of an impulse, with its formula by the law of the contact.
QString impulseLabel(const OrderingGraphPicture& picture, const ContactLabel& label) {
  if (label.collision) return QObject::tr("impulse, %1").arg(QString::fromStdString(label.collision->law));
  if (picture.snapshot->settings.reflectionRestitution) return QObject::tr("impulse −(1+√e)c/‖u‖");
  return label.restitution == 1 ? QObject::tr("impulse −2c/‖u‖") : QObject::tr("impulse −(1+e)c/‖u‖");
}

}  // namespace

Html nodeCard(const OrderingGraphPicture& picture, int node) {
  const OrderingGraph& graph = *picture.graph();
  const auto id = picture.id(node);
  return heading(picture, node) + Html::lineBreak() + orderingsLine(graph, id) + momentumTable(picture, id) +
         coordinatesTable(picture, id);
}

Html edgeCard(const OrderingGraphPicture& picture, int edge) {
  const auto& e = picture.shown.edges[edge];
  const ImpactProblem& problem = picture.report()->problem;
  const Html ends =
      theme::mathHtml(picture.label(e.from)) + QStringLiteral(" → ") + theme::mathHtml(picture.label(e.to));
  if (e.swallowed > 0)
    return Html(reflectionsText(static_cast<std::uint64_t>(e.swallowed) + 1)).bold() + Html::lineBreak() +
           ends + Html::lineBreak() + quiet(QObject::tr("a click unfolds the first of them"));
  const auto& label = problem.labels()[e.contact];
  const double c = picture.graph()->contactCoordinates(picture.id(e.from))[e.contact];
  const double norm = problem.normalNorms()[e.contact];
  const QString bodies = QString::fromStdString(label.bodies[0]) + QStringLiteral(" – ") +
                         QString::fromStdString(label.bodies[1]);
  const Eigen::VectorXd from = replay(problem, picture.graph()->wordTo(picture.id(e.from))).momentum;
  const Replay push = replay(problem.withMomentum(from), std::array{e.contact});
  HtmlRows rows{
      {QObject::tr("c before"), formatNumber(c), QStringLiteral("√J")},
      {QObject::tr("approach speed"), formatNumber(c * norm), QStringLiteral("m/s")},
      {impulseLabel(picture, label), formatNumber(push.impulses[e.contact]), QStringLiteral("N·s")}};
  if (label.collision)
    rows.append(HtmlRow{QObject::tr("friction"), formatNumber(push.friction.row(e.contact).norm()),
                        QStringLiteral("N·s")});
  if (picture.probabilities)
    rows.append(HtmlRow{QObject::tr("probability"), formatFixed(picture.probability(edge), 3), QString()});
  const auto& gaps = picture.report()->gaps;
  if (gaps && gaps->exactFirst && e.from == ShownGraph::root)
    rows.append(HtmlRow{QObject::tr("exactly"), formatFixed((*gaps->exactFirst)[e.contact], 6), QString()});
  return Html(QObject::tr("contact %1").arg(contactName(problem, e.contact))).bold() + QStringLiteral(" ") +
         quiet(bodies) + Html::lineBreak() + ends + cardTable(rows);
}

}  // namespace carom
