#include "handbook/paper.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QHash>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QUrl>
#include <cmath>

#include "handbook/handbook.h"
#include "handbook/page_pictures.h"
#include "handbook/pdf_outline.h"

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
    html += QStringLiteral("<p style=\"page-break-before:always\"></p>") + htmlOf(page.markdown, links);
  }
  return html + QStringLiteral("</body>");
}

/// A book that is laid out on its pages.
class Paper {
 public:
  Paper(QTextDocument& document, const QPdfWriter& pdf)
      : m_document(document),
        m_layout(*document.documentLayout()),
        m_point(pdf.logicalDpiX() / 72.0),
        m_edge(margin / 25.4 * pdf.logicalDpiX()),
        m_size(pdf.width() - 2 * m_edge, pdf.height() - 2 * m_edge) {
    document.setDocumentMargin(0);
    document.setPageSize(m_size);
    keepHeadings(document);
  }

  PdfPlace placeOf(double y) const {
    const int page = static_cast<int>(y / m_size.height());
    return {page, (y - page * m_size.height() + m_edge) / m_point};
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

  void draw(QPdfWriter& pdf, QPainter& painter) const {
    const int pages = m_document.pageCount();
    for (int i = 0; i < pages; ++i) {
      if (i > 0) pdf.newPage();
      const QRectF view(0, i * m_size.height(), m_size.width(), m_size.height());
      painter.save();
      painter.translate(m_edge, m_edge - view.top());
      // The ground of code begins a little above its line, which may be the first of the next page.
      painter.setClipRect(view.adjusted(0, 0, 0, -1.5 * m_point));
      QAbstractTextDocumentLayout::PaintContext context;
      context.clip = view;
      context.palette.setColor(QPalette::Text, Qt::black);
      m_layout.draw(&painter, context);
      painter.restore();
      if (i == 0) continue;  // the title page
      painter.setFont(QFont(m_document.defaultFont().family(), 8));
      painter.drawText(QRectF(m_edge, m_edge + m_size.height(), m_size.width(), m_edge / 2),
                       Qt::AlignRight | Qt::AlignBottom, QString::number(i + 1));
    }
  }

 private:
  /// A heading begins a page where the text below it would. Breaks move what follows, so that further rounds
  /// may find more.
  void keepHeadings(QTextDocument& document) const {
    constexpr int mostRounds = 40;
    for (int round = 0; round < mostRounds; ++round) {
      const QList<QTextBlock> lonely = lonelyHeadings(document);
      if (lonely.isEmpty()) return;
      QTextCursor cursor(&document);
      cursor.beginEditBlock();
      for (const QTextBlock& block : lonely) {
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
      }
      cursor.endEditBlock();
      // After changes of formats alone QTextDocument leaves gaps (Qt 6.4).
      document.markContentsDirty(0, document.characterCount());
    }
  }
  /// The headings whose text is on the next page of paper, where each of them moves what follows up to the
  /// next page of the handbook.
  QList<QTextBlock> lonelyHeadings(const QTextDocument& document) const {
    const auto levelOf = [](const QTextBlock& block) { return block.blockFormat().headingLevel(); };
    const auto middleOf =
        [&](const QTextBlock& block) {  // of the first line, which may be below the block's top
          const double top = m_layout.blockBoundingRect(block).top();
          const QTextLayout* lines = block.layout();
          return lines->lineCount() > 0 ? top + lines->lineAt(0).y() + lines->lineAt(0).height() / 2 : top;
        };
    const auto pageAt = [&](double y) { return std::floor(y / m_size.height()); };
    QList<QTextBlock> found;
    double moved = 0;  // dots
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
      if (levelOf(block) == 1) moved = 0;
      if (levelOf(block) <= 1 || levelOf(block.previous()) > 1) continue;
      QTextBlock text = block.next();
      while (text.isValid() && levelOf(text) > 0) text = text.next();
      const double place = middleOf(block) + moved;
      if (!text.isValid() || pageAt(middleOf(text) + moved) == pageAt(place)) continue;
      found << block;
      moved += (pageAt(place) + 1) * m_size.height() - place;
    }
    return found;
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

  const QTextDocument& m_document;
  QAbstractTextDocumentLayout& m_layout;
  double m_point;  ///< dots
  double m_edge;   ///< dots around the text of a page
  QSizeF m_size;   ///< of that text, in dots
};

}  // namespace

QByteArray handbookPdf(const QString& version) {
  PaperDocument document;
  QFont font(QStringLiteral("Inter"));
  font.setPointSizeF(textSize);
  document.setDefaultFont(font);
  const PageColors colors{Qt::black, QColor(0x5b, 0x66, 0x75), QColor(0x00, 0x72, 0xb2),
                          QColor(0xc4, 0xcc, 0xd6), QColor(0xf2, 0xf5, 0xf8)};
  // A line of paper has some 105 letters of code; longer lines are broken.
  document.setDefaultStyleSheet(pageStyle(colors, textSize) +
                                QStringLiteral("pre{font-size:7pt;white-space:pre-wrap}"));
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
    paper.draw(pdf, painter);
  }
  buffer.close();
  return withOutline(bytes, outline, links);
}

}  // namespace carom
