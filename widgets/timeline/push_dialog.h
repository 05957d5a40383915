#pragma once

#include <QDialog>

#include "answer/snapshot.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace carom {

/// Asks for a push: its body, time and impulse. Numbers may have units.
class PushDialog : public QDialog {
  Q_OBJECT
 public:
  /// push: shown at first.
  PushDialog(const Snapshot& snapshot, const RunPush& push, QWidget* parent);

  /// What was entered, once the dialog is accepted.
  const RunPush& push() const { return m_push; }

 public slots:
  /// Closes the dialog where the fields hold a push of the run, else shows what is wrong.
  void accept() override;

 private:
  QLineEdit* field(const char* name, const QString& label, double value, const QString& unit);

  double m_start, m_end;  ///< s, of the times that a push may have
  QComboBox* m_body;
  QLineEdit *m_time, *m_impulse[3];
  QLabel* m_error;
  RunPush m_push;
};

}  // namespace carom
