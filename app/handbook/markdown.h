#pragma once

#include <QChar>
#include <QList>
#include <QString>
#include <functional>

namespace carom {

/// A heading of a page.
struct Heading {
  int level = 1;  ///< 1 is the title
  QString text, anchor;
};

/// What a page refers to, as its writer needs it.
struct PageLinks {
  /// The address that a link gets; empty: the words without a link.
  std::function<QString(const QString& target)> link;
  /// The address of a picture, given as the page has it.
  std::function<QString(const QString& picture)> picture;
  /// The address of the picture of a formula, given in TeX.
  std::function<QString(const QString& tex)> formula;
};

/// Who reads the HTML: a browser, which gets valid HTML 5, or QTextDocument, which knows a subset of HTML 4.
/// For the latter a word joiner follows each dash of code within a sentence, so that no line ends after "--".
enum class HtmlReader { Browser, TextDocument };
constexpr QChar breakPlace(0x200B);  ///< no letter, either
constexpr QChar wordJoiner(0x2060);  ///< no letter: what is copied goes without it

/// A page in HTML, without what is around it.
QString htmlOf(const QString& markdown, const PageLinks& links, HtmlReader reader = HtmlReader::TextDocument);

/// A part of a page below one heading, in plain words.
struct Section {
  Heading heading;
  QString text;  ///< without the heading
};
QList<Section> sectionsOf(const QString& markdown);

/// The formulas of a page in TeX: what stands between $$ and $$.
QStringList formulasOf(const QString& markdown);
/// The addresses that a page refers to: of links and of pictures.
QStringList targetsOf(const QString& markdown);

/// The anchor of a heading, as GitHub makes it: "Exit status and errors" is exit-status-and-errors.
QString anchorOf(const QString& heading);

/// The file that holds the picture of a formula, beside the pages: "formulas/5e8f….svg".
QString formulaFile(const QString& tex);

}  // namespace carom
