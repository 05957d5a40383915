#include "handbook/handbook.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>

static void linkPages() {
  Q_INIT_RESOURCE(handbook);
}

namespace carom {

namespace {

const QString root = QStringLiteral(":/handbook/");
const QString contents = handbookFolder + QStringLiteral("index.md");

QString plain(const QString& text) {
  return text.simplified();
}

/// The tables of keys that the README of the scenes ends with are a page of the reference, too: the handbook
/// has them once.
QString withoutKeys(QString markdown) {
  const qsizetype keys = markdown.indexOf(QLatin1String("<!-- describe_scenes "));
  if (keys < 0) return markdown;
  return markdown.left(keys) +
         QStringLiteral("[Keys of scene files](../handbook/reference/scene-keys.md) has them.\n");
}

/// Comments say how numbers and pictures are made; tests read them.
HandbookPage readPage(const QString& file) {
  static const QRegularExpression comment(QStringLiteral("<!--.*?-->\\n?"),
                                          QRegularExpression::DotMatchesEverythingOption);
  HandbookPage page{
      file, {}, {}, withoutKeys(QString::fromUtf8(Handbook::bytesOf(file))).remove(comment), {}};
  page.sections = sectionsOf(page.markdown);
  page.title = page.sections.isEmpty() ? file : page.sections.front().heading.text;
  return page;
}

/// How well a word fits a part: 0 where it does not occur.
int worth(const QString& word, const QString& heading, const QString& title, const QString& text) {
  const auto startsWord = [&](const QString& in, qsizetype at) {
    return at == 0 || !in[at - 1].isLetterOrNumber();
  };
  // A single letter is in a text thousands of times: the first ones say enough.
  constexpr int mostPlaces = 40, mostCounted = 6;
  int places = 0;
  const auto within = [&](const QString& in, int whole, int start, int part) {
    int best = 0;
    places = 0;
    for (qsizetype at = in.indexOf(word);
         at >= 0 && places < mostPlaces && (best < whole || places < mostCounted);
         at = in.indexOf(word, at + 1)) {
      const qsizetype end = at + word.size();
      const bool ends = end == in.size() || !in[end].isLetterOrNumber();
      best = std::max(best, !startsWord(in, at) ? part : ends ? whole : start);
      ++places;
    }
    return best;
  };
  if (const int found = within(heading, 100, 80, 25)) return found + (heading == word ? 60 : 0);
  if (const int found = within(title, 60, 50, 15)) return found;
  const int found = within(text, 12, 8, 2);
  return found == 0 ? 0 : found + std::min(mostCounted, places);
}

/// What a part is worth beyond its words: whole pages and symbols before parts, keys before texts that
/// mention what they do, and last of all history and what is for developers.
int favourOf(const HandbookPage& page, const Heading& heading, const QStringList& words) {
  const bool isNamed = std::ranges::any_of(
      words, [&](const QString& word) { return heading.text.contains(word, Qt::CaseInsensitive); });
  int favour = heading.level == 1 && isNamed ? 15 : 0;
  if (words.size() == 1 &&
      heading.text.toLower().endsWith(QLatin1Char('(') + words.front() + QLatin1Char(')')))
    favour += 70;
  if (page.file.endsWith(QLatin1String("/reference/keys.md"))) favour += 10;
  if (page.group.isEmpty() || page.file.endsWith(QLatin1String("/changes.md"))) favour -= 15;
  return favour;
}

QString excerptOf(const QString& text, const QString& word) {
  constexpr int before = 40, most = 160;  // letters
  const qsizetype at = std::max<qsizetype>(0, text.indexOf(word, 0, Qt::CaseInsensitive));
  qsizetype begin = std::max<qsizetype>(0, at - before);
  if (begin > 0) begin = text.indexOf(QLatin1Char(' '), begin) + 1;
  QString excerpt = text.mid(begin, most).trimmed();
  if (begin > 0) excerpt.prepend(QStringLiteral("… "));
  if (begin + most < text.size()) excerpt += QStringLiteral(" …");
  return excerpt;
}

}  // namespace

const Handbook& Handbook::get() {
  static const Handbook handbook;
  return handbook;
}

Handbook::Handbook() {
  linkPages();
  const HandbookPage index = readPage(contents);
  QStringList files;
  QHash<QString, QString> groups;
  QString group;
  for (const QString& line : index.markdown.split(QLatin1Char('\n'))) {
    if (line.startsWith(QLatin1String("# "))) group.clear();
    if (line.startsWith(QLatin1String("## "))) group = line.mid(3);
    for (const QString& target : targetsOf(line)) {
      const QString file = pathFrom(contents, target.section(QLatin1Char('#'), 0, 0));
      if (!file.endsWith(QLatin1String(".md")) || files.contains(file) || file == contents) continue;
      files << file;
      groups[file] = group;
    }
  }
  QStringList others;
  for (QDirIterator each(root, {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
       each.hasNext();) {
    const QString file = each.next().mid(root.size());
    if (!files.contains(file) && file != contents) others << file;
  }
  others.sort();
  m_pages << index;
  for (const QString& file : files + others)
    if (QFile::exists(root + file)) {
      m_pages << readPage(file);
      m_pages.back().group = groups.value(file);
    }
  for (int i = 0; i < m_pages.size(); ++i) {
    const HandbookPage& page = m_pages[i];
    m_places.insert(page.file, i);
    for (int k = 0; k < page.sections.size(); ++k)
      m_parts << Part{i, k, page.sections[k].heading.text.toLower(), page.title.toLower(),
                      page.sections[k].text.toLower()};
  }
}

QString Handbook::addressOf(const QString& heading) const {
  for (const bool titles : {true, false})
    for (const HandbookPage& page : m_pages)
      for (const Section& section : page.sections)
        if ((section.heading.level == 1) == titles && section.heading.text == heading)
          return titles ? page.file : page.file + QLatin1Char('#') + section.heading.anchor;
  return {};
}

QList<HandbookHit> Handbook::search(const QString& pattern, int most) const {
  const QStringList words = pattern.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (words.isEmpty()) return {};
  struct Found {
    int part, score;
  };
  QList<Found> found;
  for (int i = 0; i < m_parts.size(); ++i) {
    const Part& part = m_parts[i];
    int score = 0;
    bool all = true;
    for (const QString& word : words) {
      const int one = worth(word, part.heading, part.title, part.text);
      all &= one > 0;
      score += one;
      if (!all) break;
    }
    if (!all) continue;
    found << Found{
        i, score + favourOf(m_pages[part.page], m_pages[part.page].sections[part.section].heading, words)};
  }
  std::ranges::stable_sort(found, std::ranges::greater(), &Found::score);
  QList<HandbookHit> hits;
  for (const Found& each : found.mid(0, most)) {
    const Part& part = m_parts[each.part];
    const Section& section = m_pages[part.page].sections[part.section];
    hits << HandbookHit{part.page, section.heading, excerptOf(plain(section.text), words.front())};
  }
  return hits;
}

QString Handbook::pathFrom(const QString& fromFile, const QString& target) {
  const QString folder = fromFile.contains(QLatin1Char('/'))
                             ? fromFile.section(QLatin1Char('/'), 0, -2) + QLatin1Char('/')
                             : QString();
  return QDir::cleanPath(folder + target);
}

QString Handbook::resolve(const QString& fromFile, const QString& target) const {
  if (target.contains(QLatin1String("://"))) return target;
  const QString anchor = target.section(QLatin1Char('#'), 1), path = target.section(QLatin1Char('#'), 0, 0);
  const QString file = path.isEmpty() ? fromFile : pathFrom(fromFile, path);
  if (find(file) < 0) return {};
  return anchor.isEmpty() ? file : file + QLatin1Char('#') + anchor;
}

QByteArray Handbook::bytesOf(const QString& file) {
  linkPages();
  QFile resource(root + file);
  return resource.open(QIODevice::ReadOnly) ? resource.readAll() : QByteArray();
}

}  // namespace carom
