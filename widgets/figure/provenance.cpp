#include "figure/provenance.h"

#include <QFileInfo>
#include <QJsonObject>
#include <QStringList>

#include "base/figure_record.h"
#include "base/version.h"

namespace carom {

namespace {

/// The numbers that a figure stands for: ξ, or the interval that holds it.
QJsonObject answerOf(const Snapshot& snapshot) {
  if (!snapshot.report) return {};
  const ImpactReport& report = *snapshot.report;
  if (report.jammed()) return {{"terminates", false}};
  const Indeterminacy& xi = report.indeterminacy;
  QJsonObject answer{{"complete", report.complete()},
                     {"outcomes", static_cast<qint64>(report.outcomes.size())},
                     {"xi", report.complete() ? QJsonValue(xi.xi) : QJsonValue()}};
  if (!report.complete())
    answer["xi_interval"] =
        QJsonArray{xi.lower, std::isfinite(xi.upper) ? QJsonValue(xi.upper) : QJsonValue()};
  return answer;
}

}  // namespace

bool isFoundByName(const FigureArguments& arguments) try {
  const std::string& text = arguments.text("scene-text");
  return text.empty() || Scene::open(arguments.text("scene"))->text() == text;
} catch (const SceneError&) {
  return false;
}

QString provenanceOf(const Snapshot& snapshot) {
  QStringList set;
  for (const auto& [name, expression] : snapshot.assignments)
    set += QString::fromStdString(name) + QLatin1Char('=') + QString::fromStdString(expression);
  QString text =
      programVersionAndCommit() + QStringLiteral("; ") + QString::fromStdString(snapshot.scene->name());
  if (!set.isEmpty()) text += QLatin1Char(' ') + set.join(QStringLiteral(", "));
  FigureArguments arguments = argumentsOf(snapshot);
  arguments.remove("run");  // they stand in the record, where the figure shows them
  const QString settings = settingsText(arguments);
  return settings.isEmpty() ? text : text + QStringLiteral("; ") + settings;
}

FigureArguments argumentsOf(const Figure& figure, const FigureOptions& options) {
  const FigureSource source = figure.source();
  FigureArguments arguments = source.snapshot ? argumentsOf(*source.snapshot) : FigureArguments();
  if (!source.showsRuns) arguments.remove("run");
  arguments.name = source.name.toStdString();
  arguments.set("view", source.view.toStdString());
  for (const QString& axis : source.over) arguments.add("over", axis.toStdString());
  for (const QString& value : source.set) arguments.add("set", value.toStdString());
  arguments.set("measure", source.measure.toStdString());
  arguments.set("data", source.data.toStdString());
  arguments.dataText = source.dataText.toStdString();
  setFileOptions(arguments, options);
  return arguments;
}

static QString fileNameOf(const FigureArguments& arguments, FigureFormat format) {
  return QString::fromStdString(arguments.name) + QLatin1Char('.') + endingOf(format);
}

QByteArray recordOf(const Figure& figure, FigureFormat format, const FigureOptions& options) {
  const FigureArguments arguments = argumentsOf(figure, options);
  const SnapshotPtr snapshot = figure.source().snapshot;
  return figureRecord(arguments, fileNameOf(arguments, format),
                      snapshot ? answerOf(*snapshot) : QJsonObject());
}

QByteArray xmpOf(const Figure& figure, FigureFormat format, const FigureOptions& options) {
  return xmpPacket(figure.title(), figure.provenance(), recordOf(figure, format, options));
}

QString commandLineOf(const Figure& figure, FigureFormat format, const FigureOptions& options) {
  const FigureArguments arguments = argumentsOf(figure, options);
  return commandLine(arguments, fileNameOf(arguments, format), !isFoundByName(arguments));
}

MovieRecord movieRecordOf(const Figure& figure, const QString& file, const MovieOptions& options) {
  const FigureArguments arguments = argumentsOf(figure, {});
  // Not the name of the file: the same movie has the same bytes wherever it is written.
  const QStringList words = movieWords(figure.name() + QLatin1Char('.') + movieEnding(file), options);
  const SnapshotPtr snapshot = figure.source().snapshot;
  FigureArguments shown = arguments;  // a published file does not name the folders of its author
  shown.set("scene", QFileInfo(QString::fromStdString(arguments.text("scene"))).fileName().toStdString());
  const QByteArray record =
      withMovie(figureRecord(arguments, {}, snapshot ? answerOf(*snapshot) : QJsonObject()),
                commandLine(shown, words, false), options);
  return {commandLine(arguments, words, !isFoundByName(arguments)),
          xmpPacket(figure.title(), figure.provenance(), record)};
}

}  // namespace carom
