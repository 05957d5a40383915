#pragma once

#include <QElapsedTimer>
#include <QObject>

namespace carom {

class ElidedLabel;

/// The line at the bottom of the window that confirms and complains. A message stays until it has been there
/// for some seconds and the person does something else; the reason of a refusal until the refusal is over.
class MessageLine : public QObject {
  Q_OBJECT
 public:
  /// `leastMs`: how long a message stays in any case, since what a person does sooner may have been on its
  /// way.
  MessageLine(ElidedLabel* label, QObject* parent, int leastMs = 4000);

 public slots:
  void tell(const QString& message);
  void refuse(const QString& reason);
  void endRefusal();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  ElidedLabel* m_label;
  int m_leastMs;
  QElapsedTimer m_since;
  bool m_isRefusal = false;
};

}  // namespace carom
