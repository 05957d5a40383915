#include "base/figure_style.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "base/figure_options.h"

namespace carom {

namespace {

[[noreturn]] void refuseStyle(const QString& key, const QString& why) {
  throw FigureError((key + QStringLiteral(": ") + why).toStdString());
}

struct TextKey {
  const char* key;
  QString FigureLook::*look = nullptr;
  QString FigureEdits::*edit = nullptr;
};
constexpr TextKey textKeys[] = {{"font", &FigureLook::font},
                                {"mathFont", &FigureLook::mathFont},
                                {"palette", &FigureLook::palette},
                                {"title", nullptr, &FigureEdits::title},
                                {"x", nullptr, &FigureEdits::xLabel},
                                {"y", nullptr, &FigureEdits::yLabel},
                                {"legend", nullptr, &FigureEdits::legend}};

struct SizeKey {
  const char* key;
  double FigureLook::*size;
  double least, most;  ///< pt
};
constexpr SizeKey sizeKeys[] = {{"text", &FigureLook::textPt, 4, 24}, {"line", &FigureLook::linePt, 0.1, 5}};

struct SwitchKey {
  const char* key;
  bool FigureLook::*on;
};
constexpr SwitchKey switchKeys[] = {
    {"marks", &FigureLook::marks}, {"black", &FigureLook::black}, {"svgText", &FigureLook::svgText}};

struct RangeKey {
  const char* key;
  std::optional<FigureEdits::Range> FigureEdits::*range;
};
constexpr RangeKey rangeKeys[] = {{"xRange", &FigureEdits::x}, {"yRange", &FigureEdits::y}};

QString& textOf(FigureStyle& style, const TextKey& key) {
  return key.look ? style.look.*key.look : style.edits.*key.edit;
}

QJsonArray pairOf(QPointF point) {
  return {point.x(), point.y()};
}

QPointF pointOf(const QString& key, const QJsonValue& value) {
  const QJsonArray pair = value.toArray();
  if (pair.size() != 2 || !pair[0].isDouble() || !pair[1].isDouble())
    refuseStyle(key, QObject::tr("expected two numbers"));
  return {pair[0].toDouble(), pair[1].toDouble()};
}

QJsonObject jsonOf(const FigureNote& note) {
  QJsonObject object{{"text", note.text}, {"at", pairOf(note.at)}};
  if (note.to) object["to"] = pairOf(*note.to);
  return object;
}

struct MathCommand {
  const char* name;
  const char* letters;
};
/// The commands of mathematics in labels, in the words of LaTeX and mathtext.
constexpr MathCommand mathCommands[] = {
    {"alpha", "α"},      {"beta", "β"},   {"gamma", "γ"},   {"delta", "δ"},  {"epsilon", "ε"},
    {"varepsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},     {"theta", "θ"},  {"iota", "ι"},
    {"kappa", "κ"},      {"lambda", "λ"}, {"mu", "μ"},      {"nu", "ν"},     {"xi", "ξ"},
    {"pi", "π"},         {"rho", "ρ"},    {"sigma", "σ"},   {"tau", "τ"},    {"upsilon", "υ"},
    {"phi", "φ"},        {"varphi", "φ"}, {"chi", "χ"},     {"psi", "ψ"},    {"omega", "ω"},
    {"Gamma", "Γ"},      {"Delta", "Δ"},  {"Theta", "Θ"},   {"Lambda", "Λ"}, {"Xi", "Ξ"},
    {"Pi", "Π"},         {"Sigma", "Σ"},  {"Phi", "Φ"},     {"Psi", "Ψ"},    {"Omega", "Ω"},
    {"cdot", "·"},       {"times", "×"},  {"pm", "±"},      {"circ", "°"},   {"le", "≤"},
    {"leq", "≤"},        {"ge", "≥"},     {"geq", "≥"},     {"ne", "≠"},     {"approx", "≈"},
    {"infty", "∞"},      {"to", "→"},     {"partial", "∂"}, {"langle", "⟨"}, {"rangle", "⟩"},
    {"|", "‖"},          {",", " "},      {"ell", "ℓ"},     {"perp", "⊥"}};

/// The group in braces that begins at a place, without them, and the place behind it; empty where none does.
struct MathGroup {
  QString inside;
  qsizetype end = -1;
};
MathGroup groupAt(const QString& math, qsizetype at) {
  if (at >= math.size() || math[at] != QLatin1Char('{')) return {};
  int depth = 0;
  for (qsizetype i = at; i < math.size(); ++i) {
    depth += math[i] == QLatin1Char('{') ? 1 : math[i] == QLatin1Char('}') ? -1 : 0;
    if (depth == 0) return {math.mid(at + 1, i - at - 1), i + 1};
  }
  return {};
}

/// A sum or a product in brackets, which a slash would part.
QString inBrackets(const QString& term) {
  return term.size() > 1 ? QLatin1Char('(') + term + QLatin1Char(')') : term;
}

/// Mathematics with letters in place of its commands; key: for faults. Within scripts and other fractions,
/// whose letters are small already, a fraction is a slash.
QString plainMath(const QString& key, const QString& math, bool isSmall = false) {
  static const QRegularExpression command(QStringLiteral(R"(\\([A-Za-z]+ ?|.|$))"));
  QString plain;
  for (qsizetype i = 0; i < math.size();) {
    if ((math[i] == QLatin1Char('_') || math[i] == QLatin1Char('^')) && groupAt(math, i + 1).end > 0) {
      const MathGroup script = groupAt(math, i + 1);
      plain += math[i] + (QLatin1Char('{') + plainMath(key, script.inside, true) + QLatin1Char('}'));
      i = script.end;
      continue;
    }
    if (math[i] != QLatin1Char('\\')) {
      plain += math[i++];
      continue;
    }
    const auto match = command.match(math, i, QRegularExpression::NormalMatch,
                                     QRegularExpression::AnchorAtOffsetMatchOption);
    const QString name = match.captured(1).trimmed();
    i = match.capturedEnd();
    if (name == QLatin1String("frac") || name == QLatin1String("dfrac") || name == QLatin1String("tfrac")) {
      const MathGroup above = groupAt(math, i),
                      below = groupAt(math, above.end < 0 ? math.size() : above.end);
      if (above.inside.isEmpty() || below.inside.isEmpty())
        refuseStyle(key, QObject::tr("\\%1: expected {above}{below}").arg(name));
      const QString upper = plainMath(key, above.inside, true), lower = plainMath(key, below.inside, true);
      plain += isSmall ? inBrackets(upper) + QLatin1Char('/') + inBrackets(lower)
                       : QStringLiteral("{%1}⁄{%2}").arg(upper, lower);
      i = below.end;
      continue;
    }
    const auto found = std::ranges::find_if(
        mathCommands, [&](const MathCommand& known) { return name == QLatin1String(known.name); });
    if (found == std::end(mathCommands))
      refuseStyle(key,
                  QObject::tr("\\%1: expected Greek letters such as \\theta, signs such as \\cdot, \\frac, "
                              "_ and ^")
                      .arg(name));
    plain += QString::fromUtf8(found->letters);
  }
  return plain;
}

}  // namespace

QString withoutCommands(const QString& key, const QString& text) {
  QStringList parts = text.split(QLatin1Char('$'));
  for (qsizetype i = 1; i < parts.size(); i += 2) parts[i] = plainMath(key, parts[i]);
  return parts.join(QLatin1Char('$'));
}

namespace {

QString labelOf(const QString& key, const QString& text, StyleText from) {
  return from == StyleText::Typed ? withoutCommands(key, text) : text;
}

FigureNote noteOf(const QJsonValue& value, StyleText from) {
  const QJsonObject object = value.toObject();
  FigureNote note{labelOf(QStringLiteral("notes"), object["text"].toString(), from),
                  pointOf(QStringLiteral("notes"), object["at"])};
  if (object.contains(QLatin1String("to"))) note.to = pointOf(QStringLiteral("notes"), object["to"]);
  return note;
}

/// Takes one key. Returns whether it is known.
bool takeKey(FigureStyle& style, const QString& name, const QJsonValue& value, StyleText from) {
  for (const TextKey& key : textKeys)
    if (name == QLatin1String(key.key)) {
      if (!value.isString()) refuseStyle(name, QObject::tr("expected a text"));
      textOf(style, key) = key.edit ? labelOf(name, value.toString(), from) : value.toString();
      return true;
    }
  for (const SizeKey& key : sizeKeys)
    if (name == QLatin1String(key.key)) {
      const double size = value.toDouble(NAN);
      if (!(size >= key.least && size <= key.most))
        refuseStyle(name, QObject::tr("expected %1 to %2 points").arg(key.least).arg(key.most));
      style.look.*key.size = size;
      return true;
    }
  for (const SwitchKey& key : switchKeys)
    if (name == QLatin1String(key.key)) {
      if (!value.isBool()) refuseStyle(name, QObject::tr("expected true or false"));
      style.look.*key.on = value.toBool();
      return true;
    }
  for (const RangeKey& key : rangeKeys)
    if (name == QLatin1String(key.key)) {
      const QPointF ends = pointOf(name, value);
      if (!(ends.x() < ends.y())) refuseStyle(name, QObject::tr("expected [A,B] with A < B"));
      style.edits.*key.range = {ends.x(), ends.y()};
      return true;
    }
  return false;
}

}  // namespace

QStringList legendPlaces() {
  return {QStringLiteral("above"),     QStringLiteral("none"),        QStringLiteral("top-left"),
          QStringLiteral("top-right"), QStringLiteral("bottom-left"), QStringLiteral("bottom-right")};
}

QByteArray styleText(const FigureStyle& style) {
  QJsonObject object;
  FigureStyle copy = style;
  for (const TextKey& key : textKeys)
    if (const QString& text = textOf(copy, key); !text.isEmpty()) object[QLatin1String(key.key)] = text;
  for (const SizeKey& key : sizeKeys)
    if (const double size = style.look.*key.size; size != 0) object[QLatin1String(key.key)] = size;
  for (const RangeKey& key : rangeKeys)
    if (const auto& range = style.edits.*key.range)
      object[QLatin1String(key.key)] = pairOf({range->low, range->high});
  for (const SwitchKey& key : switchKeys)
    if (style.look.*key.on) object[QLatin1String(key.key)] = true;
  QJsonArray notes;
  for (const FigureNote& note : style.edits.notes) notes += jsonOf(note);
  if (!notes.isEmpty()) object["notes"] = notes;
  return object.isEmpty() ? QByteArray() : QJsonDocument(object).toJson(QJsonDocument::Compact);
}

FigureStyle readStyle(const QByteArray& text, StyleText from) {
  FigureStyle style;
  if (text.isEmpty()) return style;
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(text, &error);
  if (error.error != QJsonParseError::NoError || !document.isObject())
    throw FigureError(QObject::tr("expected a JSON object: %1").arg(error.errorString()).toStdString());
  const QJsonObject object = document.object();
  for (auto it = object.begin(); it != object.end(); ++it) {
    if (takeKey(style, it.key(), it.value(), from)) continue;
    if (it.key() == QLatin1String("notes"))
      for (const QJsonValue& note : it.value().toArray()) style.edits.notes.push_back(noteOf(note, from));
    else
      refuseStyle(it.key(), QObject::tr("unknown key of a style"));
  }
  if (!style.edits.legend.isEmpty() && !legendPlaces().contains(style.edits.legend))
    refuseStyle(QStringLiteral("legend"),
                QObject::tr("expected one of %1").arg(legendPlaces().join(QStringLiteral(", "))));
  return style;
}

}  // namespace carom
