#pragma once

#include <QDialog>
#include <QTimer>
#include <optional>
#include <thread>

#include "answer/snapshot.h"
#include "study/unique_designs.h"

class QTextBrowser;

namespace carom {

/// "Why?": the reasoning of an answer in sentences, and below it the nearest unique designs. It shows each
/// new answer while it is open.
class ReasoningDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ReasoningDialog(QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot);
  QString plainText() const;
  /// Whether the search for designs is running.
  bool isSearching() const { return m_searching; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void write();
  void searchDesigns();
  void showDesigns(const SnapshotPtr& asked, std::optional<std::vector<UniqueDesign>> designs);

  QTextBrowser* m_text = nullptr;
  SnapshotPtr m_snapshot;
  std::optional<std::vector<UniqueDesign>> m_designs;  ///< empty: unknown
  bool m_searching = false;
  QTimer m_calm;  ///< waits for the end of a drag before the search
  std::jthread m_worker;
};

}  // namespace carom
