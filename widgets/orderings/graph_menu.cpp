#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QTextStream>

#include "base/atomic_file.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "orderings/ordering_graph_panel.h"

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
    for (const double value : graph.contactCoordinates(node)) c += QString::number(value, 'g', 6);
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

void OrderingGraphPanel::contextMenuEvent(QContextMenuEvent* event) {
  m_card->hide();
  QMenu menu(this);
  const GraphHit hit = m_picture.isEmpty() ? GraphHit{} : hitTest(m_picture, m_view, event->pos());
  const int node = hit.node >= 0                                    ? hit.node
                   : event->reason() == QContextMenuEvent::Keyboard ? m_highlight.cursor
                                                                    : -1;
  if (node >= 0) {
    menu.addAction(QStringLiteral("Select an ordering through here"), this,
                   [this, node] { chooseNode(node); });
    menu.addAction(QStringLiteral("Compare with an ordering through here"), this,
                   [this, node] { compareThrough(node); });
    if (const int hidden = m_picture.shown.nodes[node].hidden; hidden > 0)
      menu.addAction(QStringLiteral("Show its %1 further reflections").arg(hidden), this,
                     [this, id = m_picture.id(node)] { expand(id); });
    menu.addSeparator();
  }
  if (isCompared())
    menu.addAction(QStringLiteral("Stop comparing"), this, &OrderingGraphPanel::stopComparing)
        ->setObjectName(QStringLiteral("stop-comparing"));
  else
    menu.addAction(QStringLiteral("Pin this ordering for comparison"), this, [this] { compareThrough(-1); })
        ->setEnabled(m_picture.graph() != nullptr);
  menu.addSeparator();
  menu.addAction(QStringLiteral("Fit"), this, &OrderingGraphPanel::fit);
  if (m_picture.shown.hiddenNodes > 0)
    menu.addAction(QStringLiteral("Show next level"), this, &OrderingGraphPanel::showNextLevel);
  if (m_wishes != ShownWishes{})
    menu.addAction(QStringLiteral("Show less"), this, &OrderingGraphPanel::showFewest);
  menu.addSeparator();
  menu.addAction(QStringLiteral("Export figure…"), this, &Panel::exportRequested);
  menu.addAction(QStringLiteral("Save as DOT…"), this, &OrderingGraphPanel::saveDot)
      ->setEnabled(m_picture.graph());
  menu.addAction(QStringLiteral("Copy as DOT"), this, &OrderingGraphPanel::copyDot)
      ->setEnabled(m_picture.graph());
  menu.exec(event->globalPos());
}

void OrderingGraphPanel::compareThrough(int node) {
  if (!m_picture.graph()) return;
  if (node <= ShownGraph::root) return m_edits->setComparisonOf(*m_picture.snapshot, m_picture.path.word);
  // A shortest word to the node, not the ordering in force where that passes it: they are to differ.
  const SelectedPath none{{}, {}};
  m_edits->setComparisonOf(
      *m_picture.snapshot,
      orderingThrough(*m_picture.graph(), m_picture.report()->problem, none, m_picture.id(node)).word);
}

/// Another ordering of this impact is shown beside the one in force.
bool OrderingGraphPanel::isCompared() const {
  const Snapshot* snapshot = m_picture.snapshot.get();
  return snapshot &&
         (snapshot->impact < 0 ? snapshot->settings.comparison.has_value() : snapshot->comparison != nullptr);
}

void OrderingGraphPanel::toggleComparison() {
  if (!m_picture.snapshot) return;
  const bool pinned = m_highlight.cursor < 0 && isCompared();
  pinned ? stopComparing() : compareThrough(m_highlight.cursor);
}

void OrderingGraphPanel::stopComparing() {
  m_edits->setComparison(std::nullopt);
}

void OrderingGraphPanel::copyDot() {
  if (m_picture.graph())
    QGuiApplication::clipboard()->setText(
        toDot(*m_picture.graph(), m_picture.report()->problem, m_picture.path));
}

void OrderingGraphPanel::saveDot() {
  if (!m_picture.graph()) return;
  const QString suggested =
      QString::fromStdString(m_picture.snapshot->scene->name()) + QStringLiteral("-orderings.dot");
  const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save as DOT"), suggested,
                                                    QStringLiteral("Graphviz (*.dot *.gv)"));
  if (path.isEmpty()) return;
  try {
    writeWhole(path, toDot(*m_picture.graph(), m_picture.report()->problem, m_picture.path).toUtf8());
  } catch (const FileError& error) {
    QMessageBox::warning(this, QStringLiteral("Save as DOT"), QString::fromUtf8(error.what()));
  }
}

}  // namespace carom
