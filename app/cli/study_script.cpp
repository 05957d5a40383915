#include "cli/study_script.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/study_files.h"
#include "cli/study_paths.h"
#include "cli/terminal.h"
#include "study/study_file/read_study.h"

namespace carom {

namespace {

struct StudyScriptCommand {
  std::string file, out, shards = "16";
  bool slurm = false, parallel = false;
};

/// A word of a shell's command line.
std::string shellWord(const std::string& text) {
  const auto isPlain = [](char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           std::string_view("_-./,:+@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, isPlain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

/// The command of one shard; index and threads as the shell finds them.
std::string shardCommand(const std::string& file, const std::string& out, const std::string& shard,
                         const std::string& threads) {
  return "carom study run " + file + " -o " + out + " --shard " + shard + " --threads " + threads +
         " --resume";
}

std::string slurmScript(const std::string& name, const std::string& file, const std::string& out,
                        const std::string& shards) {
  return "#!/bin/sh\n"
         "#SBATCH --job-name=" +
         shellWord(name) +
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
         shellWord("carom study merge -o " + out) +
         "\n"
         "exec " +
         shardCommand(file, out, "\"$SLURM_ARRAY_TASK_ID/" + shards + '"', "\"${SLURM_CPUS_PER_TASK:-1}\"") +
         "\n";
}

std::string parallelLine(const std::string& file, const std::string& out, const std::string& shards) {
  return "parallel " + shardCommand(file, out, "{}/" + shards, "1") + " ::: $(seq " + shards +
         ") && carom study merge -o " + out + '\n';
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
  const std::string file = shellWord(options.file);
  writeText(options.slurm ? slurmScript(study.name, file, shellWord(out), shards)
                          : parallelLine(file, shellWord(out), shards));
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
