#pragma once

namespace carom {

/// A panel whose figure takes long to compute. While it is hidden it begins nothing by itself: it says
/// Panel::isFigureComing(), and computes once it is shown or its figure is wanted.
class FigureOnDemand {
 public:
  virtual ~FigureOnDemand() = default;
  /// Begins to compute the figure, even though the panel is hidden; Panel::figureReady() follows.
  virtual void startFigure() = 0;
};

}  // namespace carom
