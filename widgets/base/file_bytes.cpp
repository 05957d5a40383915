#include "base/file_bytes.h"

#include <QFile>
#include <QObject>

#include "base/figure_options.h"
#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

QByteArray fileBytes(const QString& path, qsizetype most) {
  std::string bytes;
  try {
    bytes = readRegularFile(QFile::encodeName(path).toStdString(), static_cast<std::size_t>(most) + 1, {});
  } catch (const SceneError& error) {
    throw FigureError((path + QStringLiteral(": ") + QString::fromStdString(error.problem())).toStdString());
  }
  if (static_cast<qsizetype>(bytes.size()) > most)
    throw FigureError(
        QObject::tr("%1: is too large, expected at most %2 MiB").arg(path).arg(most >> 20).toStdString());
  return QByteArray::fromStdString(bytes);
}

}  // namespace carom
