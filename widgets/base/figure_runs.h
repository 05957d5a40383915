#pragma once

#include "base/figure_arguments.h"

namespace carom {

/// The most kept runs of a document and of a figure: each is computed anew where a figure is opened.
inline constexpr std::size_t mostKeptRuns = 40;

/// A kept run as --run takes it: JSON with its name, the number of its colour and the options that make it,
/// as they stand in the record of a figure; with its scene where that is another one than `main`'s.
std::string runText(const KeptRun& run, const FigureArguments& main);

/// The kept runs of arguments, computed anew. Throws FigureError, which begins with --run, and SceneError.
std::vector<KeptRun> computeRuns(const FigureArguments& arguments, std::stop_token stop = {},
                                 const AnswerWatch& watch = {});

}  // namespace carom
