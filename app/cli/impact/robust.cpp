#include "cli/impact/robust.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "answer/document/json_values.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

constexpr std::size_t usualSamples = 10'000;

struct RobustCommand {
  std::string scene;
  OptionWords words;
  AnswerOutput output;
};

Json xiJson(const RobustAnswer& answer) {
  const XiDistribution xi = answer.xi.value_or(XiDistribution{});
  const auto value = [&](double of) { return answer.xi ? number(of) : Json(nullptr); };
  return {{"mean", value(xi.mean)},
          {"standard_error", value(xi.standardError)},
          {"median", value(xi.median)},
          {"median_interval", {value(xi.medianInterval[0]), value(xi.medianInterval[1])}},
          {"q95", value(xi.q95)},
          {"q95_interval", {value(xi.q95Interval[0]), value(xi.q95Interval[1])}},
          {"max", value(xi.max)},
          {"percentiles", answer.xi ? Json(xi.percentiles) : Json(nullptr)},
          {"at_design", orNull(answer.atDesign)}};
}

/// As the scene writes a parameter, "r_a"; its name where the scene has no label for it.
std::string symbolIn(const Scene& scene, const std::string& parameter) {
  const ParameterSpec* spec = scene.parameter(parameter);
  return spec ? spec->symbol() : parameter;
}

Json json(const Scene& scene, const RobustQuestion& question, const RobustAnswer& answer) {
  Json json = {{"scene", scene.name()}, {"samples", answer.samples}, {"seed", question.seed}};
  json["distribution"] = question.normal ? "normal" : "uniform";
  json["tolerances"] = Json::array();
  for (const Tolerance& tolerance : question.tolerances)
    json["tolerances"].push_back({{"name", tolerance.name}, {"width", number(tolerance.width)}});
  json["xi"] = xiJson(answer);
  json["refused"] = answer.refused;
  json["apart"] = answer.apart;
  json["undecided"] = answer.undecided;
  json["largest_scale"] = orNull(answer.largestScale);
  if (!answer.noScale.empty()) json["no_scale"] = answer.noScale;
  json["slopes"] = Json::array();
  for (const ToleranceSlope& slope : answer.slopes)
    json["slopes"].push_back({{"parameter", slope.parameter},
                              {"symbol", symbolIn(scene, slope.parameter)},
                              {"pair", slope.pair},
                              {"dG", number(slope.slope)},
                              {"spread", number(slope.spread)},
                              {"unit", slope.unit.empty() ? "1" : "1/" + siUnit(slope.unit)}});
  if (!answer.noSlopes.empty()) json["no_slopes"] = answer.noSlopes;
  json["complete"] = !answer.isCancelled;
  return json;
}

QString xiText(const RobustAnswer& answer) {
  TextTable table;
  const auto row = [&](const char* name, const QString& value, const QString& error = {}) {
    table.add({QString::fromUtf8(name), value, error});
  };
  const auto interval = [](const std::array<double, 2>& ends) {
    return QStringLiteral("95 %: %1 to %2").arg(formatNumber(ends[0]), formatNumber(ends[1]));
  };
  row("ξ of the design", answer.atDesign ? formatNumber(*answer.atDesign) : QStringLiteral("not decided"));
  if (answer.xi) {
    row("mean", formatNumber(answer.xi->mean),
        QStringLiteral("± %1 (standard error)").arg(formatNumber(answer.xi->standardError)));
    row("median", formatNumber(answer.xi->median), interval(answer.xi->medianInterval));
    row("95 % quantile", formatNumber(answer.xi->q95), interval(answer.xi->q95Interval));
    row("largest of the samples", formatNumber(answer.xi->max));
  }
  return table.text();
}

QString countsText(const RobustAnswer& answer) {
  QString text;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) text += QStringLiteral("%1: %2\n").arg(counted(count, "sample"), QString::fromUtf8(what));
  };
  add(answer.refused, "the scene refuses the values");
  add(answer.apart, "no contact is closed");
  add(answer.undecided, "ξ is not decided, or the impact jams");
  return text;
}

QString slopesText(const RobustAnswer& answer) {
  if (answer.slopes.empty())
    return answer.noSlopes.empty() ? QString()
                                   : QStringLiteral("\nNo derivatives of G: %1\n").arg(q(answer.noSlopes));
  TextTable table;
  table.add({QString(), QStringLiteral("dG by it"), QStringLiteral("unit"),
             QStringLiteral("dG within the tolerance")});
  for (const ToleranceSlope& slope : answer.slopes)
    table.add(
        {QStringLiteral("%1, G of %2 and %3").arg(q(slope.parameter), q(slope.pair[0]), q(slope.pair[1])),
         formatNumber(slope.slope),
         slope.unit.empty() ? QStringLiteral("1") : QStringLiteral("1/") + q(siUnit(slope.unit)),
         formatNumber(slope.spread)});
  return '\n' + table.text();
}

std::string text(const Scene& scene, const RobustQuestion& question, const RobustAnswer& answer) {
  QString text = QStringLiteral("%1\n%2 of %3 tolerances, seed %4\n\n")
                     .arg(q(scene.title()), counted(answer.samples, "sample"),
                          question.normal ? QStringLiteral("normal") : QStringLiteral("uniform"),
                          QString::number(question.seed));
  text += xiText(answer) + countsText(answer);
  if (answer.largestScale)
    text += QStringLiteral("\nUp to %1 times these tolerances the 95 % quantile of ξ stays below %2.\n")
                .arg(formatNumber(*answer.largestScale), formatNumber(*question.below));
  if (!answer.noScale.empty()) text += QStringLiteral("\nNo largest scale: %1.\n").arg(q(answer.noScale));
  text += slopesText(answer);
  if (answer.isCancelled) text += QStringLiteral("\nStopped.\n");
  return text.toStdString();
}

ExitStatus robust(const RobustCommand& options) {
  const auto scene = openScene(options.scene);
  const Assignments set = parseAssignments(options.words.list("set"));
  ParameterNumbers numbers(*scene, set);
  const RobustQuestion question =
      robustQuestion(readQuestion(options.words, Command::Robust, {{}, {}, {}, &numbers}), usualSamples);
  LongWork work;
  const RobustAnswer answer = robustness(*scene, set, question, work.stopToken(), work.progress());
  writeAnswer(options.output,
              {[&] { return text(*scene, question, answer); },
               [&](const TextSink& sink) { sink(madeDocument(json(*scene, question, answer))); }});
  return answer.isCancelled ? ExitStatus::LimitReached : ExitStatus::Done;
}

}  // namespace

void addRobustCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("robust", "ξ under tolerances of the design and of the arrival");
  auto options = std::make_shared<RobustCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Robust, options->words);
  addOutputOptions(*command, options->output);
  command->callback([options, &action] { action = [options] { return robust(*options); }; });
}

}  // namespace carom
