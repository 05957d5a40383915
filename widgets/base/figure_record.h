#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include "base/figure_arguments.h"
#include "base/movie_options.h"

namespace carom {

/// The record of how a figure was made, as it stands in its file: one line of JSON with the program and its
/// commit, the command line, the options, the text of the scene or of the measurements, and the answer.
///
/// It depends on what the figure shows and on the version only, so that the same figure has the same bytes.
/// `file`: the name of the file in the command line. `answer`: the numbers that the figure stands for.
QByteArray figureRecord(const FigureArguments& arguments, const QString& file, const QJsonObject& answer);
/// The part of a record that holds the arguments, with the texts of scene and measurements.
QJsonObject argumentsObject(const FigureArguments& arguments);
/// Throws FigureError.
FigureArguments argumentsOfObject(const QJsonObject& object);
/// The arguments of a record, with the text of its scene and measurements. Throws FigureError.
FigureArguments argumentsOfRecord(const QByteArray& record);

/// The record of a movie of a figure: with the options of the movie, and the command line that makes it.
QByteArray withMovie(const QByteArray& record, const QString& command, const MovieOptions& options);
/// The options of a movie in its record; nothing in that of a figure. Throws FigureError.
std::optional<MovieOptions> movieOfRecord(const QByteArray& record);

/// The XMP packet that PDF, SVG, PNG and the other formats carry: Dublin Core and the record.
QByteArray xmpPacket(const QString& title, const QString& description, const QByteArray& record);
/// A text as lines of comments, each of which begins with %, for formats that have no other place.
QByteArray asComments(const QByteArray& text);
/// The record in the bytes of a figure of any format; empty where there is none.
QByteArray recordIn(QByteArray file);
/// Whether a path has the ending of a figure or of a movie.
bool mayHoldRecord(const QString& path);
/// The record of a file. Throws FigureError where it cannot be read or has none.
QByteArray readRecord(const QString& path);

}  // namespace carom
