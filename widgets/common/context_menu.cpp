#include "common/context_menu.h"

#include <QMenu>

namespace carom {

void openMenu(QMenu* menu, const QPoint& global) {
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(global);
}

}  // namespace carom
