#pragma once

class QMenu;

namespace carom {

class OrderingGraphPanel;

/// Fills the context menu of the tree of orderings. `node`: the node that it is about, −1 for none.
void fillGraphMenu(QMenu& menu, OrderingGraphPanel& panel, int node);

}  // namespace carom
