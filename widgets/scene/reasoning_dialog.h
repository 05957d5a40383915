#pragma once

#include <QDialog>
#include <QTimer>
#include <optional>
#include <thread>

#include "answer/snapshot.h"
#include "study/unique_designs.h"

class QTextBrowser;

namespace carom {

/// "Why?": the reasoning of an answer in sentences, with the nearest unique designs below it. Follows the
/// answers while it is open.
class ReasoningDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ReasoningDialog(QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot);
  QString plainText() const;
  /// Whether designs are still looked for.
  bool isSearching() const { return m_searching; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void write();
  void searchDesigns();
  void showDesigns(const SnapshotPtr& asked, std::optional<std::vector<UniqueDesign>> designs);

  QTextBrowser* m_text = nullptr;
  SnapshotPtr m_snapshot;
  std::optional<std::vector<UniqueDesign>> m_designs;  ///< empty: not known
  bool m_searching = false;
  QTimer m_calm;  ///< a drag asks for nothing
  std::jthread m_worker;
};

}  // namespace carom
