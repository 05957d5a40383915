#include "cli/help/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/help/command_tree.h"
#include "cli/terminal.h"

namespace carom {

namespace {

/// A word that completes, with its help.
struct Candidate {
  std::string word, help;
};

std::vector<Candidate> candidatesOf(const ShownCommand& command, const std::vector<ShownCommand>& all) {
  std::vector<Candidate> candidates;
  for (const std::string& name : command.below) {
    const std::string path = command.path.empty() ? name : command.path + ' ' + name;
    candidates.push_back({name, std::ranges::find(all, path, &ShownCommand::path)->help});
  }
  for (const ShownOption& option : command.options)
    for (const std::string& name : option.names) candidates.push_back({name, option.help});
  if (command.takesScene)
    for (const BuiltinScene& scene : builtinScenes()) candidates.push_back({scene.name, scene.title});
  return candidates;
}

/// What follows --policy and --compare-policy.
std::string policyWords() {
  std::vector<std::string> words;
  for (const PolicyRow& row : policyRows())
    words.push_back(std::string(row.word) + (row.argument == PolicyRow::Argument::None ? "" : ":"));
  return joined(words, " ");
}

/// A text within single quotes of a shell.
std::string quoted(std::string text, const std::string& escape) {
  for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + escape.size()))
    text.replace(at, 1, escape);
  return '\'' + text + '\'';
}

/// The lines of a shell's case that follow the words of a command line down to the command: $at.
std::string pathCase(const std::vector<ShownCommand>& all) {
  std::vector<std::string> paths;
  for (const ShownCommand& command : all)
    if (!command.path.empty()) paths.push_back('"' + command.path + '"');
  return "    case \"${at:+$at }$word\" in " + joined(paths, "|") + ") at=\"${at:+$at }$word\";; esac\n";
}

std::string bashScript(const std::vector<ShownCommand>& all) {
  std::string script =
      "# Completion of carom for bash.\n_carom() {\n"
      "  local word at= list= cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n" +
      pathCase(all) + "  done\n  case \"$at\" in\n";
  for (const ShownCommand& command : all) {
    script += "    " + quoted(command.path, "'\\''") + ") list='";
    for (const Candidate& candidate : candidatesOf(command, all)) script += candidate.word + ' ';
    script += "';;\n";
  }
  return script +
         "  esac\n"
         "  case \"$prev\" in --policy|--compare-policy) list='" +
         policyWords() +
         "';; esac\n"
         "  COMPREPLY=($(compgen -W \"$list\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n}\n"
         "complete -o filenames -F _carom carom\n";
}

std::string zshScript(const std::vector<ShownCommand>& all) {
  std::string script =
      "#compdef carom\n# Completion of carom for zsh.\n_carom() {\n  local word at= "
      "prev=\"${words[CURRENT-1]}\"\n"
      "  local -a list\n  for word in \"${(@)words[2,CURRENT-1]}\"; do\n" +
      pathCase(all) + "  done\n  case \"$at\" in\n";
  for (const ShownCommand& command : all) {
    script += "    " + quoted(command.path, "'\\''") + ") list=(";
    for (const Candidate& candidate : candidatesOf(command, all))
      script += quoted(candidate.word + ':' + candidate.help, "'\\''") + ' ';
    script += ");;\n";
  }
  return script + "  esac\n  case \"$prev\" in --policy|--compare-policy) compadd -S '' -- " + policyWords() +
         "; return;; esac\n  _describe carom list\n  _files\n}\n_carom \"$@\"\n";
}

std::string fishScript(const std::vector<ShownCommand>& all) {
  std::string script = "# Completion of carom for fish.\n";
  for (const ShownCommand& command : all) {
    std::string seen;  // the command and those above it were given
    for (const std::string& name : splitText(command.path, ' '))
      if (!name.empty()) seen += (seen.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + name);
    const std::string head =
        "complete -c carom -n " + quoted(seen.empty() ? "__fish_use_subcommand" : seen, "\\'") + ' ';
    for (const Candidate& candidate : candidatesOf(command, all))
      if (!candidate.word.starts_with('-'))
        script += head + "-a " + candidate.word + " -d " + quoted(candidate.help, "\\'") + '\n';
    for (const ShownOption& option : command.options) {
      script += head;
      for (const std::string& name : option.names)
        script += name.starts_with("--") ? "-l " + name.substr(2) + ' ' : "-s " + name.substr(1) + ' ';
      if (!option.value.empty()) script += "-r ";
      if (option.value == "P") script += "-a " + quoted(policyWords(), "\\'") + ' ';
      script += "-d " + quoted(option.help, "\\'") + '\n';
    }
  }
  return script;
}

}  // namespace

void addCompletionCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("completion", "A script by which a shell completes commands and options");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->type_name("SHELL");
  command->callback([&app, &action, shell] {
    action = [&app, shell] {
      const std::vector<ShownCommand> all = commandTree(app);
      writeOutput(*shell == "bash" ? bashScript(all) : *shell == "zsh" ? zshScript(all) : fishScript(all));
      return ExitStatus::Done;
    };
  });
}

}  // namespace carom
