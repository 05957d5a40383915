#pragma once

#include <QString>

namespace carom::theme {

/// The style sheet of the window: cards on a quiet ground, one accent.
QString styleSheet();

}  // namespace carom::theme
