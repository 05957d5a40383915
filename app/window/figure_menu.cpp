#include "window/figure_menu.h"

#include "base/composition_record.h"
#include "common/plain_text.h"
#include "figure/figure_export_dialog.h"
#include "figure/figure_on_demand.h"
#include "figure/figure_view.h"
#include "figure/provenance.h"
#include "papers/drawing_figure.h"
#include "viewport/picture/scene_movie.h"
#include "viewport/viewport_panel.h"
#include "window/movie_dialog.h"
#include "window/movie_progress.h"
#include "window/panels.h"
#include "window/snapshot_delivery.h"

namespace carom {

/// A figure's name among those of one scene: its title without the scene's, and of the scene's own picture
/// the panel's name.
static QString nameIn(const SnapshotPtr& now, const Figure& figure, const Panel* panel = nullptr) {
  QString name = figure.title();
  const QString scene = now ? QString::fromStdString(now->scene->title()) : QString();
  if (name == scene && panel) return panel->accessibleName();
  if (const QString ending = QStringLiteral(" — ") + scene; name.endsWith(ending)) name.chop(ending.size());
  return name;
}

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
    if (!entry.row->maker.isPicture) continue;
    const std::unique_ptr<Figure> figure = shownFigure(panel);
    if (!figure && panel->isVisible() && !panel->isFigureComing()) continue;
    const QString title = figure ? nameIn(figure->source().snapshot, *figure, panel) : panel->windowTitle();
    addAction(tr("Export “%1”…").arg(menuText(title)), this, [this, panel] {
      exportFigure(panel);
    })->setObjectName("export:" + (figure ? figure->name() : panel->objectName()));
  }
  for (const std::shared_ptr<const Figure>& drawing : drawings()) {
    const QString name = nameIn(drawing->source().snapshot, *drawing);
    addAction(tr("Export “%1”…").arg(menuText(name)), this, [this, drawing] {
      dialogFor(drawing)->open();
    })->setObjectName("export:" + drawing->name());
  }
  addSeparator();
  addAction(tr("Export &movie of the run…"), this, &FigureMenu::exportMovie)->setObjectName("export-movie");
}

/// What a panel shows; null for a hidden one, which is asked when its figure is wanted: that may take long.
std::unique_ptr<Figure> FigureMenu::shownFigure(const Panel* panel) const {
  if (!panel->isVisible()) return nullptr;
  m_delivery->bringUpToDate(panel);
  return panel->figure();
}

void FigureMenu::exportMovie() {
  if (m_movie) return emit told(tr("A movie is being written: wait for it, or cancel it below."));
  auto* viewport = m_panels.find<ViewportPanel>();
  m_delivery->bringUpToDate(viewport);
  const std::shared_ptr<const Figure> figure = viewport->movieFigure();
  if (!figure) return emit told(tr("There is no scene to show."));
  const auto record = [figure](const QString& file, const MovieOptions& options) {
    return movieRecordOf(*figure, file, options);
  };
  const auto make = [source = figure->source()](const MovieOptions& options) {
    return std::make_unique<SceneMovie>(source.snapshot, source.view, options);
  };
  auto* dialog = new MovieDialog(make, record, parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &MovieDialog::ordered, this, [this](const MovieToWrite& order) {
    auto* progress = new MovieProgress(order);
    m_movie = progress;
    connect(progress, &MovieProgress::written, this, [this, progress](const QString& path) {
      progress->deleteLater();
      emit told(tr("Wrote %1").arg(path));
    });
    connect(progress, &MovieProgress::failed, this, [this, progress](const QString& why) {
      progress->deleteLater();
      emit told(why);
    });
    emit movieBegun(progress);
  });
  dialog->open();
}

/// The figures of all panels as they are when they are taken.
std::vector<FigureOffer> FigureMenu::offers() const {
  std::vector<FigureOffer> offers;
  for (const Panels::Entry& entry : m_panels.all()) {
    Panel* panel = entry.panel;
    if (!entry.row->maker.isPicture) continue;
    const std::unique_ptr<Figure> figure = shownFigure(panel);
    if (!figure && panel->isVisible()) continue;
    offers.push_back({figure ? nameIn(figure->source().snapshot, *figure, panel) : panel->windowTitle(),
                      [panel = QPointer(panel), delivery = QPointer(m_delivery)] {
                        if (panel && delivery) delivery->bringUpToDate(panel);
                        return panel ? panel->figure() : nullptr;
                      }});
  }
  for (const std::shared_ptr<const Figure>& drawing : drawings())
    offers.push_back({nameIn(drawing->source().snapshot, *drawing), [source = drawing->source()] {
                        return std::unique_ptr<Figure>(
                            std::make_unique<DrawingFigure>(source.snapshot, source.view));
                      }});
  return offers;
}

std::vector<std::shared_ptr<const Figure>> FigureMenu::drawings() const {
  const std::unique_ptr<Figure> scene = m_panels.find<ViewportPanel>()->figure();
  const SnapshotPtr snapshot = scene ? scene->source().snapshot : nullptr;
  std::vector<std::shared_ptr<const Figure>> drawings;
  if (!snapshot || !snapshot->instance.mechanism->isPlanar()) return drawings;
  for (const char* arrows : {"velocity", "momentum"}) {
    QJsonObject view{{"arrows", arrows}};
    if (const auto moment = momentIn(viewOf(scene->source().view))) addMoment(view, *moment);
    drawings.push_back(std::make_shared<DrawingFigure>(snapshot, viewText(view)));
  }
  return drawings;
}

void FigureMenu::forgetAwaited() {
  m_awaited = nullptr;
  m_delivery->setFollowed(nullptr);
}

void FigureMenu::exportFigure(Panel* panel) {
  m_delivery->bringUpToDate(panel);
  std::unique_ptr<Figure> figure = panel->figure();
  m_awaited = !figure && panel->isFigureComing() ? panel : nullptr;
  m_delivery->setFollowed(m_awaited);
  if (m_awaited) {
    emit told(tr("“%1” is being computed; it is exported when it is there.").arg(panel->windowTitle()));
    if (auto* slow = dynamic_cast<FigureOnDemand*>(m_awaited)) slow->startFigure();
  } else if (!figure) {
    emit told(tr("“%1” has nothing to show here.").arg(panel->windowTitle()));
  }
  if (!figure) return;
  dialogFor(std::move(figure))->open();
}

void FigureMenu::editComposition(const std::vector<PanelGrid::Cell>& panels,
                                 const FigureArguments& composition) try {
  const Composition grid = readComposition(QByteArray::fromStdString(composition.text("view")));
  FigureExportDialog* dialog = dialogFor(panels.front().figure);
  dialog->showComposition(panels, {grid.columns, grid.letters, grid.sharesAxes}, fileOptionsOf(composition));
  dialog->open();
} catch (const FigureError& error) {
  emit told(QString::fromUtf8(error.what()));
}

FigureExportDialog* FigureMenu::dialogFor(std::shared_ptr<const Figure> figure) {
  auto* dialog = new FigureExportDialog(std::move(figure), parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOffers(offers());
  connect(dialog, &FigureExportDialog::written, this,
          [this](const QString& path) { emit told(tr("Wrote %1").arg(path)); });
  connect(dialog, &FigureExportDialog::written, this, &FigureMenu::written);
  return dialog;
}

}  // namespace carom
