#pragma once

#include <QWidget>
#include <memory>

#include "answer/snapshot.h"
#include "base/figure_arguments.h"
#include "figure/figure.h"

namespace carom {

class Selection;

/// A part of the window that shows a snapshot at the selected moment, and can be exported as a figure.
///
/// windowTitle() is the panel's heading; the dock around it shows it, so panels paint no title themselves.
/// Panels never know each other. They read the Snapshot and the Selection, and ask the Edits for edits.
class Panel : public QWidget {
  Q_OBJECT
 public:
  explicit Panel(Selection* selection, QWidget* parent = nullptr) : QWidget(parent), m_selection(selection) {
    setAttribute(Qt::WA_StyledBackground);  // the style sheet draws every panel as a card
  }

  /// The newest answer; never null. Called on the GUI thread, at most once a frame, while the panel is shown.
  /// A hidden panel gets the newest answer when it is shown.
  virtual void setSnapshot(SnapshotPtr snapshot) = 0;
  /// Sets the window title to the words for an answer, where the title has any. A hidden panel, whose tab
  /// shows its title, gets each answer here at once, and by setSnapshot() when it is shown.
  virtual void showTitle(const SnapshotPtr&) {}
  /// Another scene was opened, and the next snapshot is the first one of it. An edit of the scene is none:
  /// what a person has opened, chosen or set in the panel stays.
  virtual void sceneOpened() {}
  /// The work was cancelled: what is missing in the newest snapshot will not come.
  virtual void workCancelled() {}
  /// The figure that shows what the panel shows now; null if the panel is no picture.
  virtual std::unique_ptr<Figure> figure() const { return nullptr; }
  /// Shows again what a figure of this panel has shown. The newest snapshot is that of the figure. Throws
  /// FigureError.
  virtual void showFigure(const FigureArguments& /*figure*/) {}
  /// There is no figure yet, but what it shows is being computed: figureReady() follows.
  virtual bool isFigureComing() const { return false; }

 protected:
  Selection* selection() const { return m_selection; }

 signals:
  /// Asked for by the context menu.
  void exportRequested();
  /// What a person has just asked for is seen in this panel: it is to be shown where it is hidden.
  void showWanted();
  /// What was done or refused, for the status bar.
  void told(const QString& message);
  /// The panel is to fill the window, or to go back where it fills it.
  void largeWanted();
  /// After isFigureComing(): now figure() is there, or has turned out not to come.
  void figureReady();

 private:
  Selection* m_selection;
};

}  // namespace carom
