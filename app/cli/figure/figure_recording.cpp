#include "cli/figure/figure_recording.h"

#include <QJsonDocument>
#include <QJsonObject>

#include "answer/audit/audit_options.h"
#include "answer/audit/jump_impact.h"
#include "audit/recording/read_recording.h"
#include "base/ghost_track.h"
#include "cli/given_file.h"
#include "cli/options.h"

namespace carom {

namespace {

/// The tracks of the recording and of the motion from a jump on, which only an audit knows.
std::vector<GhostTrack> tracksFrom(const Snapshot& snapshot, const NumberTable& table,
                                   const RecordingMap& map, const std::string& number, LongWork& work) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const AuditedRecording audited =
      auditRecording(mechanism, table, map, auditOptions({}), work.stopToken(), work.progress());
  const std::size_t count = audited.report.jumps.size();
  if (count == 0) throw CommandError(ExitStatus::InputFault, "--jump: the recording has no jump");
  const std::size_t jump = parseCount("--jump", number, 1, count) - 1;
  const JumpImpact impact = jumpImpact(snapshot, audited, jump, work.stopToken(), work.progress());
  if (!impact.continuation)
    throw CommandError(ExitStatus::InputFault, "--jump " + number + ": no motion goes on from it" +
                                                   (impact.whyNone.empty() ? "" : ": " + impact.whyNone));
  return tracksOf(audited.run, impact.continuation.get(), static_cast<int>(jump));
}

}  // namespace

QString withRecording(const QString& view, const Snapshot& snapshot, const ShownRecording& shown,
                      LongWork& work) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const NumberTable table =
      numberTableOf(readGiven(shown.file, longestRecording, "a recording"), nameOfGiven(shown.file));
  RecordingMap map = recordingMap(shown.map, mechanism, table.columns);
  map.start = snapshot.instance.initial.q;
  QJsonObject object = QJsonDocument::fromJson(view.toUtf8()).object();
  object["tracks"] = tracksJson(shown.jump.empty() ? tracksOf(runOfTable(table, map, mechanism), nullptr, -1)
                                                   : tracksFrom(snapshot, table, map, shown.jump, work));
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

}  // namespace carom
