#pragma once

#include <QElapsedTimer>
#include <QImage>
#include <QProcess>
#include <QString>
#include <memory>

#include "base/begun_file.h"
#include "figure/job_line.h"

namespace carom {

/// A moving picture that can draw each of its frames.
class Movie {
 public:
  virtual ~Movie() = default;
  virtual int frameCount() const = 0;
  virtual QImage frame(int number) const = 0;
};

/// How a movie was made, for its file.
struct MovieRecord {
  QString command;  ///< makes it again
  QByteArray xmp;   ///< the packet with the record, as figures have it
};

/// Writes frames one after the other: numbered pictures, NAME/NAME-0001.png, or a file that the program
/// ffmpeg encodes. A file appears whole or not at all; pictures are removed unless all of them were written.
/// A thread of its own encodes, while the caller draws the next frame.
class MovieFile {
 public:
  /// The file, or each of the pictures, has the record. Throws FigureError where ffmpeg is needed and not
  /// there, and FileError where nothing can be written.
  MovieFile(const QString& path, const QSize& size, double fps, MovieRecord record);
  /// Throws as the constructor does for what can be known before anything is written.
  static void check(const QString& path);
  /// Without finish() nothing stays.
  ~MovieFile();
  MovieFile(const MovieFile&) = delete;
  MovieFile& operator=(const MovieFile&) = delete;

  /// A picture of the size of the movie. Throws FileError, also for an earlier frame.
  void add(const QImage& frame);
  /// Returns what was written: the file, or the first and the last picture. Throws FileError.
  QString finish();

 private:
  static constexpr std::size_t framesThatWait = 2;

  void start(const QSize& size, double fps);
  void startEncoder(const QStringList& arguments);
  void end();
  void writePicture(const QImage& frame);
  void encode(const QImage& frame);
  void endEncoder();
  [[noreturn]] void refuse(const QString& why);
  [[noreturn]] void refuseUnfinished();
  void checkRoom();

  QString m_path;
  MovieRecord m_record;
  std::unique_ptr<BegunFile> m_begun;  ///< what ffmpeg writes
  std::unique_ptr<QProcess> m_ffmpeg;  ///< of the thread; null for numbered pictures
  QElapsedTimer m_sinceCheck;
  QStringList m_written;
  qint64 m_lastKey = 0;  ///< of the picture in m_lastPng: one that stands still is encoded once
  QByteArray m_lastPng;
  bool m_madeFolder = false;        ///< of the pictures
  std::unique_ptr<JobLine> m_line;  ///< whose thread alone touches what stands above, until it is gone
};

}  // namespace carom
