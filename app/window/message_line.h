#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace carom {

class ElidedLabel;

/// The line at the bottom of the window that confirms and complains. A message stays until it has been there
/// for some seconds and the person does something else, or for as long as anyone reads it; the reason of a
/// refusal until the refusal is over.
class MessageLine : public QObject {
  Q_OBJECT
 public:
  /// `leastMs`: how long a message stays in any case, since what a person does sooner may have been on its
  /// way. `mostMs`: after which it goes by itself.
  MessageLine(ElidedLabel* label, QObject* parent, int leastMs = 4000, int mostMs = 15'000);

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
  QTimer m_end;  ///< of a message that is no refusal
  bool m_isRefusal = false;
};

}  // namespace carom
