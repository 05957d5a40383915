#include "impulse/law_sweep_figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/csv_text.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "impulse/case_view.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_picture.h"
#include "impulse/law_marks.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool isAngle(LawQuantity quantity) {
  return quantity == LawQuantity::Incidence || quantity == LawQuantity::Tilt;
}

double resultOf(const LawDiagram& answer, LawResult result, double energyBefore) {
  if (!answer.refusal.empty()) return none;
  switch (result) {
    case LawResult::NormalImpulse:
      return answer.impulse[0];
    case LawResult::TangentialImpulse:
      return answer.impulse[1];
    case LawResult::NormalVelocity:
      return answer.after[0];
    case LawResult::TangentialVelocity:
      return answer.after[1];
    case LawResult::Energy:
      return answer.energy / energyBefore;
  }
  return none;
}

/// The names of quantities and results in a view, in the order of their enums.
const QStringList& quantityNames() {
  static const QStringList names{QStringLiteral("incidence"), QStringLiteral("friction"),
                                 QStringLiteral("restitution"), QStringLiteral("tangential"),
                                 QStringLiteral("tilt")};
  return names;
}
const QStringList& resultNames() {
  static const QStringList names{QStringLiteral("normal-impulse"), QStringLiteral("tangential-impulse"),
                                 QStringLiteral("normal-velocity"), QStringLiteral("tangential-velocity"),
                                 QStringLiteral("energy")};
  return names;
}

LawSweep sweepIn(const QJsonObject& view) {
  const ImpulsePreset& usual = impulsePresets()[5];  // the case with which the window starts
  const ImpulseCase what = caseIn(view, usual.make());
  if (const QString why = whyNoPicture(what.impact); !why.isEmpty()) throw FigureError(why.toStdString());
  return lawSweep(
      what, aboutIn(view, usual.title()), static_cast<LawQuantity>(indexIn(view, "over", quantityNames(), 0)),
      static_cast<LawResult>(indexIn(view, "result", resultNames(), static_cast<int>(LawResult::Energy))),
      lawsIn(view, usual.look().laws));
}

/// Contact energy before, at one value of the sweep.
double energyBefore(const LawSweep& sweep, double value) {
  try {
    const LocalImpact impact =
        withQuantity(sweep.what.impact, sweep.what.coefficients, sweep.quantity, value).impact;
    return impact.energy(impact.V);
  } catch (const LawError&) {
    return none;
  }
}

AxisCaption captionOf(LawQuantity quantity) {
  switch (quantity) {
    case LawQuantity::Incidence:
      return {QStringLiteral("α"), QObject::tr("angle of incidence (°)")};
    case LawQuantity::Friction:
      return {QStringLiteral("μ"), QObject::tr("friction")};
    case LawQuantity::Restitution:
      return {QStringLiteral("e"), QObject::tr("normal restitution")};
    case LawQuantity::Tangential:
      return {QStringLiteral("e_t"), QObject::tr("tangential restitution")};
    case LawQuantity::Tilt:
      return {QStringLiteral("φ"), QObject::tr("tilt of the energy ellipse (°)")};
  }
  return {};
}

AxisCaption captionOf(LawResult result) {
  switch (result) {
    case LawResult::NormalImpulse:
      return {QStringLiteral("P_n"), QStringLiteral("(N·s)")};
    case LawResult::TangentialImpulse:
      return {QStringLiteral("P_t"), QStringLiteral("(N·s)")};
    case LawResult::NormalVelocity:
      return {QStringLiteral("V_n"), QObject::tr("after (m/s)")};
    case LawResult::TangentialVelocity:
      return {QStringLiteral("V_t"), QObject::tr("after (m/s)")};
    case LawResult::Energy:
      return {QStringLiteral("E^+/E^−"), QObject::tr("contact energy")};
  }
  return {};
}

/// The range of what is drawn. A law that gains without bound must not flatten the others.
QCPRange resultRange(const std::vector<double>& all) {
  std::vector<double> sorted = all;
  std::ranges::sort(sorted);
  if (sorted.empty()) return {0, 1};
  const auto at = [&](double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  const double middle = at(0.9) - at(0.1);
  const double low = std::max(sorted.front(), at(0.1) - 1.5 * middle);
  const double high = std::min(sorted.back(), at(0.9) + 1.5 * middle);
  return roundRange(std::min(0.0, low), std::max(high, low + 1e-3));
}

}  // namespace

LawSweep lawSweep(const ImpulseCase& what, const QString& about, LawQuantity quantity, LawResult result,
                  const std::vector<CollisionLaw>& laws) {
  LawSweep sweep{what, about, quantity, result, laws};
  constexpr int pieces = 240;
  constexpr double grazing = 0.5 * std::numbers::pi;
  double low = -grazing, high = grazing;
  if (quantity == LawQuantity::Restitution) low = 0, high = 1;
  if (quantity == LawQuantity::Tangential) low = -1, high = 1;
  if (quantity == LawQuantity::Friction) {
    const double now = what.coefficients.friction;
    low = 0;
    high = std::isfinite(now) ? std::max(2.0, 1.5 * now) : 4;
  }
  for (int i = 0; i <= pieces; ++i) sweep.values.push_back(std::lerp(low, high, i / double{pieces}));
  if (quantity == LawQuantity::Incidence) {
    // cos(±90°) leaves rounding in place of the 0 of grazing incidence, of either sign.
    sweep.values.front() = std::nextafter(low, 0.0);
    sweep.values.back() = std::nextafter(high, 0.0);
  }
  for (const CollisionLaw law : laws)
    sweep.answers.push_back(sweepLaw(law, what.impact, what.coefficients, quantity, sweep.values));
  return sweep;
}

