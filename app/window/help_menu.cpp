#include "window/help_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QScreen>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>
#include <QWhatsThis>
#include <cmath>
#include <memory>

#include "base/version.h"
#include "common/term_tips.h"
#include "handbook/handbook.h"
#include "scene/summary_bar.h"
#include "window/handbook_window.h"
#include "window/terms_dialog.h"

namespace carom {

namespace {

/// Gives a box the size at which its whole text is seen, or the most that the screen has room for.
void fitText(QDialog* box, QTextBrowser* text) {
  constexpr int width = 620;                   // px, of a text that is read well
  constexpr QSize frame(16, 48), edges(4, 4);  // of the window manager; around the text
  const QSize room = box->screen()->availableSize() - frame;
  text->ensurePolished();  // the style sheet gives the font
  const std::unique_ptr<QTextDocument> document(text->document()->clone());
  document->setTextWidth(width);
  const QSize whole(width, static_cast<int>(std::ceil(document->size().height())));
  const QSize around = box->sizeHint() - text->sizeHint() + edges;
  const int scrollBar = text->verticalScrollBar()->sizeHint().width();
  box->resize((whole + around + QSize(scrollBar, 0)).boundedTo(room));
}

}  // namespace

HelpMenu::HelpMenu(SummaryBar* summary, TermTips* terms, QWidget* window)
    : QMenu(tr("&Help"), window), m_tips(terms) {
  addAction(tr("&Find a command…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), this,
            &HelpMenu::paletteWanted)
      ->setObjectName("command-palette");
  addAction(tr("&Handbook"), QKeySequence::HelpContents, this, [this] {
    readAbout(QApplication::focusWidget());
  })->setObjectName("handbook");
  addAction(tr("&Guided tour"), this, &HelpMenu::tourWanted)->setObjectName("tour");
  addAction(tr("&Keys and mouse"), this,
            [this] { read(handbookFolder + QStringLiteral("reference/keys.md")); });
  addAction(tr("&What is this?"), QKeySequence(Qt::SHIFT | Qt::Key_F1), terms, &TermTips::explainFocus)
      ->setObjectName("what-is-this");
  addAction(tr("What is this? (&click on it)"), this, [] { QWhatsThis::enterWhatsThisMode(); });
  addAction(tr("Words and &symbols"), this, &HelpMenu::showTerms)->setObjectName("terms");
  addAction(tr("Wh&y is it unique, or not?"), QKeySequence(Qt::CTRL | Qt::Key_F1), summary,
            &SummaryBar::showReasoning);
  addAction(tr("Copy &BibTeX"), this, &HelpMenu::copyCitation)->setObjectName("copy-bibtex");
  addAction(tr("&About Carom"), this, &HelpMenu::showAbout);
  qApp->installEventFilter(this);
}

/// Rich text of the program's own: other boxes show plain text. The box is as large as its text, and on a
/// small screen as large as the screen; the text scrolls in it.
void HelpMenu::showRichText(const QString& title, const QString& markup) {
  auto* box = new QDialog(parentWidget());
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(title);
  auto* text = new QTextBrowser(box);
  text->setAccessibleName(title);
  text->setOpenExternalLinks(true);
  text->setFrameShape(QFrame::NoFrame);
  text->setHtml(markup);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok, box);
  connect(buttons, &QDialogButtonBox::accepted, box, &QDialog::accept);
  auto* column = new QVBoxLayout(box);
  column->addWidget(text);
  column->addWidget(buttons);
  fitText(box, text);
  box->show();  // it may stay beside the work
}

void HelpMenu::read(const QString& address) {
  if (!m_handbook) m_handbook = new HandbookWindow(parentWidget());
  m_handbook->read(address);
  m_handbook->show();
  m_handbook->raise();
  m_handbook->activateWindow();
}

/// The page of a part, or the first one.
void HelpMenu::readAbout(const QWidget* part) {
  read(handbookAddress(part));
}

void HelpMenu::copyCitation() {
  QApplication::clipboard()->setText(bibtex());
  emit told(tr("The clipboard has the BibTeX entries of Carom and of the paper whose model it implements."));
}

/// Dialogs have windows of their own, in which the key of the menu's action is not heard.
bool HelpMenu::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
    const auto* pressed = static_cast<QKeyEvent*>(event);
    const auto* widget = static_cast<QWidget*>(watched);
    const bool isOwn = QKeySequence(pressed->keyCombination()) == QKeySequence(Qt::Key_F1);
    if (isOwn && widget->window() != parentWidget() && !widget->inherits("QMenu")) {
      readAbout(widget);
      return true;
    }
  }
  return QMenu::eventFilter(watched, event);
}

void HelpMenu::explain(const QString& word) {
  showTerms();
  m_terms->search(word);
}

void HelpMenu::showTerms() {
  if (!m_terms) m_terms = new TermsDialog(m_tips, parentWidget());
  m_terms->show();
  m_terms->raise();
  m_terms->activateWindow();
}

void HelpMenu::showAbout() {
  const QString commit = versionCommit();
  showRichText(
      tr("About Carom"),
      tr("<b>Carom %1</b><br>A workbench for simultaneous rigid-body impact.<br>"
         "Free software under the GNU General Public License, version 3 or later.")
              .arg(versionNumber() + (commit.isEmpty() ? QString() : " (" + commit + ')')) +
          tr("<p>The model and its theorems:<br>"
             "V. Seghete, T. D. Murphey: <i>A propagative model of simultaneous impact: existence, "
             "uniqueness, "
             "and design consequences</i>, IEEE Trans. Automation Science and Engineering 11 (1), 2014<br>"
             "V. Seghete, T. D. Murphey: <i>Variational solutions to simultaneous collisions between "
             "multiple "
             "rigid bodies</i>, 2010; <i>Conditions for uniqueness in simultaneous impact with application "
             "to "
             "mechanical design</i>, 2012<br>"
             "Laws of single contacts: A. Chatterjee, A. Ruina: <i>A new algebraic rigid-body collision "
             "law "
             "based on impulse space considerations</i>, J. Applied Mechanics 65, 1998</p>"
             "<p>To cite Carom: name it with its version and the first of these papers; "
             "<i>Help › Copy BibTeX</i> has both.</p>") +
          tr("<p>Made with Qt %1, VTK, Eigen, QCustomPlot, muParser, oneTBB, nlohmann-json and CLI11.</p>")
              .arg(QString::fromLatin1(qVersion())));
}

}  // namespace carom
