#include "figure/tex_file.h"

#include <QBuffer>
#include <cmath>

#include "base/figure_record.h"
#include "base/version.h"
#include "figure/path_device.h"
#include "figure/provenance.h"
#include "figure/tex_text.h"

namespace carom {

namespace {

QByteArray texNumber(double value) {
  QByteArray number = QByteArray::number(value, 'f', 3);
  while (number.endsWith('0')) number.chop(1);
  if (number.endsWith('.')) number.chop(1);
  return number == "-0" ? "0" : number;
}

QByteArray texPoint(QPointF point) {
  return '(' + texNumber(point.x()) + ',' + texNumber(point.y()) + ')';
}

/// Writes paths in big points with y downwards.
class TikzSink : public PathSink {
 public:
  void fill(const QPainterPath& path, const QColor& color) override {
    if (path.isEmpty() || color.alpha() == 0) return;
    m_bytes += "\\fill[" + colorKey(color) + (path.fillRule() == Qt::WindingFill ? "" : ",even odd rule") +
               "] " + pathText(path) + ";\n";
  }
  void stroke(const QPainterPath& path, const QPen& pen) override {
    if (path.isEmpty() || pen.color().alpha() == 0) return;
    const double width = std::max(pen.widthF(), 0.05);
    QByteArray keys = colorKey(pen.color()) + ",line width=" + texNumber(width) + "bp";
    if (pen.capStyle() != Qt::FlatCap)
      keys += pen.capStyle() == Qt::RoundCap ? ",line cap=round" : ",line cap=rect";
    if (pen.joinStyle() != Qt::MiterJoin)
      keys += pen.joinStyle() == Qt::RoundJoin ? ",line join=round" : ",line join=bevel";
    if (pen.style() != Qt::SolidLine && !pen.dashPattern().isEmpty()) {
      keys += ",dash pattern=";
      bool on = true;
      for (const double dash : pen.dashPattern()) {
        keys += (on ? "on " : "off ") + texNumber(dash * width) + "bp ";
        on = !on;
      }
    }
    m_bytes += "\\draw[" + keys + "] " + pathText(path) + ";\n";
  }
  void picture(const QImage&, const QTransform&) override {
    throw FigureError(
        QObject::tr("a rendered picture cannot become TikZ; expected pdf, svg, eps, png or tiff")
            .toStdString());
  }
  void clip(const QPainterPath& area) override {
    if (m_isClipped) m_bytes += "\\end{scope}\n";
    m_isClipped = !area.isEmpty();
    if (m_isClipped) m_bytes += "\\begin{scope}\n\\clip " + pathText(area) + ";\n";
  }
  /// Words get the width that they have in the figure, whatever the font of the document: their neighbours
  /// are placed by it.
  bool text(const Words& words) override {
    const QTransform& place = words.place;
    const QFont& font = words.font;
    const double scale = std::sqrt(std::abs(place.determinant())), width = words.width * scale;
    constexpr double leastWidth = 0.1;  // bp
    if (words.text.trimmed().isEmpty() || width < leastWidth) return true;
    const double points = (font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF()) * scale;
    const double angle = -std::atan2(place.m12(), place.m11()) * 180 / M_PI;
    QByteArray keys = "anchor=base west,inner sep=0," + colorKey(words.color, "text");
    if (std::abs(angle) > 1e-6) keys += ",rotate=" + texNumber(angle);
    m_bytes += "\\node[" + keys + "] at " + texPoint(place.map(QPointF())) + " {\\fontsize{" +
               texNumber(points) + "bp}{" + texNumber(1.2 * points) + "bp}\\selectfont " +
               (font.weight() >= QFont::DemiBold ? "\\bfseries " : "") + "\\resizebox{" + texNumber(width) +
               "bp}{\\height}{" + spaced(words.text, font.italic()) + "}};\n";
    return true;
  }

  QByteArray finish() {
    clip({});
    return m_bytes;
  }

