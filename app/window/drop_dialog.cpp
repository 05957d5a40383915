#include "window/drop_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "common/theme.h"
#include "plot/plot_items.h"
#include "plot/styled_plot.h"

namespace carom {

DropDialog::DropDialog(double duration, QWidget* parent)
    : QDialog(parent),
      m_plot(new StyledPlot(PlotStyle{}, this)),
      m_now(new QLabel(this)),
      m_progress(new QProgressBar(this)) {
  setObjectName(QStringLiteral("dropDialog"));
  setWindowTitle(tr("Drop experiment"));
  m_plot->setAccessibleName(tr("ξ of both gaits over time"));
  m_plot->setMinimumSize(480, 260);
  m_plot->setAxis(m_plot->xAxis, {0, duration}, RoundTicker::Steps::Decimal);
  m_plot->setAxis(m_plot->yAxis, {1e-16, 1}, RoundTicker::Steps::Decimal, true);
  m_plot->setCaptions({QStringLiteral("t"), QStringLiteral("(s)")}, {{}, QStringLiteral("‖p − p′‖ / ‖p‖")});
  const QColor colors[] = {theme::vermilion, theme::categorical(2)};
  const QString names[] = {tr("orthogonal"), tr("straight")};
  std::vector<LegendEntry> entries{{tr("argmin against argmax"), colors[0], LegendEntry::Mark::None}};
  for (const int i : {0, 1}) {
    m_gaits[i] = m_plot->addLine(names[i], {}, m_plot->plotStyle().pen(colors[i], PlotStyle::lineWidth));
    entries.push_back({names[i], colors[i], LegendEntry::Mark::Line});
  }
  m_plot->header()->setEntries(std::move(entries));
  m_progress->setRange(0, 100);
  m_progress->setAccessibleName(tr("Share of the work that is done"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_plot, 1);
  column->addWidget(m_now);
  column->addWidget(m_progress);
  column->addWidget(buttons);
  add({}, 0);
}

void DropDialog::add(const std::vector<DropPoint>& points, double done) {
  for (const DropPoint& point : points) {
    const bool shown = point.xi > 0 && std::isfinite(point.xi);  // on an axis of powers of ten
    m_gaits[point.isStraight ? 1 : 0]->addData(point.time, shown ? point.xi : std::nan(""));
    if (shown) fitAxis(point.xi);
  }
  m_progress->setValue(static_cast<int>(100 * std::clamp(done, 0.0, 1.0)));
  constexpr int runs = 4;
  const int run = std::min(runs - 1, static_cast<int>(runs * std::max(0.0, done)));
  const QString rule = run % 2 == 0 ? tr("argmin") : tr("argmax");
  m_now->setText(run < 2 ? tr("The orthogonal gait, by %1").arg(rule)
                         : tr("The straight gait, by %1").arg(rule));
  m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void DropDialog::fitAxis(double xi) {
  if (m_least > 0 && xi >= m_least && xi <= m_most) return;
  m_least = m_least > 0 ? std::min(m_least, xi) : xi;
  m_most = std::max(m_most, xi);
  m_plot->setAxis(m_plot->yAxis, {m_least / 3, m_most * 3}, RoundTicker::Steps::Decimal, true);
}

}  // namespace carom
