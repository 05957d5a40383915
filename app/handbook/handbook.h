#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <optional>

#include "handbook/markdown.h"

namespace carom {

/// A page of the handbook, in Markdown.
struct HandbookPage {
  /// Its file, as the source tree has it: "resources/handbook/resolve.md". Reference pages, which the program
  /// writes itself, are in resources/handbook/reference.
  QString file;
  QString title;  ///< its first heading
  QString group;  ///< the heading of the contents under which it is listed; empty: none
  QString markdown;
  QList<Section> sections;
};

/// What a search finds: a part of a page.
struct HandbookHit {
  int page;
  Heading heading;
  QString excerpt;  ///< of the text around the first word, in plain words
};

/// All pages of the handbook, which are part of this library, and what is found in them.
class Handbook {
 public:
  /// The only one; read when it is first asked for.
  static const Handbook& get();

  /// The contents first, then the pages in their order, then those that the contents do not name.
  const QList<HandbookPage>& pages() const { return m_pages; }
  /// The page of a file; -1: none.
  int find(const QString& file) const { return m_places.value(file, -1); }
  /// The address "FILE#ANCHOR" of the heading with this text, wherever it is, titles first; empty: none.
  QString addressOf(const QString& heading) const;

  /// The parts that have all words of the pattern, the best ones first: those with a word in the heading,
  /// then in the title, then in the text.
  QList<HandbookHit> search(const QString& pattern, int most = 60) const;

  /// Where a link of a page leads: the file with its anchor, "resources/handbook/resolve.md#corners", an
  /// address of the web as it is, empty where the handbook has no such page.
  QString resolve(const QString& fromFile, const QString& target) const;
  /// The path in the source tree of a file that a page names, such as a picture.
  static QString pathFrom(const QString& fromFile, const QString& target);

  /// The bytes of a picture or a formula by its path in the source tree; empty: there is none.
  static QByteArray bytesOf(const QString& file);

 private:
  Handbook();

  struct Part {  ///< a section in lower case
    int page;
    int section;
    QString heading, title, text;
  };
  QList<HandbookPage> m_pages;
  QHash<QString, int> m_places;
  QList<Part> m_parts;
};

/// The folder of the pages in the source tree, with a slash.
inline const QString handbookFolder = QStringLiteral("resources/handbook/");

}  // namespace carom
