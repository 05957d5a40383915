#include "cli/audit/audit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "answer/audit/audit_options.h"
#include "answer/document/audit_document.h"
#include "audit/recorded_forces.h"
#include "base/audit_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/given_file.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

struct AuditCommand {
  std::string scene, trajectory, map, csv;
  AuditWords audit;
  bool why = false;
  OptionWords words;
  AnswerOutput output;
};

QString collisionsText(const Mechanism& mechanism, const std::vector<int>& word) {
  QString text;
  for (const int contact : word)
    text += (text.isEmpty() ? "" : " ") + q(mechanism.contacts()[static_cast<std::size_t>(contact)].name);
  return text.isEmpty() ? QStringLiteral("–") : text;
}

/// Each jump in sentences.
QString reasonsOfJumps(const AnsweredAudit& answer) {
  QString text;
  for (const ExplainedJump& jump : answer.audited.report.jumps) {
    text +=
        QStringLiteral("\n%1, %2\n")
            .arg(QStringLiteral("t = %1 s").arg(recordedTimeText(answer.audited.report.motion, jump.time)),
                 q(std::string(nameOf(jump.verdict))));
    for (const std::string& reason : jumpReasons(answer, jump))
      text += QStringLiteral("  %1\n").arg(withShownNumbers(q(reason)));
  }
  return text;
}

QString auditedJumps(const AnsweredAudit& answer) {
  const DividedMotion& motion = answer.audited.report.motion;
  TextTable table;
  table.add({QStringLiteral("word"), QStringLiteral("t/s"), QStringLiteral("verdict"),
             QStringLiteral("likelihood"), QStringLiteral("ξ"), QStringLiteral("ΔE/J")});
  for (const ExplainedJump& jump : answer.audited.report.jumps)
    table.add({jump.nearest ? collisionsText(answer.mechanism, jump.nearest->word) : QStringLiteral("–"),
               recordedTimeText(motion, jump.time), q(std::string(nameOf(jump.verdict))),
               jump.nearest ? formatNumber(jump.nearest->likelihood) : QStringLiteral("–"),
               jump.xi ? formatNumber(*jump.xi) : QStringLiteral("–"), measuredText(jump.energy)});
  QString text = table.text();
  for (const ExplainedJump& jump : answer.audited.report.jumps)
    if (jump.verdict != JumpVerdict::Explained)
      text += QStringLiteral("t = %1 s: %2\n")
                  .arg(recordedTimeText(motion, jump.time), withShownNumbers(q(whyJump(answer, jump))));
  return text;
}

QString coefficientsFound(const AnsweredAudit& answer) {
  QString text;
  for (const CoefficientFit& fit : answer.audited.report.fit)
    text += QStringLiteral("%1 of %2: %3 (%4, scatter %5)\n")
                .arg(fit.isFriction ? QStringLiteral("μ") : QStringLiteral("e"),
                     q(classLabel(answer.mechanism, answer.audited.report.classes[fit.contactClass])),
                     measuredText({fit.value, fit.error}),
                     counted(static_cast<std::size_t>(fit.jumps), "jump"), formatNumber(fit.scatter));
  return text.isEmpty() ? text : '\n' + text;
}

QString estimatesFound(const AnsweredAudit& answer) {
  const AuditedRecording& audited = answer.audited;
  QString text;
  QStringList told;
  for (const int i : audited.run.told)
    told += q(answer.mechanism.coordinates()[static_cast<std::size_t>(i)].name);
  if (!told.isEmpty()) text += QStringLiteral("told by the loops: %1\n").arg(told.join(QStringLiteral(", ")));
  QStringList forced;
  for (const int i : coordinatesWithTorques(audited.run))
    forced += q(answer.mechanism.coordinates()[static_cast<std::size_t>(i)].name);
  if (!forced.isEmpty())
    text += QStringLiteral("recorded forces at: %1\n").arg(forced.join(QStringLiteral(", ")));
  for (const MapEstimate& one : audited.estimates) {
    if (std::isnan(one.value.value)) {
      text += QStringLiteral("%1%2: the recording does not tell it\n")
                  .arg(q(one.what),
                       one.coordinate.empty() ? QString() : QStringLiteral(" of ") + q(one.coordinate));
      continue;
    }
    if (one.what == "tilt")
      text += QStringLiteral("tilt of the frame: %1 rad\n").arg(measuredText(one.value));
    if (one.what == "time-shift")
      text += QStringLiteral("shift of the clock: %1 s\n").arg(measuredText(one.value));
    if (one.what == "offset")
      text += QStringLiteral("offset of %1: %2\n").arg(q(one.coordinate), measuredText(one.value));
  }
  if (const QString step = recordedStepText(audited.report.motion); !step.isEmpty()) text += step + '\n';
  if (const QString start = motorsStartText(audited.report); !start.isEmpty()) text += start + '\n';
  return text;
}

