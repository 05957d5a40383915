#pragma once

#include <QImage>
#include <QMarginsF>
#include <QPainter>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "answer/snapshot.h"
#include "base/figure_options.h"

namespace carom {

/// What makes a figure again.
struct FigureSource {
  QString name;            ///< on the command line
  SnapshotPtr snapshot{};  ///< null for a figure without a scene
  QString view{};          ///< JSON: what the figure shows of it, where that is not the usual
  QString data{};          ///< the name of the file of measurements
  QByteArray dataText{};   ///< what it holds
  QStringList over{};      ///< the parameters of a landscape
  QString measure{};       ///< of a landscape
  QStringList set{};       ///< "NAME=NUMBER" of a figure without a scene
  bool showsRuns = false;  ///< whether it shows the kept runs of the snapshot
};

struct TexPicture;

/// What a composition asks of a plot, so that it lines up with its neighbours.
struct FrameWish {
  bool hidesX = false, hidesY = false;  ///< numbers and label of that axis: a neighbour shows them
  QMarginsF least{};                    ///< between the axes and the edges of the figure (pt)
};

/// How a file wants a figure drawn.
struct FilePaint {
  int rasterDpi = 0;  ///< pixels to the inch of what can only be pixels; 0: as many as the painter has
  FigureStyle style{};
  FrameWish frame{};
};

/// The axes of a plot: two figures whose axis is equal can share it.
struct FigureAxis {
  QString label;
  double low = 0, high = 0;
  bool isLog = false;
  bool operator==(const FigureAxis&) const = default;
};
struct FigureFrame {
  FigureAxis x, y;
  QMarginsF margins;  ///< between the axes and the edges of the figure (pt)
};

/// A picture for a paper: drawn with QPainter in points (1/72 in) at its physical size, text in points too.
///
/// Panels paint themselves with the same figure, so the window and the command line make the same picture.
/// A figure owns (shares) the data it draws; it needs no widget and no display.
class Figure {
 public:
  virtual ~Figure() = default;
  /// "ordering-graph": file name stem and name on the command line.
  virtual QString name() const = 0;
  /// "ξ over θ — billiard-break": title in the file's metadata.
  virtual QString title() const = 0;
  /// Height over width at which it looks right.
  virtual double aspect() const = 0;
  /// The height (pt) at which it looks right on paper of a width (pt), where its text has textPoints.
  virtual double heightAt(double width) const { return width * aspect(); }
  /// Draws into `area` (pt). The painter's pen, font and brush may be anything before and after. Nothing may
  /// depend on clipping: Qt writes SVG without it.
  virtual void paint(QPainter& painter, const QRectF& area) const = 0;
  /// The same as a file wants it, with its look, title and notes.
  virtual void paintFile(QPainter& painter, const QRectF& area, const FilePaint& how) const;
  /// The size (pt) of all text in a file where the look has none; sub- and superscripts have
  /// theme::scriptSize of it. A look of another size scales everything but the paper, so that a drawing finds
  /// its place around the text.
  static constexpr double textPoints = 7.48;  // of 11 px in the window, at 0.68 pt
  /// On 40 mm, the narrowest page of a journal, text of textPoints has 5 pt then, the least that they print.
  static constexpr double usualLeastWidth = 168;
  /// What a look scales by.
  static double textScale(const FigureLook& look) { return look.textPt > 0 ? look.textPt / textPoints : 1; }
  /// The least width (pt) at which its drawing has room for its text of textPoints. A narrower page is this
  /// one made smaller, text and all.
  virtual double leastWidth() const { return usualLeastWidth; }
  /// What a page of a width (pt) is made smaller by: 1 where it is wide enough.
  double pageShrink(double width, const FigureLook& look) const {
    return std::min(1.0, width / (textScale(look) * leastWidth()));
  }
  /// The whole page of a file: paintFile(), made smaller where the page is narrow.
  void paintPage(QPainter& painter, const QRectF& area, const FilePaint& how) const;
  /// The width of its curves (pt) in paint().
  virtual double linePoints() const { return 1; }
  /// Whether it has the axes and the legend that FigureEdits change.
  virtual bool isPlot() const { return false; }
  /// The axes of a plot that is drawn in this way at a size (pt); empty where there are none.
  virtual std::optional<FigureFrame> frame(const QSizeF& /*size*/, const FilePaint& /*how*/) const {
    return std::nullopt;
  }
  /// The picture for LaTeX. Throws FigureError.
  virtual TexPicture tex(const QSizeF& sizeMm, const FigureOptions& options) const;
  /// The numbers of the picture as CSV with a header line, in SI units; empty where there are none. May take
  /// long, and may be called in any thread.
  virtual QString csv() const { return {}; }
  /// Whether csv() has something, which is known at once.
  virtual bool hasNumbers() const { return true; }
  /// Whether it is painted without widgets and OpenGL, so that any thread may do it: one at a time.
  virtual bool paintsInAnyThread() const { return true; }
  /// What makes the figure again; it stands in the file.
  virtual FigureSource source() const { return {name()}; }
  /// One line about that: "carom 0.2.0; billiard-break theta=120deg; --restitution 0.5".
  virtual QString provenance() const;

 protected:
  /// paint() for a file, in the fonts, sizes and colours that the painter sees to. A plot takes its edits
  /// here.
  virtual void paintPlain(QPainter& painter, const QRectF& area, const FilePaint& /*how*/) const {
    paint(painter, area);
  }
};

/// Physical size (mm); throws FigureError where the options are out of range.
QSizeF figureSizeMm(const Figure& figure, const FigureOptions& options);

/// The file as bytes. Fonts are embedded (PDF) or drawn as outlines (SVG, but for FigureLook::svgText); the
/// page or image has exactly figureSizeMm (PNG: to half a pixel). Title, provenance and the record (see
/// recordOf) are in its metadata. The same figure has the same bytes. Throws FigureError.
QByteArray encodeFigure(const Figure& figure, FigureFormat format, const FigureOptions& options = {});
/// Paints the figure, and returns what makes these bytes of it: large pictures take long to be packed, and
/// any thread may do that. Throws FigureError.
std::function<QByteArray()> paintedFigure(const Figure& figure, FigureFormat format,
                                          const FigureOptions& options = {});
/// The picture as PNG shows it. Throws FigureError.
QImage renderFigure(const Figure& figure, const FigureOptions& options = {});

/// Writes a figure in the format of the ending of `path`, whole or not at all. Throws FigureError, and
/// FileError where the file cannot be written.
void writeFigure(const Figure& figure, const QString& path, const FigureOptions& options = {});

}  // namespace carom
