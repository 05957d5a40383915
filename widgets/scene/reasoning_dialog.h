#pragma once

#include <QDialog>
#include <QTimer>
#include <optional>

#include "answer/snapshot.h"
#include "study/design/design_search.h"
#include "tasks/latest_task.h"

class QPushButton;
class QTextBrowser;

namespace carom {

/// "Why?": the reasoning of an answer in sentences, and below it the nearest unique design. It shows each new
/// answer while it is open.
class ReasoningDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ReasoningDialog(QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot);
  QString plainText() const;
  /// Whether the search for the design is running.
  bool isSearching() const { return m_searching; }

 signals:
  /// A person wants to search the design by hand.
  void designWanted();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void write();
  QStringList designSentences() const;
  void searchDesign();
  void showDesign(const std::shared_ptr<const DesignAnswer>& design);

  QTextBrowser* m_text = nullptr;
  SnapshotPtr m_snapshot;
  std::shared_ptr<const DesignAnswer> m_design;  ///< null: unknown
  QPushButton* m_searchButton = nullptr;
  bool m_searching = false;
  QTimer m_calm;  ///< waits for the end of a drag before the search
  LatestTask<std::shared_ptr<const DesignAnswer>> m_task;
};

}  // namespace carom
