#include "figure/eps_file.h"

#include <cmath>

#include "base/figure_record.h"
#include "base/version.h"
#include "figure/path_device.h"
#include "figure/provenance.h"

namespace carom {

namespace {

constexpr const char* procedures =
    "/m{moveto}bind def /l{lineto}bind def /c{curveto}bind def /h{closepath}bind def\n"
    "/f{fill}bind def /e{eofill}bind def /s{stroke}bind def /k{setrgbcolor}bind def\n";

/// PostScript has no transparency: what shines through is white.
double onWhite(float channel, float alpha) {
  return 1 - alpha * (1 - channel);
}

class EpsSink : public PathSink {
 public:
  void fill(const QPainterPath& path, const QColor& color) override {
    if (path.isEmpty()) return;
    setColor(color);
    add(path);
    m_bytes += path.fillRule() == Qt::WindingFill ? "f\n" : "e\n";
  }
  void stroke(const QPainterPath& path, const QPen& pen) override {
    if (path.isEmpty()) return;
    setColor(pen.color());
    const double width = std::max(pen.widthF(), 1e-3);
    static constexpr Qt::PenCapStyle caps[] = {Qt::FlatCap, Qt::RoundCap, Qt::SquareCap};
    static constexpr Qt::PenJoinStyle joins[] = {Qt::MiterJoin, Qt::RoundJoin, Qt::BevelJoin};
    numbers({width});
    m_bytes +=
        "setlinewidth " + QByteArray::number(std::ranges::find(caps, pen.capStyle()) - std::begin(caps)) +
        " setlinecap " + QByteArray::number(std::ranges::find(joins, pen.joinStyle()) - std::begin(joins)) +
        " setlinejoin [";
    if (pen.style() != Qt::SolidLine)
      for (const double dash : pen.dashPattern()) numbers({dash * width});
    m_bytes += "] 0 setdash\n";
    add(path);
    m_bytes += "s\n";
  }
  void picture(const QImage& image, const QTransform& place) override {
    const QImage rows = image.convertToFormat(QImage::Format_ARGB32);
    m_bytes += "gsave [";
    numbers({place.m11(), place.m12(), place.m21(), place.m22(), place.dx(), place.dy()});
    const QByteArray width = QByteArray::number(rows.width()), height = QByteArray::number(rows.height());
    m_bytes += "] concat /row " + width + " 3 mul string def\n" + width + ' ' + height + " 8 [" + width +
               " 0 0 " + height + " 0 0] {currentfile row readhexstring pop} false 3 colorimage\n";
    for (int y = 0; y < rows.height(); ++y) {
      QByteArray line;
      for (int x = 0; x < rows.width(); ++x) {
        const QColor color = rows.pixelColor(x, y);
        for (const float channel : {color.redF(), color.greenF(), color.blueF()})
          line += static_cast<char>(std::lround(255 * onWhite(channel, color.alphaF())));
      }
      m_bytes += line.toHex() + '\n';
    }
    m_bytes += "grestore\n";
  }
  void clip(const QPainterPath& area) override {
    m_bytes += "grestore gsave\n";
    if (area.isEmpty()) return;
    add(area);
    m_bytes += area.fillRule() == Qt::WindingFill ? "clip newpath\n" : "eoclip newpath\n";
  }

  const QByteArray& bytes() const { return m_bytes; }

 private:
  void numbers(std::initializer_list<double> values) {
    for (const double value : values) {
      QByteArray number = QByteArray::number(value, 'f', 4);
      while (number.endsWith('0')) number.chop(1);
      if (number.endsWith('.')) number.chop(1);
      m_bytes += (number == "-0" ? "0" : number) + ' ';
    }
  }
  void setColor(const QColor& color) {
    const float alpha = color.alphaF();
    numbers({onWhite(color.redF(), alpha), onWhite(color.greenF(), alpha), onWhite(color.blueF(), alpha)});
    m_bytes += "k\n";
  }
  void add(const QPainterPath& path) {
    for (int i = 0; i < path.elementCount(); ++i) {
      const auto at = path.elementAt(i);
      if (at.isMoveTo() && i > 0) close(path, i - 1);
      numbers({at.x, at.y});
      if (at.isMoveTo()) m_bytes += "m\n";
      if (at.isLineTo()) m_bytes += "l\n";
      if (!at.isCurveTo()) continue;
      const auto second = path.elementAt(++i), end = path.elementAt(++i);
      numbers({second.x, second.y, end.x, end.y});
      m_bytes += "c\n";
    }
    close(path, path.elementCount() - 1);
  }
  /// Closes the part of a path that ends with an element, where that is where the part began.
  void close(const QPainterPath& path, int last) {
    int first = last;
    while (first > 0 && !path.elementAt(first).isMoveTo()) --first;
    if (last - first > 1 && QPointF(path.elementAt(first)) == QPointF(path.elementAt(last))) m_bytes += "h\n";
  }

  QByteArray m_bytes;
};

/// A text in a comment, in ASCII without ends of lines.
QByteArray plainLine(const QString& text) {
  QByteArray line;
  for (const QChar c : text.left(180)) line += c.unicode() >= 32 && c.unicode() < 127 ? c.toLatin1() : '?';
  return line;
}

}  // namespace

QByteArray encodeEps(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options) {
  const QSizeF size = sizeMm * pointsPerMm;
  EpsSink sink;
  {
    PathDevice device(sink, size);
    QPainter painter(&device);
    const QRectF area(QPointF(), size);
    if (!options.transparent) painter.fillRect(area, Qt::white);
    figure.paintPage(painter, area, {options.dpi, options.style});
  }
  const auto number = [](double value) { return QByteArray::number(value, 'f', 3); };
  const auto whole = [](double value) { return QByteArray::number(std::ceil(value - 1e-9), 'f', 0); };
  QByteArray eps = "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 " + whole(size.width()) + ' ' +
                   whole(size.height()) + "\n%%HiResBoundingBox: 0 0 " + number(size.width()) + ' ' +
                   number(size.height()) + "\n%%Title: " + plainLine(figure.title()) +
                   "\n%%Creator: " + plainLine(programVersionAndCommit()) + '\n';
  if (const auto date = sourceDate())
    eps += "%%CreationDate: " + date->toString(Qt::ISODate).toLatin1() + '\n';
  eps += "%%LanguageLevel: 2\n%%Pages: 1\n%%EndComments\n" +
         asComments(xmpOf(figure, FigureFormat::Eps, options)) + "%%Page: 1 1\n" + procedures;
  return eps + "gsave 1 0 0 -1 0 " + number(size.height()) + " 6 array astore concat gsave\n" + sink.bytes() +
         "grestore grestore\nshowpage\n%%EOF\n";
}

}  // namespace carom
