#pragma once

#include <QString>
#include <span>
#include <string>
#include <vector>

#include "answer/compute_snapshot.h"
#include "base/figure_options.h"

namespace carom {

/// The words of `carom figure` for one figure: what the command line takes, what stands in the file of a
/// figure, and what the window copies. An option that is not given is an empty text.
struct FigureArguments {
  std::string name;               ///< "outcomes", see carom figure --list
  std::string scene, sceneText;   ///< built-in name or path; the text in place of that file
  std::string data, dataText;     ///< the path of measurements, and what it holds
  std::vector<std::string> set;   ///< "theta=120deg"
  std::string ordering, compare;  ///< "ac,bc" at the initial impact
  std::string policy, comparePolicy;
  std::vector<std::string> follow;  ///< "3:ac,bc"
  std::string fork;                 ///< the same, of the second run
  std::vector<std::string> push;    ///< "c@0.2=0,1,0"
  std::string until, step;          ///< s
  std::vector<std::string> runs;    ///< kept runs beside it, see runText()
  std::string impact;               ///< number of the impact that the figure is about
  std::string restitution, reflectionRestitution;
  std::string gaps;               ///< number of samples
  std::vector<std::string> over;  ///< "gamma=5deg:90deg:101": the parameters of a landscape
  std::string measure;            ///< of a landscape: "gram", see measureNames()
  bool models = false;
  std::string view;  ///< JSON that each figure defines: its moment, camera, axes
  std::string width, height, dpi;
  std::string style;  ///< see styleText()
  bool transparent = false;

  bool operator==(const FigureArguments&) const = default;
};

/// An option of `carom figure`: its value is one text, or a list of texts where it is repeatable, or none.
struct FigureOption {
  const char* name;   ///< "--compare"
  const char* value;  ///< "CONTACT,…": what the help shows
  const char* help;
  std::string FigureArguments::*text = nullptr;
  std::vector<std::string> FigureArguments::*list = nullptr;
  bool FigureArguments::*flag = nullptr;
};
/// All of them, in the order of the help and of a command line.
std::span<const FigureOption> figureOptions();

/// "c@0.2=0,1,0": a push as --push takes it.
std::string pushWord(const RunPush& push);

/// A text as one word of a POSIX shell; words that need no quotes stay as they are.
QString shellWord(const QString& text);
/// "carom figure outcomes --set theta=120deg -o FILE", quoted for a shell. The text of a scene is part of it
/// only where `withText`.
QString commandLine(const FigureArguments& arguments, const QString& file, bool withText = false);
/// The same with other words for where it goes, such as movieWords().
QString commandLine(const FigureArguments& arguments, const QStringList& output, bool withText);
/// The options that say what is shown, without the scene and its parameters: "--restitution 0.5"; empty where
/// everything is as usual.
QString settingsText(const FigureArguments& arguments);

/// The arguments that make a snapshot again: scene, parameters, ordering, rule, restitution, run, second run.
FigureArguments argumentsOf(const Snapshot& snapshot);
/// The request of arguments for an instance of their scene. Throws FigureError, which begins with the option,
/// for a text that does not parse or a contact that is unknown.
SnapshotRequest requestOf(const FigureArguments& arguments, std::shared_ptr<const Scene> scene);
/// The scene: sceneText where there is one. Throws SceneError.
std::shared_ptr<const Scene> sceneOf(const FigureArguments& arguments);
/// NAME=EXPR of --set. Throws FigureError.
Assignments assignmentsOf(const FigureArguments& arguments);

/// The size and ground of the file. Throws FigureError, which begins with the option.
FigureOptions fileOptionsOf(const FigureArguments& arguments);
/// Gives the figure the width and the look of a preset, where the arguments have none of their own. `words`:
/// see findPreset(). Throws FigureError.
void applyPreset(FigureArguments& arguments, const QString& words);
/// Sets the options that differ from those of a figure without any.
void setFileOptions(FigureArguments& arguments, const FigureOptions& options);

}  // namespace carom
