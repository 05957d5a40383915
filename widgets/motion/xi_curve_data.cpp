#include "motion/xi_curve_data.h"

#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "motion/empty_cell_words.h"
#include "plot/plot_figure.h"

namespace carom {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double zeroXi = 1e-8;  ///< ξ of one outcome, as closely as its place can be located

const ParameterValue* sweptValue(const Snapshot& snapshot) {
  return snapshot.instance.parameter(snapshot.instance.view.sweep);
}

double presentXi(const Snapshot& snapshot) {
  const ImpactReport* report = snapshot.report.get();
  if (!report) return none;
  return report->jammed() || !report->complete() ? none : report->indeterminacy.xi;
}

}  // namespace

bool startsWithImpact(const Snapshot& snapshot) {
  if (snapshot.report && snapshot.impact < 0 && snapshot.report->jammed()) return true;
  // A run that was cancelled before its first impact does not tell.
  const bool isTold = snapshot.trajectory && (snapshot.trajectory->stopKind != StopKind::Cancelled ||
                                              snapshot.trajectory->initialImpact() >= 0);
  return isTold ? snapshot.trajectory->initialImpact() >= 0 : snapshot.report && snapshot.impact < 0;
}

QString whyNoCurve(const Snapshot& snapshot) {
  const ParameterValue* swept = sweptValue(snapshot);
  if (!swept) {
    if (startsWithImpact(snapshot) || snapshot.isPending)
      return QObject::tr("This scene names no parameter to draw ξ over.");
    return snapshot.report && snapshot.impact < 0
               ? QObject::tr("ξ is drawn for the impact at the start. No contact closes there.")
               : QObject::tr("ξ is drawn for the impact at the start. No contact is closed there.");
  }
  if (swept->min && swept->max && *swept->max > *swept->min) return {};
  const bool isSingle = swept->min && swept->max;
  return (isSingle ? QObject::tr("ξ cannot be drawn over %1: its range is a single value.")
                   : QObject::tr("ξ cannot be drawn over %1: its range is open."))
      .arg(QString::fromStdString(swept->name));
}

QString whyEmptyCurve(const SweepResult& curve, const QString& parameter) {
  const QString why = emptyCellText(usualReason(curve.points));
  const QString none = QObject::tr("There is no curve of ξ over %1.").arg(plainSymbol(parameter));
  return why.isEmpty() ? none : none + QLatin1Char(' ') + why;
}

const ParameterSpec& sweptParameter(const Snapshot& snapshot) {
  return *snapshot.scene->parameter(snapshot.instance.view.sweep);
}

QString symbolOf(const ParameterSpec& parameter) {
  return QString::fromStdString(parameter.symbol());
}

XiCurveData xiCurveData(const Snapshot& snapshot, const SweepResult& curve) {
  XiCurveData data;
  const ParameterValue& swept = *sweptValue(snapshot);
  data.parameter = sweptParameter(snapshot);
  data.factor = unitFactor(data.parameter.unit);
  data.least = *swept.min;
  data.most = *swept.max;
  data.present = swept.value / data.factor;
  data.presentXi = presentXi(snapshot);
  if (snapshot.report && snapshot.impact < 0) data.presentVerdict = verdictOf(snapshot.report.get());
  data.complete = curve.complete;
  const auto& values = curve.over.front().values;
  const auto count = static_cast<Eigen::Index>(values.size());
  data.si = Eigen::Map<const Eigen::VectorXd>(values.data(), count);
  data.x = data.si / data.factor;
  data.xi.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const SweepPoint& point = curve.points[static_cast<std::size_t>(i)];
    data.xi[i] = point.value.value_or(none);
    data.maxLength.push_back(static_cast<int>(point.maxLength));
  }
  return data;
}

double XiCurveData::xiAt(double at) const {
  const auto right = std::lower_bound(x.begin(), x.end(), at);
  if (right == x.end()) return none;
  const auto i = right - x.begin();
  if (*right == at) return xi[i];
  if (i == 0) return none;
  const double part = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return (1 - part) * xi[i - 1] + part * xi[i];
}

