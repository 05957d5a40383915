#pragma once

#include <QString>
#include <QTemporaryDir>
#include <optional>

namespace carom {

/// Checks the files of the settings before they are read. Where one is not a regular file (reading a pipe
/// would block) or is far too long, they are left alone, and the session has temporary settings of its own.
/// Is constructed before the first QSettings.
class SessionSettings {
 public:
  SessionSettings();
  /// Why the person's settings are not used, on one line; empty where they are.
  const QString& problem() const { return m_problem; }

 private:
  QString m_problem;
  std::optional<QTemporaryDir> m_own;
};

}  // namespace carom
