#include "cli/impact/compare.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "answer/document/start_json.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/impact/initial_impact.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "impact/resolve.h"
#include "models/compare_models.h"
#include "models/compliant_contacts.h"

namespace carom {

namespace {

struct CompareCommand {
  std::string scene;
  OptionWords words;
  AnswerOutput output;
};

/// A cloud of compliant impacts, and how many of them lie within the hull of the outcomes.
struct PlacedCloud {
  CompliantCloud cloud;
  std::size_t inside = 0;
};

struct Comparison {
  ImpactReport report;
  ModelOptions options;
  std::vector<ComparedModel> models;
  std::vector<PlacedCloud> clouds;
  bool wasStopped = false;

  Limit limit() const { return wasStopped ? Limit::Cancelled : report.limit(); }
};

/// A ratio for each contact that is named, 1 for the others.
Eigen::VectorXd stiffnessOf(const Question& question, const std::vector<ContactLabel>& labels) {
  Eigen::VectorXd stiffness = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(labels.size()));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (const auto given = question.stiffness.find(labels[i].name); given != question.stiffness.end())
      stiffness[static_cast<Eigen::Index>(i)] = given->second;
  return stiffness;
}

Comparison compute(const Question& question, const ImpactProblem& problem) {
  ResolveOptions wanted = resolveOptions(question);
  wanted.minimalityChecks = 0;
  const std::size_t samples = question.cloud.value_or(0);
  const std::string cloud = "--cloud " + std::to_string(samples) + ": ";
  // A sample is kept three times: its ratios, its momentum, and its row of the answer.
  const std::size_t bytes =
      samples * 3 * sizeof(double) * static_cast<std::size_t>(problem.dof() + problem.contactCount());
  if (bytes > question.maxBytes)
    throw CommandError(ExitStatus::CommandFault, cloud + "more than --max-memory allows");

  LongWork work;
  Comparison result{resolveImpact(problem, wanted, work.stopToken(), work.progress()), {}, {}, {}};
  result.options = modelOptions(result.report, stiffnessOf(question, problem.labels()));
  if (samples > 0 && (result.options.restitution.array() != 1).any())
    throw CommandError(ExitStatus::CommandFault, cloud + "springs without loss know e = 1 only");
  const OutcomeHull hull(result.report);
  for (const ImpactModel& model : impactModels())
    result.models.push_back(compareModel(model, result.report, hull, result.options));
  if (samples > 0 && !result.report.jammed())  // springs of a jammed impact do not come apart
    for (const double exponent : {1.0, 1.5}) {
      PlacedCloud placed{compliantCloud(problem, exponent, samples, question.seed, cloudSpread,
                                        work.stopToken(), work.progress())};
      for (const auto& p : placed.cloud.momenta.colwise())
        if (const auto place = hull.place(p); place && place->inHull == true) ++placed.inside;
      result.clouds.push_back(std::move(placed));
    }
  result.wasStopped = work.wasStopped();
  return result;
}

Json modelJson(const ComparedModel& compared) {
  Json json = {{"name", std::string(compared.model->name)}};
  const bool answered = compared.answer.multipliers.has_value();
  json["momentum"] = answered ? list(compared.momentum) : Json(nullptr);
  if (!answered) json["reason"] = compared.answer.reason;
  json["velocity"] = answered ? list(compared.velocity) : Json(nullptr);
  json["impulses"] = answered ? list(compared.impulses) : Json(nullptr);
  json["energy"] = answered ? number(compared.energyAfter) : Json(nullptr);
  json["feasible"] = answered ? Json(compared.feasible) : Json(nullptr);
  json["rounds"] = compared.answer.rounds;
  json["several_multipliers"] = compared.answer.severalMultipliers;
  json["several_momenta"] = compared.answer.severalMomenta;
  if (!compared.answer.note.empty()) json["note"] = compared.answer.note;
  const auto& place = compared.place;
  json["distance"] = place ? number(place->distance) : Json(nullptr);
  json["nearest"] = place ? Json(place->nearest) : Json(nullptr);
  json["in_hull"] = place && place->inHull ? Json(*place->inHull) : Json(nullptr);
  json["hull_distance"] = place ? number(place->hullDistance) : Json(nullptr);
  return json;
}

Json cloudJson(const PlacedCloud& placed) {
  Json json = {{"exponent", placed.cloud.exponent},
               {"samples", placed.cloud.momenta.cols()},
               {"seed", placed.cloud.seed},
               {"inside_hull", placed.inside},
               {"momenta", Json::array()}};
  for (const auto& p : placed.cloud.momenta.colwise()) json["momenta"].push_back(list(p));
  return json;
}

Json json(const std::string& scene, const std::vector<Coordinate>& coordinates,
          const Comparison& comparison) {
  const ImpactReport& report = comparison.report;
  Json json = {{"scene", scene}, {"coordinates", coordinatesJson(coordinates)}, {"contacts", Json::array()}};
  for (std::size_t i = 0; i < report.problem.labels().size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    json["contacts"].push_back({{"name", report.problem.labels()[i].name},
                                {"restitution", number(comparison.options.restitution[at])},
                                {"stiffness", number(comparison.options.stiffness[at])}});
  }
  json["energy"] = {{"before", number(report.problem.metric().energy(report.problem.momentum()))}};
  json["outcomes"] = Json::array();
  for (const Outcome& outcome : report.outcomes)
    json["outcomes"].push_back({{"momentum", list(outcome.momentum)}, {"velocity", list(outcome.velocity)}});
  json["models"] = Json::array();
  for (const ComparedModel& compared : comparison.models) json["models"].push_back(modelJson(compared));
  if (!comparison.clouds.empty()) {
    json["cloud"] = Json::array();
    for (const PlacedCloud& placed : comparison.clouds) json["cloud"].push_back(cloudJson(placed));
  }
  const Limit limit = comparison.limit();
  json["complete"] = limit == Limit::None && report.complete();
  if (limit != Limit::None) json["limit"] = std::string(toString(limit));
  return json;
}

QString yesNo(bool value) {
  return value ? QStringLiteral("yes") : QStringLiteral("no");
}

/// One row a model: what became of the energy, and where the answer lies.
QString modelTable(const Comparison& comparison) {
  TextTable table;
  table.add({QStringLiteral("model"), QStringLiteral("energy after/before"), QStringLiteral("feasible"),
             QStringLiteral("distance"), QStringLiteral("nearest"), QStringLiteral("in hull"),
             QStringLiteral("work")});
  const QString none = QStringLiteral("–");
  for (const ComparedModel& compared : comparison.models) {
    const QString label = QString::fromUtf8(compared.model->label);
    const QString work = QStringLiteral("%1: %2").arg(QString::fromUtf8(compared.model->rounds),
                                                      QString::number(compared.answer.rounds));
    if (!compared.answer.multipliers) {
      table.add({label, none, none, none, none, none, work});
      continue;
    }
    const auto& place = compared.place;
    const double before = compared.energyBefore;
    table.add({label, before > 0 ? formatNumber(compared.energyAfter / before) : none,
               yesNo(compared.feasible), place ? formatNumber(place->distance) : none,
               place ? QString::number(place->nearest + 1) : none,
               place && place->inHull ? yesNo(*place->inHull) : none, work});
  }
  return table.text();
}

/// Velocities after the impact, the outcomes first; only where a line has room for them.
QString velocityTable(const std::vector<Coordinate>& coordinates, const Comparison& comparison) {
  constexpr std::size_t mostCoordinates = 8, mostOutcomes = 8;
  if (coordinates.size() > mostCoordinates) return {};
  TextTable table;
  QStringList head{QStringLiteral("velocity (m/s, rad/s)")};
  for (const Coordinate& coordinate : coordinates) head += q(coordinate.name);
  table.add(head);
  const auto add = [&](const QString& name, const Eigen::VectorXd& v) {
    QStringList row{name};
    const double noise = 1e-9 * v.lpNorm<Eigen::Infinity>();
    for (const double value : v) row += formatNumber(std::abs(value) > noise ? value : 0);
    table.add(row);
  };
  const auto& outcomes = comparison.report.outcomes;
  for (std::size_t i = 0; i < std::min(outcomes.size(), mostOutcomes); ++i)
    add(QStringLiteral("outcome %1").arg(i + 1), outcomes[i].velocity);
  for (const ComparedModel& compared : comparison.models)
    if (compared.answer.multipliers) add(QString::fromUtf8(compared.model->label), compared.velocity);
  return '\n' + table.text();
}

/// What the tables cannot say in a cell.
QString notes(const Comparison& comparison) {
  QString text;
  for (const ComparedModel& compared : comparison.models) {
    const QString label = QString::fromUtf8(compared.model->label);
    if (!compared.answer.multipliers)
      text += QStringLiteral("%1 has no answer: %2.\n")
                  .arg(label, QString::fromStdString(compared.answer.reason));
    else if (compared.answer.severalMomenta)
      text += QStringLiteral("%1: neither the impulses nor the momentum are unique; one answer is given.\n")
                  .arg(label);
    else if (compared.answer.severalMultipliers)
      text += QStringLiteral("%1: the impulses are not unique, the momentum is.\n").arg(label);
    if (!compared.answer.note.empty())
      text += QStringLiteral("%1: %2.\n").arg(label, QString::fromStdString(compared.answer.note));
  }
  if (!comparison.report.problem.reflectsOnly())
    text += QStringLiteral(
        "The models leave the contacts' collision laws out, and friction but for Friction LCP.\n");
  for (const PlacedCloud& placed : comparison.clouds)
    text += QStringLiteral(
                "Compliant contacts, exponent %1, %2 samples of stiffness ratios (seed %3): %4 within the "
                "hull of the outcomes.\n")
                .arg(formatNumber(placed.cloud.exponent), QString::number(placed.cloud.momenta.cols()),
                     QString::number(placed.cloud.seed), QString::number(placed.inside));
  if (const Limit limit = comparison.limit(); limit != Limit::None)
    text += QStringLiteral("Not complete (%1): distances are to the outcomes that were found.\n")
                .arg(QString::fromUtf8(toString(limit)));
  return text.isEmpty() ? text : '\n' + text;
}

std::string text(const Scene& scene, const std::vector<Coordinate>& coordinates,
                 const Comparison& comparison) {
  const ImpactReport& report = comparison.report;
  QString text = q(scene.title()) + '\n';
  if (report.problem.contactCount() == 0) text += QStringLiteral("Nothing touches: no impact.\n");
  if (report.jammed())
    text +=
        QStringLiteral("Jammed: %1, so there is no outcome to compare with.\n\n").arg(endlessText(report));
  else
    text += QStringLiteral("%1 of the propagative model; distance is ‖p⁺ − nearest outcome‖/‖p⁻‖\n\n")
                .arg(report.outcomes.size() == 1 ? QStringLiteral("1 outcome")
                                                 : QStringLiteral("%1 outcomes").arg(report.outcomes.size()));
  return (text + modelTable(comparison) + velocityTable(coordinates, comparison) + notes(comparison))
      .toStdString();
}

ExitStatus compare(const CompareCommand& options) {
  const auto scene = openScene(options.scene);
  const SceneInstance instance = startingAt(scene->instantiate(parseAssignments(options.words.list("set"))),
                                            options.words.text("start"));
  requireMotion(*scene, instance);
  const Question question = readQuestion(options.words, Command::Compare, knownNames(instance));
  const Comparison comparison = compute(question, initialImpact(instance));
  const std::vector<Coordinate> coordinates = instance.mechanism->coordinates();
  writeAnswer(options.output, {[&] { return text(*scene, coordinates, comparison); },
                               [&](const TextSink& sink) {
                                 sink(madeDocument(json(scene->name(), coordinates, comparison)));
                               }});
  return comparison.limit() == Limit::None ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addCompareCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("compare", "The answers of other impact models to the same impact");
  auto options = std::make_shared<CompareCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Compare, options->words);
  addOutputOptions(*command, options->output);
  command->callback([options, &action] { action = [options] { return compare(*options); }; });
}

}  // namespace carom