std::pair<double, double> XiCurveData::extent() const {
  double low = none, high = none;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (std::isnan(xi[i])) continue;
    if (std::isnan(low)) low = x[i];
    high = x[i];
  }
  if (std::isnan(low)) return {least / factor, most / factor};
  return {low, high};
}

/// Zeros that are so close together that they are one place. Where ξ is 0 over a stretch there is no touch,
/// nor where nothing closes.
std::vector<UniqueTouch> XiCurveData::uniqueTouches() const {
  constexpr double onePlace = 1e-6;
  std::vector<UniqueTouch> touches;
  const Eigen::Index count = x.size();
  for (Eigen::Index i = 0; i < count; ++i) {
    if (!(xi[i] <= zeroXi)) continue;
    Eigen::Index best = i, last = i;
    for (; last + 1 < count && xi[last + 1] <= zeroXi; ++last)
      if (xi[last + 1] < xi[best]) best = last + 1;
    const bool closes = maxLength[static_cast<std::size_t>(best)] > 0;
    if (closes && x[last] - x[i] <= onePlace * (x[count - 1] - x[0])) touches.push_back({x[best]});
    i = last;
  }
  return touches;
}

bool XiCurveData::nothingCloses() const {
  return (xi.array().isNaN() || Eigen::Map<const Eigen::ArrayXi>(maxLength.data(), xi.size()) == 0).all() &&
         !xi.array().isNaN().all();
}

bool XiCurveData::uniqueEverywhere() const {
  return x.size() > 0 && (xi.array() <= zeroXi).all() && !nothingCloses();
}

Verdict XiCurveData::verdictAt(double at) const {
  constexpr double samePlace = 1e-6;  // of the axis
  const auto [low, high] = extent();
  const bool isPresent = std::abs(at - present) <= samePlace * (high - low);
  const bool isUnique = presentVerdict == Verdict::UniqueForEveryMomentum;
  return isPresent && isUnique ? *presentVerdict : Verdict::UniqueHere;
}

std::vector<LengthChange> XiCurveData::lengthChanges() const {
  constexpr Eigen::Index lasting = 3;  // points for which a length must hold on both sides
  std::vector<LengthChange> changes;
  const auto holds = [&](Eigen::Index from, Eigen::Index to) {
    for (Eigen::Index i = from; i <= to; ++i)
      if (std::isnan(xi[i]) ||
          maxLength[static_cast<std::size_t>(i)] != maxLength[static_cast<std::size_t>(from)])
        return false;
    return true;
  };
  if (parameter.integer) return changes;
  for (Eigen::Index i = lasting - 1; i + lasting < x.size(); ++i) {
    const int before = maxLength[static_cast<std::size_t>(i)],
              after = maxLength[static_cast<std::size_t>(i + 1)];
    if (before == after || !holds(i - lasting + 1, i) || !holds(i + 1, i + lasting)) continue;
    const Eigen::Index at = xi[i] > xi[i + 1] ? i : i + 1;
    changes.push_back({x[at], xi[at], before, after});
  }
  return changes;
}

QString XiCurveData::label() const {
  return symbolOf(parameter);
}

QString XiCurveData::unitWords() const {
  return unitLabel(QString::fromStdString(parameter.unit));
}

QString xiCurveCsv(const XiCurveData& data) {
  QString text =
      csvField(QString::fromStdString(data.parameter.name)) + QStringLiteral(",xi,longest_ordering\n");
  for (Eigen::Index i = 0; i < data.x.size(); ++i)
    text +=
        csvNumber(data.si[i]) + QLatin1Char(',') + csvNumber(data.xi[i]) + QLatin1Char(',') +
        (std::isnan(data.xi[i]) ? QString() : QString::number(data.maxLength[static_cast<std::size_t>(i)])) +
        QLatin1Char('\n');
  return text;
}

}  // namespace carom
