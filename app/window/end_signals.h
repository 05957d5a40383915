#pragma once

#include <QObject>

namespace carom {

/// Turns the signals that end a program (SIGTERM, SIGINT, SIGHUP) into a Qt signal. One per process.
class EndSignals : public QObject {
  Q_OBJECT
 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;

 signals:
  void asked();
};

}  // namespace carom