QString quantityLabel(LawQuantity quantity) {
  switch (quantity) {
    case LawQuantity::Incidence:
      return QObject::tr("angle of incidence");
    case LawQuantity::Friction:
      return QObject::tr("friction μ");
    case LawQuantity::Restitution:
      return QObject::tr("normal restitution e");
    case LawQuantity::Tangential:
      return QObject::tr("tangential restitution eₜ");
    case LawQuantity::Tilt:
      return QObject::tr("tilt of M");
  }
  return {};
}

QString resultLabel(LawResult result) {
  switch (result) {
    case LawResult::NormalImpulse:
      return QObject::tr("normal impulse");
    case LawResult::TangentialImpulse:
      return QObject::tr("tangential impulse");
    case LawResult::NormalVelocity:
      return QObject::tr("normal velocity after");
    case LawResult::TangentialVelocity:
      return QObject::tr("tangential velocity after");
    case LawResult::Energy:
      return QObject::tr("contact energy, E⁺/E⁻");
  }
  return {};
}

void drawLawSweep(StyledPlot& plot, const LawSweep& sweep) {
  plot.clearContent();
  const double factor = isAngle(sweep.quantity) ? 180 / std::numbers::pi : 1;
  const PlotStyle& style = plot.plotStyle();
  std::vector<double> all;
  std::vector<LegendEntry> legend;
  std::vector<double> energies;
  for (const double value : sweep.values) energies.push_back(energyBefore(sweep, value));
  for (std::size_t i = 0; i < sweep.laws.size(); ++i) {
    Polyline line;
    for (std::size_t k = 0; k < sweep.values.size(); ++k) {
      const double y = resultOf(sweep.answers[i][k], sweep.result, energies[k]);
      line.x.push_back(factor * sweep.values[k]);
      line.y.push_back(y);
      if (std::isfinite(y)) all.push_back(y);
    }
    const QColor color = lawColor(sweep.laws[i]);
    plot.addLine(QString::fromStdString(std::string(nameOf(sweep.laws[i]))), line,
                 style.pen(color, PlotStyle::lineWidth));
    legend.push_back({lawLabel(sweep.laws[i]), color, LegendEntry::Mark::Line});
  }
  const double present = quantityOf(sweep.what.impact, sweep.what.coefficients, sweep.quantity);
  if (std::isfinite(present))
    StyledPlot::moveCursor(plot.addCursor(theme::quietInk(), Qt::DotLine), factor * present);
  plot.setAxis(plot.xAxis, {factor * sweep.values.front(), factor * sweep.values.back()},
               isAngle(sweep.quantity) ? RoundTicker::Steps::Degrees : RoundTicker::Steps::Decimal);
  plot.setAxis(plot.yAxis, resultRange(all), RoundTicker::Steps::Decimal);
  plot.setCaptions(captionOf(sweep.quantity), captionOf(sweep.result));
  plot.header()->setEntries(std::move(legend));
}

double quantityAt(LawQuantity quantity, double x) {
  // An impact at ±90° grazes; beyond it there is none.
  constexpr double grazing = 0.5 * std::numbers::pi;
  if (isAngle(quantity))
    return std::clamp(x * std::numbers::pi / 180, std::nextafter(-grazing, 0.0),
                      std::nextafter(grazing, 0.0));
  if (quantity == LawQuantity::Friction) return std::max(0.0, x);
  return std::clamp(x, quantity == LawQuantity::Restitution ? 0.0 : -1.0, 1.0);
}

QString lawSweepCsv(const LawSweep& sweep) {
  static constexpr const char* quantities[] = {"incidence [rad]", "mu", "e", "e_t", "tilt [rad]"};
  QString text = QLatin1String(quantities[static_cast<int>(sweep.quantity)]);
  for (const CollisionLaw law : sweep.laws)
    for (const char* column : {"P_n [N s]", "P_t [N s]", "V_n [m/s]", "V_t [m/s]", "energy ratio"})
      text += QStringLiteral(",%1 %2").arg(QString::fromStdString(std::string(nameOf(law))),
                                           QLatin1String(column));
  text += QLatin1Char('\n');
  for (std::size_t k = 0; k < sweep.values.size(); ++k) {
    text += csvNumber(sweep.values[k]);
    const double before = energyBefore(sweep, sweep.values[k]);
    for (const auto& answers : sweep.answers)
      for (const LawResult result :
           {LawResult::NormalImpulse, LawResult::TangentialImpulse, LawResult::NormalVelocity,
            LawResult::TangentialVelocity, LawResult::Energy}) {
        const double value = resultOf(answers[k], result, before);
        text += QLatin1Char(',') + (std::isfinite(value) ? csvNumber(value) : QString());
      }
    text += QLatin1Char('\n');
  }
  return text;
}

LawSweepFigure::LawSweepFigure(const QString& view) : m_sweep(sweepIn(viewOf(view))) {
  if (m_sweep.laws.empty()) throw FigureError(QObject::tr("there is no law to draw").toStdString());
}

FigureSource LawSweepFigure::source() const {
  QJsonObject view;
  addCase(view, m_sweep.what, m_sweep.about);
  addLaws(view, m_sweep.laws);
  view["over"] = quantityNames()[static_cast<int>(m_sweep.quantity)];
  view["result"] = resultNames()[static_cast<int>(m_sweep.result)];
  return {name(), nullptr, viewText(view)};
}

QString LawSweepFigure::title() const {
  return QObject::tr("Collision laws over %1 — %2").arg(quantityLabel(m_sweep.quantity), m_sweep.about);
}

QString LawSweepFigure::provenance() const {
  return Figure::provenance() + QStringLiteral("; W V mu e et sigma transverse impulse polar azimuth ") +
         caseText(m_sweep.what);
}

}  // namespace carom
