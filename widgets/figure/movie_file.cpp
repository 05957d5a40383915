#include "figure/movie_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "base/atomic_file.h"
#include "base/figure_options.h"
#include "base/movie_options.h"
#include "figure/movie_xmp.h"
#include "figure/picture_files.h"

namespace carom {

namespace {

constexpr int patience = 60'000;  // ms, until ffmpeg has taken or written what it has
constexpr int checkTime = 1000;   // ms between two looks at the room on the disk

/// The program that encodes movies; empty where it is not installed.
QString encoder() {
  return QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
}

/// The arguments of ffmpeg that choose the encoder of a file. The quick settings of an encoder make a file of
/// the same likeness in a fraction of the time, which is larger: hence the lower crf.
QStringList encoderOf(const QString& ending) {
  if (ending == QLatin1String("mp4"))
    return {"-c:v",     "libx264", "-pix_fmt", "yuv420p",   "-preset",
            "veryfast", "-crf",    "16",       "-movflags", "+faststart"};
  if (ending == QLatin1String("webm"))
    return {"-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p",   "-b:v", "0",       "-crf",
            "24",   "-deadline",  "realtime", "-cpu-used", "6",    "-row-mt", "1"};
  if (ending == QLatin1String("gif"))
    return {"-filter_complex",
            "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"};
  return {"-f", "apng", "-plays", "0", "-pix_fmt", "rgb24"};
}

/// zlib's level 2: half of the time of the usual 6 for a quarter more bytes.
constexpr int quickPng = 70;

/// The bytes of QImage::Format_RGB32, which ffmpeg converts quicker than Qt does.
constexpr auto pixelFormat = QSysInfo::ByteOrder == QSysInfo::LittleEndian ? "bgr0" : "0rgb";

/// The folder of numbered pictures: "motion" beside "motion.png".
QDir picturesOf(const QString& path) {
  const QFileInfo file(path);
  return QDir(file.dir().filePath(file.completeBaseName()));
}

}  // namespace

void MovieFile::check(const QString& path) {
  const QString ending = movieEnding(path);
  const QFileInfo file(path);
  if (!file.dir().exists() || !QFileInfo(file.absolutePath()).isWritable())
    throw FileError(QObject::tr("%1: the folder cannot be written").arg(path).toStdString());
  if (const QFileInfo folder(picturesOf(path).path());
      ending == QLatin1String("png") && folder.exists() && !(folder.isDir() && folder.isWritable()))
    throw FileError(
        QObject::tr("%1: is there and is no folder for pictures").arg(folder.filePath()).toStdString());
  if (ending != QLatin1String("png") && encoder().isEmpty())
    throw FigureError(
        QObject::tr("%1: needs the program ffmpeg, which is not installed; numbered pictures, .png, need "
                    "none")
            .arg(path)
            .toStdString());
}

MovieFile::MovieFile(const QString& path, const QSize& size, double fps, MovieRecord record)
    : m_path(path), m_record(std::move(record)) {
  check(path);
  m_line = std::make_unique<JobLine>(framesThatWait, [this] { end(); });
  if (movieEnding(path) != QLatin1String("png")) start(size, fps);
}

void MovieFile::start(const QSize& size, double fps) {
  try {
    m_begun = std::make_unique<BegunFile>(QFile::encodeName(m_path).toStdString());
  } catch (const WriteError& error) {
    refuse(error.what());
  }
  QStringList arguments{"-v",
                        "error",
                        "-y",
                        "-f",
                        "rawvideo",
                        "-pixel_format",
                        pixelFormat,
                        "-video_size",
                        QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
                        "-framerate",
                        QString::number(fps, 'g', 10),
                        "-i",
                        "-",
                        "-an"};
  arguments += encoderOf(movieEnding(m_path));
  arguments += {"-fflags",
                "+bitexact",
                "-flags:v",
                "+bitexact",
                "-metadata",
                "comment=" + m_record.command,
                QFile::decodeName(m_begun->path().c_str())};
  m_line->add([this, arguments] { startEncoder(arguments); });
  m_line->finish();
}

void MovieFile::startEncoder(const QStringList& arguments) {
  checkRoom();
  m_ffmpeg = std::make_unique<QProcess>();
  m_ffmpeg->setProcessChannelMode(QProcess::MergedChannels);
  m_ffmpeg->start(encoder(), arguments);
  if (!m_ffmpeg->waitForStarted(patience)) refuse(m_ffmpeg->errorString());
}

void MovieFile::refuse(const QString& why) {
  throw FileError(QStringLiteral("%1: %2").arg(m_path, why.trimmed()).toStdString());
}

/// The reason of the disk where it takes no more, else ffmpeg's own words, or how it ended without any.
void MovieFile::refuseUnfinished() {
  const QString words = QString::fromUtf8(m_ffmpeg->readAll()).simplified();
  const std::string why = m_begun->whyNoMore();
  if (!why.empty()) refuse(QObject::tr("cannot be written: %1").arg(QString::fromStdString(why)));
  if (!words.isEmpty()) refuse(words);
  m_ffmpeg->waitForFinished(patience);
  if (m_ffmpeg->state() != QProcess::NotRunning) refuse(QObject::tr("ffmpeg takes no more and says nothing"));
  refuse(m_ffmpeg->exitStatus() == QProcess::NormalExit
             ? QObject::tr("ffmpeg ended with status %1 and said nothing").arg(m_ffmpeg->exitCode())
             : QObject::tr("ffmpeg was ended by a signal"));
}

/// ffmpeg keeps the pictures of a GIF or of a WebM until the last one is there: a disk that has no room even
/// for the record is known before.
void MovieFile::checkRoom() {
  if (m_sinceCheck.isValid() && m_sinceCheck.elapsed() < checkTime) return;
  m_sinceCheck.start();
  const std::string why = m_begun->whyNoRoom(static_cast<std::size_t>(m_record.xmp.size()) + 4096);
  if (!why.empty()) refuse(QObject::tr("cannot be written: %1").arg(QString::fromStdString(why)));
}

void MovieFile::writePicture(const QImage& frame) {
  const QFileInfo file(m_path);
  const QDir folder = picturesOf(m_path);
  if (m_written.isEmpty()) m_madeFolder = file.dir().mkdir(folder.dirName());
  const QString name = QStringLiteral("%1-%2.%3")
                           .arg(file.completeBaseName())
                           .arg(m_written.size() + 1, 4, 10, QLatin1Char('0'))
                           .arg(file.suffix());
  if (m_lastKey != frame.cacheKey()) {
    m_lastPng = encodePng(frame.convertToFormat(QImage::Format_RGB32), m_record.xmp, quickPng);
    m_lastKey = frame.cacheKey();
  }
  writeWhole(folder.filePath(name), m_lastPng);
  m_written += folder.filePath(name);
}

void MovieFile::encode(const QImage& frame) {
  checkRoom();
  const QImage rows = frame.convertToFormat(QImage::Format_RGB32);  // without a gap between two rows
  m_ffmpeg->write(reinterpret_cast<const char*>(rows.constBits()), rows.sizeInBytes());
  while (m_ffmpeg->bytesToWrite() > 0)
    if (!m_ffmpeg->waitForBytesWritten(patience)) refuseUnfinished();
  // It speaks of errors only, and may read on after one that lets the movie come to nothing.
  if (m_ffmpeg->bytesAvailable() > 0) refuseUnfinished();
}

void MovieFile::add(const QImage& frame) {
  if (m_begun)
    m_line->add([this, frame] { encode(frame); });
  else
    m_line->add([this, frame] { writePicture(frame); });
}

void MovieFile::endEncoder() {
  m_ffmpeg->closeWriteChannel();
  if (!m_ffmpeg->waitForFinished(10 * patience) || m_ffmpeg->exitStatus() != QProcess::NormalExit ||
      m_ffmpeg->exitCode() != 0 || m_ffmpeg->bytesAvailable() > 0)
    refuseUnfinished();
  try {
    addXmp(QFile::decodeName(m_begun->path().c_str()), movieEnding(m_path), m_record.xmp);
  } catch (const FileError&) {
    refuseUnfinished();
  }
}

QString MovieFile::finish() {
  if (m_begun) m_line->add([this] { endEncoder(); });
  m_line->finish();
  if (!m_begun) {
    const QStringList pictures = std::exchange(m_written, {});
    return pictures.size() == 1
               ? pictures.front()
               : QObject::tr("%1 … %2").arg(pictures.front(), QFileInfo(pictures.back()).fileName());
  }
  try {
    m_begun->publish();
  } catch (const WriteError& error) {
    refuse(QObject::tr("cannot be written: %1").arg(QString::fromLocal8Bit(error.what())));
  }
  return m_path;
}

/// A process of Qt ends in the thread that began it.
void MovieFile::end() {
  if (m_ffmpeg && m_ffmpeg->state() != QProcess::NotRunning) {
    m_ffmpeg->kill();
    m_ffmpeg->waitForFinished(patience);
  }
  m_ffmpeg.reset();
}

MovieFile::~MovieFile() {
  m_line.reset();
  for (const QString& picture : m_written) QFile::remove(picture);
  if (m_madeFolder && !m_written.isEmpty()) QDir().rmdir(picturesOf(m_path).path());
}

}  // namespace carom
