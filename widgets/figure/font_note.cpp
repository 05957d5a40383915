#include "figure/font_note.h"

#include <QObject>
#include <QStringList>

#include "common/theme.h"

namespace carom {

namespace {

/// Families that were made to take each other's place.
const QList<QStringList> sameShapes{
    {QStringLiteral("Times New Roman"), QStringLiteral("Times"), QStringLiteral("Nimbus Roman"),
     QStringLiteral("Liberation Serif"), QStringLiteral("TeX Gyre Termes")},
    {QStringLiteral("Arial"), QStringLiteral("Helvetica"), QStringLiteral("Nimbus Sans"),
     QStringLiteral("Liberation Sans"), QStringLiteral("TeX Gyre Heros")}};

QString noteOf(const QString& families, const QFont& used) {
  const QString wanted = families.section(QLatin1Char(','), 0, 0).trimmed();
  const QString present = theme::familyOf(used.family());
  if (wanted.isEmpty() || wanted == present) return {};
  for (const QStringList& twins : sameShapes)
    if (twins.contains(wanted) && twins.contains(present))
      return QObject::tr("%1 is not installed; %2, whose letters have the same widths, replaces it.")
          .arg(wanted, present);
  return QObject::tr("%1 is not installed; %2 replaces it.").arg(wanted, present);
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
