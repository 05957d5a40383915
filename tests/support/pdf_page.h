#pragma once
// A page of a PDF as Qt writes it, read from the file alone: its letters with the boxes of their outlines,
// its paths and its clips, in points from the lower left corner and in the order of painting.
#include <QByteArray>
#include <QHash>
#include <QList>
#include <QPolygonF>
#include <QRectF>
#include <QRegularExpression>
#include <QTransform>
#include <QtEndian>
#include <cmath>
#include <cstring>
#include <optional>

namespace carom::pdf {

struct Glyph {
  QRectF ink;  ///< of its outline; null for a blank
  char32_t letter = 0;
  QRectF clip;  ///< where it can be seen
};

/// What one call wrote: letters of one size and one direction.
struct Run {
  double size = 0;  ///< pt on the page
  QPointF at;       ///< of its first letter
  QList<Glyph> glyphs;
  qsizetype order = 0;  ///< in which things are painted

  QString text() const {
    QString all;
    for (const Glyph& glyph : glyphs) all += QString::fromUcs4(&glyph.letter, 1);
    return all;
  }
};

/// A painted path, its curves as chords.
struct Path {
  QList<QPolygonF> lines;
  bool isFilled = false, isStroked = false;
  bool isOpaque = true;         ///< its filling hides what is below
  double width = 0;             ///< of its line (pt)
  QList<double> ink{}, line{};  ///< red, green and blue of its filling and of its line
  qsizetype order = 0;
  QRectF clip;
};

struct Page {
  QRectF box;
  QList<Run> runs;
  QList<Path> paths;
};

/// A font that is embedded as TrueType: the boxes of its outlines and what its glyphs mean.
class Font {
 public:
  Font() = default;
  Font(const QByteArray& file, const QByteArray& toUnicode) : m_file(file) {
    const int tables = number<quint16>(4);
    for (int i = 0; i < tables; ++i) m_tables[m_file.mid(12 + 16 * i, 4)] = number<quint32>(12 + 16 * i + 8);
    readMeanings(QString::fromLatin1(toUnicode));
  }

  /// In ems; null for a blank.
  QRectF inkOf(int glyph) const {
    if (m_file.isEmpty()) return {};
    const qsizetype head = m_tables["head"], loca = m_tables["loca"];
    const bool isLong = number<quint16>(head + 50) != 0;
    const auto offset = [&](int i) -> qsizetype {
      return isLong ? number<quint32>(loca + 4 * i) : 2 * number<quint16>(loca + 2 * i);
    };
    if (offset(glyph) == offset(glyph + 1)) return {};
    const qsizetype at = m_tables["glyf"] + offset(glyph);
    const double em = number<quint16>(head + 18);
    const QPointF low(number<qint16>(at + 2), number<qint16>(at + 4));
    const QPointF high(number<qint16>(at + 6), number<qint16>(at + 8));
    return {low / em, high / em};
  }
  char32_t letterOf(int glyph) const { return m_letters.value(glyph, U'\uFFFD'); }

 private:
  template <typename T>
  T number(qsizetype at) const {
    return at + qsizetype(sizeof(T)) <= m_file.size() ? qFromBigEndian<T>(m_file.constData() + at) : T();
  }
  /// The ranges <first> <last> [<code> …] and <first> <last> <code>.
  void readMeanings(const QString& map) {
    static const QRegularExpression range(
        R"(<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(\[[^\]]*\]|<[0-9A-Fa-f]+>))");
    static const QRegularExpression code("<([0-9A-Fa-f]+)>");
    for (auto it = range.globalMatch(map.section("endcodespacerange", 1)); it.hasNext();) {
      const auto match = it.next();
      int glyph = match.captured(1).toInt(nullptr, 16);
      for (auto each = code.globalMatch(match.captured(3)); each.hasNext();)
        m_letters[glyph++] = meaningOf(each.next().captured(1));
    }
  }
  /// The first letter of UTF-16 in hexadecimal.
  static char32_t meaningOf(const QString& hex) {
    const char32_t high = hex.left(4).toUInt(nullptr, 16);
    if (hex.size() < 8 || !QChar::isHighSurrogate(high)) return high;
    return QChar::surrogateToUcs4(static_cast<char16_t>(high), hex.mid(4, 4).toUShort(nullptr, 16));
  }

  QByteArray m_file;
  QHash<QByteArray, qsizetype> m_tables;
  QHash<int, char32_t> m_letters;
};

/// The objects of a file, found by their numbers.
class File {
 public:
  explicit File(const QByteArray& bytes) : m_bytes(bytes) {
    const QString text = QString::fromLatin1(bytes);
    static const QRegularExpression begin(R"((?:^|\n)(\d+) 0 obj\b)");
    for (auto it = begin.globalMatch(text); it.hasNext();) {
      const auto match = it.next();
      m_objects[match.captured(1).toInt()] = match.capturedEnd();
    }
  }

