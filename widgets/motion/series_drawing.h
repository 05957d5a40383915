#pragma once

#include "motion/plot_content.h"

namespace carom {

/// Draws everything on an empty plot but what moves with the selection. The notice is empty.
void drawSeries(StyledPlot& plot, const SeriesView& view, const PlotContent& content);
inline void drawSeries(StyledPlot& plot, const SeriesView& view) {
  drawSeries(plot, view, contentOf(view));
}

}  // namespace carom
