#include "cli/figure/figure_recording.h"

#include <QJsonDocument>
#include <QJsonObject>

#include "answer/audit/audit_options.h"
#include "answer/audit/jump_impact.h"
#include "audit/recording/read_recording.h"
#include "base/ghost_track.h"
#include "base/number_text.h"
#include "cli/given_file.h"
#include "cli/options.h"

namespace carom {

namespace {

/// Throws CommandError where nothing of the recording is beside the run: its ghosts would be nowhere.
std::vector<GhostTrack> tracksBeside(const Snapshot& snapshot, const RecordedRun& recorded,
                                     const Trajectory* continuation, int jump) {
  const Trajectory* run = snapshot.trajectory.get();
  const double from = recorded.time[0], to = recorded.time[recorded.size() - 1];
  if (run && (from > run->end() || to < run->start()))
    throw CommandError(ExitStatus::InputFault,
                       "--recording: is from " + roundedText(from) + " s to " + roundedText(to) +
                           " s; the run is from " + roundedText(run->start()) + " s to " +
                           roundedText(run->end()) + " s (time-shift of --map moves it)");
  return tracksOf(recorded, continuation, jump, run);
}

/// The tracks of an audited recording, with the motion from a jump on where its number is given.
std::vector<GhostTrack> tracksOfAudit(const Snapshot& snapshot, const NumberTable& table,
                                      const RecordingMap& map, const std::string& number, LongWork& work) {
  const AuditedRecording audited = auditRecording(*snapshot.instance.mechanism, table, map, auditOptions({}),
                                                  work.stopToken(), work.progress());
  if (number.empty()) return tracksBeside(snapshot, audited.run, nullptr, -1);
  const std::size_t count = audited.report.jumps.size();
  if (count == 0) throw CommandError(ExitStatus::InputFault, "--jump: the recording has no jump");
  const std::size_t jump = parseCount("--jump", number, 1, count) - 1;
  const JumpImpact impact = jumpImpact(snapshot, audited, jump, work.stopToken(), work.progress());
  if (!impact.continuation)
    throw CommandError(ExitStatus::InputFault, "--jump " + number + ": no motion goes on from it" +
                                                   (impact.whyNone.empty() ? "" : ": " + impact.whyNone));
  return tracksBeside(snapshot, audited.run, impact.continuation.get(), static_cast<int>(jump));
}

}  // namespace

QString withRecording(const QString& view, const Snapshot& snapshot, const ShownRecording& shown,
                      LongWork& work) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const NumberTable table =
      numberTableOf(readGiven(shown.file, longestRecording, "a recording"), nameOfGiven(shown.file));
  RecordingMap map = recordingMap(shown.map, mechanism, table.columns);
  map.start = snapshot.instance.initial.q;
  // An audit alone knows what the map leaves to be estimated, and the jumps.
  const bool audits =
      !shown.jump.empty() || map.estimatesTilt || map.estimatesShift || !map.offsetCoordinate.empty();
  QJsonObject object = QJsonDocument::fromJson(view.toUtf8()).object();
  object["tracks"] =
      tracksJson(audits ? tracksOfAudit(snapshot, table, map, shown.jump, work)
                        : tracksBeside(snapshot, runOfTable(table, map, mechanism), nullptr, -1));
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

}  // namespace carom