 private:
  /// LaTeX leaves out spaces at the beginning and at the end.
  static QByteArray spaced(const QString& words, bool isMath) {
    const QString trimmed = words.trimmed();
    const qsizetype before = words.indexOf(trimmed), after = words.size() - trimmed.size() - before;
    return QByteArray("~").repeated(before) + texText(trimmed, isMath) + QByteArray("~").repeated(after);
  }
  static QByteArray colorKey(const QColor& color, const char* key = "color") {
    QByteArray text = QByteArray(key) + "={rgb,255:red," + QByteArray::number(color.red()) + ";green," +
                      QByteArray::number(color.green()) + ";blue," + QByteArray::number(color.blue()) + '}';
    if (color.alpha() < 255) text += ",opacity=" + texNumber(color.alphaF());
    return text;
  }
  static QByteArray pathText(const QPainterPath& path) {
    QByteArray text;
    for (int i = 0; i < path.elementCount(); ++i) {
      const auto at = path.elementAt(i);
      if (at.isMoveTo()) {
        text += (i > 0 ? closing(path, i - 1) + ' ' : QByteArray()) + texPoint(at);
      } else if (at.isLineTo()) {
        text += "--" + texPoint(at);
      } else if (at.isCurveTo()) {
        const QPointF second = path.elementAt(i + 1), end = path.elementAt(i + 2);
        text += "..controls" + texPoint(at) + "and" + texPoint(second) + ".." + texPoint(end);
        i += 2;
      }
      if (i % 40 == 39) text += '\n';  // TeX reads lines of a limited length
    }
    return text + closing(path, path.elementCount() - 1);
  }
  /// "--cycle" where the part of a path that ends with an element ends where it began.
  static QByteArray closing(const QPainterPath& path, int last) {
    int first = last;
    while (first > 0 && !path.elementAt(first).isMoveTo()) --first;
    return last - first > 1 && QPointF(path.elementAt(first)) == QPointF(path.elementAt(last)) ? "--cycle"
                                                                                               : "";
  }

  QByteArray m_bytes;
  bool m_isClipped = false;
};

}  // namespace

TexPicture tikzPicture(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options) {
  const QSizeF size = sizeMm * pointsPerMm;
  TikzSink sink;
  {
    PathDevice device(sink, size);
    QPainter painter(&device);
    figure.paintPage(painter, QRectF(QPointF(), size), {options.dpi, options.style});
  }
  return {"\\usepackage{graphicx}\n\\usepackage{tikz}\n",
          "\\begin{tikzpicture}[x=1bp,y=-1bp]\n\\useasboundingbox (0,0) rectangle " +
              texPoint({size.width(), size.height()}) + ";\n" + sink.finish() + "\\end{tikzpicture}",
          false};
}

QByteArray texFile(const TexPicture& picture, const Figure& figure, const QSizeF& sizeMm,
                   const FigureOptions& options) {
  const auto mm = [](double value) { return QByteArray::number(value, 'f', 4) + "mm"; };
  return "% Made by " + programVersionAndCommit().toUtf8() +
         ". In a document of your own: \\input this file; the preamble needs\n% " +
         picture.packages.trimmed().replace("\n", "\n% ") +
         "\n\\makeatletter\n\\ifx\\documentclass\\@"
         "twoclasseserror\n\\let\\caromopen\\relax\\let\\caromclose\\relax\n"
         "\\else\n\\documentclass{article}\n" +
         picture.packages + "\\begin{document}\n\\pdfpagewidth=" + mm(sizeMm.width()) +
         " \\pdfpageheight=" + mm(sizeMm.height()) +
         "\n\\pdfhorigin=0pt \\pdfvorigin=0pt\n"
         "\\def\\caromopen{\\setbox0=\\hbox\\bgroup}\n"
         "\\def\\caromclose{\\egroup" +
         (picture.setsPage ? "\\pdfpagewidth=\\wd0 \\pdfpageheight=\\dimexpr\\ht0+\\dp0\\relax" : "") +
         "\\shipout\\box0 \\end{document}}\n\\fi\n\\makeatother\n\\caromopen\n" + picture.picture +
         "%\n\\caromclose\n" + asComments(xmpOf(figure, FigureFormat::Tex, options));
}

}  // namespace carom
