#include "cli/help/help_format.h"

#include <algorithm>

#include "cli/help/command_tree.h"
#include "cli/made/given_command_line.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

namespace carom {

namespace {

/// A command of the help of `carom`: its heading there and its example.
struct HelpRow {
  std::string_view path, group, example;
};

constexpr HelpRow helpTable[] = {
    {"scenes", "Scenes", "carom scenes"},
    {"import", "Scenes", "carom import robot.urdf --floating -o robot.carom.json"},
    {"resolve", "Impacts", "carom resolve billiard-break --set theta=120deg"},
    {"compare", "Impacts", "carom compare billiard-break --restitution 0.5"},
    {"law", "Impacts",
     "carom law routh --mass '1,-0.6;-0.6,1.2' --velocity=-1,-0.6 \\\n"
     "        --friction 0.35 --restitution 0.7"},
    {"landing", "Impacts", "carom landing minitaur --tilt 5deg"},
    {"simulate", "Motions", "carom simulate bouncing-ball --until 1 -o ball.csv"},
    {"futures", "Motions", "carom futures rack-break --until 0.5 -o futures.csv"},
    {"orbit", "Motions",
     "carom orbit double-pendulum --period 2.3 \\\n"
     "        --set angle1=10deg --set angle2=14deg"},
    {"audit", "Motions", "carom audit billiard-break run.csv --map run.map.json"},
    {"conform", "Motions", "carom conform export -o problems"},
    {"conform export", "", "carom conform export -o problems"},
    {"conform check", "", "carom conform check answers.jsonl"},
    {"sweep", "Tables", "carom sweep billiard-break --over theta=60deg:180deg:121 -o xi.csv"},
    {"study", "Tables", "carom study run grid.study.json -o grid.nc"},
    {"study run", "", "carom study run grid.study.json -o grid.nc"},
    {"study status", "", "carom study status grid.nc"},
    {"study plot", "", "carom study plot grid.nc --over theta --at ra=20mm -o xi.pdf"},
    {"study merge", "", "carom study merge -o grid.nc"},
    {"study script", "", "carom study script grid.study.json --slurm --shards 64"},
    {"design", "Design", "carom design billiard-break --set theta=80deg --vary theta"},
    {"robust", "Design", "carom robust billiard-break --tolerance theta=1deg,ra=0.1mm"},
    {"figure", "Figures", "carom figure outcomes --preset ieee -o outcomes.pdf"},
    {"bench", "The program", "carom bench path"},
    {"bench peers", "", "carom bench peers cradle-3"},
    {"completion", "The program", "carom completion bash > carom.bash"},
    {"handbook", "The program", "carom handbook -o carom-handbook"},
    {"help", "The program", "carom help restitution"},
};

const HelpRow* rowOf(const std::string& path) {
  const auto row = std::ranges::find(helpTable, path, &HelpRow::path);
  return row == std::end(helpTable) ? nullptr : &*row;
}

/// A name in a column, then its text.
std::string entry(const std::string& name, const std::string& text, std::size_t column) {
  std::string line = "  " + name;
  if (text.empty()) return line + '\n';
  if (charactersOf(line) + 1 < column)
    line.append(column - charactersOf(line), ' ');
  else
    line = wrapped(line, textColumns, 6) + '\n' + std::string(column, ' ');
  const std::size_t begins = line.rfind('\n') == std::string::npos ? 0 : line.rfind('\n') + 1;
  return line.substr(0, begins) + wrapped(line.substr(begins) + text, textColumns, column) + '\n';
}

void completeCommand(CLI::App& command, const std::string& path,
                     const std::shared_ptr<CLI::FormatterBase>& format) {
  command.formatter(format);
  if (const HelpRow* const row = rowOf(path)) {
    if (!row->group.empty()) command.group(std::string(row->group));
    command.footer("Example:\n    " + std::string(row->example));
  }
  const auto below = command.get_subcommands([](const CLI::App*) { return true; });
  for (CLI::App* each : below) completeCommand(*each, path + ' ' + each->get_name(), format);
  if (!below.empty() && command.get_require_subcommand_min() > 0) return;
  command.add_flag_callback("-q,--quiet", setQuiet, "No progress and no notes on standard error");
  // Read before all options, see GivenCommandLine; here for the help and for completion.
  if (!hasRecord(path)) return;
  command
      .add_option_function<std::string>(
          "--from", [](const std::string&) {},
          "Ask the question again that made FILE, a table or document of Carom; further options replace its "
          "own")
      ->type_name("FILE");
}

}  // namespace

std::string HelpFormat::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  std::string text = Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

std::string HelpFormat::make_description(const CLI::App* app) const {
  return wrapped(app->get_description(), textColumns) + '\n';
}

std::string HelpFormat::make_usage(const CLI::App* app, std::string name) const {
  return wrapped(Formatter::make_usage(app, std::move(name)), textColumns, 4);
}

/// One list, which scripts read, with the headings in it.
std::string HelpFormat::make_subcommands(const CLI::App* app, CLI::AppFormatMode /*mode*/) const {
  const auto all = app->get_subcommands([](const CLI::App*) { return true; });
  if (all.empty()) return {};
  std::string text = "\nSubcommands:\n";
  std::vector<std::string> headings;
  for (const CLI::App* command : all)
    if (std::ranges::find(headings, command->get_group()) == headings.end())
      headings.push_back(command->get_group());
  for (const std::string& heading : headings) {
    if (headings.size() > 1) text += ' ' + heading + ":\n";
    for (const CLI::App* command : all)
      if (command->get_group() == heading) text += make_subcommand(command);
  }
  return text;
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  constexpr std::size_t column = 15;
  return entry(command->get_name(), command->get_description(), column);
}

std::string HelpFormat::make_option(const CLI::Option* option, bool isPositional) const {
  constexpr std::size_t column = 28;
  return entry(make_option_name(option, isPositional) + make_option_opts(option), make_option_desc(option),
               column);
}

std::string exampleOf(const std::string& path) {
  const HelpRow* const row = rowOf(path);
  return row ? std::string(row->example) : std::string();
}

void completeHelp(CLI::App& app) {
  const auto format = std::make_shared<HelpFormat>();
  app.formatter(format);
  app.footer(
      "Exit status: 0 done; 1 the input is at fault; 2 the command line is at fault;\n"
      "3 done, but a limit was reached or Ctrl-C stopped it.\n"
      "A scene or file `-` is standard input; -o - is standard output.");
  for (CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; }))
    completeCommand(*each, each->get_name(), format);
}

}  // namespace carom
