#include "handbook/paper.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QHash>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextTable>
#include <QUrl>
#include <algorithm>

#include "handbook/column_widths.h"
#include "handbook/handbook.h"
#include "handbook/page_pictures.h"
#include "handbook/pdf_outline.h"
#include "handbook/sheets.h"

namespace carom {

namespace {

constexpr double margin = 20;        // mm
constexpr double textSize = 9.5;     // pt
constexpr auto within = "handbook";  // the scheme of links from page to page

/// A text document whose pictures are those of the handbook.
class PaperDocument : public QTextDocument {
 public:
  static constexpr int width = 600;   // px of a column of text at 96 dpi
  static constexpr double scale = 4;  // of pictures, for print
  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::ImageResource) return {};
    return pagePicture(name.toString(), Qt::black, scale, width);
  }
};

bool isPrinted(const HandbookPage& page) {
  return !page.group.isEmpty() || &page == &Handbook::get().pages().front();
}

QString linkOf(const QString& address) {
  QUrl url;
  url.setScheme(QLatin1String(within));
  url.setPath(QLatin1Char('/') + address.section(QLatin1Char('#'), 0, 0));
  if (const QString anchor = address.section(QLatin1Char('#'), 1); !anchor.isEmpty()) url.setFragment(anchor);
  return url.toString();
}

QString bookText(const QString& version) {
  const Handbook& handbook = Handbook::get();
  QString html = QStringLiteral(
                     "<body><p align=\"center\"><br><br></p><h1 align=\"center\">Carom</h1>"
                     "<p align=\"center\">A workbench for simultaneous rigid-body impact</p>"
                     "<p align=\"center\">%1</p>")
                     .arg(version.toHtmlEscaped());
  for (const HandbookPage& page : handbook.pages()) {
    if (!isPrinted(page)) continue;
    const PageLinks links{[&](const QString& target) {
                            const QString address = handbook.resolve(page.file, target);
                            if (address.isEmpty() || address.contains(QLatin1String("://"))) return address;
                            const int at = handbook.find(address.section(QLatin1Char('#'), 0, 0));
                            return isPrinted(handbook.pages()[at]) ? linkOf(address) : QString();
                          },
                          [&](const QString& target) { return Handbook::pathFrom(page.file, target); },
                          [&](const QString& tex) { return handbookFolder + formulaFile(tex); }};
    html += htmlOf(page.markdown, links);
  }
  return html + QStringLiteral("</body>");
}

/// A book that is laid out as one long column and cut into pages.
class Paper {
 public:
  Paper(QTextDocument& document, const QPdfWriter& pdf)
      : m_document(document),
        m_layout(*document.documentLayout()),
        m_point(pdf.logicalDpiX() / 72.0),
        m_edge(margin / 25.4 * pdf.logicalDpiX()),
        m_size(pdf.width() - 2 * m_edge, pdf.height() - 2 * m_edge) {
    document.setDocumentMargin(0);
    document.setTextWidth(m_size.width());
    m_layout.documentSize();  // lays it out to its end
    fitColumns(document, m_size.width(), dots());
    document.markContentsDirty(0, document.characterCount());  // what follows a table moves
    m_layout.documentSize();
    m_sheets = cutIntoSheets(pieces(), m_size.height());
  }

  PdfPlace placeOf(double y) const {
    const auto after = std::ranges::upper_bound(m_sheets, y, {}, &Sheet::from);
    const auto page = std::max<std::ptrdiff_t>(0, after - m_sheets.begin() - 1);
    const Sheet& sheet = m_sheets[page];
    return {static_cast<int>(page), (y - sheet.from + sheet.head() + m_edge) / m_point};
  }

