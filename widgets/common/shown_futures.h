#pragma once

#include <QColor>
#include <QString>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "answer/snapshot.h"
#include "study/futures/futures.h"

namespace carom {

/// Which futures of a snapshot are asked for.
struct FuturesAsked {
  double duration = 1;  ///< s after the initial state
  double least = 1e-3;  ///< branches below this probability are not followed
  bool operator==(const FuturesAsked&) const = default;
};

/// Follows the futures of a snapshot, with the restitution, step and pushes of its run and with their
/// flights. Throws std::invalid_argument for motors that start at an impact.
FuturesAnswer futuresOf(const Snapshot& snapshot, const FuturesAsked& asked, std::stop_token stop,
                        const Progress& progress);

/// Futures that views and plots show.
struct ShownFutures {
  /// Futures that took one outcome of the impact that separates them, in one colour.
  struct Group {
    QString name;  ///< "0.500: ac bc"
    QColor color;
    std::vector<std::size_t> futures;  ///< indices into FuturesAnswer::futures, the most probable first
  };
  SnapshotPtr of;
  std::shared_ptr<const FuturesAnswer> answer;
  std::vector<Group> groups;

  /// The configurations of a group's futures at a time (s) that their flights know.
  std::vector<Eigen::VectorXd> at(const Group& group, double time) const;
};

/// The most futures whose bodies are shown at once, and the most groups of them with a colour of their own;
/// the others are one grey group.
inline constexpr std::size_t mostShownFutures = 24, mostColoredGroups = 4;

/// The most probable ones of some futures, grouped by what they chose at the first impact that separates
/// them. Those without flights are left out.
ShownFutures shownFutures(SnapshotPtr of, std::shared_ptr<const FuturesAnswer> answer,
                          const std::vector<std::size_t>& chosen);

/// "ac bc", "0–1 … 0–2 (9)": contacts of a scene, at most `most` of them.
QString contactsText(const std::vector<std::string>& contacts, const SceneInstance& instance, int most = 6);

}  // namespace carom
