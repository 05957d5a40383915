#include "impulse/case_view.h"

#include <QJsonArray>
#include <cmath>

#include "base/figure_options.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "base/spectrum.h"

namespace carom {

namespace {

[[noreturn]] void refuseView(const char* member, const QString& expected) {
  throw FigureError(
      QObject::tr("--view: \"%1\": expected %2").arg(QLatin1String(member), expected).toStdString());
}

QLatin1String nameOf(const Coefficient& coefficient) {
  return {coefficient.name.data(), static_cast<qsizetype>(coefficient.name.size())};
}

/// A number of JSON, which has no infinite ones.
QJsonValue valueOf(double number) {
  return std::isfinite(number) ? QJsonValue(number) : QJsonValue(plainNumber(number, 6));
}

double numberIn(const QJsonValue& value) {
  return value.isString() ? readNumber(value.toString()).value_or(std::nan(""))
                          : value.toDouble(std::nan(""));
}

/// The numbers of a member, `count` finite ones.
Eigen::VectorXd numbersIn(const QJsonObject& view, const char* member, Eigen::Index count) {
  const QJsonArray array = view[QLatin1String(member)].toArray();
  Eigen::VectorXd numbers(array.size());
  for (qsizetype i = 0; i < array.size(); ++i) numbers[i] = numberIn(array[i]);
  if (numbers.size() != count || !numbers.allFinite())
    refuseView(member, QObject::tr("%1 finite numbers").arg(count));
  return numbers;
}

void requireMass(const LocalMatrix& W) {
  const Eigen::MatrixXd M = W;
  const double least = spectrumOf(W).values.minCoeff();
  const bool isSymmetric = (M - M.transpose()).norm() <= massRankTolerance * M.norm();  // but for rounding
  if (!isSymmetric || !(W(0, 0) > 0) || !(least >= -massRankTolerance * M.norm()))
    refuseView("W", QObject::tr("a symmetric, positive matrix"));
}

}  // namespace

void addCase(QJsonObject& view, const ImpulseCase& what, const QString& about) {
  QJsonArray W, V;
  const auto d = what.impact.dimension();
  for (Eigen::Index row = 0; row < d; ++row) {
    for (Eigen::Index column = 0; column < d; ++column) W += what.impact.W(row, column);
    V += what.impact.V[row];
  }
  view["W"] = W;
  view["V"] = V;
  for (const Coefficient& coefficient : lawCoefficients)
    view[nameOf(coefficient)] = valueOf(what.coefficients.*coefficient.value);
  view["about"] = about;
}

void addLaws(QJsonObject& view, const std::vector<CollisionLaw>& laws) {
  QJsonArray names;
  for (const CollisionLaw law : laws) names += q(std::string(nameOf(law)));
  view["laws"] = names;
}

ImpulseCase caseIn(const QJsonObject& view, const ImpulseCase& usual) {
  if (!view.contains("W")) return usual;
  const Eigen::Index d = usual.impact.dimension();
  ImpulseCase what = usual;
  what.impact.W = numbersIn(view, "W", d * d).reshaped(d, d).transpose();
  what.impact.V = numbersIn(view, "V", d);
  requireMass(what.impact.W);
  for (const Coefficient& coefficient : lawCoefficients) {
    if (!view.contains(nameOf(coefficient))) continue;
    const double value = numberIn(view[nameOf(coefficient)]);
    const auto [least, most] = rangeOf(coefficient);
    if (!(value >= least && value <= most))
      refuseView(coefficient.name.data(),
                 QObject::tr("%1 to %2").arg(plainNumber(least, 6), plainNumber(most, 6)));
    what.coefficients.*coefficient.value = value;
  }
  return what;
}

void addRecorded(QJsonObject& view, const RecordedPoint& recorded) {
  const Eigen::Matrix2d& S = recorded.covariance;
  view["recorded"] = QJsonArray{recorded.at.y(), recorded.at.x(), S(1, 1), S(0, 1), S(0, 0)};
}

std::optional<RecordedPoint> recordedIn(const QJsonObject& view) {
  if (!view.contains("recorded")) return std::nullopt;
  const Eigen::VectorXd numbers = numbersIn(view, "recorded", 5);
  RecordedPoint recorded{{numbers[1], numbers[0]}, {}};
  recorded.covariance << numbers[4], numbers[3], numbers[3], numbers[2];
  constexpr double rounding = 1e-12;
  const double determinant = numbers[2] * numbers[4] - numbers[3] * numbers[3];
  if (!(numbers[2] >= 0 && numbers[4] >= 0 && determinant >= -rounding * numbers[2] * numbers[4]))
    refuseView("recorded", QObject::tr("a covariance that is not negative"));
  return recorded;
}

QString aboutIn(const QJsonObject& view, const QString& usual) {
  return view["about"].toString(usual);
}

std::vector<CollisionLaw> lawsIn(const QJsonObject& view, const std::vector<CollisionLaw>& usual) {
  if (!view.contains("laws")) return usual;
  std::vector<CollisionLaw> laws;
  for (const QJsonValue& name : view["laws"].toArray()) {
    const auto law = collisionLawNamed(name.toString().toStdString());
    if (!law) refuseView("laws", QObject::tr("names of collision laws, and not “%1”").arg(name.toString()));
    laws.push_back(*law);
  }
  return laws;
}

int indexIn(const QJsonObject& view, const char* member, const QStringList& texts, int usual) {
  const QLatin1String name(member);
  if (!view.contains(name)) return usual;
  const auto at = texts.indexOf(view[name].toString());
  if (at < 0) refuseView(member, QObject::tr("one of %1").arg(texts.join(QStringLiteral(", "))));
  return static_cast<int>(at);
}

}  // namespace carom
