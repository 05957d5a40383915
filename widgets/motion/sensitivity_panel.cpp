#include "motion/sensitivity_panel.h"

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/hover_card.h"
#include "common/next_steps.h"

namespace carom {

SensitivityPanel::SensitivityPanel(Selection* selection, QWidget* parent) : PlotPanel(selection, parent) {
  setObjectName(QStringLiteral("sensitivity"));
  setWindowTitle(tr("Sensitivity"));
  setAccessibleName(tr("Sensitivity"));
}

void SensitivityPanel::setSnapshot(SnapshotPtr snapshot) {
  if (m_snapshot && m_snapshot->scene == snapshot->scene && m_snapshot->assignments == snapshot->assignments)
    return;
  m_snapshot = snapshot;
  m_isComputing = true;
  m_isBegun = false;
  m_task.forget();
  if (isVisible() || m_isWanted) compute();
}

void SensitivityPanel::startFigure() {
  m_isWanted = true;
  if (m_isComputing && !m_isBegun) compute();
}

void SensitivityPanel::showEvent(QShowEvent* event) {
  if (m_isComputing && !m_isBegun) compute();
  PlotPanel::showEvent(event);
}

void SensitivityPanel::compute() {
  m_isBegun = true;
  const auto work = [snapshot = m_snapshot](const auto& watch) {
    return std::make_shared<const OrderSensitivities>(
        orderSensitivities(*snapshot->scene, snapshot->assignments, watch.stop));
  };
  m_task.start(work, {.answered = [this](const auto& all) { take(all); },
                      .failed =
                          [this](const QString& why) {
                            auto none = std::make_shared<OrderSensitivities>();
                            none->none = why.toStdString();
                            take(none);
                          }});
}

void SensitivityPanel::take(std::shared_ptr<const OrderSensitivities> all) {
  m_all = std::move(all);
  m_isComputing = m_isWanted = false;
  hideCard();
  requestRedraw();
  emit figureReady();
}

std::unique_ptr<Figure> SensitivityPanel::figure() const {
  if (!m_all || m_isComputing || sensitivityBars(*m_snapshot, *m_all).empty()) return nullptr;
  return std::make_unique<SensitivityFigure>(m_snapshot, m_all);
}

void SensitivityPanel::redraw() {
  plot()->clearContent();
  if (!m_all || m_isComputing) return plot()->showNotice(tr("Computing …"));
  if (sensitivityBars(*m_snapshot, *m_all).empty()) return plot()->showNotice(whyNoBars(*m_all));
  SensitivityFigure(m_snapshot, m_all).drawOn(*plot());
}

/// Where contacts could be made orthogonal, the search for that is one click away.
std::vector<NextStep> SensitivityPanel::nextSteps() {
  if (!m_all || m_isComputing ||
      std::ranges::none_of(m_all->all, [](const auto& one) { return one.turn > 0; }))
    return {};
  return {{tr("Find nearest unique design"),
           tr("Opens the search for the least change of the scene after which the order does not matter"),
           [this] { emit designWanted(); }}};
}

Html SensitivityPanel::cardAt(const QPointF& place) {
  if (!m_all || m_isComputing) return {};
  const std::vector<SensitivityBar> bars = sensitivityBars(*m_snapshot, *m_all);
  const double top = std::floor(plot()->yAxis->range().upper);  // the place of the largest bar
  const double number = top - std::round(plot()->yAxis->pixelToCoord(place.y()));
  if (!(number >= 0) || number >= static_cast<double>(bars.size())) return {};
  const SensitivityBar& bar = bars[static_cast<std::size_t>(number)];
  const OrderSensitivity& one = *bar.of;
  const HtmlRows rows{
      {tr("change of G"), formatNumber(one.gramSlope * bar.size, 3)},
      {tr("turn of %1").arg(q(one.pair[1])), formatQuantity(one.turn * bar.size, QStringLiteral("deg"), 3)},
      {tr("‖p*‖, %1 first").arg(q(one.orders[0].contacts[0])),
       tr("%1 √J").arg(formatNumber(one.orders[0].projectionNorm, 3))},
      {tr("‖p*‖, %1 first").arg(q(one.orders[1].contacts[0])),
       tr("%1 √J").arg(formatNumber(one.orders[1].projectionNorm, 3))},
      {tr("change of ξ at G = 0"), formatNumber(bar.xi(), 3)}};
  const QString what =
      tr("%1 by %2, for %3 and %4").arg(bar.parameter, bar.step, q(one.pair[0]), q(one.pair[1]));
  return Html(what).bold() + cardTable(rows);
}

}  // namespace carom
