#pragma once

#include <QObject>
#include <optional>

#include "answer/snapshot.h"
#include "base/figure_arguments.h"

namespace carom {

class Answers;
class Document;
class Panel;
class Panels;
class SceneFiles;
class Selection;
class SnapshotDelivery;

/// Brings the panel of a figure whose file was opened to the front, at the moment and in the view that the
/// figure has, once the answer to its settings is there.
class FigureReopening : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    SceneFiles* files;
    Document* document;
    Selection* selection;
    Answers* answers;
    Panels* panels;
    SnapshotDelivery* delivery;
  };
  FigureReopening(const Parts& parts, QObject* parent);

 signals:
  /// The answer to the figure's settings is there, and the panel of the figure shows it; null: it has no
  /// panel.
  void shown(carom::Panel* panel);

 private:
  void begin(const FigureArguments& figure);
  void takeRun(const SnapshotPtr& run);
  void takeImpact(const SnapshotPtr& shown);
  void showFigure();
  Panel* panelOf(const QString& figure) const;

  Parts m_parts;
  std::optional<FigureArguments> m_figure;  ///< what is still to be shown
};

}  // namespace carom
