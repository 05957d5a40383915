#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace carom {

/// The help of a command: its options under headings, no line longer than textColumns.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_option(const CLI::Option* option, bool isPositional) const override;
};

/// Gives each command its heading and an example in its help, and the options that all of them have.
void completeHelp(CLI::App& app);

/// The example of a command, "carom sweep billiard-break …", by its path, "study run". Empty where there is
/// none.
std::string exampleOf(const std::string& path);

}  // namespace carom
