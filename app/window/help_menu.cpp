#include "window/help_menu.h"

#include <QDialog>
#include <QDialogButtonBox>
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
#include "scene/summary_bar.h"
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
  addAction(tr("&Keys and mouse"), QKeySequence::HelpContents, this, &HelpMenu::showKeys);
  addAction(tr("&What is this?"), QKeySequence(Qt::SHIFT | Qt::Key_F1), terms, &TermTips::explainFocus)
      ->setObjectName("what-is-this");
  addAction(tr("What is this? (&click on it)"), this, [] { QWhatsThis::enterWhatsThisMode(); });
  addAction(tr("Words and &symbols"), this, &HelpMenu::showTerms)->setObjectName("terms");
  addAction(tr("Wh&y is it unique, or not?"), QKeySequence(Qt::CTRL | Qt::Key_F1), summary,
            &SummaryBar::showReasoning);
  addAction(tr("&About Carom"), this, &HelpMenu::showAbout);
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

void HelpMenu::showKeys() {
  showRichText(
      tr("Keys and mouse"),
      tr("<table cellspacing=6>"
         "<tr><td><b>← →</b></td><td>one reflection back or forward</td></tr>"
         "<tr><td><b>Space</b></td><td>play or pause</td></tr>"
         "<tr><td><b>Page Up, Page Down</b></td><td>previous, next impact</td></tr>"
         "<tr><td><b>Home, End</b></td><td>start, end of the motion</td></tr>"
         "<tr><td><b>Alt+1 … Alt+9, F6</b></td><td>to a panel, to the next one</td></tr>"
         "<tr><td><b>↑ ↓, Ctrl+C</b></td><td>in the impact log: go along it, copy rows as CSV</td></tr>"
         "<tr><td><b>Ctrl+Z, Ctrl+Shift+Z</b></td><td>undo, redo</td></tr>"
         "<tr><td><b>Ctrl+K</b></td><td>keep this run by a name</td></tr>"
         "<tr><td><b>C</b></td><td>pin the ordering for comparison, or unpin it</td></tr>"
         "<tr><td><b>Ctrl+F</b></td><td>find contacts among the outcomes</td></tr>"
         "<tr><td><b>F, T</b></td><td>fit, top view</td></tr>"
         "<tr><td><b>Ctrl+N, Ctrl+O, Ctrl+S</b></td><td>new scene, open, save</td></tr>"
         "<tr><td><b>Ctrl+L</b></td><td>library of built-in scenes</td></tr>"
         "<tr><td><b>Ctrl+Enter</b></td><td>in the scene text: apply it now</td></tr>"
         "<tr><td><b>E, B, W, D, L, X, J, S</b></td><td>in the 3D view: edit, or add a ball, wall, rod, "
         "link, box, "
         "joint (J again: slider, ball joint, weld), spring</td></tr>"
         "<tr><td><b>M, R, V</b></td><td>while editing: move, turn, set the velocity of what is "
         "selected</td></tr>"
         "<tr><td><b>Ctrl+D, Delete, Ctrl+P</b></td><td>duplicate, delete bodies; make a number a "
         "parameter</td></tr>"
         "<tr><td>drag a ball or handle</td><td>changes the parameters that place it; Esc cancels</td></tr>"
         "<tr><td>drag the ground, wheel, middle button</td><td>rotate, zoom, pan</td></tr>"
         "<tr><td><b>Shift+F1</b></td><td>what is this: explains the part with the focus</td></tr>"
         "<tr><td><b>Ctrl+F1</b></td><td>why the outcome is unique, or not</td></tr>"
         "<tr><td><b>Ctrl+Shift+P</b></td><td>find a command, panel, scene, figure, parameter or word by a "
         "few "
         "letters</td></tr>"
         "<tr><td><b>F11</b>, double click on a title</td><td>a panel fills the window; Esc: it goes "
         "back</td></tr>"
         "<tr><td><b>Ctrl+1 … 9</b></td><td>workspaces</td></tr>"
         "<tr><td><b>+ − 0, Ctrl+← →</b></td><td>in the plot: zoom, show all, move cursor A (B with "
         "Shift)</td></tr>"
         "<tr><td>right click on a panel</td><td>export it as a figure</td></tr></table>"));
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
             "the file CITATION.cff has both.</p>") +
          tr("<p>Made with Qt %1, VTK, Eigen, QCustomPlot, muParser, oneTBB, nlohmann-json and CLI11.</p>")
              .arg(QString::fromLatin1(qVersion())));
}

}  // namespace carom
