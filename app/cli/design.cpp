#include "cli/design.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/json_stream.h"
#include "cli/json_values.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "study/design/design_search.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

constexpr std::size_t mostMultiplicity = 1000;

struct DesignCommand {
  std::string scene, vary, pairs;
  std::vector<std::string> set;
  bool json = false;
};

/// "ac:bc=2,ab:bc": a pair without a number gets m = 2, with "nearest" the nearest m.
std::vector<DesignPair> parsePairs(const std::string& text) {
  std::vector<DesignPair> pairs;
  if (text.empty()) return pairs;
  for (const std::string& item : splitText(text, ',')) {
    const auto equals = item.find('=');
    const std::vector<std::string> names = splitText(item.substr(0, equals), ':');
    if (names.size() != 2 || names[0].empty() || names[1].empty())
      throw CommandError(ExitStatus::CommandFault, "--pairs " + item + ": expected CONTACT:CONTACT=M");
    DesignPair pair{{names[0], names[1]}, 2};
    const std::string m = equals == std::string::npos ? "2" : item.substr(equals + 1);
    pair.multiplicity =
        m == "nearest" ? 0
                       : static_cast<int>(parseCount("--pairs " + item + ": M =", m, 2, mostMultiplicity));
    pairs.push_back(pair);
  }
  return pairs;
}

DesignAnswer search(const DesignCommand& options, const Scene& scene) {
  DesignQuestion question;
  if (!options.vary.empty()) question.variables = splitText(options.vary, ',');
  question.pairs = parsePairs(options.pairs);
  const LongWork work;
  return findDesign(scene, parseAssignments(options.set), question, work.stopToken());
}

std::string json(const Scene& scene, const DesignAnswer& answer) {
  Json json = {{"scene", scene.name()}, {"found", answer.found}};
  json["variables"] = Json::array();
  for (const DesignAnswer::Variable& variable : answer.variables)
    json["variables"].push_back({{"name", variable.name},
                                 {"before", number(variable.before)},
                                 {"after", number(variable.after)},
                                 {"unit", siUnit(variable.unit)}});
  json["pairs"] = Json::array();
  for (const DesignAnswer::Pair& pair : answer.pairs)
    json["pairs"].push_back({{"contacts", pair.contacts},
                             {"multiplicity", pair.multiplicity},
                             {"before", number(pair.before)},
                             {"after", number(pair.after)}});
  json["xi"] = {{"before", orNull(answer.xiBefore)}, {"after", orNull(answer.xiAfter)}};
  json["iterations"] = answer.iterations;
  json["residual"] = number(answer.residual);
  if (!answer.refusal.empty()) json["refusal"] = answer.refusal;
  json["complete"] = !answer.isCancelled;
  return documentText(json);
}

std::string text(const Scene& scene, const DesignAnswer& answer) {
  QString text = q(scene.title()) + '\n';
  text += answer.found         ? QStringLiteral("A design was found")
          : answer.isCancelled ? QStringLiteral("The search was stopped; the best design so far")
                               : QStringLiteral("No design was found within the bounds; the nearest miss");
  text += QStringLiteral(" after %1, residual %2\n\n")
              .arg(counted(static_cast<std::size_t>(answer.iterations), "step"),
                   QString::number(answer.residual, 'g', 2));
  if (!answer.refusal.empty()) text += QStringLiteral("The scene refuses it: %1\n\n").arg(q(answer.refusal));
  TextTable table;
  table.add({QString(), QStringLiteral("before"), QStringLiteral("after"), QStringLiteral("unit")});
  for (const DesignAnswer::Variable& variable : answer.variables)
    table.add({q(variable.name), formatNumber(variable.before), formatNumber(variable.after),
               q(siUnit(variable.unit))});
  for (const DesignAnswer::Pair& pair : answer.pairs)
    table.add({QStringLiteral("G of %1 and %2, m = %3")
                   .arg(q(pair.contacts[0]), q(pair.contacts[1]), QString::number(pair.multiplicity)),
               formatNumber(pair.before), formatNumber(pair.after), QString()});
  const auto shown = [](const std::optional<double>& xi) {
    return xi ? formatNumber(*xi) : QStringLiteral("–");
  };
  table.add({QStringLiteral("ξ"), shown(answer.xiBefore), shown(answer.xiAfter), QString()});
  return (text + table.text()).toStdString();
}

ExitStatus design(const DesignCommand& options) {
  const auto scene = Scene::open(options.scene);
  const DesignAnswer answer = search(options, *scene);
  if (options.json)
    writeOutput(json(*scene, answer));
  else
    writeText(text(*scene, answer));
  return answer.isCancelled ? ExitStatus::LimitReached : ExitStatus::Done;
}

}  // namespace

void addDesignCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("design", "The nearest design whose impact is unique");
  auto options = std::make_shared<DesignCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  command
      ->add_option(
          "--vary", options->vary,
          "Parameters that may change, each between the ends of its slider; those that the scene marks "
          "as free where not given")
      ->type_name("NAME,…");
  command
      ->add_option(
          "--pairs", options->pairs,
          "Pairs of contacts whose G becomes -cos(pi/M); M is 2 where not given, \"nearest\" picks it; all "
          "pairs of closed contacts where the option is not given")
      ->type_name("CONTACT:CONTACT=M,…");
  addSetOption(*command, options->set);
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return design(*options); }; });
}

}  // namespace carom
