#include "base/terms.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <map>

namespace carom {

namespace {

QString said(const char* text) {
  return QCoreApplication::translate("QObject", text);
}

/// Whether a sign is a word or words, which are found in any case; a symbol is found exactly. Two names with
/// a dash between them, Kane–Levinson, are words.
bool isPlainWord(const QString& sign) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z][A-Za-z –-]{2,}$"));
  return plain.match(sign).hasMatch();
}

/// A sign as a regular expression that finds it as a whole: no letter, digit, point of a name, script or bar
/// continues it.
QString patternOf(const QString& sign) {
  const bool isWord = isPlainWord(sign);
  const QString before = QStringLiteral("(?<![\\p{L}\\p{N}_√‖]|\\p{L}\\.)"),
                after = QStringLiteral("(?![\\p{L}\\p{N}_⁺⁻′]|\\.\\p{L})");
  const QString core = QRegularExpression::escape(sign);
  const bool startsAlone = sign.front().isLetter(), endsAlone = sign.back().isLetterOrNumber();
  return (startsAlone ? before : QString()) + (isWord ? QStringLiteral("(?i:%1s?)").arg(core) : core) +
         (endsAlone ? after : QString());
}

struct Finder {
  const Term* term;
  qsizetype length;
  QRegularExpression expression;
};

/// All signs, the longest first.
std::vector<Finder> makeFinders() {
  std::vector<Finder> finders;
  for (const Term& term : termTable()) {
    QStringList signs = QString::fromUtf8(term.signs).split(QLatin1Char('|'), Qt::SkipEmptyParts);
    signs += said(term.name);
    for (const QString& sign : signs)
      finders.push_back(
          {&term, sign.size(),
           QRegularExpression(patternOf(sign), QRegularExpression::UseUnicodePropertiesOption)});
  }
  std::ranges::stable_sort(finders, std::greater(), &Finder::length);
  return finders;
}

/// "p^+" as "p⁺", "v_{a,x}" as "v_a": scripts as the table has them. Units in parentheses that look like
/// symbols are left out. Before a number of kilograms m is no multiplicity: "M = 0.17 kg".
QString withPlainScripts(QString text) {
  static const QRegularExpression unit(QStringLiteral("\\((m|s|kg|rad|m, rad|rad, m)\\)"));
  text.remove(unit);
  static const QRegularExpression mass(QStringLiteral("(?<![\\p{L}\\p{N}_])m(?= = \\S+ kg(?![\\p{L}·/]))"),
                                       QRegularExpression::UseUnicodePropertiesOption);
  text.replace(mass, QStringLiteral("M"));
  static const QRegularExpression group(QStringLiteral("_\\{([^},]*)[^}]*\\}"));
  text.replace(group, QStringLiteral("_\\1"));
  return text.replace(QLatin1String("^+"), QStringLiteral("⁺"))
      .replace(QLatin1String("^-"), QStringLiteral("⁻"));
}

/// "p_1" is one of "p_k", and the coordinate "x_a" of a body a one of "x_k".
QString withoutNames(QString text) {
  static const QRegularExpression number(QStringLiteral("_[0-9]+\\b"));
  static const QRegularExpression coordinate(QStringLiteral("(?<![\\p{L}\\p{N}])([xyz])_[\\p{L}\\p{N}-]+"),
                                             QRegularExpression::UseUnicodePropertiesOption);
  return text.replace(number, QStringLiteral("_k")).replace(coordinate, QStringLiteral("\\1_k"));
}

}  // namespace

QString Term::symbol() const {
  for (const QString& sign : QString::fromUtf8(signs).split(QLatin1Char('|'), Qt::SkipEmptyParts))
    if (!isPlainWord(sign) && !sign.contains(QLatin1Char(' '))) return sign;
  return {};
}

std::vector<const Term*> termsIn(const QString& text) {
  static const std::vector<Finder> finders = makeFinders();
  QString rest = withPlainScripts(text);
  std::map<qsizetype, const Term*> found;  // by place
  for (const Finder& finder : finders)
    for (auto match = finder.expression.match(rest); match.hasMatch();
         match = finder.expression.match(rest)) {
      found.emplace(match.capturedStart(), finder.term);
      rest.replace(match.capturedStart(), match.capturedLength(),
                   QString(match.capturedLength(), QLatin1Char(' ')));
    }
  std::vector<const Term*> terms;
  for (const auto& [place, term] : found)
    if (!std::ranges::count(terms, term)) terms.push_back(term);
  if (const QString general = withoutNames(withPlainScripts(text));
      terms.empty() && general != withPlainScripts(text))
    return termsIn(general);
  return terms;
}

QString termText(const Term& term, const Snapshot* shown) {
  const QString name = said(term.name), symbol = term.symbol();
  QString text = symbol.isEmpty() || symbol == name ? name : QObject::tr("%1, %2").arg(symbol, name);
  text = QObject::tr("%1: %2").arg(text, said(term.sentence));
  if (term.unit)
    text += QLatin1Char(' ') +
            (*term.unit ? QObject::tr("Unit: %1.").arg(said(term.unit)) : QObject::tr("No unit."));
  const QString value = shown && term.value ? term.value(*shown) : QString();
  if (!value.isEmpty()) text += QLatin1Char(' ') + QObject::tr("Here: %1.").arg(value);
  if (*term.source) text += QLatin1Char(' ') + QString::fromUtf8(term.source);
  return text;
}

QString plainWords(const QString& text) {
  static const QRegularExpression breaks(QStringLiteral("<(br|/tr|/p)[^>]*>")),
      tags(QStringLiteral("<[^>]*>"));
  QString plain = text;
  plain.replace(breaks, QStringLiteral("\n")).replace(QLatin1String("</td>"), QLatin1String(" "));
  plain.remove(tags);
  return plain.replace(QLatin1String("&lt;"), QLatin1String("<"))
      .replace(QLatin1String("&gt;"), QLatin1String(">"))
      .replace(QLatin1String("&quot;"), QLatin1String("\""))
      .replace(QLatin1String("&amp;"), QLatin1String("&"));
}

QString wrapped(const QString& text, int columns) {
  QString lines;
  qsizetype used = 0;
  for (const QString& word : text.split(QLatin1Char(' '))) {
    const bool breaks = used > 0 && used + 1 + word.size() > columns;
    if (used > 0) lines += breaks ? QLatin1Char('\n') : QLatin1Char(' ');
    used = breaks || used == 0 ? word.size() : used + 1 + word.size();
    lines += word;
  }
  return lines;
}

}  // namespace carom
