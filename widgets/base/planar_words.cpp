#include "base/planar_words.h"

#include <QObject>

#include "base/impact_words.h"
#include "base/number_format.h"

namespace carom {

namespace {

/// Why nothing was decided; empty where something was.
QString undecidedText(PlanarCertificate::Reason reason) {
  switch (reason) {
    case PlanarCertificate::Reason::SameMaps:
    case PlanarCertificate::Reason::Counterexample:
      return {};
    case PlanarCertificate::Reason::NotPlanar:
      return QObject::tr("Other momenta are decided for laws in the plane only, with one tangent each.");
    case PlanarCertificate::Reason::Contacts:
      return QObject::tr("Other momenta are decided for up to %1 contacts only.").arg(mostPlanarContacts);
    case PlanarCertificate::Reason::Law:
      return QObject::tr(
          "A law is not piecewise linear in the momentum, or has no answer for some of them: other momenta "
          "are not decided.");
    case PlanarCertificate::Reason::Jump:
      return QObject::tr(
          "Where no law jumps, all orderings of a momentum have the same outcome. At the jumps of a law this "
          "is not decided.");
    case PlanarCertificate::Reason::Length:
      return QObject::
          tr("Some momentum has orderings of more than %1 collisions, perhaps endless ones: other momenta "
             "are not decided.")
              .arg(mostPlanarLength);
    case PlanarCertificate::Reason::Cells:
      return QObject::tr("The momenta fall into too many cells: other momenta are not decided.");
    case PlanarCertificate::Reason::Rounding:
      return QObject::tr(
          "Some cells or outcomes are too near each other for rounding: other momenta are not decided.");
  }
  return {};
}

/// "From p⁻ = (…) the orderings a b and b a end in momenta that differ by ξ = 0.1."
QString counterexampleText(const ImpactProblem& problem, const PlanarCertificate& planar) {
  const QStringList names = contactNames(problem);
  QStringList numbers;
  for (const double x : planar.momentum) numbers += formatNumber(x, 4);
  return QObject::tr("From p⁻ = (%1) the orderings %2 and %3 end in momenta that differ by ξ = %4.")
      .arg(numbers.join(QStringLiteral(", ")), wordText(names, planar.words[0]),
           wordText(names, planar.words[1]), formatNumber(planar.xi, 3));
}

}  // namespace

ReasoningPart planarReasoning(const ImpactProblem& problem, const PlanarCertificate& planar) {
  if (planar.unique == true)
    return {
        QObject::tr("Why it is unique for every momentum"),
        {QObject::tr("The laws are linear in each of several cones of momenta and continuous. All momenta "
                     "fall into cells (%1) in which every ordering is a product of linear maps.")
             .arg(formatCount(planar.cells)),
         QObject::tr(
             "In each cell all orderings end, after %1 collisions at most, and have the same product.")
             .arg(planar.longest)}};
  if (planar.unique == false)
    return {QObject::tr("Why the order can matter"), {counterexampleText(problem, planar)}};
  return {QObject::tr("Whether the order can matter from another momentum"), {undecidedText(planar.reason)}};
}

QString planarText(const ImpactProblem& problem, const PlanarCertificate& planar) {
  if (planar.unique == true)
    return QObject::tr(
               "Unique for every momentum: in each of the cells (%1) all orderings are one linear map")
        .arg(formatCount(planar.cells));
  if (planar.unique == false)
    return QObject::tr("Not unique for every momentum. %1").arg(counterexampleText(problem, planar));
  return undecidedText(planar.reason);
}

}  // namespace carom
