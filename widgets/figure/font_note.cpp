#include "figure/font_note.h"

#include <QObject>
#include <QStringList>

#include "common/theme.h"

namespace carom {

namespace {

QString noteOf(const QString& families, const QFont& used) {
  const QString wanted = families.section(QLatin1Char(','), 0, 0).trimmed();
  if (wanted.isEmpty() || wanted == used.family()) return {};
  return QObject::tr("%1 is not installed; %2 replaces it.").arg(wanted, used.family());
}

}  // namespace

QString fontNote(const FigureLook& look) {
  const theme::PaperFonts fonts(look.font, look.mathFont);
  constexpr double points = 8;
  QStringList notes{noteOf(look.font, theme::textFont(points)),
                    noteOf(look.mathFont, theme::mathFont(points))};
  notes.removeAll(QString());
  return notes.join(QLatin1Char(' '));
}

}  // namespace carom
