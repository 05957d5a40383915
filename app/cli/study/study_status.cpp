#include "cli/study/study_status.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/study/study_files.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

struct StudyStatusCommand {
  std::string out;
  bool json = false;
};

/// A work file, or a shard that has none.
struct Part {
  std::string file;  ///< empty: missing
  Shard shard;
  std::size_t done = 0, points = 0;
};

struct StudyState {
  std::string study;  ///< empty where no work file is there
  std::size_t points = 0, done = 0;
  std::vector<Part> parts;
  bool resultsAreThere = false;
};

/// Adds the shards that have no file, of which the files that are there tell the number.
void addMissing(StudyState& state) {
  std::size_t count = 0;
  for (const Part& part : state.parts) count = std::max(count, part.shard.count);
  for (std::size_t i = 1; i <= count; ++i)
    if (std::ranges::find(state.parts, Shard{i, count}, &Part::shard) == state.parts.end())
      state.parts.push_back({"", {i, count}});
  std::ranges::sort(state.parts, {}, [](const Part& part) { return part.shard.index; });
}

StudyState stateOf(const std::string& out) {
  StudyState state;
  state.resultsAreThere = std::filesystem::is_regular_file(out);
  for (const std::string& path : workFilesOf(out)) {
    const WorkFile file = WorkFile::open(path);
    state.study = file.header().name;
    state.points = file.header().points;
    state.done += file.pointsDone();
    state.parts.push_back({path, file.header().shard, file.pointsDone(), file.pointsOfShard()});
  }
  addMissing(state);
  return state;
}

std::string stateText(const std::string& out, const StudyState& state) {
  QString text;
  if (!state.parts.empty()) {
    TextTable table;
    table.add(
        {QStringLiteral("shard"), QStringLiteral("points"), QStringLiteral("done"), QStringLiteral("file")});
    for (const Part& part : state.parts) {
      const QString shard = QStringLiteral("%1/%2").arg(part.shard.index).arg(part.shard.count);
      if (part.file.empty())
        table.add({shard, QStringLiteral("–"), QStringLiteral("–"), QStringLiteral("missing")});
      else
        table.add({shard, QString::number(part.points), QString::number(part.done), q(part.file)});
    }
    text = QStringLiteral("%1: %2 of %3 points are done\n")
               .arg(q(state.study))
               .arg(state.done)
               .arg(state.points) +
           table.text();
  }
  if (state.resultsAreThere) text += q(out) + QStringLiteral(": the results are there\n");
  return text.toStdString();
}

std::string stateJson(const std::string& out, const StudyState& state) {
  Json parts = Json::array();
  for (const Part& part : state.parts)
    parts.push_back({{"shard", {part.shard.index, part.shard.count}},
                     {"file", part.file.empty() ? Json(nullptr) : Json(part.file)},
                     {"points", part.points},
                     {"done", part.done}});
  return madeDocument({{"out", out},
                       {"study", state.study.empty() ? Json(nullptr) : Json(state.study)},
                       {"points", state.points},
                       {"done", state.done},
                       {"parts", std::move(parts)},
                       {"results", state.resultsAreThere}});
}

ExitStatus showStatus(const StudyStatusCommand& options) {
  const StudyState state = stateOf(options.out);
  if (state.resultsAreThere) requireResults(options.out);
  if (state.parts.empty() && !state.resultsAreThere)
    throw CommandError(
        ExitStatus::InputFault,
        options.out + ": no study has been begun; expected `carom study run FILE -o " + options.out + '`');
  if (options.json)
    writeOutput(stateJson(options.out, state));
  else
    writeText(stateText(options.out, state));
  return ExitStatus::Done;
}

}  // namespace

void addStudyStatusCommand(CLI::App& study, Action& action) {
  CLI::App* command = study.add_subcommand("status", "The finished part of a study");
  auto options = std::make_shared<StudyStatusCommand>();
  command->add_option("out", options->out, "The file of results, OUT of `carom study run`")->required();
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return showStatus(*options); }; });
}

}  // namespace carom
