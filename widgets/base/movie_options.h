#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

namespace carom {

/// How a motion becomes a moving picture.
struct MovieOptions {
  QSize size{1280, 720};    ///< pixels, even numbers, 64 to 7680
  double fps = 30;          ///< 1 to 240
  double speed = 0;         ///< seconds of the motion in a second of the movie, 1e-6 to 1000; 0: as it can be
                            ///< followed, see comfortableSpeed()
  double reflection = 0.5;  ///< seconds of the movie for each reflection of an impact of several, 0 to 60
};

/// "mp4", "webm", "gif", "apng", "png": the last one is numbered pictures.
QStringList movieEndings();
/// Throws FigureError where the ending of a path is none of them.
QString movieEnding(const QString& path);
/// "1280x720". Throws FigureError.
QSize parseMovieSize(const QString& text);
/// The words of a command line that write a movie: --movie m.mp4 --movie-size 1280x720 …
QStringList movieWords(const QString& file, const MovieOptions& options);
/// Throws FigureError where an option is out of its range.
void checkMovie(const MovieOptions& options);

}  // namespace carom
