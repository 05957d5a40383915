#pragma once

#include <QMenu>
#include <QPointer>

namespace carom {

class HandbookWindow;
class SummaryBar;
class TermTips;
class TermsDialog;

/// The Help menu: the handbook, the reasoning of the present answer, and facts about the program. F1 opens
/// the handbook wherever the keyboard is.
class HelpMenu : public QMenu {
  Q_OBJECT
 public:
  HelpMenu(SummaryBar* summary, TermTips* terms, QWidget* window);

  /// Shows the list of words and symbols, with what is found for one of them.
  void explain(const QString& word);
  /// Shows a page of the handbook, "resources/handbook/resolve.md#corners"; the contents where it is empty.
  void read(const QString& address);

 signals:
  void paletteWanted();
  void tourWanted();
  void told(const QString& message);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void readAbout(const QWidget* part);
  void copyCitation();
  void showTerms();
  void showAbout();
  void showRichText(const QString& title, const QString& markup);

  TermTips* m_tips;
  TermsDialog* m_terms = nullptr;
  QPointer<HandbookWindow> m_handbook;
};

}  // namespace carom
