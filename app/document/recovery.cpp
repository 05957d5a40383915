#include "document/recovery.h"

#include <QStandardPaths>
#include <QUuid>
#include <nlohmann/json.hpp>
#include <optional>

namespace carom {

namespace {

using Json = nlohmann::json;

QString lockName(const QString& file) {
  return file + ".lock";
}

std::optional<RecoveredScene> read(const PrivateFolder& folder, const QString& name) {
  constexpr qint64 longest = qint64{1} << 26;
  const std::optional<QByteArray> bytes = folder.read(name, longest);
  if (!bytes) return {};
  try {
    const Json json = Json::parse(bytes->toStdString());
    return RecoveredScene{QString::fromStdString(json.at("path")), QString::fromStdString(json.at("name")),
                          json.at("text"), json.at("assignments").get<Assignments>(),
                          json.value("draft", "")};
  } catch (const Json::exception&) {
    return {};
  }
}

/// Removes the files that a process had begun to write when it died.
void removeBegun(const PrivateFolder& folder) try {
  for (const PrivateFolder::Entry& begun : folder.files(".new")) {
    const QString whole = begun.name.section(".json", 0, 0) + ".json";
    if (const auto lock = folder.lock(lockName(whole))) folder.remove(begun.name);
  }
} catch (const std::runtime_error&) {  // a folder that cannot be written is left alone
}

}  // namespace

Recovery::Recovery(const QString& folder)
    : m_folder(folder.isEmpty()
                   ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery"
                   : folder) {}

Recovery::~Recovery() = default;

void Recovery::keep(const RecoveredScene& scene) {
  if (m_lock && !m_lock->holds()) m_lock.reset();  // somebody has removed the lock's file
  if (!m_lock) {
    m_file = QUuid::createUuid().toString(QUuid::WithoutBraces) + ".json";
    m_lock = m_folder.lock(lockName(m_file));
    if (!m_lock) throw std::runtime_error((m_folder.path() + ": cannot be written").toStdString());
  }
  const Json json = {{"path", scene.path.toStdString()},
                     {"name", scene.name.toStdString()},
                     {"text", scene.text},
                     {"assignments", scene.assignments},
                     {"draft", scene.draft}};
  m_folder.write(m_file,
                 QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

void Recovery::forget() {
  if (!m_lock) return;
  m_folder.remove(m_file);
  m_lock.reset();
}

void Recovery::Found::discard() {
  folder.remove(file);
  lock.reset();
}

std::vector<Recovery::Found> Recovery::found() const {
  std::vector<Found> list;
  removeBegun(m_folder);
  for (const auto& [name, when] : m_folder.files(".json")) {
    if (m_lock && name == m_file) continue;
    try {
      auto lock = m_folder.lock(lockName(name));
      if (!lock) continue;
      if (auto scene = read(m_folder, name))
        list.push_back({m_folder, name, when, *std::move(scene), std::move(lock)});
    } catch (const std::runtime_error&) {  // a folder that cannot be written is left alone
    }
  }
  return list;
}

}  // namespace carom
