#include "cli/motion/orbit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "answer/document/future_json.h"
#include "answer/motion_of_question.h"
#include "base/number_format.h"
#include "base/number_text.h"
#include "base/orbit_words.h"
#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "study/orbit/follow_orbits.h"

namespace carom {

namespace {

struct OrbitCommand {
  std::string scene;
  OptionWords words;
  AnswerOutput output;
};

QString orbitText(const OrbitQuestion& question, const Orbit& orbit) {
  if (!orbit.failed.empty()) return QStringLiteral("No orbit: %1\n").arg(q(orbit.failed));
  QString text =
      QStringLiteral("Period %1 s, %2, miss %3 after %4\n")
          .arg(formatNumber(orbit.period, 10), counted(orbit.run.impacts.size(), "impact"),
               formatNumber(orbit.miss, 2), counted(static_cast<std::size_t>(orbit.steps), "step"));
  for (std::size_t i = 0; i < orbit.names.size(); ++i)
    text += QStringLiteral("  %1 = %2\n").arg(q(orbit.names[i]), formatNumber(orbit.values[i], 10));
  for (Eigen::Index i = 0; i < orbit.travel.size(); ++i)
    text +=
        QStringLiteral("  %1 goes on by %2\n")
            .arg(q(question.travel[static_cast<std::size_t>(i)].first), formatNumber(orbit.travel[i], 10));
  for (const auto& [name, other, sign] : question.mirror)
    text += QStringLiteral("  %1 is %2%3 after a period\n")
                .arg(q(name), sign < 0 ? QStringLiteral("−") : QString(), q(other));
  for (const TiedPair& pair : orbit.ties) text += QStringLiteral("  %1\n").arg(tieText(pair));
  if (orbit.mostStable) text += mostStableText(orbit) + QLatin1Char('\n');
  text += whyText(orbit) + QLatin1Char('\n');
  if (!orbit.withoutMaps.empty()) return text;
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < std::min(most, orbit.maps.size()); ++i) {
    QStringList values;
    for (const auto& value : orbit.maps[i].multipliers) values << complexText(value);
    const QString words = orderingsOf(orbit.maps[i]);
    text += QStringLiteral("  multipliers%1: %2%3\n")
                .arg(words.isEmpty() ? QString() : QStringLiteral(" of ") + words,
                     values.isEmpty() ? QStringLiteral("none") : values.join(QStringLiteral(", ")),
                     orbit.maps[i].grows ? QStringLiteral("; a perturbation that grows follows them")
                                         : QString());
  }
  if (orbit.maps.size() > most) text += QStringLiteral("  …\n");
  if (!orbit.mapsAreComplete) text += QStringLiteral("  not all orderings of the ties have a map\n");
  return text;
}

FollowedOrbits follow(const Scene& scene, const Assignments& set, const Question& question,
                      const OrbitQuestion& asked, const MotionOptions& motion, const LongWork& work,
                      const Progress& progress) {
  if (question.over.empty()) {
    FollowedOrbits all;
    all.orbits.push_back({0, findOrbit(scene, set, asked, motion, work.stopToken(), progress)});
    return all;
  }
  const OverRange& over = question.over.front();
  if (std::ranges::find(asked.vary, over.name) != asked.vary.end())
    throw CommandError(ExitStatus::CommandFault,
                       "--over " + over.name + ": varies already, by --vary; expected another parameter");
  return followOrbits(scene, set, asked, motion, {over.name, over.a, over.b, over.points}, work.stopToken(),
                      progress);
}

Json jsonOf(const Scene& scene, const Question& question, const OrbitQuestion& asked,
            const FollowedOrbits& all) {
  Json orbits = Json::array();
  for (const FollowedOrbit& one : all.orbits) {
    Json orbit = orbitJson(*scene.instantiate(one.orbit.assignments).mechanism, asked, one.orbit);
    orbit["why"] = whyText(one.orbit).toStdString();
    if (!question.over.empty()) orbit["at"] = {{question.over.front().name, number(one.value)}};
    orbits.push_back(std::move(orbit));
  }
  const bool isFound = all.orbits.back().orbit.failed.empty();
  Json json = {{"scene", scene.name()}};
  // Of the one orbit, or the last one that was followed.
  for (const char* key :
       {"found", "period", "q", "v", "parameters", "residual", "iterations", "multipliers", "stable", "why"})
    json[key] = orbits.back()[key];
  json["orbits"] = std::move(orbits);
  json["folds"] = all.folds;
  json["complete"] = isFound;
  json["limit"] = isFound ? Json() : Json("no-orbit");
  return json;
}

std::string textOf(const Scene& scene, const Question& question, const OrbitQuestion& asked,
                   const FollowedOrbits& all) {
  QString text = q(scene.title()) + QLatin1Char('\n');
  if (question.orbit.period == 0)
    text += QStringLiteral("Search from the first near return of the motion, after %1 s\n")
                .arg(formatNumber(asked.period, 4));
  for (const FollowedOrbit& one : all.orbits) {
    if (!question.over.empty())
      text += QStringLiteral("\n%1 = %2\n").arg(q(question.over.front().name), formatNumber(one.value, 6));
    text += orbitText(asked, one.orbit);
  }
  for (const double fold : all.folds)
    text += QStringLiteral("\nFold near %1 = %2\n").arg(q(question.over.front().name), formatNumber(fold, 6));
  return text.toStdString();
}

ExitStatus run(const OrbitCommand& options) {
  const auto scene = openScene(options.scene);
  const Assignments set = parseAssignments(options.words.list("set"));
  ParameterNumbers numbers(*scene, set);
  const Question question = readQuestion(options.words, Command::Orbit, {{}, {}, {}, &numbers});
  if (question.over.size() > 1)
    throw CommandError(ExitStatus::CommandFault,
                       "--over: expected one parameter along which orbits are followed");
  if (!question.design.ranges.empty())
    throw CommandError(ExitStatus::CommandFault, "--vary: expected names without bounds for an orbit");
  if (question.orbit.roundsFolds && question.over.empty())
    throw CommandError(ExitStatus::CommandFault, "--folds: expected --over with the parameter of the folds");
  LongWork work;
  const SceneInstance instance = scene->instantiate(set);
  requireMotion(*scene, instance);
  const MotionOptions motion = motionOptions(question.settings, {}, *instance.mechanism);
  const OrbitQuestion asked = orbitOfQuestion(question, instance, motion, work.stopToken());
  const FollowedOrbits all = follow(*scene, set, question, asked, motion, work, work.progress());
  writeAnswer(options.output,
              {[&] { return textOf(*scene, question, asked, all); },
               [&](const TextSink& sink) { sink(madeDocument(jsonOf(*scene, question, asked, all))); }});
  return all.orbits.back().orbit.failed.empty() ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addOrbitCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "orbit", "A periodic motion, its multipliers, and whether every order of its ties is stable");
  auto options = std::make_shared<OrbitCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Orbit, options->words);
  addOutputOptions(*command, options->output);
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace carom
