#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "base/composition_record.h"
#include "figure/panel_grid.h"

namespace carom {

class Answers;
class FigureReopening;
class Panel;
class SceneFiles;

/// Opens the panels of a composition whose file was opened, one after the other and the first one last, so
/// that its scene stays open, and collects their figures.
class CompositionReopening : public QObject {
  Q_OBJECT
 public:
  CompositionReopening(SceneFiles* files, FigureReopening* figures, const Answers* answers, QObject* parent);

 signals:
  /// All panels are there. `composition`: its size and look are among the arguments.
  void reopened(const std::vector<carom::PanelGrid::Cell>& panels, const carom::FigureArguments& composition);
  /// One line for the status bar.
  void told(const QString& message);

 private:
  void begin(const FigureArguments& composition);
  void openNext();
  void take(Panel* panel);
  void keep(std::shared_ptr<const Figure> figure);
  std::shared_ptr<const Figure> made(const FigureArguments& figure,
                                     std::shared_ptr<const Figure> shown) const;

  SceneFiles* m_files;
  const Answers* m_answers;
  FigureArguments m_whole;
  std::vector<FigureArguments> m_left;      ///< to be opened, the last one next
  std::vector<PanelGrid::Cell> m_reopened;  ///< from the last to the first
  QPointer<Panel> m_awaited;                ///< whose figure is being computed
};

}  // namespace carom
