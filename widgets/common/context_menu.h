#pragma once

class QAction;
class QMenu;
class QPoint;
class QString;

namespace carom {

/// Shows a menu at a place of the screen and returns at once; the menu is deleted when it is left. It has no
/// event loop of its own: that would come back to a widget which an answer of the engine may have removed
/// meanwhile.
void openMenu(QMenu* menu, const QPoint& global);

/// Adds words that are no choice to a menu: a heading (some styles hide the text of a section), or why there
/// is nothing to choose.
void addNote(QMenu* menu, const QString& text);
bool isNote(const QAction& action);

}  // namespace carom
