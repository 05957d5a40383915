#pragma once

#include <QByteArray>
#include <QPointF>
#include <QString>
#include <optional>
#include <vector>

namespace carom {

/// What a journal asks of a figure. Sizes are those of the printed page, whatever the width of the figure.
struct FigureLook {
  QString font, mathFont;  ///< families of words and of mathematics, the first that is installed counts:
                           ///< "Arial, Nimbus Sans"; empty: as in the window
  double textPt = 0;       ///< size of the labels of axes, 4 to 24; 0: as the figure likes
  double linePt = 0;       ///< width of curves, 0.1 to 5; 0: as the figure likes
  QString palette;         ///< see paletteNames() in figure/palettes.h; empty: Okabe and Ito
  bool marks = false;      ///< curves differ in dashes and markers as well as in colour
  bool black = false;      ///< text, ticks and axes are black, not dark grey
  bool svgText = false;    ///< text of SVG is text, which other programs edit and search, not outlines

  bool operator==(const FigureLook&) const = default;
};

/// Words on a figure, with an arrow to what they are about.
struct FigureNote {
  QString text;  ///< mathematics between $ signs: "$θ_{c}$ = 120°"
  QPointF at;    ///< of its middle: 0 to 1 from the left and from the top of the figure
  std::optional<QPointF> to{};

  bool operator==(const FigureNote&) const = default;
};

/// What an author changes on one figure. Empty texts and ranges leave it as it is.
struct FigureEdits {
  struct Range {
    double low = 0, high = 0;
    bool operator==(const Range&) const = default;
  };

  QString title;                  ///< a line above the figure
  QString xLabel, yLabel;         ///< of plots, mathematics between $ signs
  std::optional<Range> x{}, y{};  ///< of plots, in units of their axes
  QString legend;                 ///< of plots, see legendPlaces(); empty: above
  std::vector<FigureNote> notes{};

  bool operator==(const FigureEdits&) const = default;
};

/// A look and edits: the value of `carom figure --style`.
struct FigureStyle {
  FigureLook look;
  FigureEdits edits;

  bool operator==(const FigureStyle&) const = default;
};

/// "above", "none", "top-left", …
QStringList legendPlaces();

/// One line of JSON with what differs from the usual; empty where nothing does.
QByteArray styleText(const FigureStyle& style);
/// Where the text of a style is from. Typed labels take commands of mathematics; those of a record are drawn
/// as they are, because its version of Carom drew them so.
enum class StyleText { Typed, Recorded };
/// Throws FigureError, which begins with the key that is wrong.
FigureStyle readStyle(const QByteArray& text, StyleText from = StyleText::Typed);
/// Commands between $ signs, such as \theta, as their letters. Throws FigureError for others, with `key` and
/// their name.
QString withoutCommands(const QString& key, const QString& text);

}  // namespace carom
