#include "window/command_line_text.h"

#include <QRegularExpression>

namespace carom {

namespace {

/// Quotes any text as one word of a shell command.
QString shellQuoted(QString text) {
  return QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

bool isWord(const QString& text) {
  const QRegularExpression word(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9_-]*$"));
  return word.match(text).hasMatch();
}

}  // namespace

QString commandLineText(const DocumentState& state, const QString& file) {
  const QString scene = file.isEmpty() ? QString::fromStdString(state.scene->name()) : file;
  QString line = "carom resolve " + (file.isEmpty() && isWord(scene) ? scene : shellQuoted(scene));
  for (const auto& [name, expression] : state.assignments)
    line += " --set " + shellQuoted(QString::fromStdString(name + '=' + expression));
  if (const auto R = state.settings.restitution) line += QString(" --restitution %1").arg(*R);
  if (const auto e = state.settings.reflectionRestitution)
    line += QString(" --reflection-restitution %1").arg(*e);
  return line;
}

}  // namespace carom
