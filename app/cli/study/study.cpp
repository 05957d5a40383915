#include "cli/study/study.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/version.h"
#include "cli/given_file.h"
#include "cli/study/empty_cells.h"
#include "cli/study/study_files.h"
#include "cli/study/study_paths.h"
#include "cli/study/study_plot.h"
#include "cli/study/study_script.h"
#include "cli/study/study_status.h"
#include "cli/terminal.h"
#include "scene/format/parse_json.h"
#include "study/study_file/read_study.h"

namespace carom {

namespace {

constexpr std::size_t mostThreads = 1024;

struct StudyRunCommand {
  std::string file, out, shard, threads;
  bool resume = false, force = false, why = false;
};

struct StudyMergeCommand {
  std::string out;
  std::vector<std::string> parts;
  bool force = false, why = false;
};

/// "3/16".
Shard parseShard(const std::string& text) {
  const std::vector<std::string> parts = splitText(text, '/');
  if (parts.size() != 2)
    throw CommandError(ExitStatus::CommandFault, "--shard " + text + ": expected I/N, such as 3/16");
  const std::size_t count = parseCount("--shard " + text + ": N =", parts[1], 1, mostShards);
  return {parseCount("--shard " + text + ": I =", parts[0], 1, count), count};
}

/// The number of the environment's variable; empty where there is none.
std::optional<std::size_t> slurmNumber(const char* name) {
  const char* const text = std::getenv(name);
  if (!text) return std::nullopt;
  return parseCount(name, text, 0);
}

/// The shard of this task of a Slurm array with consecutive numbers; the whole study outside of one.
Shard slurmShard() {
  const auto task = slurmNumber("SLURM_ARRAY_TASK_ID"), count = slurmNumber("SLURM_ARRAY_TASK_COUNT");
  if (!task || !count) return {};
  const std::size_t first = slurmNumber("SLURM_ARRAY_TASK_MIN").value_or(1);
  const std::size_t last = slurmNumber("SLURM_ARRAY_TASK_MAX").value_or(first + *count - 1);
  if (last - first + 1 != *count || *task < first || *task > last || *count > mostShards)
    throw CommandError(
        ExitStatus::CommandFault,
        "SLURM_ARRAY_TASK_ID " + std::to_string(*task) +
            ": the tasks of the array are not the shards; expected --array=1-N, or --shard I/N");
  return {*task - first + 1, *count};
}

Study openStudy(const std::string& file, ReadPaths& readPaths) {
  Study study = parseStudy(readGiven(file, longestSceneFile + 1, "a study file"), nameOfGiven(file));
  readPaths = preparePaths(study);
  return study;
}

/// The work file to append to. Nothing is overwritten without --force.
WorkFile openWork(const StudyRunCommand& options, const WorkHeader& header) {
  const std::string path = workPath(options.out, header.shard);
  if (options.force) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  } else {
    refuseOtherResults(options.out, header);
  }
  if (!std::filesystem::exists(path)) return WorkFile::create(path, header);
  if (options.resume) return WorkFile::resume(path, header);
  throw CommandError(ExitStatus::InputFault,
                     path + ": is there already; expected --resume to go on, or --force to begin again");
}

std::string durationText(double seconds) {
  char text[40];
  if (seconds < 120)
    std::snprintf(text, sizeof text, "%.0f s", seconds);
  else if (seconds < 7200)
    std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
  else
    std::snprintf(text, sizeof text, "%.1f h", seconds / 3600);
  return text;
}

/// "43 %, 430000 of 1000000 points, 52310/s, 11 s left".
std::string progressText(std::size_t before, std::size_t done, std::size_t all, double seconds) {
  const double rate = static_cast<double>(done - before) / seconds;
  char text[160];
  std::snprintf(text, sizeof text,
                rate < 10 ? "%3.0f %%, %zu of %zu points, %.2g/s, " : "%3.0f %%, %zu of %zu points, %.0f/s, ",
                100 * static_cast<double>(done) / static_cast<double>(all), done, all, rate);
  return text + durationText(static_cast<double>(all - done) / rate) + " left";
}

/// Lets the allocator keep the memory of a point for the next one. Otherwise it returns a search's arrays to
/// the system thousands of times a second.
void keepMemoryOfPoints() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that glibc takes
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/// Computes what is missing; returns whether all is there now.
bool computeMissing(const Study& study, WorkFile& file, const StudyRunCommand& options, ReadPaths readPaths) {
  keepMemoryOfPoints();
  StudyOptions wanted;
  wanted.readPaths = std::move(readPaths);
  if (!options.threads.empty())
    wanted.threads = static_cast<int>(parseCount("--threads", options.threads, 1, mostThreads));
  LongWork work;
  const std::size_t before = file.pointsDone(), all = file.pointsOfShard();
  wanted.progress = [&](std::size_t done) {
    work.show([&](double seconds) { return progressText(before, done, all, seconds); });
  };
  return computeStudy(study, file, wanted, work.stopToken());
}

std::string pointsText(std::size_t points) {
  return std::to_string(points) + (points == 1 ? " point" : " points");
}

/// Writes the results of a table, and says so.
ExitStatus finishStudy(const std::string& out, Study study, const StudyTable& table, bool why) {
  addUnits(study);
  const ExitStatus status = writeResults(out, study, table, why);
  EmptyCells empty(study);
  table.forEachPiece([&](const BlockCells& piece) { empty.add(piece.block.first, piece.cells); });
  empty.tell();
  writeText(out + ": " + pointsText(table.header().points) +
            (status == ExitStatus::LimitReached ? ", some of which reached a limit\n" : "\n"));
  return status;
}

ExitStatus runStudy(const StudyRunCommand& options) {
  using Clock = std::chrono::steady_clock;
  resultFormat(options.out);  // refuses other endings before anything is computed
  const Shard shard = options.shard.empty() ? slurmShard() : parseShard(options.shard);
  ReadPaths readPaths;
  const Study study = openStudy(options.file, readPaths);
  const WorkHeader header = workHeader(study, shard, programVersionAndCommit().toStdString());
  const std::string path = workPath(options.out, shard);
  if (options.resume && shard.count == 1 && !std::filesystem::exists(path) &&
      hasResults(options.out, header)) {
    writeText(options.out + ": is complete\n");
    return ExitStatus::Done;
  }
  WorkFile work = openWork(options, header);
  const auto start = Clock::now();
  if (!computeMissing(study, work, options, std::move(readPaths))) {
    writeText(path + ": " + std::to_string(work.pointsDone()) + " of " + pointsText(work.pointsOfShard()) +
              " are kept; --resume goes on\n");
    return ExitStatus::LimitReached;
  }
  if (shard.count > 1) {
    writeText(path + ": " + pointsText(work.pointsDone()) + ", shard " + std::to_string(shard.index) +
              " of " + std::to_string(shard.count) + ", " +
              durationText(std::chrono::duration<double>(Clock::now() - start).count()) + '\n');
    return ExitStatus::Done;
  }
  std::vector<WorkFile> files;
  files.push_back(std::move(work));
  const ExitStatus status = finishStudy(options.out, study, StudyTable(std::move(files)), options.why);
  std::filesystem::remove(path);
  return status;
}

ExitStatus mergeStudy(StudyMergeCommand options) {
  if (options.out.empty() && !options.parts.empty()) {  // OUT stands first, as in status and plot
    options.out = options.parts.front();
    options.parts.erase(options.parts.begin());
  }
  if (options.out.empty())
    throw CommandError(ExitStatus::CommandFault, "study merge: expected OUT, the file of results");
  resultFormat(options.out);
  const std::vector<std::string> parts = options.parts.empty() ? workFilesOf(options.out) : options.parts;
  if (parts.empty())
    throw CommandError(ExitStatus::InputFault,
                       options.out + ": no shard is there; expected " + options.out + ".shard-1-of-N, …");
  std::vector<WorkFile> files;
  for (const std::string& part : parts) files.push_back(WorkFile::open(part));
  const StudyTable table(std::move(files));
  if (!options.force) refuseOtherResults(options.out, table.header());
  return finishStudy(options.out, studyOf(parts.front(), table.header()), table, options.why);
}

CLI::Option* addOutput(CLI::App& command, std::string& out) {
  return command.add_option("-o,--output", out, "The file of results: .nc (NetCDF-4), .csv or .json")
      ->type_name("OUT");
}

void addWriting(CLI::App& command, bool& force, bool& why) {
  command.add_flag("--force", force, "Replace a file that holds something else");
  command.add_flag("--why", why, "Columns more of a CSV: why a cell is empty");
}

void addRun(CLI::App& study, Action& action) {
  CLI::App* command = study.add_subcommand("run", "Compute a study, or one shard of it");
  auto options = std::make_shared<StudyRunCommand>();
  command->add_option("file", options->file, "Study file, *.study.json")->required();
  addOutput(*command, options->out)->required();
  command
      ->add_option(
          "--shard", options->shard,
          "Compute part I of N only, and keep it in OUT.shard-I-of-N; where not given, the task of a "
          "Slurm array")
      ->type_name("I/N");
  command->add_option("--threads", options->threads, "All cores where not given; the results are the same")
      ->type_name("N");
  command->add_flag("--resume", options->resume, "Go on where a run that was stopped has ended");
  addWriting(*command, options->force, options->why);
  command->callback([options, &action] { action = [options] { return runStudy(*options); }; });
}

void addMerge(CLI::App& study, Action& action) {
  CLI::App* command = study.add_subcommand("merge", "Put the shards of a study together");
  auto options = std::make_shared<StudyMergeCommand>();
  command->add_option("parts", options->parts,
                      "OUT where there is no -o; then the shards, all OUT.shard-… where none is given");
  addOutput(*command, options->out);
  addWriting(*command, options->force, options->why);
  command->callback([options, &action] { action = [options] { return mergeStudy(*options); }; });
}

}  // namespace

void addStudyCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("study", "Tables over many parameters, on one machine or on many");
  command->require_subcommand(1);
  addRun(*command, action);
  addStudyStatusCommand(*command, action);
  addStudyPlotCommand(*command, action);
  addMerge(*command, action);
  addStudyScriptCommand(*command, action);
}

}  // namespace carom
