#include "window/figure_menu.h"

#include "common/plain_text.h"
#include "figure/export_dialog.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

namespace carom {

FigureMenu::FigureMenu(const Panels& panels, SnapshotDelivery* delivery, QWidget* window)
    : QMenu(tr("Fi&gure"), window), m_panels(panels), m_delivery(delivery) {
  connect(this, &QMenu::aboutToShow, this, &FigureMenu::fill);
  for (const Panels::Entry& entry : panels.all()) {
    Panel* panel = entry.panel;
    connect(panel, &Panel::exportRequested, this, [this, panel] { exportFigure(panel); });
    connect(panel, &Panel::figureReady, this, [this, panel] {
      if (m_awaited != panel) return;
      emit told({});
      exportFigure(panel);
    });
  }
}

void FigureMenu::fill() {
  clear();
  for (const Panels::Entry& entry : m_panels.all()) {
    Panel* panel = entry.panel;
    m_delivery->bringUpToDate(panel);
    const std::unique_ptr<Figure> figure = panel->figure();
    if (!figure && !panel->isFigureComing()) continue;
    const QString title = figure ? figure->title() : panel->windowTitle();
    addAction(tr("Export “%1”…").arg(menuText(title)), this, [this, panel] {
      exportFigure(panel);
    })->setObjectName("export:" + (figure ? figure->name() : panel->objectName()));
  }
}

void FigureMenu::forgetAwaited() {
  m_awaited = nullptr;
  m_delivery->setFollowed(nullptr);
}

void FigureMenu::exportFigure(Panel* panel) {
  std::unique_ptr<Figure> figure = panel->figure();
  m_awaited = !figure && panel->isFigureComing() ? panel : nullptr;
  m_delivery->setFollowed(m_awaited);
  if (m_awaited)
    emit told(tr("“%1” is being computed; it is exported when it is there.").arg(panel->windowTitle()));
  if (!figure) return;
  auto* dialog = new FigureExportDialog(std::move(figure), parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FigureExportDialog::written, this,
          [this](const QString& path) { emit told(tr("Wrote %1").arg(path)); });
  dialog->open();
}

}  // namespace carom
