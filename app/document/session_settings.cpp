#include "document/session_settings.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "base/atomic_file.h"

namespace carom {

namespace {

constexpr qint64 longest = 1 << 24;

QString folderOfSettings() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + '/' +
         QCoreApplication::organizationName();
}

QString personsFile() {
  return folderOfSettings() + '/' + QCoreApplication::applicationName() + ".conf";
}

/// Files that QSettings opens: of the application and of the organisation, and the locks beside them.
QStringList settingsFiles() {
  QStringList files;
  for (const QString& file : {personsFile(), folderOfSettings() + ".conf"})
    for (const char* suffix : {"", ".lock"}) files += file + suffix;
  return files;
}

/// The bytes of a line of the settings, in which others than letters are escapes.
QByteArray unescaped(const QByteArray& text) {
  QByteArray bytes;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] == '"') continue;
    if (text[i] != '\\' || i + 1 == text.size()) {
      bytes += text[i];
      continue;
    }
    const char letter = text[++i];
    constexpr std::string_view letters = "abfnrtv", meant = "\a\b\f\n\r\t\v";
    const bool isHex = letter == 'x', isOctal = letter >= '0' && letter <= '7';
    if (isHex || isOctal) {
      const auto isDigit = [&](char each) {
        return isHex ? isxdigit(static_cast<unsigned char>(each)) != 0 : each >= '0' && each <= '7';
      };
      const qsizetype begin = isHex ? i + 1 : i;
      qsizetype end = begin;
      while (end < text.size() && isDigit(text[end])) ++end;
      bytes += static_cast<char>(text.mid(begin, end - begin).right(2).toInt(nullptr, isHex ? 16 : 8));
      i = end - 1;
    } else if (const std::size_t at = letters.find(letter); at != std::string_view::npos) {
      bytes += meant[at];
    } else {
      bytes += letter;
    }
  }
  return bytes;
}

/// Walks over one QVariant as QSettings writes it (QDataStream of Qt 4.0); whether it is one that Carom
/// keeps. Qt reserves room for as many entries as a number says, and descends as deep as the bytes do, so
/// both are looked at before.
class VariantBytes {
 public:
  explicit VariantBytes(const QByteArray& bytes) : m_stream(bytes) {}

  bool isSound(int depth = 0) {
    constexpr int deepest = 8;
    quint32 type = 0;
    m_stream >> type;
    if (m_stream.status() != QDataStream::Ok || depth > deepest) return false;
    switch (type) {
      case QMetaType::UnknownType:
        return skipText();  // an invalid one has an empty text
      case QMetaType::Bool:
        return skip(1);
      case QMetaType::Int:
      case QMetaType::UInt:
        return skip(4);
      case QMetaType::LongLong:
      case QMetaType::ULongLong:
      case QMetaType::Double:
        return skip(8);
      case QMetaType::QString:
      case QMetaType::QByteArray:
        return skipText();
      case QMetaType::QStringList:
        return entries([this] { return skipText(); });
      case QMetaType::QVariantList:
        return entries([&] { return isSound(depth + 1); });
      case QMetaType::QVariantMap:
        return entries([&] { return skipText() && isSound(depth + 1); });
      default:
        return false;
    }
  }

 private:
  bool skip(quint32 bytes) {
    return bytes <= m_stream.device()->bytesAvailable() &&
           m_stream.skipRawData(static_cast<int>(bytes)) == static_cast<int>(bytes);
  }
  bool skipText() {
    constexpr quint32 null = 0xffffffff;
    quint32 bytes = 0;
    m_stream >> bytes;
    return m_stream.status() == QDataStream::Ok && (bytes == null || skip(bytes));
  }
  template <typename Entry>
  bool entries(Entry&& entry) {
    quint32 count = 0;
    m_stream >> count;
    if (m_stream.status() != QDataStream::Ok || count > m_stream.device()->bytesAvailable()) return false;
    while (count-- > 0)
      if (!entry()) return false;
    return true;
  }

  QDataStream m_stream;
};

/// Whether a line of the settings is a heading, a comment or a key with a value that can be read.
bool isReadable(const QByteArray& whole) {
  const QByteArray line = whole.trimmed();
  if (line.isEmpty() || line.startsWith(';')) return true;
  if (line.startsWith('[')) return line.endsWith(']');
  if (!line.contains('=') || line.contains('\0') || line.endsWith('\\')) return false;
  const QByteArray bytes = unescaped(line), begin("@Variant(");
  for (qsizetype at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1))
    if (!VariantBytes(bytes.mid(at + begin.size())).isSound()) return false;
  return !bytes.contains("@DateTime(");  // may hold any value, and Carom keeps none
}

/// The file is read through its descriptor, because settings of one name share a mutex, which is held here.
bool readSettings(QIODevice& device, QSettings::SettingsMap& map) {
  const auto* file = qobject_cast<QFileDevice*>(&device);
  if (!file) return false;
  const QSettings ini(QStringLiteral("/proc/self/fd/%1").arg(file->handle()), QSettings::IniFormat);
  for (const QString& key : ini.allKeys()) map[key] = ini.value(key);
  return ini.status() == QSettings::NoError;
}

