#pragma once

#include <QString>

namespace carom::theme {

/// The style sheet of the window: cards on a quiet background, one accent colour.
QString styleSheet();

}  // namespace carom::theme
