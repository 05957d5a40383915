#include "handbook/site.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QSet>
#include <QTextDocument>
#include <QUrl>

#include "handbook/handbook.h"
#include "handbook/page_pictures.h"

namespace carom {

namespace {

constexpr auto style = R"(
:root{color-scheme:light dark;--ink:#1a202c;--quiet:#5b6675;--line:#d9dfe7;--ground:#fff;--code:#f2f5f8;--accent:#0072b2}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--quiet:#9aa5b4;--line:#39424f;--ground:#171b21;--code:#222831;
--accent:#5db4ee}img.formula{filter:invert(1)}}
body{margin:0;font:16px/1.55 Inter,system-ui,sans-serif;color:var(--ink);background:var(--ground);display:flex}
nav{flex:0 0 15em;padding:1.2em;border-right:1px solid var(--line);min-height:100vh;box-sizing:border-box;font-size:14px}
nav b{display:block;margin:1em 0 .2em;color:var(--quiet);font-weight:600}
nav a{display:block;padding:.1em 0}
nav a.here{font-weight:600;color:var(--ink)}
main{padding:1.5em 2.5em 4em;max-width:46em;min-width:0}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
pre,code{background:var(--code);border-radius:4px;font:13.5px/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
pre{padding:.7em 1em;overflow-x:auto}
code{padding:.1em .25em;overflow-wrap:anywhere}
table{border-collapse:collapse;border:0;display:block;overflow-x:auto}
td,th{border:1px solid var(--line);padding:.3em .6em;text-align:left;vertical-align:top}
th{background:var(--code)}
img{max-width:100%}
p.formula{text-align:center}
img.formula{zoom:1.25}
footer{color:var(--quiet);font-size:13px;border-top:1px solid var(--line);margin-top:3em;padding-top:.6em}
@media (max-width:700px){body{display:block}nav{min-height:0;border:0}main{padding:1em}}
)";

QString shortName(QString file) {
  if (file.startsWith(handbookFolder)) file.remove(0, handbookFolder.size());
  if (file.startsWith(QLatin1String("resources/"))) file.remove(0, 10);
  return file.replace(QLatin1Char('/'), QLatin1Char('-'));
}

QString htmlName(const QString& file) {
  return shortName(file).chopped(3) + QStringLiteral(".html");
}

/// Pictures keep their folder: "pictures/xi.svg".
QString pictureName(const QString& file) {
  return file.startsWith(handbookFolder) ? file.mid(handbookFolder.size())
                                         : QStringLiteral("pictures/") + file.section(QLatin1Char('/'), -1);
}

QString navigation(const Handbook& handbook, const HandbookPage& here) {
  QString html = QStringLiteral("<nav>\n"), group;
  for (const HandbookPage& page : handbook.pages()) {
    const bool isFirst = &page == &handbook.pages().front();
    if (page.group.isEmpty() && !isFirst) continue;
    if (page.group != group) html += QStringLiteral("<b>%1</b>\n").arg((group = page.group).toHtmlEscaped());
    html +=
        QStringLiteral("<a href=\"%1\"%2>%3</a>\n")
            .arg(htmlName(page.file), page.file == here.file ? QStringLiteral(" class=\"here\"") : QString(),
                 page.title.toHtmlEscaped());
  }
  return html + QStringLiteral("</nav>\n");
}

/// A text document whose pictures are those of the handbook.
class PaperDocument : public QTextDocument {
 public:
  static constexpr int width = 480;   // px of a column of text at 96 dpi
  static constexpr double scale = 4;  // of pictures, for print
  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::ImageResource) return {};
    return pagePicture(name.toString(), Qt::black, scale, width);
  }
};

}  // namespace

QList<SiteFile> handbookSite(const QString& version) {
  const Handbook& handbook = Handbook::get();
  QList<SiteFile> files{{QStringLiteral("style.css"), QByteArray(style).trimmed() + '\n'}};
  QSet<QString> pictures;
  for (const HandbookPage& page : handbook.pages()) {
    const auto picture = [&](const QString& file) {
      pictures << file;
      return pictureName(file);
    };
    const PageLinks links{
        [&](const QString& target) {
          const QString address = handbook.resolve(page.file, target);
          if (address.isEmpty() || address.contains(QLatin1String("://"))) return address;
          const QString anchor = address.section(QLatin1Char('#'), 1);
          return htmlName(address.section(QLatin1Char('#'), 0, 0)) +
                 (anchor.isEmpty() ? QString() : QLatin1Char('#') + anchor);
        },
        [&](const QString& target) { return picture(Handbook::pathFrom(page.file, target)); },
        [&](const QString& tex) { return picture(handbookFolder + formulaFile(tex)); }};
    const QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%1 — Carom</title>\n"
            "<link rel=\"stylesheet\" href=\"style.css\"></head>\n<body>\n")
            .arg(page.title.toHtmlEscaped()) +
        navigation(handbook, page) + QStringLiteral("<main>\n") + htmlOf(page.markdown, links) +
        QStringLiteral("<footer>%1</footer>\n</main>\n</body></html>\n").arg(version.toHtmlEscaped());
    files << SiteFile{htmlName(page.file), html.toUtf8()};
  }
  QStringList names(pictures.begin(), pictures.end());
  names.sort();
  for (const QString& file : names) files << SiteFile{pictureName(file), Handbook::bytesOf(file)};
  return files;
}

QByteArray handbookPdf(const QString& version) {
  const Handbook& handbook = Handbook::get();
  QString html = QStringLiteral(
                     "<body><p align=\"center\"><br><br></p><h1 align=\"center\">Carom</h1>"
                     "<p align=\"center\">A workbench for simultaneous rigid-body impact</p>"
                     "<p align=\"center\">%1</p>")
                     .arg(version.toHtmlEscaped());
  for (const HandbookPage& page : handbook.pages()) {
    if (page.group.isEmpty() && &page != &handbook.pages().front()) continue;
    const PageLinks links{[&](const QString& target) {
                            const QString address = handbook.resolve(page.file, target);
                            return address.contains(QLatin1String("://")) ? address : QString();
                          },
                          [&](const QString& target) { return Handbook::pathFrom(page.file, target); },
                          [&](const QString& tex) { return handbookFolder + formulaFile(tex); }};
    html += QStringLiteral("<p style=\"page-break-before:always\"></p>") + htmlOf(page.markdown, links);
  }
  html += QStringLiteral("</body>");
  PaperDocument document;
  QFont font(QStringLiteral("Inter"));
  font.setPointSizeF(9.5);
  document.setDefaultFont(font);
  document.setDefaultStyleSheet(pageStyle({Qt::black, QColor(0x5b, 0x66, 0x75), QColor(0x00, 0x72, 0xb2),
                                           QColor(0xc4, 0xcc, 0xd6), QColor(0xf2, 0xf5, 0xf8)},
                                          9.5));
  document.setHtml(html);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter pdf(&buffer);
  pdf.setPageSize(QPageSize(QPageSize::A4));
  pdf.setTitle(QStringLiteral("Carom: the handbook"));
  pdf.setCreator(version);
  document.print(&pdf);
  buffer.close();
  return bytes;
}

}  // namespace carom
