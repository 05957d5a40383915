#pragma once

#include <QString>

#include "base/figure_arguments.h"
#include "base/movie_options.h"
#include "figure/figure.h"
#include "figure/movie_file.h"

namespace carom {

/// The program, scene, parameters and settings of a picture or table: "carom 0.2.0 (1a2b3c4d5e6f);
/// billiard-break theta=120deg, ra=30mm; --restitution 0.5".
QString provenanceOf(const Snapshot& snapshot);

/// The words of `carom figure` that make a figure of this size again.
FigureArguments argumentsOf(const Figure& figure, const FigureOptions& options);
/// The record that stands in the file of a figure (see base/figure_record.h); `format` is in its command
/// line.
QByteArray recordOf(const Figure& figure, FigureFormat format, const FigureOptions& options);
/// The XMP packet with that record.
QByteArray xmpOf(const Figure& figure, FigureFormat format, const FigureOptions& options);
/// Whether the scene is what `carom figure --scene` opens under its name.
bool isFoundByName(const FigureArguments& arguments);
/// The shell command that makes the figure again. A scene that is neither built in nor the text of its file
/// is part of the command.
QString commandLineOf(const Figure& figure, FigureFormat format, const FigureOptions& options);
/// The record of the movie of a figure's run, with the shell command that makes it again.
MovieRecord movieRecordOf(const Figure& figure, const QString& file, const MovieOptions& options);

}  // namespace carom