  QByteArray object(int number) const {
    if (!m_objects.contains(number)) return {};
    const qsizetype at = m_objects[number];
    const qsizetype stream = m_bytes.indexOf("stream\n", at), end = m_bytes.indexOf("endobj", at);
    return m_bytes.mid(at, (stream >= 0 && stream < end ? stream : end) - at);
  }
  QByteArray stream(int number) const {
    if (!m_objects.contains(number)) return {};
    const qsizetype at = m_bytes.indexOf("stream\n", m_objects[number]) + 7;
    const qsizetype size = lengthOf(object(number));
    const QByteArray data = m_bytes.mid(at, size);
    return object(number).contains("/FlateDecode") ? qUncompress(QByteArray::fromHex("00100000") + data)
                                                   : data;
  }
  /// The number of the object that a key names; 0 where there is none.
  static int reference(const QByteArray& object, const QByteArray& key) {
    const QRegularExpression form(QString::fromLatin1("/" + key + R"(\s*\[?\s*(\d+) 0 R)"));
    return form.match(QString::fromLatin1(object)).captured(1).toInt();
  }
  const QByteArray& bytes() const { return m_bytes; }

 private:
  qsizetype lengthOf(const QByteArray& object) const {
    static const QRegularExpression form(R"(/Length (\d+)( 0 R)?)");
    const auto match = form.match(QString::fromLatin1(object));
    const int number = match.captured(1).toInt();
    return match.captured(2).isEmpty() ? number : this->object(number).trimmed().toLongLong();
  }

  QByteArray m_bytes;
  QHash<int, qsizetype> m_objects;
};

/// Reads the drawing commands of a page.
class Reader {
 public:
  explicit Reader(const QByteArray& bytes) : m_file(bytes) {
    static const QRegularExpression box(R"(/MediaBox \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\])");
    const auto found = box.match(QString::fromLatin1(bytes));
    const auto corner = [&](int i) {
      return QPointF(found.captured(i).toDouble(), found.captured(i + 1).toDouble());
    };
    m_page.box = {corner(1), corner(3)};
    m_state.clip = m_page.box;
    static const QRegularExpression page(
        R"(/Type /Page\n[^>]*?/Contents (\d+) 0 R[^>]*?/Resources (\d+) 0 R)");
    const auto match = page.match(QString::fromLatin1(bytes));
    m_resources = m_file.object(match.captured(2).toInt());
    read(m_file.stream(match.captured(1).toInt()));
  }
  const Page& page() const { return m_page; }

 private:
  struct State {
    QTransform page;
    QRectF clip;
    double width = 1;
    bool isOpaque = true;
    QList<double> ink, line;
  };

  void read(const QByteArray& commands) {
    static const QRegularExpression token(R"([^\s<>\[\]()]+|<[0-9A-Fa-f]*>)");
    for (auto it = token.globalMatch(QString::fromLatin1(commands)); it.hasNext();) {
      const QString word = it.next().captured();
      bool isNumber = false;
      const double number = word.toDouble(&isNumber);
      if (isNumber)
        m_numbers += number;
      else if (word.startsWith('/'))
        m_name = word.mid(1);
      else if (word.startsWith('<'))
        m_string = word.mid(1, word.size() - 2);
      else {
        obey(word);
        m_numbers.clear();
      }
    }
  }

  void obey(const QString& word) {
    if (word == "q")
      m_saved += m_state;
    else if (word == "Q" && !m_saved.isEmpty())
      m_state = m_saved.takeLast();
    else if (word == "cm")
      m_state.page = matrix() * m_state.page;
    else if (word == "w")
      m_state.width = m_numbers.value(0);
    else if (word == "scn")
      m_state.ink = m_numbers;
    else if (word == "SCN")
      m_state.line = m_numbers;
    else if (word == "gs")
      m_state.isOpaque = isOpaque(m_name);
    else if (!obeyPath(word))
      obeyText(word);
  }

  bool obeyPath(const QString& word) {
    if (word == "m")
      m_lines += QPolygonF{point(0)};
    else if (word == "l" && !m_lines.isEmpty())
      m_lines.last() += point(0);
    else if (word == "c" && !m_lines.isEmpty())
      addCurve();
    else if (word == "h" && !m_lines.isEmpty())
      m_lines.last() += QPointF(m_lines.last().first());
    else if (word == "re")
      addBox();
    else if (word == "W" || word == "W*")
      m_clips = true;
    else if (word == "n" || word == "f" || word == "f*" || word == "S" || word == "s" || word == "B" ||
             word == "B*" || word == "b" || word == "b*")
      endPath(word);
    else
      return false;
    return true;
  }

