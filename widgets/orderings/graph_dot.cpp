#include "orderings/graph_dot.h"

#include <QTextStream>
#include <algorithm>
#include <set>

#include "base/impact_words.h"
#include "base/number_format.h"

namespace carom {

QString toDot(const OrderingGraph& graph, const ImpactProblem& problem, const SelectedPath& path,
              std::size_t mostNodes) {
  QString text;
  QTextStream out(&text);
  const auto count = static_cast<OrderingGraph::NodeId>(std::min(graph.nodeCount(), mostNodes));
  std::set<std::pair<OrderingGraph::NodeId, ContactIndex>> bold;
  for (std::size_t i = 0; i + 1 < path.nodes.size(); ++i) bold.insert({path.nodes[i], path.word[i]});
  out << "digraph orderings {\n  node [shape=circle];\n";
  if (count < graph.nodeCount())
    out << "  // the first " << count << " of " << graph.nodeCount() << " momenta\n";
  for (OrderingGraph::NodeId node = 0; node < count; ++node) {
    const bool outcome = graph.isOutcome(node);
    const QString inner = QStringLiteral("p") + subscript(static_cast<int>(node));
    const QString label = node == 0 ? QStringLiteral("p⁻") : outcome ? QStringLiteral("p⁺") : inner;
    QStringList c;
    for (const double value : graph.contactCoordinates(node)) c += plainNumber(value, 6);
    out << "  n" << node << " [label=\"" << label << "\", tooltip=\"c = (" << c.join(QStringLiteral(", "))
        << ") √J\"";
    if (outcome) out << ", shape=doublecircle";
    out << "];\n";
  }
  for (OrderingGraph::NodeId node = 0; node < count; ++node)
    for (const auto& edge : graph.edges(node)) {
      if (edge.target >= count) continue;
      QString name = contactName(problem, edge.contact);
      name.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
      out << "  n" << node << " -> n" << edge.target << " [label=\"" << name << '"';
      if (bold.contains({node, edge.contact})) out << ", penwidth=3";
      out << "];\n";
    }
  out << "}\n";
  return text;
}

}  // namespace carom
