#pragma once

#include <QVariantMap>

#include "figure/panel.h"

class QLabel;
class QLineEdit;
class QModelIndex;

namespace carom {

class CoxeterDiagram;
class ModelRows;
class Edits;
class NextSteps;
class OutcomesModel;
class TableView;

/// The outcomes of an impact as a table, and below it the certificate: whether and why all orderings end
/// alike.
class OutcomesPanel : public Panel {
  Q_OBJECT
  /// Whether all columns are shown, which is kept with the layout of the window.
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  OutcomesPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {470, 220}; }

  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);

 public slots:
  /// Shows also those columns of outcomes that have no room; the table scrolls then.
  void setAllColumns(bool isOn);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildTable();
  void takeRows();
  void fitColumns();
  void filter();
  void showFound();
  void showCurrentOutcome();
  void choose(int outcome);
  void showModel(int model);
  void forgetModel();

  Edits* m_edits;
  NextSteps* m_steps;  ///< where there is no impact
  SnapshotPtr m_snapshot;
  OutcomesModel* m_model = nullptr;
  TableView* m_table = nullptr;
  ModelRows* m_models = nullptr;
  TableView* m_modelTable = nullptr;  ///< hidden where models are not asked for
  QWidget* m_search = nullptr;
  QLineEdit* m_contacts = nullptr;
  QLabel* m_found = nullptr;
  CoxeterDiagram* m_diagram = nullptr;
  QLabel *m_certificate = nullptr, *m_details = nullptr, *m_empty = nullptr;
  bool m_allColumns = false;  ///< also those that have no room
};

}  // namespace carom
