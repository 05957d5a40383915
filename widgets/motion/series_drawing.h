#pragma once

#include "motion/series_view.h"

namespace carom {

/// Draws everything on an empty plot but what moves with the selection. The notice is empty.
void drawSeries(StyledPlot& plot, const SeriesView& view);

}  // namespace carom
