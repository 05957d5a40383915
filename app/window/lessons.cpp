#include "window/lessons.h"

#include <QRegularExpression>

#include "handbook/handbook.h"

namespace carom {

QList<Lesson> lessons() {
  static const QRegularExpression form(
      QStringLiteral(
          "^\\s*Scene: ([\\w-]+)(.*?)\\.\\s+Question\\.\\s+(.*?)\\s+Try\\.\\s+(.*?)\\s+See\\.\\s+(.*)$"),
      QRegularExpression::DotMatchesEverythingOption | QRegularExpression::UseUnicodePropertiesOption);
  const Handbook& handbook = Handbook::get();
  const int page = handbook.find(handbookFolder + QStringLiteral("lessons.md"));
  QList<Lesson> all;
  if (page < 0) return all;
  QString group;
  for (const Section& part : handbook.pages()[page].sections) {
    if (part.heading.level == 2) group = part.heading.text;
    if (part.heading.level != 3) continue;
    const auto found = form.match(part.text);
    if (!found.hasMatch()) continue;
    all << Lesson{found.captured(1),
                  group,
                  part.heading.text,
                  found.captured(3).simplified(),
                  found.captured(4).simplified(),
                  found.captured(5).simplified(),
                  handbook.pages()[page].file + QLatin1Char('#') + part.heading.anchor};
  }
  return all;
}

}  // namespace carom
