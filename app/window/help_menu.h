#pragma once

#include <QMenu>

namespace carom {

class SummaryBar;

/// The Help menu: keys, the reasoning of the present answer, and facts about the program.
class HelpMenu : public QMenu {
  Q_OBJECT
 public:
  HelpMenu(SummaryBar* summary, QWidget* window);

 private:
  void showKeys();
  void showAbout();
  void showRichText(const QString& title, const QString& markup);
};

}  // namespace carom
