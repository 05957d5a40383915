#include "cli/law/law_input.h"

#include <cmath>
#include <limits>

#include "base/near_names.h"
#include "cli/options.h"

namespace carom {

namespace {

/// The name that stands for every law.
constexpr const char* allLaws = "all";

[[noreturn]] void refuse(ExitStatus status, const std::string& place, const std::string& expected) {
  throw CommandError(status, place + ": expected " + expected);
}

std::vector<CollisionLaw> parseLaws(const std::string& name) {
  if (const auto law = collisionLawNamed(name)) return {*law};
  if (name != allLaws) {
    std::vector<std::string> known{allLaws};
    for (const std::string_view law : collisionLawNames()) known.emplace_back(law);
    refuse(ExitStatus::CommandFault, "unknown law \"" + name + "\"",
           nearNames(name, known).empty() ? "one of " + knownLaws() : expectedName(name, known));
  }
  std::vector<CollisionLaw> laws;
  for (const std::string_view known : collisionLawNames()) laws.push_back(*collisionLawNamed(known));
  return laws;
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

/// "c,c,h;…": for each direction of a hinge the inverse masses that couple it to the contact, then those of
/// the hinge itself. `free` is of the body without the hinge, with the normal first.
HingedImpact parseHinge(const std::string& text, const LocalImpact& free, const LocalMatrix& H) {
  const std::vector<std::string> rows = splitText(text, ';');
  const Eigen::Index d = free.dimension(), h = std::ssize(rows);
  HingedImpact hinged{free, Eigen::MatrixXd(h, d), Eigen::MatrixXd(h, h)};
  for (Eigen::Index i = 0; i < h; ++i) {
    const std::vector<std::string> entries = splitText(rows[static_cast<std::size_t>(i)], ',');
    if (std::ssize(entries) != d + h)
      refuse(ExitStatus::CommandFault, "--hinge " + text,
             std::to_string(d + h) + " numbers in each row, one for each axis and each row");
    for (Eigen::Index j = 0; j < d + h; ++j)
      (j < d ? hinged.coupling(i, j) : hinged.hinge(i, j - d)) =
          parseFinite("--hinge", entries[static_cast<std::size_t>(j)]);
  }
  hinged.coupling *= H;
  if (!hinged.hinge.isApprox(hinged.hinge.transpose(), 1e-12) || !intactMechanism(hinged))
    refuse(ExitStatus::InputFault, "--hinge " + text,
           "inverse masses of a hinge that is not singular and leaves the normal free");
  return hinged;
}

/// The impact of the intact mechanism; refuses a velocity that the hinge does not allow.
LocalImpact heldImpact(const HingedImpact& hinged) {
  constexpr double rounding = 1e-9;
  const LocalImpact intact = *intactMechanism(hinged);
  const LocalVector within = intact.W * (intact.mass() * intact.V);
  if (!((within - intact.V).norm() <= rounding * intact.V.norm()))
    refuse(ExitStatus::InputFault, "--velocity", "a velocity that the hinge allows");
  return intact;
}

LawCoefficients parseCoefficients(const LawOptions& options) {
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

}  // namespace

std::string knownLaws() {
  std::string names;
  for (const std::string_view name : collisionLawNames()) names += std::string(name) + ", ";
  return names + allLaws;
}

std::string optionOf(const Coefficient& coefficient) {
  return "--" + std::string(coefficient.name);
}

LawQuestion readLawQuestion(const LawOptions& options) {
  const std::vector<CollisionLaw> laws = parseLaws(options.name);
  const LocalMatrix W = parseInverseOfMass(options.mass);
  const int d = static_cast<int>(W.rows());
  const LocalVector velocity = parseVector("--velocity", options.velocity, d);
  const LocalMatrix H = exchangeOf(options.normal, d);
  const std::size_t accessible =
      options.accessible.empty() ? 0 : parseCount("--accessible", options.accessible, 4, 100'000);
  LawQuestion question{laws,
                       options.name == allLaws,
                       {H * W * H, H * velocity},
                       parseCoefficients(options),
                       H,
                       options.path,
                       accessible};
  if (!options.hinge.empty()) {
    question.hinged = parseHinge(options.hinge, question.impact, H);
    question.impact = heldImpact(*question.hinged);
  }
  return question;
}

}  // namespace carom
