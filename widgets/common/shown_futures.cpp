#include "common/shown_futures.h"

#include <algorithm>

#include "answer/motion_of_question.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/theme.h"

namespace carom {

namespace {

/// Memory for the flights of futures (bytes).
constexpr std::size_t trackMemory = std::size_t{1} << 28;
constexpr std::size_t timesOfBands = 201;

/// How many choices all of these futures have in common, from the first on.
std::size_t commonChoices(const std::vector<std::vector<const FutureChoice*>>& choices) {
  std::size_t common = choices.empty() ? 0 : choices.front().size();
  for (const auto& each : choices) {
    const auto parted = std::ranges::mismatch(choices.front(), each).in1;
    common = std::min(common, static_cast<std::size_t>(parted - choices.front().begin()));
  }
  return common;
}

QString groupName(const FutureChoice* choice, const SceneInstance& instance) {
  if (!choice) return QObject::tr("the only future");
  return QObject::tr("%1: %2").arg(formatNumber(choice->reached, 3),
                                   contactsText(choice->ordering, instance, 4));
}

/// Makes the groups from a number on one, in grey.
void joinGroups(std::vector<ShownFutures::Group>& groups, std::size_t first) {
  if (groups.size() <= first + 1) return;
  ShownFutures::Group others{QObject::tr("%1 other outcomes").arg(groups.size() - first), theme::grey, {}};
  for (std::size_t i = first; i < groups.size(); ++i)
    others.futures.insert(others.futures.end(), groups[i].futures.begin(), groups[i].futures.end());
  groups.resize(first);
  groups.push_back(std::move(others));
}

}  // namespace

QString contactsText(const std::vector<std::string>& contacts, const SceneInstance& instance, int most) {
  const Mechanism& mechanism = *instance.mechanism;
  QStringList names;
  Word word;
  for (const std::string& name : contacts) {
    const auto pair = std::ranges::find(mechanism.contacts(), name, &ContactPair::name);
    ContactLabel label;
    label.name = name;
    for (std::size_t k = 0; k < 2 && pair != mechanism.contacts().end(); ++k)
      label.bodies[k] = mechanism.bodies()[static_cast<std::size_t>(pair->body[k])].name;
    word.push_back(static_cast<ContactIndex>(names.size()));
    names += shortContactName(label, instance);
  }
  return wordText(names, word, most);
}

FuturesAnswer futuresOf(const Snapshot& snapshot, const FuturesAsked& asked, std::stop_token stop,
                        const Progress& progress) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  MotionOptions motion = motionOptions(snapshot.settings, {}, mechanism);
  motion.duration = asked.duration;
  FuturesQuestion question;
  question.least = asked.least;
  question.times = timesOfBands;
  question.trackBytes = trackMemory;
  return futures(mechanism, snapshot.instance.initial, motion, question, std::move(stop), progress);
}

std::vector<Eigen::VectorXd> ShownFutures::at(const Group& group, double time) const {
  std::vector<Eigen::VectorXd> all;
  const double start = answer->times.size() > 0 ? answer->times[0] : 0;
  for (const std::size_t i : group.futures) {
    const Future& future = answer->futures[i];
    if (time >= start && time <= future.state.time) all.push_back(configurationOf(future, time));
  }
  return all;
}

ShownFutures shownFutures(SnapshotPtr of, std::shared_ptr<const FuturesAnswer> answer,
                          const std::vector<std::size_t>& chosen) {
  ShownFutures shown{std::move(of), std::move(answer), {}};
  std::vector<std::size_t> futures;
  for (const std::size_t i : chosen)
    if (shown.answer->futures[i].track) futures.push_back(i);
  std::ranges::sort(futures);  // which are by falling probability
  if (futures.size() > mostShownFutures) futures.resize(mostShownFutures);
  std::vector<std::vector<const FutureChoice*>> choices;
  for (const std::size_t i : futures) choices.push_back(choicesOf(shown.answer->futures[i]));
  const std::size_t common = commonChoices(choices);
  std::vector<const FutureChoice*> taken;
  for (std::size_t k = 0; k < futures.size(); ++k) {
    const bool parts = choices[k].size() > common;
    const FutureChoice* choice = parts                ? choices[k][common]
                                 : choices[k].empty() ? nullptr
                                                      : choices[k].back();
    const auto known = std::ranges::find(taken, choice);
    if (known == taken.end()) {
      taken.push_back(choice);
      shown.groups.push_back({groupName(choice, shown.of->instance),
                              theme::categorical(static_cast<int>(shown.groups.size())),
                              {futures[k]}});
    } else {
      shown.groups[static_cast<std::size_t>(known - taken.begin())].futures.push_back(futures[k]);
    }
  }
  joinGroups(shown.groups, mostColoredGroups);
  return shown;
}

}  // namespace carom