QByteArray escapedKey(QStringView key) {
  QByteArray text;
  for (const QChar each : key) {
    const char16_t code = each.unicode();
    const bool isPlain = code < 0x80 && (isalnum(code) || code == '_' || code == '-' || code == '.');
    if (each == u'/')
      text += '\\';
    else if (isPlain)
      text += static_cast<char>(code);
    else
      text += QByteArray(code < 0x100 ? "%" : "%U") +
              QByteArray::number(code, 16).toUpper().rightJustified(code < 0x100 ? 2 : 4, '0');
  }
  return text;
}

/// In quotes, with escapes for what is no printable letter, and for a digit of base 16 behind such an escape.
QByteArray escapedText(const QString& plain) {
  QByteArray text = "\"";
  bool isBehindEscape = false;
  for (const QChar each : plain) {
    const char16_t code = each.unicode();
    const bool isEscape = code < 0x20 || code >= 0x7f || (isBehindEscape && isxdigit(code));
    if (isEscape)
      text += "\\x" + QByteArray::number(code, 16);
    else if (code == '"' || code == '\\')
      (text += '\\') += static_cast<char>(code);
    else
      text += static_cast<char>(code);
    isBehindEscape = isEscape;
  }
  return text += '"';
}

/// Texts that begin with @ are values of other types.
QString marked(const QString& text) {
  return text.startsWith(u'@') ? u'@' + text : text;
}

QByteArray textOf(const QVariant& value) {
  switch (value.typeId()) {
    case QMetaType::QString:
      return escapedText(marked(value.toString()));
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
      return escapedText(value.toString());
    case QMetaType::QByteArray:
      return escapedText(QStringLiteral("@ByteArray(%1)").arg(QString::fromLatin1(value.toByteArray())));
    default:
      break;
  }
  if (value.typeId() == QMetaType::QStringList && value.toStringList().size() > 1) {
    QByteArrayList texts;
    for (const QString& each : value.toStringList()) texts += escapedText(marked(each));
    return texts.join(", ");
  }
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_4_0);
  stream << value;
  return escapedText(QStringLiteral("@Variant(") + QString::fromLatin1(bytes) + u')');
}

/// Qt's own writer does not notice that the last 16 kB of a file have no room, and puts the rest in place of
/// the settings that were whole.
bool writeSettings(QIODevice& device, const QSettings::SettingsMap& map) {
  QMap<QString, QByteArray> sections;  // General is the one without a name, and the first
  for (auto it = map.begin(); it != map.end(); ++it) {
    const qsizetype slash = it.key().indexOf(u'/');
    const QString section = slash < 0 ? QString() : it.key().left(slash);
    sections[section] += escapedKey(QStringView(it.key()).mid(slash + 1)) + '=' + textOf(it.value()) + '\n';
  }
  QByteArray text;
  for (auto it = sections.begin(); it != sections.end(); ++it)
    text += '[' + (it.key().isEmpty() ? "General" : escapedKey(it.key())) + "]\n" + it.value() + '\n';
  auto* file = qobject_cast<QFileDevice*>(&device);
  return file && file->write(text) == text.size() && file->flush();
}

}  // namespace

void keepSettingsWhole() {
  static const QSettings::Format whole =
      QSettings::registerFormat(QStringLiteral("conf"), readSettings, writeSettings, Qt::CaseSensitive);
  QSettings::setDefaultFormat(whole);
}

SessionSettings::SessionSettings() {
  keepSettingsWhole();
  for (const QString& file : settingsFiles()) {
    const QFileInfo there(file);
    if (!there.exists() || (there.isFile() && there.size() <= longest)) continue;
    m_problem =
        QCoreApplication::translate("carom", "%1: is %2; expected a file of settings, which are not used now")
            .arg(file, there.isFile() ? QCoreApplication::translate("carom", "too long")
                                      : QCoreApplication::translate("carom", "no regular file"));
    useOwn();
    return;
  }
  if (!mend(personsFile())) useOwn();
}

void SessionSettings::useOwn() {
  m_own.emplace();
  QSettings::setPath(QSettings::defaultFormat(), QSettings::UserScope, m_own->path());
}

bool SessionSettings::mend(const QString& file) {
  QFile disk(file);
  if (!disk.exists()) return true;
  if (!disk.open(QIODevice::ReadOnly)) {
    m_problem = QCoreApplication::translate("carom", "%1: cannot be read: %2; settings are not used now")
                    .arg(file, disk.errorString());
    return false;
  }
  const QByteArray text = disk.read(longest);
  QByteArrayList kept;
  qsizetype lost = 0;
  for (const QByteArray& line : text.split('\n')) isReadable(line) ? kept.append(line) : void(++lost);
  if (lost == 0) return true;
  QString copy = file + QStringLiteral(".broken");
  for (int number = 2; QFileInfo::exists(copy) && number < 100; ++number)
    copy = file + QStringLiteral(".broken-%1").arg(number);
  try {
    writeWhole(copy, text);
    writeWhole(file, kept.join('\n'));
  } catch (const FileError&) {
    m_problem =
        QCoreApplication::translate(
            "carom", "%1: has lines that cannot be read and no room for a copy; settings are not used now")
            .arg(file);
    return false;
  }
  m_problem =
      QCoreApplication::translate(
          "carom", "%1: has settings that cannot be read; the session goes on without them, and %2 has all")
          .arg(file, copy);
  return true;
}

QString whyNotWritten(QSettings& settings) {
  settings.sync();
  if (settings.status() != QSettings::AccessError) return {};
  return QCoreApplication::translate("carom", "%1: cannot be written; layout and settings are not kept")
      .arg(settings.fileName());
}

}  // namespace carom