  void addCurve() {
    constexpr int chords = 8;
    const QPointF a = m_lines.last().last(), b = point(0), c = point(2), d = point(4);
    for (int i = 1; i <= chords; ++i) {
      const double t = double(i) / chords, s = 1 - t;
      m_lines.last() += s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }
  }
  void addBox() {
    const QRectF box(m_numbers.value(0), m_numbers.value(1), m_numbers.value(2), m_numbers.value(3));
    QPolygonF line;
    for (const QPointF& corner :
         {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft(), box.topLeft()})
      line += m_state.page.map(corner);
    m_lines += line;
  }
  void endPath(const QString& word) {
    if (m_clips) {
      QRectF box;
      for (const QPolygonF& line : m_lines) box |= line.boundingRect();
      m_state.clip &= box;
    }
    if (word != "n") {
      const bool fills = word[0].toLower() == 'f' || word[0].toLower() == 'b';
      m_page.paths += {m_lines,
                       fills,
                       word[0].toLower() != 'f',
                       m_state.isOpaque,
                       m_state.width * std::sqrt(std::abs(m_state.page.determinant())),
                       m_state.ink,
                       m_state.line,
                       m_order++,
                       m_state.clip};
    }
    m_lines.clear();
    m_clips = false;
  }

  void obeyText(const QString& word) {
    if (word == "BT") {
      m_text = QTransform();
      m_page.runs += Run{.order = m_order++};
    } else if (word == "ET") {
      if (m_page.runs.last().glyphs.isEmpty()) m_page.runs.removeLast();
    } else if (word == "Tf") {
      m_fontSize = m_numbers.value(0);
      m_font = m_name;
    } else if (word == "Tm")
      m_text = matrix();
    else if (word == "Td")
      m_text = QTransform::fromTranslate(m_numbers.value(0), m_numbers.value(1)) * m_text;
    else if (word == "Tj" || word == "TJ")
      addGlyph();
  }
  void addGlyph() {
    Run& run = m_page.runs.last();
    const QTransform all = m_text * m_state.page;
    const int glyph = m_string.toInt(nullptr, 16);
    if (run.glyphs.isEmpty()) {
      run.size = m_fontSize * std::sqrt(std::abs(all.determinant()));
      run.at = all.map(QPointF());
    }
    const Font& font = fontOf(m_font);
    const QRectF ink = font.inkOf(glyph);
    const QTransform place = QTransform::fromScale(m_fontSize, m_fontSize) * all;
    run.glyphs += {ink.isNull() ? QRectF() : place.mapRect(ink), font.letterOf(glyph), m_state.clip};
  }

  const Font& fontOf(const QString& name) {
    if (!m_fonts.contains(name)) {
      const QByteArray font = m_file.object(File::reference(m_resources, name.toLatin1()));
      const QByteArray descendant = m_file.object(File::reference(font, "DescendantFonts"));
      const QByteArray descriptor = m_file.object(File::reference(descendant, "FontDescriptor"));
      m_fonts[name] = Font(m_file.stream(File::reference(descriptor, "FontFile2")),
                           m_file.stream(File::reference(font, "ToUnicode")));
    }
    return m_fonts[name];
  }
  bool isOpaque(const QString& name) const {
    const int number = File::reference(m_resources, name.toLatin1());
    static const QRegularExpression alpha(R"(/ca ([\d.]+))");
    const auto match = alpha.match(QString::fromLatin1(m_file.object(number)));
    return !match.hasMatch() || match.captured(1).toDouble() > 0.99;
  }

  QPointF point(int first) const {
    return m_state.page.map(QPointF(m_numbers.value(first), m_numbers.value(first + 1)));
  }
  QTransform matrix() const {
    const auto at = [this](qsizetype i) { return m_numbers.value(m_numbers.size() - 6 + i); };
    return {at(0), at(1), at(2), at(3), at(4), at(5)};
  }

  File m_file;
  QByteArray m_resources;
  QHash<QString, Font> m_fonts;
  Page m_page;
  State m_state;
  QList<State> m_saved;
  QList<double> m_numbers;
  QString m_name, m_string, m_font;
  double m_fontSize = 0;
  QTransform m_text;
  QList<QPolygonF> m_lines;
  bool m_clips = false;
  qsizetype m_order = 0;
};

inline Page readPage(const QByteArray& bytes) {
  return Reader(bytes).page();
}

}  // namespace carom::pdf
