#include "impulse/impulse_cards.h"

#include <QObject>
#include <cmath>

#include "base/number_format.h"
#include "common/hover_card.h"
#include "common/text_drawing.h"
#include "impulse/law_marks.h"
#include "laws/permissible_impulse.h"

namespace carom {

namespace {

QString infiniteOr(double value) {
  return std::isinf(value) ? QStringLiteral("∞") : formatNumber(value);
}

/// The rows of a vector of the plane.
void addRows(HtmlRows& rows, const QString& symbol, const LocalVector& vector, double scale,
             const QString& unit) {
  const char* const axes[] = {"n", "t"};
  for (int i = 0; i < 2; ++i) {
    const double value = std::abs(vector[i]) > 1e-14 * scale ? vector[i] : 0;  // rounding
    rows.append(HtmlRow{theme::mathHtml(symbol + QLatin1Char('_') + QLatin1String(axes[i])),
                        formatNumber(value), unit});
  }
}

Html impulseCard(const ImpulsePicture& picture, CollisionLaw which) {
  for (const LawDiagram& law : picture.laws) {
    if (law.law != which) continue;
    HtmlRows rows;
    addRows(rows, QStringLiteral("P"), law.impulse, law.impulse.norm(), QStringLiteral("N·s"));
    addRows(rows, QStringLiteral("V"), law.after, picture.what.impact.V.norm(), QStringLiteral("m/s"));
    rows.append(HtmlRow{theme::mathHtml(QStringLiteral("E^+/E^−")),
                        formatNumber(law.energy / picture.diagram.energy())});
    return Html(lawLabel(which)).bold() + Html::lineBreak() +
           Html(QObject::tr("%1, %2").arg(modeWord(law.mode), permissibleWords(law.permissible))) +
           cardTable(rows) + Html(QObject::tr("drag: the coefficients of restitution"));
  }
  return {};
}

}  // namespace

QString modeWord(ContactMode mode) {
  return mode == ContactMode::Stick ? QObject::tr("sticks") : QObject::tr("slips");
}

QString answerWords(const LawDiagram& answer) {
  if (answer.others.empty()) return modeWord(answer.mode);
  return QObject::tr("%1, first of %2 impulses").arg(modeWord(answer.mode)).arg(answer.others.size() + 1);
}

QString permissibleWords(const Permissibility& permissible) {
  QStringList broken;
  if (!permissible.energy) broken += QObject::tr("gains energy");
  if (!permissible.separation) broken += QObject::tr("closes afterwards");
  if (!permissible.compression) broken += QObject::tr("pulls");
  if (!permissible.friction) broken += QObject::tr("leaves the cone");
  return broken.isEmpty() ? QObject::tr("permissible") : broken.join(QStringLiteral(", "));
}

Html recordedCard(const ImpulsePicture& picture) {
  const RecordedPoint& recorded = *picture.look.recorded;
  const auto withError = [](double value, double variance) {
    return QStringLiteral("%1 ± %2").arg(formatNumber(value),
                                         formatNumber(std::sqrt(std::max(0.0, variance)), 2));
  };
  LocalVector P(2);
  P << recorded.at.y(), recorded.at.x();
  return Html(QObject::tr("recorded impulse")).bold() + Html::lineBreak() +
         Html(permissibleWords(permissible(picture.what.impact, P, picture.what.coefficients.friction))) +
         cardTable({{theme::mathHtml(QStringLiteral("P_n")), withError(P[0], recorded.covariance(1, 1)),
                     QStringLiteral("N·s")},
                    {theme::mathHtml(QStringLiteral("P_t")), withError(P[1], recorded.covariance(0, 0)),
                     QStringLiteral("N·s")}});
}

Html handleCard(const ImpulsePicture& picture, const ImpulseHandle& handle) {
  const LawCoefficients& c = picture.what.coefficients;
  HtmlRows rows;
  switch (handle.kind) {
    case ImpulseHandle::Kind::Impulse:
      return impulseCard(picture, handle.law);
    case ImpulseHandle::Kind::Origin:
      addRows(rows, QStringLiteral("V"), picture.what.impact.V, picture.what.impact.V.norm(),
              QStringLiteral("m/s"));
      return Html(QObject::tr("origin")).bold() + cardTable(rows) +
             Html(QObject::tr("drag: the velocity of approach"));
    case ImpulseHandle::Kind::Friction:
      return cardTable({{theme::mathHtml(QStringLiteral("μ")), infiniteOr(c.friction)}}) +
             Html(QObject::tr("drag: the friction"));
    case ImpulseHandle::Kind::Restitution:
      return cardTable({{theme::mathHtml(QStringLiteral("e")), formatNumber(c.restitution)}}) +
             Html(QObject::tr("drag: the normal restitution"));
    case ImpulseHandle::Kind::SemiAxis:
      return Html(QObject::tr("semi-axis of the energy ellipse")).bold() +
             cardTable(
                 {{Html(QObject::tr("length")), formatNumber(picture.diagram.semiAxisLength(handle.semiAxis)),
                   QStringLiteral("N·s")}}) +
             Html(QObject::tr("drag: the local mass"));
  }
  return {};
}

}  // namespace carom
