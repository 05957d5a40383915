#include "common/context_menu.h"

#include <QMenu>

namespace carom {

static constexpr auto noteProperty = "isNote";

void openMenu(QMenu* menu, const QPoint& global) {
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(global);
}

void addNote(QMenu* menu, const QString& text) {
  QAction* note = menu->addAction(text);
  note->setEnabled(false);
  note->setProperty(noteProperty, true);
}

bool isNote(const QAction& action) {
  return action.property(noteProperty).toBool();
}

}  // namespace carom
