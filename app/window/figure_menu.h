#pragma once

#include <QMenu>
#include <QPointer>

#include "base/figure_arguments.h"
#include "figure/panel_grid.h"

namespace carom {

class FigureExportDialog;
class MovieProgress;
class Panel;
class Panels;
class SnapshotDelivery;

/// The menu that exports figures. A panel's own menu starts the same export.
class FigureMenu : public QMenu {
  Q_OBJECT
 public:
  FigureMenu(const Panels& panels, SnapshotDelivery* delivery, QWidget* window);

 public slots:
  /// Opens the export dialog once the panel's figure is ready.
  void exportFigure(carom::Panel* panel);
  /// Opens the export dialog on a composition that was opened from its file.
  void editComposition(const std::vector<carom::PanelGrid::Cell>& panels,
                       const carom::FigureArguments& composition);
  /// Stops waiting for a figure.
  void forgetAwaited();
  /// Opens the dialog for a movie of the run.
  void exportMovie();

 signals:
  /// One line for the status bar; an empty one clears the last.
  void told(const QString& message);
  /// A movie is being written: this shows how far it is, and who hears this is to own and show it.
  void movieBegun(QWidget* progress);
  /// A figure was written.
  void written(const QString& path);

 private:
  void fill();
  std::unique_ptr<Figure> shownFigure(const Panel* panel) const;
  std::vector<FigureOffer> offers() const;
  /// The scene of the 3D view as drawings in the plane, at its moment; none where it moves in space.
  std::vector<std::shared_ptr<const Figure>> drawings() const;
  FigureExportDialog* dialogFor(std::shared_ptr<const Figure> figure);

  const Panels& m_panels;
  SnapshotDelivery* m_delivery;
  QPointer<MovieProgress> m_movie;  ///< the movie that is being written; one at a time
  Panel* m_awaited = nullptr;       ///< the panel whose requested figure is not ready yet
};

}  // namespace carom
