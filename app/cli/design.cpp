#include "cli/design.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/atomic_file.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/design_answer.h"
#include "cli/json_stream.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/tolerance_options.h"
#include "scene/edit/bake_assignments.h"
#include "scene/expression/expression.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

struct DesignCommand {
  std::string scene, vary, weight, pairs, closed, output;
  ToleranceOptions tolerances;
  std::vector<std::string> set;
  bool json = false;
};

constexpr std::size_t designSamples = 400;

[[noreturn]] void refuse(const std::string& option, const std::string& item, const std::string& problem) {
  throw CommandError(ExitStatus::CommandFault, option + ' ' + item + ": " + problem);
}

/// "ac:bc=2,ab:bc": a pair without a number gets m = 2, with "nearest" the nearest m.
std::vector<DesignPair> parsePairs(const std::string& text) {
  std::vector<DesignPair> pairs;
  if (text.empty()) return pairs;
  for (const std::string& item : splitText(text, ',')) {
    const auto equals = item.find('=');
    const std::vector<std::string> names = splitText(item.substr(0, equals), ':');
    if (names.size() != 2 || names[0].empty() || names[1].empty())
      refuse("--pairs", item, "expected CONTACT:CONTACT=M");
    DesignPair pair{{names[0], names[1]}, 2};
    if (equals != std::string::npos)
      pair.multiplicity = parseMultiplicity("--pairs " + item + ": M =", item.substr(equals + 1));
    pairs.push_back(pair);
  }
  return pairs;
}

/// What an option says of each variable: NAME=TEXT. A name without a text has none.
std::vector<std::pair<std::string, std::string>> namedItems(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> items;
  if (text.empty()) return items;
  for (const std::string& item : splitText(text, ',')) {
    const auto equals = item.find('=');
    items.emplace_back(item.substr(0, equals), equals == std::string::npos ? "" : item.substr(equals + 1));
  }
  return items;
}

DesignRange& rangeOf(DesignQuestion& question, const std::string& variable) {
  const auto known = std::ranges::find(question.ranges, variable, &DesignRange::variable);
  return known != question.ranges.end() ? *known
                                        : question.ranges.emplace_back(DesignRange{variable, {}, {}});
}

/// The question of the options: "theta=60deg:100deg,ra" and "theta=10".
DesignQuestion questionOf(const DesignCommand& options, const Scene& scene, const Assignments& set) {
  DesignQuestion question;
  ParameterNumbers number(scene, set);
  const auto value = [&](const char* option, const std::string& item, const std::string& text) {
    try {
      return number(text);
    } catch (const ExpressionError& error) {
      refuse(option, item, error.what());
    }
  };
  for (const auto& [name, bounds] : namedItems(options.vary)) {
    question.variables.push_back(name);
    if (bounds.empty()) continue;
    const std::vector<std::string> ends = splitText(bounds, ':');
    if (ends.size() != 2) refuse("--vary", name + '=' + bounds, "expected NAME=LEAST:GREATEST");
    DesignRange& range = rangeOf(question, name);
    range.least = value("--vary", name, ends[0]);
    range.greatest = value("--vary", name, ends[1]);
  }
  for (const auto& [name, weight] : namedItems(options.weight)) {
    if (weight.empty()) refuse("--weight", name, "expected NAME=WEIGHT");
    rangeOf(question, name).weight = value("--weight", name, weight);
  }
  question.pairs = parsePairs(options.pairs);
  if (!options.closed.empty()) question.closed = splitText(options.closed, ',');
  return question;
}

/// A design for tolerances where they are given; else one whose pairs fit, without factors of tolerances.
RobustDesignAnswer search(const DesignCommand& options, const Scene& scene) {
  const Assignments set = parseAssignments(options.set);
  const DesignQuestion question = questionOf(options, scene, set);
  if (options.tolerances.tolerance.empty() != options.tolerances.below.empty())
    throw CommandError(ExitStatus::CommandFault, "--tolerance and --below: expected both or none");
  LongWork work;
  if (options.tolerances.tolerance.empty())
    return {findDesign(scene, set, question, work.stopToken(), work.progress()), {}, {}, {}, 0};
  ParameterNumbers numbers(scene, set);
  const RobustQuestion robust = robustQuestion(options.tolerances, numbers, designSamples);
  return findRobustDesign(scene, set, question, robust, work.stopToken(), work.progress());
}

