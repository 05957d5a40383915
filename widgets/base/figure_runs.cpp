#include "base/figure_runs.h"

#include <QJsonDocument>
#include <QObject>
#include <algorithm>

#include "base/figure_record.h"
#include "base/qt_text.h"

namespace carom {

namespace {

[[noreturn]] void refuseRun(const std::string& text, const QString& why) {
  throw FigureError("--run " + text + ": " + why.toStdString());
}

KeptRun computeRun(const std::string& text, const FigureArguments& main, std::stop_token stop,
                   const AnswerWatch& watch) {
  QJsonParseError error;
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error).object();
  if (error.error != QJsonParseError::NoError) refuseRun(text, error.errorString());
  for (const QString& key : object.keys())
    if (!QStringList{"name", "color", "options", "scene"}.contains(key))
      refuseRun(text, QObject::tr("%1 is unknown; expected one of name, color, options, scene").arg(key));
  KeptRun run{object["name"].toString().toStdString(), object["color"].toInt(-1), true, {}, {}};
  if (run.name.empty()) refuseRun(text, QObject::tr("name: expected a text"));
  if (run.color < 0) refuseRun(text, QObject::tr("color: expected a number from 0"));
  FigureArguments arguments = argumentsOfObject(object);
  if (!arguments.has("scene"))
    for (const char* const part : {"scene", "scene-text"}) arguments.set(part, main.text(part));
  try {
    const SnapshotRequest request = requestOf(arguments, sceneOf(arguments));
    run.ordering = request.ordering;
    run.answer = computeSnapshot(request, stop, watch);
  } catch (const CommandError& wrong) {
    refuseRun(text, QString::fromUtf8(wrong.what()));
  }
  return run;
}

}  // namespace

std::string runText(const KeptRun& run, const FigureArguments& main) {
  const FigureArguments own = argumentsOf(*run.answer);
  QJsonObject object = argumentsObject(own);
  object.remove(QLatin1String("figure"));
  if (own.text("scene-text") == main.text("scene-text")) object.remove(QLatin1String("scene"));
  object["name"] = q(run.name);
  object["color"] = run.color;
  return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

std::vector<KeptRun> computeRuns(const FigureArguments& arguments, std::stop_token stop,
                                 const AnswerWatch& watch) {
  std::vector<KeptRun> runs;
  const auto& texts = arguments.list("run");
  if (texts.size() > mostKeptRuns)
    throw FigureError(
        QObject::tr("--run: %1 runs; expected at most %2").arg(texts.size()).arg(mostKeptRuns).toStdString());
  for (const std::string& text : texts) {
    runs.push_back(computeRun(text, arguments, stop, watch));
    if (std::ranges::count(runs, runs.back().name, &KeptRun::name) > 1)
      refuseRun(text, QObject::tr("another run has this name"));
  }
  return runs;
}

}  // namespace carom
