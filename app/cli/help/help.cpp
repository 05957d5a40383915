#include "cli/help/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <map>
#include <memory>

#include "answer/document/audit_document.h"
#include "answer/document/landing_document.h"
#include "answer/document/run_document.h"
#include "base/near_names.h"
#include "base/own_library.h"
#include "cli/help/command_tree.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "handbook/handbook_library.h"

namespace carom {

namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The parts of the handbook about a topic; its reference repeats what the names below say.
std::string pagesAbout(const std::string& topic) {
  constexpr int most = 5;
  std::string text;
  const auto& library = *ownFunction<const HandbookLibrary*()>("carom_handbook", "caromHandbookLibrary")();
  for (const FoundPart& part : library.search(QString::fromStdString(topic), most)) {
    const QString place =
        part.heading == part.page ? part.page : part.page + QStringLiteral(" › ") + part.heading;
    text += "Handbook: " + place.toStdString() + "\n    " + part.excerpt.toStdString() + '\n';
  }
  return text;
}

/// The names that a search may find, and a paragraph about each.
class Topics {
 public:
  explicit Topics(const CLI::App& app) {
    for (const ShownCommand& command : commandTree(app)) addCommand(command);
    for (const auto& [option, commands] : m_commandsOf)
      add(option.first, option.first + " (" + joined(commands, ", ") + ")\n    " + option.second + '\n');
    for (const ImpactKey& key : impactKeys()) addKey(key, "resolve");
    for (const OutcomeKey& key : outcomeKeys()) addKey(key, "resolve, in outcomes");
    for (const RunKey& key : runKeys()) addKey(key, "simulate");
    for (const LandingKey& key : landingKeys()) addKey(key, "landing");
    for (const AuditKey& key : auditKeys()) addKey(key, "audit");
    for (const JumpKey& key : jumpKeys()) addKey(key, "audit, in jumps");
  }

  /// The paragraphs of the names that have the topic in them, and the pages of the handbook about it. Throws
  /// CommandError where there are none.
  std::string find(const std::string& topic) const {
    std::string text;
    std::vector<std::string> names;
    for (const auto& [name, paragraph] : m_all) {
      if (lower(name).find(lower(topic)) != std::string::npos) text += paragraph;
      const std::string first = name.substr(0, name.find(' '));
      if (std::ranges::find(names, first) == names.end()) names.push_back(first);
    }
    text += pagesAbout(topic);
    if (text.empty())
      throw CommandError(
          ExitStatus::CommandFault,
          "help " + topic + ": no command, option, key or page; expected " + expectedName(topic, names));
    return wrapped(text, textColumns, 4);
  }

 private:
  void add(const std::string& name, const std::string& paragraph) { m_all.emplace_back(name, paragraph); }

  void addCommand(const ShownCommand& command) {
    if (!command.path.empty()) add(command.path, "carom " + command.path + "\n    " + command.help + '\n');
    for (const ShownOption& option : command.options) {
      if (option.names.front() == "--help") continue;
      const std::string form = option.names.front() + (option.value.empty() ? "" : ' ' + option.value);
      m_commandsOf[{form, option.help}].push_back(command.path.empty() ? "carom" : command.path);
    }
  }

  void addKey(const AnswerKey& key, const std::string& where) {
    std::string name(key.key);
    for (const std::string& path : numberPaths(key))
      if (path != key.key) name += ' ' + path;
    add(name,
        '"' + std::string(key.key) + "\" in the JSON of " + where + "\n    " + std::string(key.help) + '\n');
  }

  std::vector<std::pair<std::string, std::string>> m_all;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> m_commandsOf;
};

}  // namespace

void addHelpCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("help", "Find commands, options, keys of JSON and pages of the handbook");
  const auto topic = std::make_shared<std::string>();
  command->add_option("topic", *topic, "A part of the name; the help of carom where not given");
  command->callback([&app, &action, topic] {
    action = [&app, topic] {
      writeOutput(topic->empty() ? app.help() : Topics(app).find(*topic));
      return ExitStatus::Done;
    };
  });
}

}  // namespace carom