/// What contacts do between jumps that they cannot do.
QString faultsFound(const AnsweredAudit& answer) {
  QString text;
  const DividedMotion& motion = answer.audited.report.motion;
  // Contacts of engines overlap at every collision: one line for each contact.
  std::map<int, std::vector<const RecordedOverlap*>> overlaps;
  for (const RecordedOverlap& overlap : answer.audited.report.overlaps)
    overlaps[overlap.contact].push_back(&overlap);
  for (const auto& [contact, times] : overlaps) {
    const RecordedOverlap& deepest = **std::ranges::max_element(times, {}, &RecordedOverlap::depth);
    const QString often =
        times.size() == 1 ? QString() : QStringLiteral(" %1 times").arg(formatCount(times.size()));
    text += QStringLiteral("%1 overlaps%2 from %3 s to %4 s, by %5%6 m\n")
                .arg(q(answer.mechanism.contacts()[static_cast<std::size_t>(contact)].name), often,
                     recordedTimeText(motion, times.front()->times[0]),
                     recordedTimeText(motion, times.back()->times[1]),
                     times.size() == 1 ? QString() : QStringLiteral("up to "),
                     measuredText({deepest.depth, deepest.error}));
  }
  for (const RecordedPull& pull : answer.audited.report.pulls)
    text += QStringLiteral("%1 would have to pull from %2 s to %3 s, with up to %4 N: impossible\n")
                .arg(q(answer.mechanism.contacts()[static_cast<std::size_t>(pull.contact)].name),
                     recordedTimeText(motion, pull.times[0]), recordedTimeText(motion, pull.times[1]),
                     measuredText({pull.force, pull.error}));
  return text;
}

std::string auditSummary(const Scene& scene, const AnsweredAudit& answer, bool why) {
  const AuditReport& report = answer.audited.report;
  QString text =
      QStringLiteral("%1\n%2, %3, %4\n")
          .arg(q(scene.title()), counted(static_cast<std::size_t>(answer.audited.run.size()), "sample"),
               counted(report.motion.flights.size(), "flight"), counted(report.jumps.size(), "jump"));
  text += estimatesFound(answer) + '\n' + auditedJumps(answer) + coefficientsFound(answer);
  text += QStringLiteral("\nenergy that appeared in jumps: %1 J, that vanished: %2 J\n")
              .arg(measuredText(report.appeared), measuredText(report.vanished));
  for (const QString& time : unexaminedTexts(report.motion)) text += time + '\n';
  if (const QString none = noJumpsText(answer.mechanism, answer.audited.run, report); !none.isEmpty())
    text += none + '\n';
  text += faultsFound(answer);
  for (const std::string& hint : auditHints(answer))
    text += QStringLiteral("\n%1\n").arg(withShownNumbers(q(hint)));
  if (why) text += reasonsOfJumps(answer);
  if (!report.complete) text += QStringLiteral("\nStopped.\n");
  return text.toStdString();
}

ExitStatus audit(const AuditCommand& options) {
  if (options.scene == "-" && options.trajectory == "-")
    throw CommandError(ExitStatus::CommandFault,
                       "audit: standard input is the scene or the trajectory; expected a file for the other");
  const auto scene = openScene(options.scene);
  const SceneInstance instance = scene->instantiate(parseAssignments(options.words.list("set")));
  requireMotion(*scene, instance);
  const Mechanism& mechanism = *instance.mechanism;
  const AuditOptions wanted = auditOptions(options.audit);
  const NumberTable table = numberTableOf(readGiven(options.trajectory, longestRecording, "a recording"),
                                          nameOfGiven(options.trajectory));
  RecordingMap map = recordingMap(options.map, mechanism, table.columns);
  map.start = instance.initial.q;
  const AuditedRecording audited = [&] {
    LongWork work;
    return auditRecording(mechanism, table, map, wanted, work.stopToken(), work.progress());
  }();
  const AnsweredAudit answer{scene->name(), mechanism, audited};
  const auto csv = [&](const TextSink& sink) { sink(auditCsv(mechanism, audited)); };
  if (!options.csv.empty()) writeCsvAnswer(options.csv, options.output.made, csv);
  if (options.csv != "-")
    writeAnswer(options.output,
                {[&] { return auditSummary(*scene, answer, options.why); },
                 [&](const TextSink& sink) { sink(madeDocument(auditDocument(answer))); }, csv});
  return audited.report.complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addAuditCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "audit", "The orderings that explain the impacts of a run that was recorded or computed elsewhere");
  auto options = std::make_shared<AuditCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  command->add_option("trajectory", options->trajectory, "CSV with a header, or NPZ")->required();
  addOptions(*command, Command::Audit, options->words);
  command
      ->add_option("--map", options->map,
                   "How columns become coordinates: mujoco, drake, body, or a file (JSON)")
      ->type_name("NAME|FILE");
  command
      ->add_option("--restitution", options->audit.restitution,
                   "Range of e of all contacts, or the scene's e and mu [0:1]")
      ->type_name("A:B|E|scene");
  command->add_option("--friction", options->audit.friction, "Range of mu of contacts with a law [0:2]")
      ->type_name("A:B|MU");
  command
      ->add_option("--gap-error", options->audit.gapError,
                   "Standard deviation of gaps by shapes and places that are not exact (m) [0]")
      ->type_name("LENGTH");
  command
      ->add_option("--model-error", options->audit.modelError,
                   "Error of masses and shapes, as a share of the change of momentum [0]")
      ->type_name("SHARE");
  command
      ->add_option("--least-noise", options->audit.leastNoise,
                   "Least standard deviation of a sample of travels and angles, such as 0.1mm,0.1deg [0]")
      ->type_name("LENGTH[,ANGLE]");
  command->add_flag("--why", options->why, "Explain the verdict of each jump in sentences");
  command->add_option("--csv", options->csv, "Write one line for each jump to a file; - is standard output")
      ->type_name("FILE");
  addOutputOptions(*command, options->output, {.csv = true});
  command->callback([options, &action] { action = [options] { return audit(*options); }; });
}

}  // namespace carom
