#include "base/figure_record.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QObject>

#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/qt_text.h"
#include "base/unpacked.h"
#include "base/version.h"

namespace carom {

namespace {

constexpr int recordFormat = 1;
constexpr QByteArrayView opening = "<carom:record>", closing = "</carom:record>";
constexpr QByteArrayView comment = "% ";  // without a second %, with which PostScript structures files
constexpr qsizetype longestLine = 200, largestFile = qsizetype(1) << 28;

[[noreturn]] void refuseRecord(const QString& why) {
  throw FigureError(QObject::tr("the record is damaged: %1").arg(why).toStdString());
}

QString xmlEscaped(QString text) {
  return text.removeIf([](QChar c) { return c.category() == QChar::Other_Control; }).toHtmlEscaped();
}

QByteArray xmlUnescaped(QByteArray text) {
  return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
}

QString fileName(const std::string& path) {
  return QFileInfo(q(path)).fileName();
}

/// Whether an option stands in a member of its own, with its text: as an option it would name a file.
bool isMember(const Option& option) {
  return option.name == "scene-text" || option.name == "scene" || option.name == "data";
}

QJsonObject optionsIn(const FigureArguments& arguments) {
  QJsonObject object;
  for (const Option* option : optionsOf(Command::Figure)) {
    const auto& texts = arguments.list(option->name);
    if (texts.empty() || isMember(*option)) continue;
    QJsonArray list;
    for (const std::string& text : texts) list += q(text);
    object[QLatin1String(option->name.data())] = option->takes == Option::Takes::Flag   ? QJsonValue(true)
                                                 : option->takes == Option::Takes::List ? QJsonValue(list)
                                                                                        : list.first();
  }
  return object;
}

void takeOptions(FigureArguments& arguments, const QJsonObject& object) {
  QStringList unknown = object.keys();
  for (const Option* option : optionsOf(Command::Figure)) {
    const QString name = QLatin1String(option->name.data());
    unknown.removeOne(name);
    const QJsonValue value = object[name];
    if (value.isUndefined()) continue;
    if (isMember(*option)) refuseRecord(QObject::tr("options.%1 names a file").arg(name));
    if (option->takes == Option::Takes::Flag)
      arguments.set(option->name, value.toBool() ? "true" : "");
    else if (option->takes == Option::Takes::Text)
      arguments.set(option->name, value.toString().toStdString());
    else
      for (const QJsonValue& text : value.toArray())
        arguments.add(option->name, text.toString().toStdString());
  }
  if (!unknown.isEmpty()) refuseRecord(QObject::tr("options.%1 is unknown").arg(unknown[0]));
}

std::string plainName(const QJsonObject& object) {
  return fileName(object["name"].toString().toStdString()).toStdString();
}

/// Measurements, which zlib has compressed.
void takeData(FigureArguments& arguments, const QJsonObject& data) {
  arguments.set("data", plainName(data));
  const auto text = unpacked(QByteArray::fromBase64(data["zlib"].toString().toLatin1()), mostMeasurements);
  if (!text) refuseRecord(QObject::tr("measurements of more than %1 MiB").arg(mostMeasurements >> 20));
  if (text->isEmpty() || !arguments.has("data")) refuseRecord(QObject::tr("no measurements"));
  arguments.dataText = text->toStdString();
}

/// A record holds its scene: a name alone would open a file.
void takeScene(FigureArguments& arguments, const QJsonObject& scene) {
  arguments.set("scene", plainName(scene));
  arguments.set("scene-text", scene["text"].toString().toStdString());
  if (!arguments.has("scene") || !arguments.has("scene-text"))
    refuseRecord(QObject::tr("a scene without its name or its text"));
}

}  // namespace

QJsonObject argumentsObject(const FigureArguments& arguments) {
  // A published file does not name the folders of its author.
  QJsonObject object{{"figure", q(arguments.name)}, {"options", optionsIn(arguments)}};
  const QString data = fileName(arguments.text("data"));
  if (arguments.has("scene"))
    object["scene"] =
        QJsonObject{{"name", fileName(arguments.text("scene"))}, {"text", q(arguments.text("scene-text"))}};
  if (static_cast<qsizetype>(arguments.dataText.size()) > mostMeasurements)
    throw FigureError(QObject::tr("%1: a figure holds at most %2 MiB of measurements")
                          .arg(data)
                          .arg(mostMeasurements >> 20)
                          .toStdString());
  if (arguments.has("data")) {
    const QByteArray packed = qCompress(QByteArray::fromStdString(arguments.dataText), 9).toBase64();
    object["data"] = QJsonObject{{"name", data}, {"zlib", QString::fromLatin1(packed)}};
  }
  return object;
}

FigureArguments argumentsOfObject(const QJsonObject& object) {
  FigureArguments arguments;
  arguments.name = object["figure"].toString().toStdString();
  takeOptions(arguments, object["options"].toObject());
  arguments.isStyleRecorded = true;
  if (object.contains("scene")) takeScene(arguments, object["scene"].toObject());
  if (object.contains("data")) takeData(arguments, object["data"].toObject());
  return arguments;
}

QByteArray figureRecord(const FigureArguments& arguments, const QString& file, const QJsonObject& answer) {
  FigureArguments shown = arguments;
  for (const char* const option : {"scene", "data"})
    shown.set(option, fileName(arguments.text(option)).toStdString());
  QJsonObject record = argumentsObject(arguments);
  record["format"] = recordFormat;
  record["program"] = programVersionAndCommit();
  record["command"] = commandLine(shown, file);
  if (!answer.isEmpty()) record["answer"] = answer;
  return QJsonDocument(record).toJson(QJsonDocument::Compact);
}

FigureArguments argumentsOfRecord(const QByteArray& text) {
  QJsonParseError error;
  const QJsonObject record = QJsonDocument::fromJson(text, &error).object();
  if (error.error != QJsonParseError::NoError) refuseRecord(error.errorString());
  if (record["format"].toInt() != recordFormat)
    throw FigureError(QObject::tr("the record has format %1, expected %2: another version of Carom made it")
                          .arg(record["format"].toVariant().toString(), QString::number(recordFormat))
                          .toStdString());
  FigureArguments arguments = argumentsOfObject(record);
  if (arguments.name.empty()) refuseRecord(QObject::tr("no name of a figure"));
  return arguments;
}

QByteArray withMovie(const QByteArray& record, const QString& command, const MovieOptions& options) {
  QJsonObject object = QJsonDocument::fromJson(record).object();
  object["command"] = command;
  object["movie"] = QJsonObject{{"size", QJsonArray{options.size.width(), options.size.height()}},
                                {"fps", options.fps},
                                {"speed", options.speed},
                                {"reflection_seconds", options.reflection}};
  return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<MovieOptions> movieOfRecord(const QByteArray& record) {
  const QJsonValue value = QJsonDocument::fromJson(record).object()["movie"];
  if (!value.isObject()) return std::nullopt;
  const MovieOptions options{{value["size"][0].toInt(), value["size"][1].toInt()},
                             value["fps"].toDouble(),
                             value["speed"].toDouble(),
                             value["reflection_seconds"].toDouble()};
  checkMovie(options);
  return options;
}

bool mayHoldRecord(const QString& path) {
  return isFigureFile(path) || movieEndings().contains(QFileInfo(path).suffix().toLower());
}

QByteArray xmpPacket(const QString& title, const QString& description, const QByteArray& record) {
  const QString text =
      QStringLiteral(
          "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
          "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
          "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
          "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:carom=\"urn:carom:figure:1\">"
          "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>"
          "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>"
          "<xmp:CreatorTool>%3</xmp:CreatorTool>"
          "<carom:record>%4</carom:record>"
          "</rdf:Description></rdf:RDF></x:xmpmeta>")
          .arg(xmlEscaped(title), xmlEscaped(description), xmlEscaped(programVersionAndCommit()),
               xmlEscaped(QString::fromUtf8(record)));
  return QByteArrayLiteral("<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n") +
         text.toUtf8() + "\n<?xpacket end=\"w\"?>";
}

QByteArray asComments(const QByteArray& text) {
  QByteArray lines;
  for (const QByteArray& line : text.split('\n'))
    for (qsizetype at = 0; at < std::max<qsizetype>(line.size(), 1); at += longestLine)
      lines += comment.toByteArray() + line.mid(at, longestLine) + '\n';
  return lines;
}

QByteArray recordIn(QByteArray file) {
  if (file.startsWith('%')) file.replace("\n" + comment.toByteArray(), "");  // see asComments()
  const qsizetype begin = file.indexOf(opening), end = file.indexOf(closing, begin);
  if (begin < 0 || end < 0) return {};
  const qsizetype first = begin + opening.size();
  return xmlUnescaped(file.mid(first, end - first));
}

QByteArray readRecord(const QString& path) {
  const QByteArray record = recordIn(fileBytes(path, largestFile));
  if (record.isEmpty())
    throw FigureError(
        QObject::tr("%1: holds no record of how it was made; expected a figure or a movie that Carom wrote")
            .arg(path)
            .toStdString());
  return record;
}

}  // namespace carom
