#pragma once

#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// A symbol or word of the theory, as the window explains it.
struct Term {
  const char* name;  ///< "indeterminacy"; also a word that is looked for
  /// What stands for it in the window, besides the name: words and symbols between "|". A word is found in
  /// any case and with a plural s; a symbol, which is short or no plain word, exactly as it is.
  const char* signs;
  const char* sentence;
  const char* unit;    ///< "√J"; "" for a pure number, null for what is no number
  const char* source;  ///< "[SM14 VII-A]", see engine/NOTATION.md; "" without one
  /// The value in an answer, with its unit; empty where it has none. May be null.
  QString (*value)(const Snapshot& shown) = nullptr;

  /// The symbol: the first sign that is no plain word; empty where there is none.
  QString symbol() const;
};

/// The only table of terms: tooltips, What's this and the list of all terms are made from it.
std::span<const Term> termTable();

/// The terms that a text mentions, in the order of the text, each once; a longer sign covers those inside of
/// it. The text may be mathematics as theme::drawMath takes it ("v_{a,x}", "p^+").
std::vector<const Term*> termsIn(const QString& text);

/// "ξ, indeterminacy: The largest … alike. Here 0.5590, no unit. [SM14 VII-A]". shown: may be null.
QString termText(const Term& term, const Snapshot* shown);

/// The plain words of rich text.
QString plainWords(const QString& text);

/// The text in lines of about this many characters, as plain tooltips need it.
QString wrapped(const QString& text, int columns = 72);

}  // namespace carom
