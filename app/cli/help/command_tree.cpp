#include "cli/help/command_tree.h"

#include <CLI/CLI.hpp>

namespace carom {

namespace {

void addTree(const CLI::App& app, const std::string& path, std::vector<ShownCommand>& all) {
  ShownCommand command{path, app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // for the build alone
    if (option->get_name() == "scene") command.takesScene = true;
    ShownOption shown{
        {}, option->get_items_expected_max() > 0 ? option->get_type_name() : "", option->get_description()};
    for (const std::string& name : option->get_lnames()) shown.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) shown.names.push_back('-' + name);
    if (!shown.names.empty()) command.options.push_back(std::move(shown));
  }
  const auto below = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* each : below) command.below.push_back(each->get_name());
  all.push_back(std::move(command));
  for (const CLI::App* each : below)
    addTree(*each, path.empty() ? each->get_name() : path + ' ' + each->get_name(), all);
}

}  // namespace

std::vector<ShownCommand> commandTree(const CLI::App& app) {
  std::vector<ShownCommand> all;
  addTree(app, "", all);
  return all;
}

}  // namespace carom
