#include "handbook/site.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include "handbook/handbook.h"

namespace carom {

namespace {

constexpr auto style = R"(
:root{color-scheme:light dark;--ink:#1a202c;--quiet:#556070;--line:#d9dfe7;--ground:#fff;--code:#f2f5f8;--accent:#0068a3}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--quiet:#9aa5b4;--line:#39424f;--ground:#171b21;--code:#222831;
--accent:#5db4ee}img.formula{filter:invert(1)}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 Inter,system-ui,sans-serif;color:var(--ink);background:var(--ground);display:grid;
grid-template:auto 1fr/17em minmax(0,1fr)}
header{grid-column:1/3;display:flex;gap:1.5em;align-items:center;padding:.6em 1.2em;border-bottom:1px solid var(--line)}
header a{font-weight:600;color:var(--ink)}
header form{flex:1;max-width:36em;position:relative}
header input{width:100%;font:inherit;color:inherit;background:var(--code);border:1px solid var(--line);border-radius:6px;
padding:.35em .7em}
#found{position:absolute;z-index:1;left:0;right:0;margin:.2em 0 0;padding:.3em 0;list-style:none;max-height:75vh;overflow:auto;
background:var(--ground);border:1px solid var(--line);border-radius:6px;box-shadow:0 6px 24px #0003}
#found a{display:block;padding:.35em .8em;font-weight:400;color:var(--ink)}
#found a:focus,#found a:hover{background:var(--code);text-decoration:none}
#found small{display:block;color:var(--quiet)}
#found li.none{padding:.35em .8em;color:var(--quiet)}
nav.contents{grid-area:2/1;padding:.4em 1.2em 2em;border-right:1px solid var(--line);font-size:14px}
nav b{display:block;margin:1em 0 .2em;color:var(--quiet);font-weight:600}
nav.contents a{display:block;padding:.1em 0}
nav a[aria-current]{font-weight:600;color:var(--ink)}
nav.near{display:flex;justify-content:space-between;gap:1em;margin-top:3em}
main{grid-area:2/2;padding:1em 2.5em 4em;max-width:52em}
a{color:var(--accent);text-decoration:none}
main p a,main li a,main td a,a:hover{text-decoration:underline;text-underline-offset:.15em}
pre,code{background:var(--code);border-radius:4px;font:13.5px/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
pre{padding:.7em 1em;overflow-x:auto}
pre code{padding:0}
code{padding:.1em .25em;overflow-wrap:anywhere}
div.table{overflow-x:auto}
table{border-collapse:collapse}
td code,th code{overflow-wrap:normal}
.option{white-space:nowrap}
td,th{border:1px solid var(--line);padding:.3em .6em;text-align:left;vertical-align:top}
th{background:var(--code)}
img{max-width:100%;height:auto}
p.formula{text-align:center;overflow-x:auto}
p.formula img{max-width:none;zoom:1.25}
h1,h2,h3{line-height:1.25;overflow-wrap:break-word;scroll-margin-top:.5em}
footer{color:var(--quiet);font-size:13px;border-top:1px solid var(--line);margin-top:1em;padding-top:.6em}
@media (max-width:750px){body{display:block}header{flex-wrap:wrap;gap:.5em 1.2em}nav.contents{border:0;border-top:1px solid
var(--line)}main{padding:.5em 1.2em 2em}}
@media print{header,nav{display:none}body{display:block}}
)";

/// The search of the pages without a server: the parts of all pages come from search-index.js, as
/// [address, page, heading, text], once somebody types. As in the window, words in headings come first.
constexpr auto searchScript = R"(
"use strict";
{
  const field = document.createElement("input"), list = document.createElement("ul");
  field.type = "search";
  field.placeholder = "Search: friction, ρ, movie, Slurm …";
  field.setAttribute("aria-label", "Search the handbook");
  field.autocomplete = "off";
  list.id = "found";
  list.hidden = true;
  const form = document.getElementById("search");
  form.append(field, list);
  form.hidden = false;
  const at = (text, word) => {
    const place = text.indexOf(word);
    if (place < 0) return 0;
    return place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1]) ? 2 : 1;
  };
  const worth = (part, words) => {
    let sum = 0;
    for (const word of words) {
      const one = 40 * at(part.low[1], word) || 20 * at(part.low[0], word) || 4 * at(part.low[2], word);
      if (!one) return 0;
      sum += one + (part.low[1] === word ? 60 : 0);
    }
    return sum - (part.late ? 15 : 0) + (part.page === part.heading ? 10 : 0);
  };
  const excerpt = (text, word) => {
    const place = Math.max(0, text.toLowerCase().indexOf(word));
    const from = place > 40 ? text.indexOf(" ", place - 40) + 1 : 0;
    return (from ? "… " : "") + text.slice(from, from + 140).trim() + (from + 140 < text.length ? " …" : "");
  };
  let parts = null;
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    list.hidden = !words.length || !parts;
    if (list.hidden) return;
    const hits = parts.map(part => [worth(part, words), part]).filter(hit => hit[0]).sort((a, b) => b[0] - a[0]);
    for (const [, part] of hits.slice(0, 20)) {
      const row = document.createElement("li"), link = document.createElement("a");
      const small = document.createElement("small");
      link.href = part.address;
      link.textContent = part.heading;
      small.textContent = (part.page === part.heading ? "" : part.page + ": ") + excerpt(part.text, words[0]);
      link.append(small);
      row.append(link);
      list.append(row);
    }
    if (hits.length) return;
    const row = document.createElement("li");
    row.className = "none";
    row.textContent = "No page has these words.";
    list.append(row);
  };
  const load = () => {
    if (document.getElementById("search-index")) return;
    const script = document.createElement("script");
    script.id = "search-index";
    script.src = "search-index.js";
    script.onload = () => {
      parts = window.caromParts.map(([address, page, heading, text, late]) => ({address, page, heading, text, late,
        low: [page.toLowerCase(), heading.toLowerCase(), text.toLowerCase()]}));
      search();
    };
    document.head.append(script);
  };
  field.addEventListener("focus", load);
  field.addEventListener("input", search);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) location.href = first.href;
  });
  form.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")], here = links.indexOf(document.activeElement);
    if (event.key === "Escape") { field.value = ""; search(); field.focus(); }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const next = here + (event.key === "ArrowDown" ? 1 : -1);
    (next < 0 ? field : links[Math.min(next, links.length - 1)] || field).focus();
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  });
}
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

