#include "handbook/markdown.h"

#include <md4c.h>

#include <QCryptographicHash>
#include <QRegularExpression>

namespace carom {

namespace {

constexpr unsigned dialect =
    MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML | MD_FLAG_COLLAPSEWHITESPACE;

/// What md4c calls while it reads a page. Its functions return 0 to go on.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual void enter(MD_BLOCKTYPE, void*) {}
  virtual void leave(MD_BLOCKTYPE, void*) {}
  virtual void enter(MD_SPANTYPE, void*) {}
  virtual void leave(MD_SPANTYPE, void*) {}
  virtual void text(MD_TEXTTYPE, const QString&) {}

  void read(const QString& markdown) {
    MD_PARSER parser{};
    parser.flags = dialect;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter(type, detail), 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->leave(type, detail), 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter(type, detail), 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->leave(type, detail), 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      const QString piece = type == MD_TEXT_NULLCHAR ? QString()
                            : type == MD_TEXT_SOFTBR ? QStringLiteral(" ")
                            : type == MD_TEXT_BR     ? QStringLiteral("\n")
                                                     : QString::fromUtf8(text, static_cast<qsizetype>(size));
      return static_cast<Reader*>(self)->text(type, piece), 0;
    };
    const QByteArray bytes = markdown.toUtf8();
    md_parse(bytes.constData(), static_cast<MD_SIZE>(bytes.size()), &parser, this);
  }
};

QString textOf(const MD_ATTRIBUTE& attribute) {
  return QString::fromUtf8(attribute.text, static_cast<qsizetype>(attribute.size));
}

class HtmlWriter : public Reader {
 public:
  HtmlWriter(const PageLinks& links, HtmlReader reader)
      : m_links(links), m_isForBrowser(reader == HtmlReader::Browser) {}
  const QString& html() const { return m_html; }

