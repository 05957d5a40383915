#include "cli/law/law.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/number_format.h"
#include "base/number_text.h"
#include "cli/law/law_answer.h"
#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "laws/impulse_space.h"

namespace carom {

namespace {

QString nameText(CollisionLaw law) {
  const std::string_view name = nameOf(law);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// An energy after the impact; rounding beside the energy before it is written as 0.
QString energyText(const LocalImpact& impact, double energy) {
  return formatNumber(std::abs(energy) > 1e-14 * impact.energy(impact.V) ? energy : 0);
}

/// Numbers that are rounding beside `scale` are written as 0.
QStringList cells(const LocalVector& values, double scale) {
  QStringList cells;
  for (const double value : values) cells += formatNumber(std::abs(value) > 1e-14 * scale ? value : 0);
  return cells;
}

/// The names of the axes, each with a text before it.
QStringList axes(Eigen::Index dimension, const QString& before = QString()) {
  return QStringList{before + 'x', before + 'y', before + 'z'}.mid(0, dimension);
}

QString conditionsText(const Permissibility& permissible) {
  const std::pair<const char*, bool> conditions[] = {
      {"energy is not gained", permissible.energy},
      {"the contact does not close afterwards", permissible.separation},
      {"the normal impulse does not pull", permissible.compression},
      {"the friction cone holds the impulse", permissible.friction}};
  TextTable table;
  for (const auto& [condition, holds] : conditions)
    table.add({QString::fromUtf8(condition), holds ? QStringLiteral("yes") : QStringLiteral("BROKEN")});
  return table.text();
}

/// "brach: slip, not permissible".
QString headline(const LawAnswer& answer) {
  return QStringLiteral("%1: %2, %3")
      .arg(nameText(answer.law),
           QString::fromLatin1(answer.impulse.isZero(0) ? "does not close" : modeText(answer.mode)),
           answer.permissible.all() ? QStringLiteral("permissible") : QStringLiteral("not permissible"));
}

/// The points, one a line, after a title.
QString pointsText(const LawQuestion& question, const QString& title,
                   const std::vector<LocalVector>& points) {
  if (points.empty()) return title + QStringLiteral(": none\n");
  TextTable table;
  table.add(axes(question.impact.dimension()));
  for (const LocalVector& point : points) table.add(cells(question.exchange * point, point.norm()));
  return title + QStringLiteral(" (N·s)\n") + table.text();
}

/// "Routh's path", with the law that ends it where that is not Routh's.
QString pathTitle(CollisionLaw law) {
  const CollisionLaw pathLaw = pathLawOf(law);
  const QString title = QStringLiteral("Routh's path");
  return pathLaw == CollisionLaw::Routh ? title : title + QStringLiteral(" by ") + nameText(pathLaw);
}

/// "The hinge as a second place of impact: 12 collisions at the contact".
QString hingeText(const HingeSequence& sequence) {
  return QStringLiteral("The hinge as a second place of impact: %1 at the contact%2\n")
      .arg(sequence.collisions == 1 ? QStringLiteral("1 collision")
                                    : QStringLiteral("%1 collisions").arg(sequence.collisions),
           sequence.complete ? QString() : QStringLiteral(", where the sequence was cut"));
}

/// The report on one law.
QString report(const LawQuestion& question, const LawAnswer& answer) {
  const LocalImpact& impact = question.impact;
  TextTable table;
  table.add(QStringList{QString()} + axes(impact.dimension()));
  const auto add = [&](const char* name, const LocalVector& vector, double scale, const QString& unit) {
    table.add(QStringList{QString::fromUtf8(name)} + cells(question.exchange * vector, scale) +
              QStringList{unit});
  };
  const double speed = impact.V.norm();
  const LocalVector first = impact.frictionless(), second = impact.sticking();
  add("velocity before", impact.V, speed, QStringLiteral("m/s"));
  add("impulse", answer.impulse, answer.impulse.norm(), QStringLiteral("N·s"));
  add("velocity after", answer.velocity, speed, QStringLiteral("m/s"));
  add("frictionless, P_I", first, first.norm(), QStringLiteral("N·s"));
  add("sticking, P_II", second, second.norm(), QStringLiteral("N·s"));
  for (std::size_t i = 1; i < answer.all.size(); ++i)
    add("also allowed", answer.all[i].P, answer.impulse.norm(), QStringLiteral("N·s"));
  if (answer.hinge) {
    add("impulse, by collisions", answer.hinge->P, answer.hinge->P.norm(), QStringLiteral("N·s"));
    add("velocity after, by collisions", answer.hinge->V, speed, QStringLiteral("m/s"));
  }
  const QString energy = QStringLiteral("Contact energy %1 J before, %2 J after")
                             .arg(formatNumber(impact.energy(impact.V)), energyText(impact, answer.energy));
  const QString restitution = std::isinf(answer.largestRestitution)
                                  ? QStringLiteral("Permissible at any restitution")
                                  : QStringLiteral("Permissible up to a restitution of %1")
                                        .arg(formatNumber(answer.largestRestitution));
  QString points;
  if (answer.hinge) points += '\n' + hingeText(*answer.hinge);
  if (question.path) points += '\n' + pointsText(question, pathTitle(answer.law), answer.path);
  if (question.accessible > 0)
    points += '\n' + pointsText(question, QStringLiteral("Accessible impulses"), answer.accessible);
  return headline(answer) + "\n\n" + table.text() + '\n' + energy + '\n' + restitution + "\n\n" +
         conditionsText(answer.permissible) + points;
}

/// "energy, friction", or "none": the conditions that an impulse breaks.
QString brokenText(const Permissibility& permissible) {
  QStringList broken;
  if (!permissible.energy) broken += QStringLiteral("energy");
  if (!permissible.separation) broken += QStringLiteral("separation");
  if (!permissible.compression) broken += QStringLiteral("compression");
  if (!permissible.friction) broken += QStringLiteral("friction");
  return broken.isEmpty() ? QStringLiteral("none") : broken.join(QStringLiteral(", "));
}

/// One row for each law, and the reasons of those that refuse.
QString comparison(const LawQuestion& question, const std::vector<LawAnswer>& answers) {
  const LocalImpact& impact = question.impact;
  TextTable table;
  table.add(QStringList{QStringLiteral("law")} + axes(impact.dimension(), QStringLiteral("impulse ")) +
            axes(impact.dimension(), QStringLiteral("velocity ")) +
            QStringList{QStringLiteral("energy"), QStringLiteral("mode"), QStringLiteral("breaks")});
  QString refusals;
  for (const LawAnswer& answer : answers) {
    if (!answer.refusal.empty()) {
      refusals +=
          nameText(answer.law) + QStringLiteral(" refused: ") + QString::fromStdString(answer.refusal) + '\n';
      continue;
    }
    table.add(QStringList{nameText(answer.law)} +
              cells(question.exchange * answer.impulse, answer.impulse.norm()) +
              cells(question.exchange * answer.velocity, impact.V.norm()) +
              QStringList{energyText(question.impact, answer.energy),
                          QString::fromLatin1(modeText(answer.mode)), brokenText(answer.permissible)});
  }
  const QString before =
      QStringLiteral("Impulse in N·s, velocity afterwards in m/s, contact energy in J (%1 before)\n")
          .arg(formatNumber(impact.energy(impact.V)));
  return before + '\n' + table.text() + (refusals.isEmpty() ? QString() : '\n' + refusals);
}

ExitStatus runLaw(const LawOptions& options, const AnswerOutput& output) {
  const LawQuestion question = readLawQuestion(options);
  const std::vector<LawAnswer> answers = answersOf(question);
  writeAnswer(output,
              {[&] {
                 return (question.isAll ? comparison(question, answers) : report(question, answers.front()))
                     .toStdString();
               },
               [&](const TextSink& sink) { sink(madeDocument(lawJson(question, answers))); }});
  return ExitStatus::Done;
}

}  // namespace

void addLawCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("law", "One impulse of one collision law, or of all");
  auto options = std::make_shared<LawOptions>();
  auto output = std::make_shared<AnswerOutput>();
  command->add_option("name", options->name, knownLaws())->required();
  command->add_option("--mass", options->mass, "Local mass matrix, 2x2 or 3x3, in kg: \"a,b;b,c\"")
      ->type_name("ROWS")
      ->required();
  command->add_option("--velocity", options->velocity, "Velocity of approach, in m/s")
      ->type_name("X,Y[,Z]")
      ->required();
  command
      ->add_option("--normal", options->normal,
                   "Unit normal along which a velocity < 0 closes; the first axis")
      ->type_name("X,Y[,Z]");
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i) {
    const Coefficient& coefficient = lawCoefficients[i];
    const std::string otherwise = roundedText(LawCoefficients().*coefficient.value);
    const std::string help = std::string(coefficient.help) + "; " + otherwise + " where not given";
    command->add_option(optionOf(coefficient), options->coefficients[i], help)
        ->type_name(std::string(coefficient.symbol));
  }
  command
      ->add_option(
          "--hinge", options->hinge,
          "A hinge that holds the body of --mass: a row \"c,c,h\" for each of its directions, of "
          "inverse masses (1/kg): velocity of the hinge by an impulse at the contact, then at the hinge")
      ->type_name("ROWS");
  command->add_flag("--path", options->path,
                    "Add Routh's path of impulses, to the impulse of the laws on it, of other laws to that "
                    "of routh; of all laws, with --json only");
  command
      ->add_option(
          "--accessible", options->accessible,
          "Add N impulses of the law at the border of the ranges of its restitution coefficients, 4 to "
          "100000; of all laws, with --json only")
      ->type_name("N");
  addOutputOptions(*command, *output);
  command->callback([options, output, &action] {
    action = [options, output] {
      options->json = output->json || output->file.ends_with(".json");
      return runLaw(*options, *output);
    };
  });
}

}  // namespace carom
