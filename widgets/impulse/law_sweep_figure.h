#pragma once

#include "impulse/impulse_case.h"
#include "laws/impulse_diagram_sweep.h"
#include "plot/plot_figure.h"

namespace carom {

/// What a sweep draws of each answer.
enum class LawResult { NormalImpulse, TangentialImpulse, NormalVelocity, TangentialVelocity, Energy };

/// A sweep of one quantity of a case across laws.
struct LawSweep {
  ImpulseCase what;
  QString about;
  LawQuantity quantity = LawQuantity::Incidence;
  LawResult result = LawResult::Energy;
  std::vector<CollisionLaw> laws{};
  std::vector<double> values{};                    ///< of the quantity, SI
  std::vector<std::vector<LawDiagram>> answers{};  ///< by law, then by value
};
/// A sweep over the usual range of the quantity. Angles go from −90° to 90°, μ to at least 2.
LawSweep lawSweep(const ImpulseCase& what, const QString& about, LawQuantity quantity, LawResult result,
                  const std::vector<CollisionLaw>& laws);

/// The name of a quantity or result in a list: "friction μ".
QString quantityLabel(LawQuantity quantity);
QString resultLabel(LawResult result);

/// Draws the curves on a plot; a law that has no answer leaves a gap.
void drawLawSweep(StyledPlot& plot, const LawSweep& sweep);
/// The quantity (SI) at an x of the plot, whose angles are in degrees; within the range of the sweep.
double quantityAt(LawQuantity quantity, double x);
QString lawSweepCsv(const LawSweep& sweep);

/// The curves of a sweep.
class LawSweepFigure : public PlotFigure {
 public:
  explicit LawSweepFigure(LawSweep sweep) : m_sweep(std::move(sweep)) {}
  /// The generic case over the angle of incidence, or what a view of source() shows. Throws FigureError.
  explicit LawSweepFigure(const QString& view);

  QString name() const override { return QStringLiteral("law-sweep"); }
  QString title() const override;
  /// The quantity, then of each law P_n, P_t, V_n, V_t, E⁺/E⁻; SI units.
  QString csv() const override { return lawSweepCsv(m_sweep); }
  QString provenance() const override;
  FigureSource source() const override;
  const LawSweep& sweep() const { return m_sweep; }

 protected:
  void draw(StyledPlot& plot) const override { drawLawSweep(plot, m_sweep); }

 private:
  LawSweep m_sweep;
};

}  // namespace carom
