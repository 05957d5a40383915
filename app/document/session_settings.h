#pragma once

#include <QString>
#include <QTemporaryDir>
#include <optional>

namespace carom {

/// Looks at the files of the settings before anything reads them: what is there and is no regular file (a
/// pipe would be waited for), or far too long, is left alone. The session then has settings of its own, which
/// are gone with it. Goes before the first QSettings.
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
