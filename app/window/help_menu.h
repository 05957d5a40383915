#pragma once

#include <QMenu>

namespace carom {

class SummaryBar;
class TermTips;
class TermsDialog;

/// The Help menu: keys, the reasoning of the present answer, and facts about the program.
class HelpMenu : public QMenu {
  Q_OBJECT
 public:
  HelpMenu(SummaryBar* summary, TermTips* terms, QWidget* window);

  /// Shows the list of words and symbols, with what is found for one of them.
  void explain(const QString& word);

 signals:
  void paletteWanted();

 private:
  void showKeys();
  void showTerms();
  void showAbout();
  void showRichText(const QString& title, const QString& markup);

  TermTips* m_tips;
  TermsDialog* m_terms = nullptr;
};

}  // namespace carom
