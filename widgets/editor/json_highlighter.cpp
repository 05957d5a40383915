#include "editor/json_highlighter.h"

#include <QRegularExpression>

#include "common/theme.h"

namespace carom {

void JsonHighlighter::highlightBlock(const QString& line) {
  // A string ends on its line, in valid JSON and while it is typed.
  static const QRegularExpression token(QStringLiteral(
      R"re((?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?)|)re"
      R"re((?<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|(?<word>\b(?:true|false|null)\b))re"));
  for (auto matches = token.globalMatch(line); matches.hasNext();) {
    const auto match = matches.next();
    const auto color = [&](const char* group, const QColor& ink) {
      const QString name = QString::fromLatin1(group);
      if (match.capturedLength(name) > 0)
        setFormat(static_cast<int>(match.capturedStart(name)), static_cast<int>(match.capturedLength(name)),
                  ink);
    };
    color("key", theme::accent());
    color("string", theme::goodInk());
    color("number", theme::warningInk());
    color("word", theme::warningInk());
  }
}

}  // namespace carom
