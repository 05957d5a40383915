#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>

#include "common/theme.h"

namespace carom {

/// Settings and files of the tests' own, empty, and the window's look.
inline void prepareWindowTest() {
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName("carom-test");
  QSettings().clear();
  theme::apply();
}

}  // namespace carom
