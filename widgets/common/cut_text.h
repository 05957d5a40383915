#pragma once

#include <QString>

namespace carom {

/// A widget that cuts its text short where there is little room; its tooltip then begins with the whole text.
class CutText {
 public:
  virtual ~CutText() = default;
  /// The whole text where it is cut; empty where all of it shows.
  virtual QString cutText() const = 0;
};

}  // namespace carom
