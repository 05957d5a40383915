#pragma once

#include <optional>
#include <stop_token>

#include "base/progress.h"
#include "study/robust.h"
#include "study/study_file/sample.h"

namespace carom {

/// The share of the samples that shall be below the wanted ξ.
inline constexpr double shareBelow = 0.95;

enum class SampleKind : char { Decided, Refused, Apart, Undecided };

struct SampleXi {
  SampleKind kind = SampleKind::Undecided;
  double xi = 0;
};

/// ξ of a scene under the deviates of a sample.
class ToleranceSample {
 public:
  /// The scales between which the largest one is searched for, and its usual relative accuracy.
  static constexpr double leastScale = 0x1p-20, greatestScale = 0x1p20, scaleAccuracy = 1e-4;

  ToleranceSample(const Scene& scene, const Assignments& assignments, const RobustQuestion& question,
                  std::stop_token stop, const Progress& progress);

  /// Each sample with all tolerances times the scale. Unfinished where isStopped().
  std::vector<SampleXi> at(double scale);
  SampleXi atDesign() const { return xiUnder(m_assignments, {}); }
  /// Whether enough samples are below the wanted ξ at a scale; ends where too many are not.
  bool holds(double scale);
  /// The largest scale that holds, if holding ends there: searched from a scale in factors that are squared
  /// up to 2, then by bisection of the logarithm. Empty where it is beyond leastScale and greatestScale, and
  /// after a stop.
  std::optional<double> largestScale(double from, double factor, double accuracy = scaleAccuracy);
  bool isStopped() const { return m_stop.stop_requested(); }

 private:
  struct Varied {
    double value = 0, width = 0;
    int coordinate = -1;  ///< whose velocity varies; −1: a parameter
  };

  void addParameter(const SceneInstance& instance, const Tolerance& tolerance);
  void addVelocity(const SceneInstance& instance, const Tolerance& tolerance);
  double deviate(std::size_t sample, std::size_t tolerance) const;
  SampleXi xiOf(std::size_t sample, double scale) const;
  bool isBelow(const SampleXi& one) const {
    return one.kind == SampleKind::Decided && one.xi < *m_question.below;
  }
  void countPass(std::size_t done, std::size_t blocks) const;
  SampleXi xiUnder(const Assignments& assignments, const Eigen::VectorXd& faster) const;

  const Scene& m_scene;
  const Assignments& m_assignments;
  const RobustQuestion& m_question;
  ResolveOptions m_resolve;
  std::stop_token m_stop;
  Progress m_progress;
  UnitSample m_unit;
  std::vector<Varied> m_varied;
  int m_dof = 0;
  int m_scales = 0;  ///< that were sampled
};

}  // namespace carom
