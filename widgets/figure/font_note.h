#pragma once

#include <QString>

#include "base/figure_style.h"

namespace carom {

/// "Arial is not installed; Nimbus Sans stands in." Empty where the first families of a look are installed.
QString fontNote(const FigureLook& look);

}  // namespace carom
