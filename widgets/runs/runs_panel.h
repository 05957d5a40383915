#pragma once

#include <QVariantMap>

#include "figure/panel.h"
#include "runs/tried_values.h"

class QModelIndex;
class QToolButton;

namespace carom {

class Edits;
class RunsModel;
class TableView;

/// The runs side by side: that in force, those kept by name, which views and plots show beside it, and the
/// values that were tried. Each can be gone back to.
class RunsPanel : public Panel {
  Q_OBJECT
  /// Whether the values that were tried are listed, which is kept with the layout.
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  RunsPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  QSize sizeHint() const override { return {520, 240}; }
  QSize minimumSizeHint() const override { return {240, 92}; }

  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);
  const RunsModel* model() const { return m_model; }

 public slots:
  /// Keeps the run in force.
  void keepRun();
  /// The same, and opens the field of its name.
  void keepAndName();
  /// Goes back to the state of the current row.
  void goToCurrent();
  /// Removes the kept run of the current row.
  void removeCurrent();
  void renameCurrent();
  void showTried(bool shown);
  /// The picture of a kept run, see pictureWanted().
  void setPicture(const carom::SnapshotPtr& answer, const QImage& picture);

 signals:
  /// The field of a new run's name is about to open, for which the panel has to be seen; its name is typed,
  /// or is left as it is.
  void namingBegun();
  void namingEnded();
  /// A small picture of a kept run is wanted.
  void pictureWanted(const carom::SnapshotPtr& answer);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  QToolButton* button(const QString& text, const QString& tip, const char* name, void (RunsPanel::*slot)());
  void addKey(const QKeySequence& key, void (RunsPanel::*slot)());
  void takeRuns();
  void noteTried();
  void nameNewest();
  void showState();
  void rename(int run, const QString& name);
  void setShown(int run, bool isShown);

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  TriedValues m_tried;
  bool m_isNameWanted = false;  ///< of the newest kept run, once its row is there
  bool m_isNaming = false;      ///< its field is open
  RunsModel* m_model = nullptr;
  TableView* m_table = nullptr;
  QToolButton *m_keep = nullptr, *m_go = nullptr, *m_remove = nullptr, *m_triedSwitch = nullptr,
              *m_copy = nullptr;
};

}  // namespace carom
