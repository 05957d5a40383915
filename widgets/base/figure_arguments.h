#pragma once

#include <QString>
#include <string>
#include <vector>

#include "answer/compute_snapshot.h"
#include "answer/question/options.h"
#include "base/figure_options.h"

namespace carom {

/// The words of `carom figure` for one figure: what the command line takes, what stands in the file of a
/// figure, and what the window copies.
struct FigureArguments : OptionWords {
  std::string name;              ///< "outcomes", see carom figure --list
  std::string dataText;          ///< what the file of --data holds
  bool isStyleRecorded = false;  ///< --style is that of a record

  bool operator==(const FigureArguments& other) const {
    return static_cast<const OptionWords&>(*this) == other && name == other.name &&
           dataText == other.dataText;
  }
};

/// A text as one word of a POSIX shell; words that need no quotes stay as they are.
QString shellWord(const QString& text);
/// "carom figure outcomes --set theta=120deg -o FILE", quoted for a shell. The text of a scene is part of it
/// only where `withText`.
QString commandLine(const FigureArguments& arguments, const QString& file, bool withText = false);
/// OptionWords of an option on a command line, quoted for a shell.
QStringList wordsOf(const OptionWords& words, const Option& option);
/// The same with other words for where it goes, such as movieWords().
QString commandLine(const FigureArguments& arguments, const QStringList& output, bool withText);
/// The options that say what is shown, without the scene and its parameters: "--restitution 0.5"; empty where
/// everything is as usual.
QString settingsText(const FigureArguments& arguments);

/// The question that a snapshot answers, as a figure of it shows; an ordering only where it is not the one
/// that is chosen anyway.
Question questionOf(const Snapshot& snapshot);
/// The arguments that make a snapshot again: scene, parameters, ordering, rule, restitution, run, second run.
FigureArguments argumentsOf(const Snapshot& snapshot);
/// The request of arguments for an instance of their scene. Throws CommandError, which begins with the
/// option, for a text that does not parse or a contact that is unknown.
SnapshotRequest requestOf(const FigureArguments& arguments, std::shared_ptr<const Scene> scene);
/// The scene: sceneText where there is one. Throws SceneError.
std::shared_ptr<const Scene> sceneOf(const FigureArguments& arguments);

/// The size and ground of the file. Throws FigureError, which begins with the option.
FigureOptions fileOptionsOf(const FigureArguments& arguments);
/// Gives the figure the width and the look of a preset, where the arguments have none of their own. `words`:
/// see findPreset(). Throws FigureError.
void applyPreset(FigureArguments& arguments, const QString& words);
/// Sets the options that differ from those of a figure without any.
void setFileOptions(FigureArguments& arguments, const FigureOptions& options);

}  // namespace carom
