#include "orderings/graph_menu.h"

#include <QMenu>

#include "base/counted_words.h"
#include "orderings/ordering_graph_panel.h"

namespace carom {

namespace {

using GraphPanel = OrderingGraphPanel;

/// An action about a node of the picture as it is now. Another answer may come while the menu is open: then
/// the node is gone, and the action does nothing.
auto atNode(GraphPanel& panel, int node, void (GraphPanel::*action)(int)) {
  const OrderingGraphPicture& picture = panel.picture();
  return [&panel, action, shown = picture.snapshot, id = picture.id(node)] {
    const int now = panel.picture().snapshot == shown ? panel.picture().shown.indexOf(id) : -1;
    if (now >= 0) (panel.*action)(now);
  };
}

void addNodeActions(QMenu& menu, GraphPanel& panel, int node) {
  const bool isOpen = !panel.isOfJump();  // what is recorded has happened
  menu.addAction(QObject::tr("Select an ordering through here"), &panel,
                 atNode(panel, node, &GraphPanel::chooseNode))
      ->setEnabled(isOpen);
  menu.addAction(QObject::tr("Compare with an ordering through here"), &panel,
                 atNode(panel, node, &GraphPanel::compareThrough))
      ->setEnabled(isOpen);
  const OrderingGraphPicture& picture = panel.picture();
  if (const int hidden = picture.shown.nodes[node].hidden; hidden > 0)
    menu.addAction(QObject::tr("Show %1 more").arg(reflectionsText(static_cast<std::uint64_t>(hidden))),
                   &panel, [&panel, id = picture.id(node)] { panel.expand(id); });
  menu.addSeparator();
}

}  // namespace

void fillGraphMenu(QMenu& menu, GraphPanel& panel, int node) {
  const bool hasGraph = panel.picture().graph() != nullptr;
  if (node >= 0) addNodeActions(menu, panel, node);
  if (panel.isCompared())
    menu.addAction(QObject::tr("Stop comparing"), &panel, &GraphPanel::stopComparing)
        ->setObjectName(QStringLiteral("stop-comparing"));
  else
    menu.addAction(QObject::tr("Pin this ordering for comparison"), &panel,
                   [&panel] { panel.compareThrough(-1); })
        ->setEnabled(hasGraph && !panel.isOfJump());
  menu.addSeparator();
  menu.addAction(QObject::tr("Fit"), &panel, &GraphPanel::fit);
  if (panel.picture().shown.hiddenNodes > 0)
    menu.addAction(QObject::tr("Show next level"), &panel, &GraphPanel::showNextLevel);
  if (panel.isExpanded()) menu.addAction(QObject::tr("Show less"), &panel, &GraphPanel::showFewest);
  menu.addSeparator();
  menu.addAction(QObject::tr("Save as DOT…"), &panel, &GraphPanel::saveDot)->setEnabled(hasGraph);
  menu.addAction(QObject::tr("Copy as DOT"), &panel, &GraphPanel::copyDot)->setEnabled(hasGraph);
}

}  // namespace carom
