#include "document/recovery.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/atomic_file.h"

namespace carom {

namespace {

using Json = nlohmann::json;

QString lockName(const QString& file) {
  return file + ".lock";
}

std::unique_ptr<QLockFile> lockFor(const QString& file) {
  auto lock = std::make_unique<QLockFile>(lockName(file));
  lock->setStaleLockTime(0);  // only the death of its holder frees it
  return lock->tryLock(0) ? std::move(lock) : nullptr;
}

std::optional<RecoveredScene> read(const QString& name) {
  QFile file(name);
  if (!file.open(QIODevice::ReadOnly)) return {};
  try {
    const Json json = Json::parse(file.readAll().toStdString());
    return RecoveredScene{QString::fromStdString(json.at("path")), QString::fromStdString(json.at("name")),
                          json.at("text"), json.at("assignments").get<Assignments>(),
                          json.value("draft", "")};
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace

Recovery::Recovery(const QString& folder)
    : m_folder(folder.isEmpty()
                   ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery"
                   : folder) {}

Recovery::~Recovery() = default;

void Recovery::keep(const RecoveredScene& scene) {
  if (!m_lock) {
    QDir().mkpath(m_folder);
    m_file = m_folder + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + ".json";
    m_lock = lockFor(m_file);
    if (!m_lock) throw std::runtime_error((m_folder + ": cannot be written").toStdString());
  }
  const Json json = {{"path", scene.path.toStdString()},
                     {"name", scene.name.toStdString()},
                     {"text", scene.text},
                     {"assignments", scene.assignments},
                     {"draft", scene.draft}};
  writeWhole(m_file, QByteArray::fromStdString(json.dump()));
}

void Recovery::forget() {
  if (!m_lock) return;
  QFile::remove(m_file);
  m_lock.reset();
}

void Recovery::Found::discard() {
  QFile::remove(file);
  lock.reset();
}

std::vector<Recovery::Found> Recovery::found() const {
  std::vector<Found> list;
  for (const QFileInfo& file : QDir(m_folder).entryInfoList({"*.json"}, QDir::Files, QDir::Time)) {
    if (file.filePath() == m_file) continue;
    auto lock = lockFor(file.filePath());
    if (!lock) continue;
    if (auto scene = read(file.filePath()))
      list.push_back({file.filePath(), file.lastModified(), *std::move(scene), std::move(lock)});
  }
  return list;
}

}  // namespace carom
