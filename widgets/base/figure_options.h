#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>
#include <optional>
#include <stdexcept>

#include "base/figure_style.h"

namespace carom {

/// The reason why a figure cannot be made, in one line.
class FigureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FigureOptions {
  double widthMm = 88;       ///< physical width, 5 to 2000
  double heightMm = 0;       ///< 0: width × aspect
  int dpi = 300;             ///< PNG, and raster parts of PDF and SVG; 36 to 2400
  bool transparent = false;  ///< PNG and SVG without a white ground
  FigureStyle style{};
};

enum class FigureFormat { Pdf, Svg, Eps, Png, Tiff, Tex };

/// "pdf", "svg", …: the endings of all formats, in the order of FigureFormat.
QStringList figureEndings();
QString endingOf(FigureFormat format);
/// The format of a path, by its ending. Throws FigureError, which lists the known endings.
FigureFormat figureFormat(const QString& path);

/// Whether a path has the ending of a figure.
bool isFigureFile(const QString& path);

/// The date that SOURCE_DATE_EPOCH sets, in UTC. Files of figures have no other date: the same figure has the
/// same bytes.
std::optional<QDateTime> sourceDate();

/// "88mm", "3.5in", "20 cm", "250pt" → mm; a bare number counts as mm. Throws FigureError.
double parseLengthMm(const QString& text);

inline constexpr double mmPerInch = 25.4, pointsPerMm = 72 / mmPerInch;

}  // namespace carom
