#include "figure/tex_text.h"

#include <QHash>
#include <QStringList>

namespace carom {

namespace {

/// Commands of mathematics.
const QHash<char32_t, QByteArray>& mathCommands() {
  static const QHash<char32_t, QByteArray> commands{{U'α', "\\alpha"},
                                                    {U'β', "\\beta"},
                                                    {U'γ', "\\gamma"},
                                                    {U'δ', "\\delta"},
                                                    {U'ε', "\\varepsilon"},
                                                    {U'ζ', "\\zeta"},
                                                    {U'η', "\\eta"},
                                                    {U'θ', "\\theta"},
                                                    {U'ι', "\\iota"},
                                                    {U'κ', "\\kappa"},
                                                    {U'λ', "\\lambda"},
                                                    {U'μ', "\\mu"},
                                                    {U'µ', "\\mu"},
                                                    {U'ν', "\\nu"},
                                                    {U'ξ', "\\xi"},
                                                    {U'π', "\\pi"},
                                                    {U'ρ', "\\rho"},
                                                    {U'σ', "\\sigma"},
                                                    {U'τ', "\\tau"},
                                                    {U'υ', "\\upsilon"},
                                                    {U'φ', "\\varphi"},
                                                    {U'χ', "\\chi"},
                                                    {U'ψ', "\\psi"},
                                                    {U'ω', "\\omega"},
                                                    {U'Γ', "\\Gamma"},
                                                    {U'Δ', "\\Delta"},
                                                    {U'Θ', "\\Theta"},
                                                    {U'Λ', "\\Lambda"},
                                                    {U'Ξ', "\\Xi"},
                                                    {U'Π', "\\Pi"},
                                                    {U'Σ', "\\Sigma"},
                                                    {U'Φ', "\\Phi"},
                                                    {U'Ψ', "\\Psi"},
                                                    {U'Ω', "\\Omega"},
                                                    {U'−', "-"},
                                                    {U'·', "\\cdot "},
                                                    {U'×', "\\times "},
                                                    {U'±', "\\pm "},
                                                    {U'°', "^{\\circ}"},
                                                    {U'√', "\\surd "},
                                                    {U'‖', "\\|"},
                                                    {U'∞', "\\infty "},
                                                    {U'→', "\\to "},
                                                    {U'←', "\\gets "},
                                                    {U'↑', "\\uparrow "},
                                                    {U'↓', "\\downarrow "},
                                                    {U'≤', "\\le "},
                                                    {U'≥', "\\ge "},
                                                    {U'≠', "\\ne "},
                                                    {U'≈', "\\approx "},
                                                    {U'∂', "\\partial "},
                                                    {U'∈', "\\in "},
                                                    {U'∎', "\\rule{1ex}{1ex}"},
                                                    {U'•', "\\bullet "},
                                                    {U'◦', "\\circ "},
                                                    {U'½', "\\frac12 "},
                                                    {U'ᵀ', "^{T}"},
                                                    {U'⟨', "\\langle "},
                                                    {U'⟩', "\\rangle "},
                                                    {U'⌈', "\\lceil "},
                                                    {U'⌉', "\\rceil "},
                                                    {U'∑', "\\sum "},
                                                    {U'∝', "\\propto "},
                                                    {U'∠', "\\angle "},
                                                    {U'′', "'"},
                                                    {U'ℓ', "\\ell "},
                                                    {U'∇', "\\nabla "},
                                                    {U'⊥', "\\perp "},
                                                    {U'↦', "\\mapsto "}};
  return commands;
}

/// Words and signs of text.
const QHash<char32_t, QByteArray>& textCommands() {
  static const QHash<char32_t, QByteArray> commands{
      {U'#', "\\#"},    {U'$', "\\$"},      {U'%', "\\%"},      {U'&', "\\&"},       {U'_', "\\_"},
      {U'{', "\\{"},    {U'}', "\\}"},      {U'~', "\\~{}"},    {U'^', "\\^{}"},     {U'\\', "$\\backslash$"},
      {U'<', "$<$"},    {U'>', "$>$"},      {U'|', "$|$"},      {U'…', "\\ldots{}"}, {U'–', "--"},
      {U'—', "---"},    {U'“', "``"},       {U'”', "''"},       {U'‘', "`"},         {U'’', "'"},
      {U'\u00A0', "~"}, {U'\u202F', "\\,"}, {U'\u2009', "\\,"}, {U'ä', "\\\"a"},     {U'ö', "\\\"o"},
      {U'ü', "\\\"u"},  {U'Ä', "\\\"A"},    {U'Ö', "\\\"O"},    {U'Ü', "\\\"U"},     {U'ß', "\\ss{}"},
      {U'é', "\\'e"},   {U'è', "\\`e"},     {U'à', "\\`a"},     {U'ç', "\\c{c}"}};
  return commands;
}

constexpr char32_t subscripts[] = U"₀₁₂₃₄₅₆₇₈₉₊₋", superscripts[] = U"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
constexpr char scriptValues[] = "0123456789+-";

/// The index among scripts; −1 for another letter.
int scriptOf(const char32_t* scripts, char32_t letter) {
  for (int i = 0; scripts[i]; ++i)
    if (scripts[i] == letter) return i;
  return -1;
}

bool isPlain(char32_t letter) {
  return letter >= 32 && letter < 127;
}

/// One letter within $ signs.
QByteArray mathLetter(char32_t letter) {
  if (const int sub = scriptOf(subscripts, letter); sub >= 0)
    return QByteArray("{}_{") + scriptValues[sub] + '}';
  if (const int super = scriptOf(superscripts, letter); super >= 0)
    return QByteArray("{}^{") + scriptValues[super] + '}';
  if (mathCommands().contains(letter)) {
    const QByteArray& command = mathCommands()[letter];
    return command.startsWith('\\') && !command.endsWith(' ') && !command.endsWith('}') ? command + ' '
                                                                                        : command;
  }
  if (letter == U' ' || letter == U'\u00A0' || letter == U'\u202F') return "\\ ";
  if (QByteArrayView("#$%&{}").contains(static_cast<char>(letter)) && isPlain(letter))
    return QByteArray("\\") + static_cast<char>(letter);
  if (isPlain(letter) && letter != U'\\' && letter != U'~') return QByteArray(1, static_cast<char>(letter));
  return textCommands().contains(letter) ? "\\mbox{" + textCommands()[letter] + '}' : QByteArray("?");
}

QByteArray plainLetter(char32_t letter) {
  if (textCommands().contains(letter)) return textCommands()[letter];
  if (isPlain(letter)) return QByteArray(1, static_cast<char>(letter));
  const QByteArray math = mathLetter(letter);
  return math == "?" ? math : '$' + math + '$';
}

}  // namespace

QByteArray texText(const QString& text, bool math) {
  QByteArray tex;
  for (const char32_t letter : text.toUcs4())
    tex += math ? (letter == U'_' || letter == U'^' ? QByteArray("\\") + static_cast<char>(letter) + "{}"
                                                    : mathLetter(letter))
                : plainLetter(letter);
  return math && !tex.isEmpty() ? '$' + tex + '$' : tex.replace("$$", "");
}

/// The command of a fraction before its two groups: a letter that no text has.
constexpr char32_t fractionCommand = 0xE000;

/// "{a}⁄{b}" with the command before it and nothing between, also within the parts of another one.
static QString withFractions(const QString& math) {
  const QString between = QStringLiteral("}⁄{");
  QString text = math;
  for (qsizetype at = text.indexOf(between); at >= 0; at = text.indexOf(between, at + 1)) {
    int depth = 1;
    qsizetype open = at;
    while (depth > 0 && --open >= 0)
      depth += text[open] == QLatin1Char('}') ? 1 : text[open] == QLatin1Char('{') ? -1 : 0;
    if (open < 0) continue;
    text.remove(at + 1, 1);
    text.insert(open, QChar(static_cast<char16_t>(fractionCommand)));
  }
  return text;
}

QByteArray texLabel(const QString& label) {
  QByteArray tex;
  const QStringList parts = label.split(QLatin1Char('$'));
  for (qsizetype i = 0; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      tex += texText(parts[i]);
      continue;
    }
    tex += '$';
    for (const char32_t letter : withFractions(parts[i]).toUcs4())
      tex += letter == fractionCommand          ? QByteArray("\\frac")
             : letter == U'{' || letter == U'}' ? QByteArray(1, static_cast<char>(letter))
                                                : mathLetter(letter);
    tex += '$';
  }
  return tex;
}

}  // namespace carom
