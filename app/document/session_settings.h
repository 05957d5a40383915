#pragma once

#include <QString>
#include <QTemporaryDir>
#include <optional>

class QSettings;

namespace carom {

/// From now on the settings are written whole or not at all.
void keepSettingsWhole();

/// Checks the files of the settings before they are read. Where one is not a regular file (reading a pipe
/// would block), is far too long or cannot be read, they are left alone, and the session has temporary
/// settings of its own. Where a line of the person's file is none, or has a value on which Qt would end the
/// program, a copy of the file is kept beside it, and the session goes on without that line. Is constructed
/// before the first QSettings.
class SessionSettings {
 public:
  SessionSettings();
  /// Why settings of the person are not used, on one line; empty where all are.
  const QString& problem() const { return m_problem; }

 private:
  void useOwn();
  /// Takes the lines away that cannot be read; whether the rest can be used.
  bool mend(const QString& file);

  QString m_problem;
  std::optional<QTemporaryDir> m_own;
};

/// Writes the settings now. Why that is not possible, on one line; empty where they are written.
QString whyNotWritten(QSettings& settings);

}  // namespace carom