  /// The headings below the groups of the contents, without that of the title page, and the places of all
  /// addresses.
  QList<PdfEntry> headings(QHash<QString, PdfPlace>& places) const {
    QList<PdfEntry> entries;
    QString group;
    QList<std::pair<const HandbookPage*, const Section*>> parts;
    for (const HandbookPage& page : Handbook::get().pages())
      if (isPrinted(page))
        for (const Section& part : page.sections) parts << std::pair{&page, &part};
    qsizetype next = -1;  // the title page's first
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next()) {
      if (block.blockFormat().headingLevel() == 0) continue;
      if (next++ < 0 || next > parts.size()) continue;
      const auto& [page, part] = parts[next - 1];
      const PdfPlace place = placeOf(m_layout.blockBoundingRect(block).top());
      places[page->file + QLatin1Char('#') + part->heading.anchor] = place;
      const int level = part->heading.level;
      if (level == 1) {
        places[page->file] = place;
        if (page->group != group) entries << PdfEntry{1, group = page->group, place};
      }
      constexpr int least = 2;
      if (level <= least)
        entries << PdfEntry{page->group.isEmpty() ? level : level + 1, part->heading.text, place};
    }
    return entries;
  }

  QList<PdfLink> links(const QHash<QString, PdfPlace>& places) const {
    QList<PdfLink> found;
    for (QTextBlock block = m_document.begin(); block.isValid(); block = block.next())
      for (auto each = block.begin(); !each.atEnd(); ++each) {
        const QString target = each.fragment().charFormat().anchorHref();
        if (target.isEmpty()) continue;
        PdfLink link;
        const QUrl url(target);
        if (url.scheme() == QLatin1String(within)) {
          const QString anchor = url.fragment(QUrl::FullyDecoded), file = url.path().mid(1);
          const auto place = places.constFind(anchor.isEmpty() ? file : file + QLatin1Char('#') + anchor);
          if (place == places.cend()) continue;
          link.place = *place;
        } else {
          link.url = target;
        }
        const int begin = each.fragment().position() - block.position();
        addAreas(found, link, block, begin, begin + each.fragment().length());
      }
    return found;
  }

  void draw(QPdfWriter& pdf, QPainter& painter, const QList<PdfLink>& links) const {
    for (qsizetype i = 0; i < m_sheets.size(); ++i) {
      if (i > 0) pdf.newPage();
      const Sheet& sheet = m_sheets[i];
      if (sheet.head() > 0) drawCut(painter, sheet.headTop, sheet.headBottom, m_edge);
      drawCut(painter, sheet.from, sheet.to, m_edge + sheet.head());
      if (m_chapters.size() > 1 && sheet.from < m_chapters[1].first)
        for (const PdfLink& link : links)
          if (link.page == i && link.url.isEmpty()) drawNumber(painter, link);
      if (i > 0) drawFoot(painter, static_cast<int>(i));  // not of the title page
    }
  }

 private:
  double dots() const { return m_point * 72 / 96; }  ///< for a pixel of the document

  void drawCut(QPainter& painter, double from, double to, double at) const {
    const double line = m_point / 2;  // half of it is beyond the edge of a table
    const QRectF view(-m_edge / 2, from - line, m_size.width() + m_edge, to - from + 2 * line);
    painter.save();
    painter.translate(m_edge, at - from);
    painter.setClipRect(view);
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = view;
    context.palette.setColor(QPalette::Text, Qt::black);
    m_layout.draw(&painter, context);
    painter.restore();
  }
  void drawFoot(QPainter& painter, int page) const {
    painter.setFont(QFont(m_document.defaultFont().families().value(0), 8));
    const QRectF foot(m_edge, m_edge + m_size.height(), m_size.width(), m_edge / 2);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, QString::number(page + 1));
    QString chapter;  // the first one of the page
    for (const auto& [top, title] : m_chapters)
      if (chapter.isEmpty() || top <= m_sheets[page].from) chapter = title;
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, chapter);
  }
  /// In the contents, the page where a link leads, for those who read on paper.
  void drawNumber(QPainter& painter, const PdfLink& link) const {
    painter.setFont(m_document.defaultFont());
    painter.drawText(QRectF(m_edge, link.area.top() * m_point, m_size.width(), link.area.height() * m_point),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(link.place.page + 1));
  }

  QList<ColumnPiece> pieces() {
    QList<ColumnPiece> found;
    QString group;
    qsizetype chapter = -1;  // the title's
    QList<const HandbookPage*> printed;
    for (const HandbookPage& page : Handbook::get().pages())
      if (isPrinted(page)) printed << &page;
    for (auto each = m_document.rootFrame()->begin(); !each.atEnd(); ++each) {
      if (auto* const table = qobject_cast<QTextTable*>(each.currentFrame())) {
        addRows(found, *table);
        continue;
      }
      const QTextBlock block = each.currentBlock();
      if (!block.isValid() || isBlank(block)) continue;
      const qsizetype first = found.size();
      addLines(found, block);
      if (block.blockFormat().headingLevel() != 1) continue;
      if (chapter >= 0 && chapter < printed.size()) {
        // A group of the contents begins a page. A further chapter follows where there is room for some of
        // it.
        constexpr double room = 0.4;
        const HandbookPage& page = *printed[chapter];
        found[first].wants = page.group == group && !group.isEmpty() ? room : 1;
        group = page.group;
        m_chapters << std::pair{found[first].top, block.text()};
      }
      ++chapter;
    }
    return found;
  }
  static bool isBlank(const QTextBlock& block) { return block.text().isEmpty() && !isCode(block); }
  static bool isCode(const QTextBlock& block) {
    return block.blockFormat().hasProperty(QTextFormat::BackgroundBrush);
  }
  static bool isPicture(const QTextBlock& block) {
    return block.text().size() == 1 && block.text().front() == QChar::ObjectReplacementCharacter;
  }

  /// The lines of a paragraph, a heading or a line of code.
  void addLines(QList<ColumnPiece>& pieces, const QTextBlock& block) const {
    const QRectF area = m_layout.blockBoundingRect(block);
    const int lines = block.layout()->lineCount();
    if (isPicture(block) && !pieces.isEmpty()) pieces.back().staysWithNext = true;
    for (int i = 0; i < lines; ++i) {
      const QTextLine line = block.layout()->lineAt(i);
      ColumnPiece piece;
      piece.top = i == 0 ? area.top() : area.top() + line.y();
      piece.bottom = i + 1 == lines ? area.bottom() : area.top() + line.y() + line.height();
      // Neither the first nor the last line of a paragraph is alone.
      piece.staysWithNext = i + 1 < lines && (i == 0 || i + 2 == lines);
      pieces << piece;
    }
    if (lines == 0) pieces << ColumnPiece{area.top(), area.bottom()};
    if (block.blockFormat().headingLevel() > 0 || block.text().trimmed().endsWith(QLatin1Char(':')))
      pieces.back().staysWithNext = true;
    if (isCode(block)) pieces.back().staysWithNext = staysWithMore(block);
  }
  /// Whether a line of code is not the last one of a page: short listings are whole, of longer ones two lines
  /// stay together at both ends.
  static bool staysWithMore(const QTextBlock& block) {
    int before = 0, after = 0;
    for (QTextBlock each = block.previous(); each.isValid() && isCode(each); each = each.previous()) ++before;
    for (QTextBlock each = block.next(); each.isValid() && isCode(each); each = each.next()) ++after;
    constexpr int mostWhole = 16;
    return after > 0 && (before + 1 + after <= mostWhole || before == 0 || after == 1);
  }

  void addRows(QList<ColumnPiece>& pieces, const QTextTable& table) const {
    const double around = (table.format().cellPadding() + table.format().border()) * dots();
    if (!pieces.isEmpty()) pieces.back().staysWithNext = true;  // the sentence or heading that introduces it
    QList<QRectF> texts;
    for (int row = 0; row < table.rows(); ++row) {
      QRectF all;
      for (int column = 0; column < table.columns(); ++column) {
        const QTextTableCell cell = table.cellAt(row, column);
        for (auto each = cell.begin(); !each.atEnd(); ++each)
          all |= m_layout.blockBoundingRect(each.currentBlock());
      }
      texts << all;
    }
    const int head = table.format().headerRowCount();
    const double headTop = texts[0].top() - around;
    const double headBottom = head > 0 && head < texts.size() ? texts[head].top() - around : headTop;
    for (int row = 0; row < texts.size(); ++row) {
      ColumnPiece piece;
      piece.top = texts[row].top() - around;
      piece.bottom = row + 1 < texts.size() ? texts[row + 1].top() - around : texts[row].bottom() + around;
      // Nor is a row alone above or below a break.
      piece.staysWithNext = row < head || (row == head && row + 1 < texts.size()) || row + 2 == texts.size();
      if (row > head && headBottom > headTop) {
        piece.headTop = headTop;
        piece.headBottom = headBottom;
      }
      pieces << piece;
    }
  }
  /// The rectangles of some letters of a block, one for each line.
  void addAreas(QList<PdfLink>& found, PdfLink link, const QTextBlock& block, int begin, int end) const {
    const QPointF origin = m_layout.blockBoundingRect(block).topLeft();
    const QTextLayout& text = *block.layout();
    for (int i = 0; i < text.lineCount(); ++i) {
      const QTextLine line = text.lineAt(i);
      const int from = std::max(begin, line.textStart()),
                to = std::min(end, line.textStart() + line.textLength());
      if (from >= to) continue;
      const double left = line.cursorToX(from), right = line.cursorToX(to);
      const PdfPlace top = placeOf(origin.y() + line.y());
      link.page = top.page;
      link.area = QRectF((m_edge + origin.x() + left) / m_point, top.top, (right - left) / m_point,
                         line.height() / m_point);
      found << link;
    }
  }

  QTextDocument& m_document;
  QAbstractTextDocumentLayout& m_layout;
  double m_point;  ///< dots
  double m_edge;   ///< dots around the text of a page
  QSizeF m_size;   ///< of that text, in dots
  QList<Sheet> m_sheets;
  QList<std::pair<double, QString>> m_chapters;  ///< where they begin, and their titles
};

}  // namespace

QByteArray handbookPdf(const QString& version) {
  PaperDocument document;
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")});  // the second has ‖ and arrows
  font.setPointSizeF(textSize);
  document.setDefaultFont(font);
  const PageColors colors{Qt::black, QColor(0x5b, 0x66, 0x75), QColor(0x00, 0x72, 0xb2),
                          QColor(0xc4, 0xcc, 0xd6), QColor(0xf2, 0xf5, 0xf8)};
  // A line of paper has some 110 letters of code; longer lines are broken.
  document.setDefaultStyleSheet(pageStyle(colors, textSize) +
                                QStringLiteral("pre{font-size:7.3pt}h1{margin-top:44px}"));
  document.setHtml(bookText(version));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QList<PdfEntry> outline;
  QList<PdfLink> links;
  {
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(QStringLiteral("Carom: the handbook"));
    pdf.setCreator(version);
    document.documentLayout()->setPaintDevice(&pdf);
    const Paper paper(document, pdf);
    QHash<QString, PdfPlace> places;
    outline = paper.headings(places);
    links = paper.links(places);
    QPainter painter(&pdf);
    paper.draw(pdf, painter, links);
  }
  buffer.close();
  return withOutline(bytes, outline, links);
}

}  // namespace carom
