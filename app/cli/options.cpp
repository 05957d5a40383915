#include "cli/options.h"

#include <CLI/CLI.hpp>

namespace carom {

void addOptions(CLI::App& app, Command command, OptionWords& words) {
  for (const Option* option : optionsOf(command)) {
    const std::string name = "--" + std::string(option->name), help = helpOf(*option);
    if (option->takes == Option::Takes::Flag) {
      app.add_flag_callback(
             name, [&words, option] { words.set(option->name, "true"); }, help)
          ->group(std::string(option->group));
      continue;
    }
    CLI::Option* const added =
        option->takes == Option::Takes::List
            ? app.add_option_function<std::vector<std::string>>(
                  name, [&words, option](const auto& texts) { words.set(option->name, texts); }, help)
            : app.add_option_function<std::string>(
                  name, [&words, option](const auto& text) { words.set(option->name, text); }, help);
    added->type_name(std::string(option->value))->group(std::string(option->group));
    if (option->takes == Option::Takes::List) added->allow_extra_args(false);
    if (option->needed.contains(command)) added->required();
  }
}

}  // namespace carom
