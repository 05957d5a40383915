#include "cli/figure/figure_gallery.h"

#include <QDir>
#include <QFileInfo>

#include "base/atomic_file.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/figure/figure_shown.h"
#include "cli/output.h"

namespace carom {

namespace {

constexpr const char* formats[] = {"pdf", "svg"};
constexpr const char* index = "index.html";

/// A figure of the gallery.
struct Entry {
  const FigureKind* kind;
  QString command{};  ///< that makes it again
};

[[noreturn]] void refuse(const QString& why) {
  throw CommandError(ExitStatus::InputFault, why.toStdString());
}

QString fileOf(const QDir& folder, const FigureKind& kind, const char* ending) {
  return folder.filePath(QLatin1String(kind.name) + QLatin1Char('.') + QLatin1String(ending));
}

QDir writableFolder(const std::string& path) {
  if (path.empty()) throw CommandError(ExitStatus::CommandFault, "--all: expected -d DIR");
  refuseStandardOutput(path);
  const QFileInfo info(q(path));
  if (info.exists() && !info.isDir()) refuse(info.filePath() + QStringLiteral(": is no folder"));
  if (!info.exists() && !QDir().mkpath(info.filePath()))
    refuse(info.filePath() + QStringLiteral(": the folder cannot be made"));
  if (!QFileInfo(info.filePath()).isWritable())
    refuse(info.filePath() + QStringLiteral(": the folder cannot be written"));
  return QDir(info.filePath());
}

void refuseExisting(const QDir& folder, const std::vector<Entry>& entries) {
  QStringList there;
  if (folder.exists(index)) there += index;
  for (const Entry& entry : entries)
    for (const char* ending : formats)
      if (const QFileInfo file(fileOf(folder, *entry.kind, ending)); file.exists()) there += file.fileName();
  if (!there.isEmpty())
    refuse(folder.filePath(there.front()) + QStringLiteral(": is there already, and %1 other files of the "
                                                           "figures; expected --overwrite or another folder")
                                                .arg(there.size() - 1));
}

QString indexText(const std::vector<Entry>& entries, const FigureLibrary& library) {
  QString html = QStringLiteral(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Figures of Carom</title>\n"
      "<style>\n"
      "body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 "
      "1em;color:#1d2733}\n"
      "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(330px,1fr));gap:24px}\n"
      "figure{margin:0;border:1px solid #dfe4ea;padding:12px}\n"
      "img{width:100%;background:#fff}\n"
      "code{display:block;overflow-x:auto;white-space:pre;background:#f4f6f8;padding:6px;font-size:12px}\n"
      "</style></head><body>\n<h1>Figures of Carom</h1>\n<main>\n");
  for (const Entry& entry : entries) {
    const QString name = QLatin1String(entry.kind->name);
    html += QStringLiteral(
                "<figure id=\"%1\"><a href=\"%1.pdf\"><img src=\"%1.svg\" alt=\"%2\" loading=\"lazy\"></a>"
                "<figcaption><b>%1</b>: %2<code>%3</code></figcaption></figure>\n")
                .arg(name, QString::fromUtf8(entry.kind->description).toHtmlEscaped(),
                     entry.command.toHtmlEscaped());
  }
  html += QStringLiteral("</main>\n");
  for (const FigureKind& kind : library.kinds)
    if (kind.draws == FigureKind::Draws::Measurements)
      html += QStringLiteral("<p><b>%1</b>: %2; it is not here, because it draws measurements.</p>\n")
                  .arg(QLatin1String(kind.name), QString::fromUtf8(kind.description).toHtmlEscaped());
  return html + QStringLiteral("<p>%1</p>\n</body></html>\n").arg(programVersionAndCommit().toHtmlEscaped());
}

}  // namespace

ExitStatus writeGallery(const FigureLibrary& library, const FigureArguments& arguments,
                        const FigureOptions& options, const std::string& path, bool overwrite,
                        QString (*write)(const FigureOrder&), LongWork& work) {
  std::vector<Entry> entries;
  for (const FigureKind& kind : library.kinds)
    if (kind.draws != FigureKind::Draws::Measurements && kind.draws != FigureKind::Draws::Panels)
      entries.push_back({&kind});
  const QDir folder = writableFolder(path);
  if (!overwrite) refuseExisting(folder, entries);
  ExitStatus status = ExitStatus::Done;
  for (std::size_t i = 0; i < entries.size() && !work.wasStopped(); ++i) {
    Entry& entry = entries[i];
    work.show([&](double) {
      return std::to_string(i + 1) + " of " + std::to_string(entries.size()) + ": " + entry.kind->name;
    });
    FigureArguments of = arguments;
    of.name = entry.kind->name;
    const Shown shown = needsSnapshot(*entry.kind) ? computeShown(of, *entry.kind, work) : Shown{};
    if (!shown.complete) status = ExitStatus::LimitReached;
    if (work.wasStopped()) break;
    for (const char* ending : formats)
      entry.command = write({*entry.kind,
                             shown.snapshot,
                             fileOf(folder, *entry.kind, ending),
                             options,
                             {},
                             {},
                             {},
                             shown.landscape});
  }
  if (work.wasStopped()) return ExitStatus::LimitReached;
  writeWhole(folder.filePath(index), indexText(entries, library).toUtf8());
  return status;
}

}  // namespace carom
