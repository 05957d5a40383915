#pragma once

#include <QString>
#include <string>

namespace carom {

/// The engine's UTF-8 as Qt's text.
inline QString q(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace carom
