#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/question/option_words.h"
#include "answer/question/question.h"
#include "scene/scene.h"
#include "study/parameter_numbers.h"

/// The options of questions, one row each. The command line, the record of a figure, study files, the
/// keywords of Python, completion and manual are made from them.
namespace carom {

/// What asks a question, as bits. Study: "simulate" in a study file, StudyImpact: "resolve" there,
/// StudyLanding: "landing", StudyLimits: "limits".
enum class Command : unsigned {
  Resolve = 1,
  Simulate = 2,
  Figure = 4,
  Sweep = 8,
  Compare = 16,
  Robust = 32,
  Design = 64,
  Study = 128,
  StudyImpact = 256,
  StudyLimits = 512,
  Audit = 1024,
  Landing = 2048,
  Futures = 4096,
  Orbit = 8192,
  StudyLanding = 16384
};
/// A set of them.
struct Commands {
  unsigned bits = 0;
  constexpr Commands(Command one) : bits(static_cast<unsigned>(one)) {}
  constexpr Commands(std::initializer_list<Command> some) {
    for (const Command one : some) bits |= static_cast<unsigned>(one);
  }
  constexpr bool contains(Command one) const { return (bits & static_cast<unsigned>(one)) != 0; }
};

/// What the words of a question may name.
struct Known {
  std::vector<std::string> contacts{};  ///< of the mechanism, or of an impact without one
  std::vector<std::string> closed{};    ///< at the initial state
  std::vector<std::string> bodies{};
  ParameterNumbers* numbers = nullptr;  ///< expressions over the parameters
};
/// The names of a scene at its initial state.
Known knownNames(const SceneInstance& instance);
/// The names of an impact without a scene.
Known knownNames(const ImpactProblem& problem);

/// One text of an option that is read into a question.
struct Reading {
  Question& question;
  std::string option;  ///< "--restitution", with which faults begin
  const std::string& text;
  const Known& known;
};

/// An option of one or more commands.
struct Option {
  enum class Takes { Text, List, Flag };  ///< one text, a list where it is repeatable, or nothing

  std::string_view name;     ///< "restitution": --restitution of a command, restitution= of Python
  std::string_view value{};  ///< what its value looks like: "R"; "" for a flag
  std::string_view unit{};   ///< SI unit of its numbers, "1" for a pure one; "" where it has none
  std::string_view help;
  std::string_view group;  ///< the heading under which the help of a command lists it
  Commands commands;
  Takes takes = Takes::Text;
  Commands needed{};  ///< the commands that cannot do without
  /// Reads one text into the question. Throws CommandError and SceneError. Null: a file or a look, which
  /// concerns no answer.
  void (*read)(const Reading& reading) = nullptr;
  /// The texts that read() takes for this question; none where it is as usual.
  std::vector<std::string> (*write)(const Question& question, const Known& known) = nullptr;
};

/// All of them, in the order of helps and of command lines.
std::span<const Option> options();
/// Those of one command.
std::vector<const Option*> optionsOf(Command command);
/// Null where there is none of this name.
const Option* findOption(std::string_view name);
/// The help of an option; that of a rule names the policies.
std::string helpOf(const Option& option);

/// The name as Python and study files have it: with _ for -.
std::string identifierOf(const Option& option);

/// Options that exclude each other in some commands, and options that need one of others.
struct Exclusion {
  std::string_view a, b;
  Commands commands;
};
std::span<const Exclusion> exclusions();

/// The question of the words. Throws CommandError, which begins with the option, and SceneError.
Question readQuestion(const OptionWords& words, Command command, const Known& known);
/// Reads words into a question that has others already.
void readInto(Question& question, const OptionWords& words, Command command, const Known& known);
/// The words of a question for a command, without what is as usual.
OptionWords wordsOf(const Question& question, Command command, const Known& known);

/// "c@0.2=0,1,0": a push as --push takes it.
std::string pushWord(const RunPush& push);

}  // namespace carom
