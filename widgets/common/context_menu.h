#pragma once

class QMenu;
class QPoint;

namespace carom {

/// Shows a menu at a place of the screen and returns at once; the menu is deleted when it is left. It has no
/// event loop of its own: that would come back to a widget which an answer of the engine may have removed
/// meanwhile.
void openMenu(QMenu* menu, const QPoint& global);

}  // namespace carom
