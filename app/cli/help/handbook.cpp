#include "cli/help/handbook.h"

#include <CLI/CLI.hpp>
#include <QDir>
#include <QFileInfo>
#include <cstdlib>
#include <memory>

#include "base/atomic_file.h"
#include "base/fault_line.h"
#include "base/file_bytes.h"
#include "base/own_library.h"
#include "base/qt_text.h"
#include "base/version.h"
#include "cli/help/reference.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "figures/figure_catalog.h"
#include "handbook/handbook_library.h"

namespace carom {

namespace {

struct HandbookCommand {
  std::string folder, reference, schema;
  bool overwrite = false, noPdf = false;
};

constexpr auto pdfName = "carom-handbook.pdf";

[[noreturn]] void refuseFolder(const QString& why) {
  throw CommandError(ExitStatus::InputFault, why.toStdString());
}

void requireFolder(const QFileInfo& info) {
  if (info.exists() && !info.isDir()) refuseFolder(info.filePath() + QStringLiteral(": is no folder"));
}

QDir folderOf(const std::string& path) {
  refuseStandardOutput(path);
  const QFileInfo info(q(path));
  requireFolder(info);
  if (!info.exists() && !QDir().mkpath(info.filePath()))
    refuseFolder(info.filePath() + QStringLiteral(": the folder cannot be made"));
  return QDir(info.filePath());
}

[[noreturn]] void sayWhyNoPdf(const QString& words) {
  writeFault("no PDF can be made here: " + words.toStdString());
  std::_Exit(static_cast<int>(ExitStatus::InputFault));
}

void writeHandbook(const HandbookCommand& command) {
  const HandbookLibrary& library =
      *ownFunction<const HandbookLibrary*()>("carom_handbook", "caromHandbookLibrary")();
  QList<SiteFile> files = library.site(programVersion());
  const QFileInfo place(q(command.folder));  // before the PDF, which takes seconds
  requireFolder(place);
  QStringList names;
  for (const SiteFile& file : files) names += file.name;
  if (!command.noPdf) names += q(pdfName);
  for (const QString& name : names)
    if (const QString path = QDir(place.filePath()).filePath(name);
        !command.overwrite && QFileInfo::exists(path))
      refuseFolder(path + QStringLiteral(": is there already; expected --overwrite or another folder"));
  if (!command.noPdf) {
    const FigureLibrary& figures =
        *ownFunction<const FigureLibrary*()>("carom_figures", "caromFigureLibrary")();
    figures.prepare(sayWhyNoPdf, [&] { files << SiteFile{q(pdfName), library.pdf(programVersion())}; });
  }
  const QDir folder = folderOf(command.folder);
  std::vector<FileBytes> all;
  for (const SiteFile& file : files) {
    const QString path = folder.filePath(file.name);
    if (!QDir().mkpath(QFileInfo(path).path()))
      refuseFolder(path + QStringLiteral(": its folder cannot be made"));
    all.push_back({path, file.bytes});
  }
  writeTogether(all);
  writeOutput(folder.filePath("index.html").toStdString() + '\n' +
              (command.noPdf ? "" : folder.filePath(pdfName).toStdString() + '\n'));
}

}  // namespace

void addHandbookCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("handbook", "Write the handbook as HTML pages and as one PDF");
  const auto options = std::make_shared<HandbookCommand>();
  command->add_option("-o,--output", options->folder, "Folder, which is made where it is missing")
      ->type_name("DIR");
  command->add_flag("--overwrite", options->overwrite, "Replace files that are there");
  command->add_flag("--no-pdf", options->noPdf, "Write the HTML pages alone");
  // The build takes the reference from here, before there is a handbook.
  command->add_option("--write-reference", options->reference, "")->type_name("DIR")->group("");
  command->add_option("--study-schema", options->schema, "")->type_name("FILE")->group("");
  command->callback([&app, &action, options] {
    action = [&app, options] {
      if (!options->reference.empty()) {
        const QDir folder = folderOf(options->reference);
        for (const ReferencePage& page :
             referencePages(app, fileBytes(q(options->schema), 1 << 20).toStdString()))
          writeWhole(folder.filePath(q(page.file)), QByteArray::fromStdString(page.text));
      } else if (options->folder.empty()) {
        throw CommandError(ExitStatus::CommandFault, "handbook: expected -o DIR");
      } else {
        writeHandbook(*options);
      }
      return ExitStatus::Done;
    };
  });
}

}  // namespace carom
