#include "answer/audit/audit_options.h"

#include <cmath>

#include "answer/document/audit_document.h"
#include "answer/question/command_error.h"
#include "answer/question/option_values.h"
#include "base/number_text.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

/// "A:B" or one number.
std::array<double, 2> rangeOfWords(const std::string& option, const std::string& text, double least,
                                   double most) {
  const std::size_t colon = text.find(':');
  const double a = parseNumber(option, text.substr(0, colon));
  const double b = colon == std::string::npos ? a : parseNumber(option, text.substr(colon + 1));
  if (!(a >= least && b <= most && a <= b))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a range within " +
                                                   shortestText(least) + ":" + shortestText(most));
  return {a, b};
}

/// Fields with a comma or a quote stand in quotes.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

AuditOptions auditOptions(const AuditWords& words) {
  AuditOptions options;
  constexpr double mostFriction = 10;
  if (words.restitution == "scene")
    options.asScene = true;
  else if (!words.restitution.empty())
    options.restitution = rangeOfWords("--restitution", words.restitution, 0, 1);
  if (!words.friction.empty()) options.friction = rangeOfWords("--friction", words.friction, 0, mostFriction);
  if (options.asScene && options.friction)
    throw CommandError(ExitStatus::CommandFault, "--friction: not with --restitution scene, which sets both");
  if (!words.gapError.empty()) {
    const auto length = parseQuantity(words.gapError);
    if (!length || !(*length >= 0) || !std::isfinite(*length))
      throw CommandError(ExitStatus::CommandFault,
                         "--gap-error " + words.gapError + ": expected a length such as 0.5mm");
    options.search.gapError = *length;
  }
  if (!words.leastNoise.empty()) {
    const std::size_t comma = words.leastNoise.find(',');
    const auto length = parseQuantity(words.leastNoise.substr(0, comma));
    const auto angle =
        comma == std::string::npos ? std::optional(0.0) : parseQuantity(words.leastNoise.substr(comma + 1));
    const auto isGood = [](const std::optional<double>& x) { return x && *x >= 0 && std::isfinite(*x); };
    if (!isGood(length) || !isGood(angle))
      throw CommandError(ExitStatus::CommandFault,
                         "--least-noise " + words.leastNoise +
                             ": expected a length, or a length and an angle, such as "
                             "0.1mm,0.1deg");
    options.leastNoise = {*length, *angle};
  }
  if (!words.modelError.empty()) {
    options.modelError = parseNumber("--model-error", words.modelError);
    if (!(options.modelError >= 0 && options.modelError < 1))
      throw CommandError(ExitStatus::InputFault,
                         "--model-error " + words.modelError + ": expected a share, 0 to 1");
  }
  return options;
}

std::string auditCsv(const Mechanism& mechanism, const AuditedRecording& audited) {
  const AnsweredAudit answer{"", mechanism, audited};
  const auto joinedNames = [&](const std::vector<int>& contacts) {
    std::string text;
    for (const int contact : contacts)
      text += (text.empty() ? "" : " ") + mechanism.contacts()[static_cast<std::size_t>(contact)].name;
    return field(text);
  };
  std::string text =
      "time,from,to,verdict,contacts,word,likelihood,deviations,xi,energy,energy_error,momentum,"
      "momentum_error,why\n";
  for (const ExplainedJump& jump : audited.report.jumps) {
    const auto add = [&](double value) { text += ',' + (std::isfinite(value) ? shortestText(value) : ""); };
    text += shortestText(jump.time);
    add(jump.window[0]);
    add(jump.window[1]);
    text += ',' + std::string(nameOf(jump.verdict)) + ',' + joinedNames(jump.contacts) + ',';
    text += jump.nearest ? joinedNames(jump.nearest->word) : "";
    add(jump.nearest ? jump.nearest->likelihood : NAN);
    add(jump.nearest ? jump.nearest->deviations : NAN);
    add(jump.xi.value_or(NAN));
    add(jump.energy.value);
    add(jump.energy.error);
    add(jump.momentum.value);
    add(jump.momentum.error);
    text += ',' + field(whyJump(answer, jump)) + '\n';
  }
  return text;
}

}  // namespace carom