QString scaleText(const RobustDesignAnswer& robust) {
  const auto shown = [](const std::optional<double>& scale) {
    return scale ? formatNumber(*scale) : QStringLiteral("none");
  };
  QString text = QStringLiteral("Largest common factor of the tolerances: before %1, after %2 (%3)\n\n")
                     .arg(shown(robust.scaleBefore), shown(robust.scaleAfter),
                          counted(static_cast<std::size_t>(robust.evaluations), "evaluation"));
  if (!robust.noScale.empty()) text += QStringLiteral("No largest factor: %1\n\n").arg(q(robust.noScale));
  return text;
}

QString verdictText(const DesignAnswer& answer) {
  QString text = answer.found ? QStringLiteral("A design was found")
                 : answer.isCancelled
                     ? QStringLiteral("The search was stopped; the best design so far")
                     : QStringLiteral("No design was found within the bounds; the nearest miss");
  text += QStringLiteral(" after %1").arg(counted(static_cast<std::size_t>(answer.iterations), "step"));
  if (answer.starts > 1)
    text += QStringLiteral(" and %1 tried elsewhere")
                .arg(counted(static_cast<std::size_t>(answer.starts - 1), "point"));
  text += QStringLiteral(", residual %1\n").arg(QString::number(answer.residual, 'g', 2));
  if (answer.corners > 0)
    text += QStringLiteral("%1 at a corner: that of one side was used\n")
                .arg(counted(static_cast<std::size_t>(answer.corners), "derivative"));
  return text + '\n';
}

std::string text(const Scene& scene, const RobustDesignAnswer& robust) {
  const DesignAnswer& answer = robust.design;
  QString text = q(scene.title()) + '\n';
  text += robust.evaluations > 0 ? scaleText(robust) : verdictText(answer);
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
  for (const DesignAnswer::Gap& gap : answer.gaps)
    if (std::abs(gap.before) > closedGap || std::abs(gap.after) > closedGap)
      table.add({QStringLiteral("gap of %1").arg(q(gap.contact)), formatNumber(gap.before),
                 formatNumber(gap.after), QStringLiteral("m")});
  const auto shown = [](const std::optional<double>& xi) {
    return xi ? formatNumber(*xi) : QStringLiteral("–");
  };
  table.add({QStringLiteral("ξ"), shown(answer.xiBefore), shown(answer.xiAfter), QString()});
  return (text + table.text()).toStdString();
}

ExitStatus design(const DesignCommand& options) {
  const auto scene = Scene::open(options.scene);
  const RobustDesignAnswer robust = search(options, *scene);
  const DesignAnswer& answer = robust.design;
  if (!options.output.empty() && answer.found)
    writeWhole(q(options.output), QByteArray::fromStdString(
                                      bakedText(answer.scene ? *answer.scene : *scene, answer.assignments)));
  if (options.json)
    writeOutput(documentText(designJson(*scene, robust)));
  else
    writeText(text(*scene, robust));
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
          "Parameters, and initial coordinates such as a.x, that may change: a parameter between the "
          "ends of its slider or between these bounds, a coordinate without bounds or between these; "
          "the parameters that the scene marks as free where not given")
      ->type_name("NAME[=LEAST:GREATEST],…");
  command
      ->add_option("--weight", options->weight,
                   "How much a change of a variable counts beside those of the others; 1 where not given")
      ->type_name("NAME=W,…");
  command
      ->add_option(
          "--pairs", options->pairs,
          "Pairs of contacts whose G becomes -cos(pi/M); M is 2 where not given, \"nearest\" picks it; all "
          "pairs of closed contacts where the option is not given")
      ->type_name("CONTACT:CONTACT=M,…");
  command->add_option("--closed", options->closed, "Contacts to be closed beside those of the pairs")
      ->type_name("CONTACT,…");
  addToleranceOptions(
      *command, options->tolerances, designSamples,
      "In place of fitting pairs, make the factor of all tolerances as large as it can be nearby "
      "while 95 % of the samples have ξ below this");
  addSetOption(*command, options->set);
  command
      ->add_option("-o,--output", options->output,
                   "Write the scene with the design that was found; no file where none was")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return design(*options); }; });
}

}  // namespace carom
