#include "cli/design/design.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/atomic_file.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/design/design_answer.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "scene/edit/bake_assignments.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

struct DesignCommand {
  std::string scene, output;
  OptionWords words;
  bool json = false;
};

constexpr std::size_t designSamples = 400;

/// A design for tolerances where they are given; else one whose pairs fit, without factors of tolerances.
RobustDesignAnswer search(const DesignCommand& options, const Scene& scene) {
  const Assignments set = parseAssignments(options.words.list("set"));
  ParameterNumbers numbers(scene, set);
  const Question question = readQuestion(options.words, Command::Design, {{}, {}, {}, &numbers});
  if (question.tolerances.empty() != !question.below)
    throw CommandError(ExitStatus::CommandFault, "--tolerance and --below: expected both or none");
  LongWork work;
  if (question.tolerances.empty())
    return {findDesign(scene, set, question.design, work.stopToken(), work.progress()), {}, {}, {}, 0};
  return findRobustDesign(scene, set, question.design, robustQuestion(question, designSamples),
                          work.stopToken(), work.progress());
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
               formatBeside(1, pair.before), formatBeside(1, pair.after), QString()});
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
  const auto scene = openScene(options.scene);
  const RobustDesignAnswer robust = search(options, *scene);
  const DesignAnswer& answer = robust.design;
  const bool isPrinted = options.output == "-";
  if (!options.output.empty() && answer.found) {
    const std::string found = bakedText(answer.scene ? *answer.scene : *scene, answer.assignments);
    isPrinted ? writeOutput(found) : writeWhole(q(options.output), QByteArray::fromStdString(found));
  }
  if (isPrinted) {
    if (!answer.found) throw CommandError(ExitStatus::InputFault, "design: no design was found to write");
  } else if (options.json)
    writeOutput(madeDocument(designJson(*scene, robust)));
  else
    writeText(fitted(text(*scene, robust)));
  return answer.isCancelled ? ExitStatus::LimitReached : ExitStatus::Done;
}

}  // namespace

void addDesignCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("design", "The nearest design whose impact is unique");
  auto options = std::make_shared<DesignCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Design, options->words);
  command
      ->add_option("-o,--output", options->output,
                   "Write the scene with the design that was found, to a file that ends in .json; no file "
                   "where none was. - prints it instead of the table")
      ->type_name("FILE")
      ->check([](const std::string& file) {
        const bool fits = file == "-" || file.ends_with(".json");
        return fits ? std::string() : file + ": expected a file that ends in .json, the scene that was found";
      });
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return design(*options); }; });
}

}  // namespace carom
