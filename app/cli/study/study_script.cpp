#include "cli/study/study_script.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>

#include "base/figure_arguments.h"
#include "base/printable_text.h"
#include "base/qt_text.h"
#include "cli/study/study_files.h"
#include "cli/study/study_paths.h"
#include "cli/terminal.h"
#include "study/study_file/read_study.h"

namespace carom {

namespace {

struct StudyScriptCommand {
  std::string file, out, shards = "16";
  bool slurm = false, parallel = false;
};

/// The names in a script, which other programs read again.
struct Names {
  std::string study, out;
};

/// A path that no program takes for an option or a separator.
std::string pathWord(const std::string& path) {
  const char first = path.empty() ? '.' : path.front();
  const bool isSafe =
      std::isalnum(static_cast<unsigned char>(first)) || first == '/' || first == '.' || first == '_';
  return isSafe ? path : "./" + path;
}

std::string shellWord(const std::string& text) {
  return carom::shellWord(q(text)).toStdString();
}

/// A script is a text of lines: it cannot name every file that there may be.
void refuseUnprintable(const std::string& path) {
  if (path.find_first_of("\n\t") != std::string::npos || printableText(path) != path)
    throw CommandError(ExitStatus::InputFault,
                       path + ": has a character that cannot stand in a script; expected another name");
}

/// A name that is one word in every file and on every line; each other character becomes a dash.
std::string plainName(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '-';
  return name;
}

/// The command of one shard; all words as the shell finds them.
std::string shardCommand(const Names& names, const std::string& shard, const std::string& threads) {
  return "carom study run " + names.study + " -o " + names.out + " --shard " + shard + " --threads " +
         threads + " --resume";
}

std::string slurmScript(const std::string& name, const Names& names, const std::string& shards) {
  return "#!/bin/sh\n"
         "#SBATCH --job-name=" +
         plainName(name) +
         "\n"
         "#SBATCH --array=1-" +
         shards +
         "\n"
         "#SBATCH --cpus-per-task=1\n"
         "#SBATCH --requeue\n"
         "#SBATCH --open-mode=append\n"
         "# Each task computes one shard and goes on where it was when it is started again. Submit this "
         "file\n"
         "# from this folder, and the merge behind it:\n"
         "#   job=$(sbatch --parsable THIS-FILE)\n"
         "#   sbatch --dependency=afterok:\"$job\" --wrap " +
         shellWord("carom study merge -o " + names.out) +
         "\n"
         "exec " +
         shardCommand(names, "\"$SLURM_ARRAY_TASK_ID/" + shards + '"', "\"${SLURM_CPUS_PER_TASK:-1}\"") +
         "\n";
}

/// GNU parallel hands its command to a shell once more, and replaces what is in braces before: names that are
/// more than a plain word travel in variables, which it does not read.
std::string parallelLine(const Names& names, const std::string& shards) {
  const std::string rest = " ::: $(seq " + shards + ") && carom study merge -o " + names.out + '\n';
  if (!names.study.starts_with('\'') && !names.out.starts_with('\''))
    return "parallel " + shardCommand(names, "{}/" + shards, "1") + rest;
  const Names variables{"\"$CAROM_STUDY\"", "\"$CAROM_OUT\""};
  return "CAROM_STUDY=" + names.study + " CAROM_OUT=" + names.out + " parallel '" +
         shardCommand(variables, "{}/" + shards, "1") + '\'' + rest;
}

ExitStatus writeScript(const StudyScriptCommand& options) {
  refuseTogether("--slurm", options.slurm, "--parallel", options.parallel);
  if (!options.slurm && !options.parallel)
    throw CommandError(ExitStatus::CommandFault, "study script: expected --slurm or --parallel");
  Study study = readStudy(options.file);
  preparePaths(study);  // a study that cannot run needs no script
  const std::string shards = std::to_string(parseCount("--shards", options.shards, 2, mostShards));
  const std::string out = options.out.empty() ? study.name + ".nc" : options.out;
  resultFormat(out);
  for (const std::string& path : {options.file, out}) refuseUnprintable(path);
  const Names names{shellWord(pathWord(options.file)), shellWord(pathWord(out))};
  writeText(options.slurm ? slurmScript(study.name, names, shards) : parallelLine(names, shards));
  return ExitStatus::Done;
}

}  // namespace

void addStudyScriptCommand(CLI::App& study, Action& action) {
  CLI::App* command = study.add_subcommand("script", "A script that computes a study in shards");
  auto options = std::make_shared<StudyScriptCommand>();
  command->add_option("file", options->file, "Study file, *.study.json")->required();
  command->add_flag("--slurm", options->slurm, "An array job for sbatch");
  command->add_flag("--parallel", options->parallel, "A line for GNU parallel");
  command->add_option("--shards", options->shards, "How many, 16 where not given")->type_name("N");
  command
      ->add_option("-o,--output", options->out,
                   "The file of results; the name of the study and .nc where not given")
      ->type_name("OUT");
  command->callback([options, &action] { action = [options] { return writeScript(*options); }; });
}

}  // namespace carom