  void enter(MD_BLOCKTYPE type, void* detail) override {
    writeWords();
    switch (type) {
      case MD_BLOCK_H:
        m_before.swap(m_html);
        m_html.clear();
        m_heading.clear();
        break;
      case MD_BLOCK_CODE:
        m_isBlock = true;
        m_html += m_isForBrowser ? QStringLiteral("<pre tabindex=\"0\"><code>") : QStringLiteral("<pre>");
        break;
      case MD_BLOCK_TABLE:
        m_html += m_isForBrowser
                      ? QStringLiteral("<div class=\"table\"><table>\n")
                      : QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"5\">\n");
        break;
      case MD_BLOCK_OL: {
        const unsigned start = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
        m_html += start == 1 ? QStringLiteral("<ol>\n") : QStringLiteral("<ol start=\"%1\">\n").arg(start);
        break;
      }
      case MD_BLOCK_HR:
        m_html += QStringLiteral("<hr>\n");
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_P:
        m_paragraph = m_html.size();
        [[fallthrough]];
      default:
        if (const char* tag = tagOf(type)) m_html += QStringLiteral("<%1>").arg(QLatin1String(tag));
    }
  }

  void leave(MD_BLOCKTYPE type, void* detail) override {
    writeWords();
    switch (type) {
      case MD_BLOCK_H: {
        const int level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        const QString anchor = anchorOf(m_heading);
        const QString heading = m_html;
        m_html.swap(m_before);
        const QString tag = QString::number(level);
        // QTextBrowser jumps to names, other browsers to ids.
        m_html += QStringLiteral("<h") + tag + QStringLiteral(" id=\"") + anchor + QStringLiteral("\">") +
                  (m_isForBrowser ? QString() : QStringLiteral("<a name=\"%1\"></a>").arg(anchor)) + heading +
                  QStringLiteral("</h") + tag + QStringLiteral(">\n");
        break;
      }
      case MD_BLOCK_CODE:
        m_isBlock = false;
        if (m_html.endsWith(QLatin1Char('\n'))) m_html.chop(1);
        m_html += m_isForBrowser ? QStringLiteral("</code></pre>\n") : QStringLiteral("</pre>\n");
        break;
      case MD_BLOCK_TABLE:
        m_html += m_isForBrowser ? QStringLiteral("</table></div>\n") : QStringLiteral("</table>\n");
        break;
      case MD_BLOCK_HR:
        break;
      case MD_BLOCK_TH:
        // A heading of one word is whole, however narrow its column is.
        if (!m_isForBrowser && !m_html.mid(m_paragraph).contains(QLatin1Char(' ')))
          m_html.insert(m_paragraph + 3, QLatin1String(" style=\"white-space:nowrap\""));
        m_html += QStringLiteral("</th>\n");
        break;
      case MD_BLOCK_P:
        // A formula has a line of its own.
        if (m_html.mid(m_paragraph).startsWith(QLatin1String("<p><img class=\"formula\"")))
          m_html.insert(m_paragraph + 2, m_isForBrowser
                                             ? QLatin1String(" class=\"formula\"")
                                             : QLatin1String(" align=\"center\" class=\"formula\""));
        [[fallthrough]];
      default:
        if (const char* tag = tagOf(type)) m_html += QStringLiteral("</%1>\n").arg(QLatin1String(tag));
    }
  }

  void enter(MD_SPANTYPE type, void* detail) override {
    writeWords();
    switch (type) {
      case MD_SPAN_A: {
        const QString target = m_links.link(textOf(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
        m_isLinked << !target.isEmpty();
        if (!target.isEmpty()) m_html += QStringLiteral("<a href=\"%1\">").arg(target.toHtmlEscaped());
        break;
      }
      case MD_SPAN_IMG:
        m_isPicture = true;
        m_html +=
            QStringLiteral("<img src=\"%1\" alt=\"")
                .arg(m_links.picture(textOf(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src)).toHtmlEscaped());
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        m_tex.clear();
        m_isTex = true;
        break;
      case MD_SPAN_CODE:
        m_isCode = true;
        m_html += QStringLiteral("<code>");
        break;
      default:
        if (const char* tag = tagOf(type)) m_html += QStringLiteral("<%1>").arg(QLatin1String(tag));
    }
  }

  void leave(MD_SPANTYPE type, void*) override {
    writeWords();
    switch (type) {
      case MD_SPAN_A:
        if (m_isLinked.takeLast()) m_html += QStringLiteral("</a>");
        break;
      case MD_SPAN_CODE:
        m_isCode = false;
        m_html += QStringLiteral("</code>");
        break;
      case MD_SPAN_IMG:
        m_isPicture = false;
        m_html += QStringLiteral("\">");
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        m_isTex = false;
        m_tex = m_tex.simplified();
        m_html += QStringLiteral("<img class=\"formula\" src=\"%1\" alt=\"%2\">")
                      .arg(m_links.formula(m_tex).toHtmlEscaped(), m_tex.toHtmlEscaped());
        break;
      default:
        if (const char* tag = tagOf(type)) m_html += QStringLiteral("</%1>").arg(QLatin1String(tag));
    }
  }

  void text(MD_TEXTTYPE type, const QString& piece) override {
    if (m_isTex) {
      m_tex += piece;
      return;
    }
    m_heading += piece;
    if (type != MD_TEXT_NORMAL && type != MD_TEXT_SOFTBR) writeWords();
    if (type == MD_TEXT_ENTITY)
      m_html += piece;
    else if (type == MD_TEXT_BR)
      m_html += QStringLiteral("<br>");
    else if (m_isCode)
      m_html += m_isForBrowser
                    ? withOptionsInOneLine(withBreaksAtPoints(piece.toHtmlEscaped(), QStringLiteral("<wbr>")))
                    : withBreaksBetweenNames(piece).toHtmlEscaped();
    else if (m_isBlock)
      m_html += (m_isForBrowser ? piece : withWholeOptions(piece)).toHtmlEscaped();
    else
      m_words += piece;
  }

 private:
  /// Words come in pieces where a letter is escaped, as in "P\\_I".
  void writeWords() {
    const QString words = heldTogether(m_isForBrowser ? m_words : withWholeOptions(m_words)).toHtmlEscaped();
    m_words.clear();
    m_html += m_isPicture ? words : withIndices(words);
  }

  /// The index of a symbol of one letter: "m_b" and "P_II" in the text.
  static QString withIndices(QString html) {
    static const QRegularExpression index(
        QStringLiteral("(?<![\\p{Latin}_.&])(\\p{L}\\p{M}?)_(\\p{L}{1,3})(?![\\p{L}\\d_])"));
    return html.replace(index, QStringLiteral("\\1<sub>\\2</sub>"));
  }
  /// No line begins with the end of a proof, or with the short right side of a relation.
  static QString heldTogether(QString text) {
    static const QRegularExpression shortSide(QStringLiteral("([=≥≤≠≈<>]) (?=[^\\s]{1,4}(?:[\\s.,;:)]|$))"));
    return text.replace(shortSide, QStringLiteral("\\1\u00a0"))
        .replace(QStringLiteral(" ∎"), QStringLiteral("\u00a0∎"));
  }
  /// No line ends with the dashes of an option.
  static QString withWholeOptions(QString text) {
    static const QRegularExpression option(QStringLiteral("(?<![\\w-])(-{1,2})(?=[A-Za-z])"));
    return text.replace(option, QStringLiteral("\\1") + wordJoiner);
  }
  /// The same for a browser, which copies what it shows.
  static QString withOptionsInOneLine(QString html) {
    static const QRegularExpression option(QStringLiteral("(?<![\\w-])(-{1,2}[A-Za-z][\\w-]*)"));
    return html.replace(option, QStringLiteral("<span class=\"option\">\\1</span>"));
  }
  /// Code is not broken at dashes; a long path in an answer is broken after its points, not within a name.
  static QString withBreaksBetweenNames(QString code) {
    code.replace(QLatin1Char('-'), QLatin1Char('-') + QString(wordJoiner));
    return withBreaksAtPoints(code, breakPlace);
  }
  static QString withBreaksAtPoints(QString code, const QString& place) {
    constexpr qsizetype longest = 20;  // letters, about a column of a table
    static const QRegularExpression point(QStringLiteral("\\.(?=[A-Za-z_])"));
    return code.size() > longest ? code.replace(point, QLatin1Char('.') + place) : code;
  }
  static const char* tagOf(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        return "blockquote";
      case MD_BLOCK_UL:
        return "ul";
      case MD_BLOCK_OL:
        return "ol";
      case MD_BLOCK_LI:
        return "li";
      case MD_BLOCK_P:
        return "p";
      case MD_BLOCK_TR:
        return "tr";
      case MD_BLOCK_THEAD:
        return "thead";
      case MD_BLOCK_TBODY:
        return "tbody";
      case MD_BLOCK_TH:
        return "th";
      case MD_BLOCK_TD:
        return "td";
      default:
        return nullptr;
    }
  }
  static const char* tagOf(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_EM:
        return "em";
      case MD_SPAN_STRONG:
        return "strong";
      default:
        return nullptr;
    }
  }

  const PageLinks& m_links;
  QString m_html, m_before, m_heading, m_tex, m_words;
  QList<bool> m_isLinked;
  qsizetype m_paragraph = 0;
  bool m_isForBrowser, m_isTex = false, m_isCode = false, m_isBlock = false, m_isPicture = false;
};