/// Whether the contents name a page.
bool isListed(const HandbookPage& page) {
  return !page.group.isEmpty() || &page == &Handbook::get().pages().front();
}

QString anchorTo(const HandbookPage& page, const QString& words, const QString& more = {}) {
  return QStringLiteral("<a href=\"") + htmlName(page.file) + QLatin1Char('"') + more + QLatin1Char('>') +
         words.toHtmlEscaped() + QStringLiteral("</a>");
}

QString navigation(const Handbook& handbook, const HandbookPage& here) {
  QString html = QStringLiteral("<nav class=\"contents\" aria-label=\"Contents\">\n"), group;
  for (const HandbookPage& page : handbook.pages()) {
    if (!isListed(page)) continue;
    if (page.group != group) html += QStringLiteral("<b>%1</b>\n").arg((group = page.group).toHtmlEscaped());
    html += anchorTo(page, page.title,
                     page.file == here.file ? QStringLiteral(" aria-current=\"page\"") : QString()) +
            QLatin1Char('\n');
  }
  return html + QStringLiteral("</nav>\n");
}

/// Links to the pages before and after this one in the order of the contents.
QString neighbours(const Handbook& handbook, const HandbookPage& here) {
  if (!isListed(here)) return {};
  QList<const HandbookPage*> listed;
  for (const HandbookPage& page : handbook.pages())
    if (isListed(page)) listed << &page;
  const qsizetype at = listed.indexOf(&here);
  QString html = QStringLiteral("<nav class=\"near\" aria-label=\"Pages beside this one\">");
  html += QStringLiteral("<span>") +
          (at > 0 ? anchorTo(*listed[at - 1], QStringLiteral("← ") + listed[at - 1]->title) : QString()) +
          QStringLiteral("</span><span>") +
          (at + 1 < listed.size() ? anchorTo(*listed[at + 1], listed[at + 1]->title + QStringLiteral(" →"))
                                  : QString()) +
          QStringLiteral("</span>");
  return html + QStringLiteral("</nav>\n");
}

QByteArray searchIndex(const Handbook& handbook) {
  QJsonArray parts;
  for (const HandbookPage& page : handbook.pages())
    for (const Section& part : page.sections) {
      const bool isPage = part.heading.level == 1;
      QJsonArray row{htmlName(page.file) + (isPage ? QString() : QLatin1Char('#') + part.heading.anchor),
                     page.title, part.heading.text, part.text.simplified()};
      if (!isListed(page) || page.file.endsWith(QLatin1String("/changes.md"))) row << 1;
      parts << row;
    }
  return "window.caromParts=" + QJsonDocument(parts).toJson(QJsonDocument::Compact) + ";\n";
}

}  // namespace

QList<SiteFile> handbookSite(const QString& version) {
  const Handbook& handbook = Handbook::get();
  QList<SiteFile> files{{QStringLiteral("style.css"), QByteArray(style).trimmed() + '\n'},
                        {QStringLiteral("search.js"), QByteArray(searchScript).trimmed() + '\n'},
                        {QStringLiteral("search-index.js"), searchIndex(handbook)}};
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
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>") +
        page.title.toHtmlEscaped() +
        QStringLiteral(
            " — Carom</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n"
            "<script src=\"search.js\" defer></script></head>\n<body>\n"
            "<header><a href=\"index.html\">Carom: the handbook</a><form id=\"search\" role=\"search\" "
            "hidden></form>"
            "</header>\n") +
        QStringLiteral("<main>\n") + htmlOf(page.markdown, links, HtmlReader::Browser) +
        neighbours(handbook, page) + QStringLiteral("<footer>") + version.toHtmlEscaped() +
        QStringLiteral("</footer>\n</main>\n") + navigation(handbook, page) +
        QStringLiteral("</body></html>\n");
    files << SiteFile{htmlName(page.file), html.toUtf8()};
  }
  QStringList names(pictures.begin(), pictures.end());
  names.sort();
  for (const QString& file : names) files << SiteFile{pictureName(file), Handbook::bytesOf(file)};
  return files;
}

}  // namespace carom
