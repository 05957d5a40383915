#pragma once

#include "window/layout/title_button.h"

class QTabBar;

namespace carom {

/// The button at the right end of a row of tabs that makes the panel in front large. It gives way where the
/// tabs need its room.
class TabRowButton : public TitleButton {
  Q_OBJECT
 public:
  explicit TabRowButton(QTabBar* tabs);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  QTabBar* m_tabs;
};

}  // namespace carom
