#include "cli/law.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "base/number_format.h"
#include "base/number_text.h"
#include "cli/json_stream.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "laws/collision_law.h"
#include "laws/permissible_impulse.h"

namespace carom {

namespace {

struct LawCommand {
  std::string name, mass, velocity, normal;
  std::array<std::optional<std::string>, lawCoefficients.size()> coefficients;
  bool json = false;
};

[[noreturn]] void refuse(ExitStatus status, const std::string& place, const std::string& expected) {
  throw CommandError(status, place + ": expected " + expected);
}

std::string knownLaws() {
  std::string names;
  for (const std::string_view name : collisionLawNames())
    names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

CollisionLaw parseLaw(const std::string& name) {
  if (const auto law = collisionLawNamed(name)) return *law;
  refuse(ExitStatus::CommandFault, "unknown law \"" + name + "\"", "one of " + knownLaws());
}

double parseFinite(const std::string& option, const std::string& text) {
  const double value = parseNumber(option, text);
  if (!std::isfinite(value)) refuse(ExitStatus::InputFault, option + ' ' + text, "finite numbers");
  return value;
}

/// "x,y,z": `dimension` numbers.
LocalVector parseVector(const std::string& option, const std::string& text, int dimension) {
  const std::vector<std::string> entries = splitText(text, ',');
  if (std::ssize(entries) != dimension)
    refuse(ExitStatus::CommandFault, option + ' ' + text,
           std::to_string(dimension) + " numbers with commas between");
  LocalVector vector(dimension);
  for (int i = 0; i < dimension; ++i) vector[i] = parseFinite(option, entries[static_cast<std::size_t>(i)]);
  return vector;
}

/// The inverse of "a,b;c,d", a mass matrix, 2×2 or 3×3.
LocalMatrix parseInverseOfMass(const std::string& text) {
  const std::vector<std::string> rows = splitText(text, ';');
  const int d = static_cast<int>(rows.size());
  if (d != 2 && d != 3)
    refuse(ExitStatus::CommandFault, "--mass " + text, "2 or 3 rows with semicolons between, \"a,b;b,c\"");
  LocalMatrix M(d, d);
  for (int i = 0; i < d; ++i)
    M.row(i) = parseVector("--mass", rows[static_cast<std::size_t>(i)], d).transpose();
  if (const auto W = inverseOfMass(M)) return *W;
  refuse(ExitStatus::InputFault, "--mass " + text, "a symmetric positive definite matrix");
}

/// The orthogonal matrix, its own inverse, that exchanges the normal and the first axis.
LocalMatrix exchangeOf(const std::string& text, int dimension) {
  constexpr double tolerance = 1e-9;
  LocalMatrix H = LocalMatrix::Identity(dimension, dimension);
  if (text.empty()) return H;
  const LocalVector n = parseVector("--normal", text, dimension);
  if (!(std::abs(n.norm() - 1) <= tolerance))
    refuse(ExitStatus::InputFault, "--normal " + text, "a unit vector");
  const LocalVector mirror = n.normalized() - H.col(0);
  if (mirror.norm() > 0) H -= 2 / mirror.squaredNorm() * mirror * mirror.transpose();
  return H;
}

std::string optionOf(const Coefficient& coefficient) {
  return "--" + std::string(coefficient.name);
}

LawCoefficients parseCoefficients(const LawCommand& options) {
  LawCoefficients coefficients;
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i) {
    const Coefficient& coefficient = lawCoefficients[i];
    const auto& text = options.coefficients[i];
    if (!text) continue;
    const bool endless = text == "inf" && coefficient.uses.empty() && coefficient.most == HUGE_VAL;
    coefficients.*coefficient.value =
        endless ? std::numeric_limits<double>::infinity() : parseNumber(optionOf(coefficient), *text);
  }
  return coefficients;
}

/// An answer in the axes of the command line.
struct LawAnswer {
  CollisionLaw law;
  LocalVector before, impulse, velocity;
  double energyBefore, energyAfter;
  Permissibility permissible;
  ContactMode mode;
};

LawAnswer solve(const LawCommand& options) {
  const CollisionLaw law = parseLaw(options.name);
  const LocalMatrix W = parseInverseOfMass(options.mass);
  const int d = static_cast<int>(W.rows());
  const LocalVector velocity = parseVector("--velocity", options.velocity, d);
  const LocalMatrix H = exchangeOf(options.normal, d);
  const LawCoefficients coefficients = parseCoefficients(options);
  const LocalImpact impact{H * W * H, H * velocity};
  const LawImpulse answer = collide(law, impact, coefficients);
  const LocalVector after = impact.after(answer.P);
  return {law,
          velocity,
          H * answer.P,
          H * after,
          impact.energy(impact.V),
          impact.energy(after),
          permissible(impact, answer.P, coefficients.friction),
          answer.mode};
}

const char* modeText(ContactMode mode) {
  return mode == ContactMode::Stick ? "stick" : "slip";
}

Json document(const LawAnswer& answer) {
  return {{"impulse", list(answer.impulse)},
          {"velocity", list(answer.velocity)},
          {"energy", {{"before", answer.energyBefore}, {"after", answer.energyAfter}}},
          {"permissible",
           {{"energy", answer.permissible.energy},
            {"separation", answer.permissible.separation},
            {"compression", answer.permissible.compression},
            {"friction", answer.permissible.friction}}},
          {"mode", modeText(answer.mode)}};
}

/// What is rounding beside `scale` is written as 0.
QStringList row(const QString& name, const LocalVector& values, double scale, const QString& unit) {
  QStringList cells{name};
  for (const double value : values) cells += formatNumber(std::abs(value) > 1e-14 * scale ? value : 0);
  return cells << unit;
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
  const std::string_view name = nameOf(answer.law);
  return QStringLiteral("%1: %2, %3")
      .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
           QString::fromLatin1(answer.impulse.isZero(0) ? "does not close" : modeText(answer.mode)),
           answer.permissible.all() ? QStringLiteral("permissible") : QStringLiteral("not permissible"));
}

std::string report(const LawAnswer& answer) {
  const double speed = answer.before.norm();
  TextTable table;
  QStringList axes{QString()};
  for (const char* axis : {"x", "y", "z"})
    if (axes.size() <= answer.impulse.size()) axes += QString::fromLatin1(axis);
  table.add(axes);
  table.add(row(QStringLiteral("velocity before"), answer.before, speed, QStringLiteral("m/s")));
  table.add(row(QStringLiteral("impulse"), answer.impulse, answer.impulse.norm(), QStringLiteral("N·s")));
  table.add(row(QStringLiteral("velocity after"), answer.velocity, speed, QStringLiteral("m/s")));
  const QString energy = QStringLiteral("Contact energy %1 J before, %2 J after")
                             .arg(formatNumber(answer.energyBefore), formatNumber(answer.energyAfter));
  return (headline(answer) + "\n\n" + table.text() + '\n' + energy + "\n\n" +
          conditionsText(answer.permissible))
      .toStdString();
}

ExitStatus runLaw(const LawCommand& options) {
  const LawAnswer answer = solve(options);
  writeOutput(options.json ? documentText(document(answer)) : report(answer));
  return ExitStatus::Done;
}

}  // namespace

void addLawCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("law", "One impulse of one collision law");
  auto options = std::make_shared<LawCommand>();
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
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return runLaw(*options); }; });
}

}  // namespace carom