class SectionReader : public Reader {
 public:
  QList<Section> sections;

  void enter(MD_BLOCKTYPE type, void* detail) override {
    if (type != MD_BLOCK_H) return;
    m_isHeading = true;
    sections << Section{{static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level), {}, {}}, {}};
  }
  void leave(MD_BLOCKTYPE type, void*) override {
    if (type == MD_BLOCK_H) {
      m_isHeading = false;
      sections.back().heading.anchor = anchorOf(sections.back().heading.text);
    } else if (!sections.isEmpty() && !sections.back().text.endsWith(QLatin1Char(' '))) {
      sections.back().text += QLatin1Char(' ');
    }
  }
  void text(MD_TEXTTYPE type, const QString& piece) override {
    if (!sections.isEmpty() && type != MD_TEXT_LATEXMATH)
      (m_isHeading ? sections.back().heading.text : sections.back().text) += piece;
  }

 private:
  bool m_isHeading = false;
};

class ReferenceReader : public Reader {
 public:
  QStringList formulas, targets;

  void enter(MD_SPANTYPE type, void* detail) override {
    if (type == MD_SPAN_A) targets << textOf(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
    if (type == MD_SPAN_IMG) targets << textOf(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
    if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY) formulas << QString();
    m_isTex |= type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
  }
  void leave(MD_SPANTYPE type, void*) override {
    if (type != MD_SPAN_LATEXMATH && type != MD_SPAN_LATEXMATH_DISPLAY) return;
    m_isTex = false;
    formulas.back() = formulas.back().simplified();
  }
  void text(MD_TEXTTYPE, const QString& piece) override {
    if (m_isTex) formulas.back() += piece;
  }

 private:
  bool m_isTex = false;
};

}  // namespace

QString htmlOf(const QString& markdown, const PageLinks& links, HtmlReader reader) {
  HtmlWriter writer(links, reader);
  writer.read(markdown);
  return writer.html();
}

QList<Section> sectionsOf(const QString& markdown) {
  SectionReader reader;
  reader.read(markdown);
  return reader.sections;
}

QStringList formulasOf(const QString& markdown) {
  ReferenceReader reader;
  reader.read(markdown);
  return reader.formulas;
}

QStringList targetsOf(const QString& markdown) {
  ReferenceReader reader;
  reader.read(markdown);
  return reader.targets;
}

QString anchorOf(const QString& heading) {
  QString anchor;
  for (const QChar c : heading.toLower()) {
    if (c == QLatin1Char(' '))
      anchor += QLatin1Char('-');
    else if (c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('_'))
      anchor += c;
  }
  return anchor;
}

QString formulaFile(const QString& tex) {
  const QByteArray hash = QCryptographicHash::hash(tex.toUtf8(), QCryptographicHash::Sha1).toHex().left(16);
  return QStringLiteral("formulas/%1.svg").arg(QString::fromLatin1(hash));
}

}  // namespace carom
