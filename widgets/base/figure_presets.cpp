#include "base/figure_presets.h"

#include <embedded_presets.h>

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QObject>
#include <QStandardPaths>
#include <algorithm>

#include "base/atomic_file.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"

namespace carom {

namespace {

constexpr double narrowest = 5, widest = 2000;  // mm, see figureSizeMm()

[[noreturn]] void refusePreset(const QString& where, const QString& why) {
  throw FigureError((where + QStringLiteral(": ") + why).toStdString());
}

FigurePreset presetOf(const QJsonObject& object, const QString& where) {
  FigurePreset preset{object["name"].toString(), object["title"].toString(), {}, {}};
  if (preset.name.isEmpty() || preset.name.contains(QLatin1Char(':')))
    refusePreset(where, QObject::tr("name: expected a text without a colon"));
  const QString place = where + QStringLiteral(": ") + preset.name;
  if (preset.title.isEmpty()) preset.title = preset.name;
  const QJsonObject widths = object["widths"].toObject();
  for (auto it = widths.begin(); it != widths.end(); ++it) {
    const double mm = it.value().toDouble();
    if (!(mm >= narrowest && mm <= widest))
      refusePreset(place,
                   QObject::tr("widths.%1: expected %2 to %3 mm").arg(it.key()).arg(narrowest).arg(widest));
    preset.widths.push_back({it.key(), mm});
  }
  std::ranges::sort(preset.widths, {}, &FigurePreset::Width::mm);
  if (preset.widths.empty()) refusePreset(place, QObject::tr("widths: expected at least one, in mm"));
  try {
    preset.look = readStyle(QJsonDocument(object["look"].toObject()).toJson()).look;
  } catch (const FigureError& error) {
    refusePreset(place, QStringLiteral("look.") + QString::fromUtf8(error.what()));
  }
  return preset;
}

QJsonObject jsonOfPreset(const FigurePreset& preset) {
  QJsonObject widths;
  for (const FigurePreset::Width& width : preset.widths) widths[width.name] = width.mm;
  return {{"name", preset.name},
          {"title", preset.title},
          {"widths", widths},
          {"look", QJsonDocument::fromJson(styleText({preset.look, {}})).object()}};
}

/// The text of the person's file; null without one. Throws FigureError.
QByteArray ownText() {
  constexpr qsizetype largest = 1 << 20;  // a preset takes some hundred bytes
  return QFileInfo::exists(ownPresetsFile()) ? fileBytes(ownPresetsFile(), largest) : QByteArray();
}

/// What a file holds. Throws FigureError where that is no list of presets.
QJsonObject contentOf(const QByteArray& text, const QString& file) {
  QJsonParseError error;
  const QJsonObject object = QJsonDocument::fromJson(text, &error).object();
  if (error.error != QJsonParseError::NoError) refusePreset(file, error.errorString());
  if (!object["presets"].isArray()) refusePreset(file, QObject::tr("expected {\"presets\": […]}"));
  return object;
}

PresetList ownPresets() try {
  const QByteArray text = ownText();
  return text.isNull() ? PresetList() : readPresets(text, ownPresetsFile());
} catch (const FigureError& error) {
  return {{}, {QString::fromUtf8(error.what())}};
}

/// Puts a preset in place of the one of its name, or at the end.
void put(std::vector<FigurePreset>& presets, const FigurePreset& preset) {
  const auto at = std::ranges::find(presets, preset.name, &FigurePreset::name);
  if (at == presets.end())
    presets.push_back(preset);
  else
    *at = preset;
}

}  // namespace

QString ownPresetsFile() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
         QStringLiteral("/carom/figure-presets.json");
}

PresetList readPresets(const QByteArray& text, const QString& file) try {
  PresetList list;
  for (const QJsonValue& value : contentOf(text, file)["presets"].toArray()) try {
      list.presets.push_back(presetOf(value.toObject(), file));
    } catch (const FigureError& error) {
      list.refused += QString::fromUtf8(error.what());
    }
  return list;
} catch (const FigureError& error) {
  return {{}, {QString::fromUtf8(error.what())}};
}

PresetList figurePresets() {
  PresetList list = readPresets(QByteArray::fromRawData(embedded::presets.data(), embedded::presets.size()),
                                QStringLiteral("presets.json"));
  const PresetList own = ownPresets();
  for (const FigurePreset& preset : own.presets) put(list.presets, preset);
  list.refused += own.refused;
  return list;
}

void keepPreset(const FigurePreset& preset) {
  presetOf(jsonOfPreset(preset), ownPresetsFile());           // what is kept can be read again
  QDir().mkpath(QFileInfo(ownPresetsFile()).absolutePath());  // else writeWhole reports why it fails
  // Another window may add one of its own at the same time.
  constexpr int longest = 2000;  // ms
  QLockFile lock(ownPresetsFile() + QStringLiteral(".lock"));
  if (!lock.tryLock(longest) && lock.error() == QLockFile::LockFailedError)
    refusePreset(ownPresetsFile(), QObject::tr("another program has been writing it for 2 s"));
  const QByteArray text = ownText();
  QJsonObject content = text.isNull() ? QJsonObject() : contentOf(text, ownPresetsFile());
  QJsonArray array = content["presets"].toArray();
  const auto same = [&](const QJsonValue& entry) { return entry["name"].toString() == preset.name; };
  if (const auto old = std::find_if(array.begin(), array.end(), same); old != array.end())
    *old = jsonOfPreset(preset);
  else
    array += jsonOfPreset(preset);
  content["presets"] = array;
  writeWhole(ownPresetsFile(), QJsonDocument(content).toJson());
}

PresetChoice findPreset(const QString& words) {
  const QString name = words.section(QLatin1Char(':'), 0, 0), width = words.section(QLatin1Char(':'), 1);
  QStringList known;
  const PresetList list = figurePresets();
  for (const FigurePreset& preset : list.presets) {
    known += preset.name;
    if (preset.name != name) continue;
    if (width.isEmpty()) return {preset, preset.widths.front().mm};
    QStringList widths;
    for (const FigurePreset::Width& each : preset.widths) {
      if (each.name == width) return {preset, each.mm};
      widths += each.name;
    }
    refusePreset(QStringLiteral("--preset ") + words,
                 QObject::tr("expected a width of %1").arg(widths.join(QStringLiteral(", "))));
  }
  const QString expected = QObject::tr("expected one of %1").arg(known.join(QStringLiteral(", ")));
  refusePreset(QStringLiteral("--preset ") + words,
               (QStringList(expected) + list.refused).join(QStringLiteral("; ")));
}

}  // namespace carom
