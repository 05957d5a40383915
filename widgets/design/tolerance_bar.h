#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "answer/snapshot.h"
#include "study/robust.h"
#include "tasks/latest_task.h"

class QCheckBox;
class QLineEdit;

namespace carom {

class ElidedLabel;

/// What tolerances of a design do to its impact: 95 % of ξ, and how many times as wide the tolerances may be
/// until that passes a wanted ξ. Has a thread of its own.
class ToleranceBar : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t samples = 400;
  explicit ToleranceBar(QWidget* parent = nullptr);

  /// Computes it for these tolerances of the present design, unless it is there or on its way.
  void ask(const SnapshotPtr& snapshot, const std::vector<Tolerance>& tolerances);
  /// Stops what is being computed.
  void stop();
  /// The question of a search that makes the tolerances as wide as they can be; empty where fault() is not.
  std::optional<RobustQuestion> maximised() const;
  bool isMaximising() const;
  /// Why there is no such question; empty where none is wanted.
  QString fault() const;

 signals:
  /// The largest change of G of any pair within the tolerance of each variable, with its sign.
  void effectsFound(const std::map<std::string, double>& effects);
  /// Another ξ is wanted, or the search shall maximise or not.
  void questionChanged();

 private:
  struct Question {
    std::string scene;
    Assignments assignments;
    std::vector<std::pair<std::string, double>> tolerances;
    double below = 0;
    bool operator==(const Question&) const = default;
  };

  double below() const;
  void take(const RobustAnswer& answer);
  void fail(const QString& why);
  static QString textOf(const RobustAnswer& answer);

  QLineEdit* m_below = nullptr;
  QCheckBox* m_maximise = nullptr;
  ElidedLabel* m_text = nullptr;
  SnapshotPtr m_snapshot;
  std::vector<Tolerance> m_tolerances;
  std::optional<Question> m_asked;
  LatestTask<RobustAnswer> m_task;
};

}  // namespace carom
