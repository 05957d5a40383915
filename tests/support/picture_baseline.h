#pragma once
// Pictures that are kept in tests/data/pictures and compared with what is drawn now.
//
// CAROM_REMAKE_PICTURES=1 writes what is drawn now in their place: look at each before it is committed.
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <algorithm>
#include <array>

namespace carom {

/// What two pictures may differ by.
///
/// A pixel is explained where each of its red, green and blue lies within `levels` of the range that the
/// other picture has within `reach` pixels of the same place. So an edge or a letter may be shifted by
/// `reach` pixels, and be smoothed by another rule: versions of FreeType and Mesa differ by less than a
/// pixel. Fonts are the same on Debian 12 and Ubuntu 24.04 (fonts-inter 4.0, fonts-stix 1.1). A part that is
/// missing leaves its pixels unexplained: the range of plain ground has no room for them. `levels` covers the
/// darkness of thin strokes, which falls between pixels in one version and on them in another. A few lone
/// pixels, such as the tip of an arrow, are let through by `mostPixels`.
struct PictureTolerance {
  int reach = 2;        ///< pixels
  int levels = 48;      ///< of 255
  int mostPixels = 12;  ///< unexplained ones
};

/// The pixels of `picture` that `other` does not explain, red on white; both opaque and of one size.
class UnexplainedPixels {
 public:
  UnexplainedPixels(const QImage& picture, const QImage& other, const PictureTolerance& tolerance = {})
      : image(picture.size(), QImage::Format_RGB32) {
    image.fill(Qt::white);
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (!isExplained(picture.pixel(x, y), other, {x, y}, tolerance)) {
          image.setPixel(x, y, qRgb(220, 0, 0));
          ++count;
        }
  }

  QImage image;
  int count = 0;

 private:
  static std::array<int, 3> levelsOf(QRgb pixel) { return {qRed(pixel), qGreen(pixel), qBlue(pixel)}; }
  static bool isExplained(QRgb pixel, const QImage& other, QPoint at, const PictureTolerance& tolerance) {
    if (pixel == other.pixel(at)) return true;  // as most are
    std::array<int, 3> least{255, 255, 255}, most{0, 0, 0};
    const QRect around = QRect(at.x() - tolerance.reach, at.y() - tolerance.reach, 2 * tolerance.reach + 1,
                               2 * tolerance.reach + 1) &
                         other.rect();
    for (int y = around.top(); y <= around.bottom(); ++y)
      for (int x = around.left(); x <= around.right(); ++x) {
        const std::array<int, 3> levels = levelsOf(other.pixel(x, y));
        for (std::size_t i = 0; i < 3; ++i) {
          least[i] = std::min(least[i], levels[i]);
          most[i] = std::max(most[i], levels[i]);
        }
      }
    const std::array<int, 3> levels = levelsOf(pixel);
    for (std::size_t i = 0; i < 3; ++i)
      if (levels[i] < least[i] - tolerance.levels || levels[i] > most[i] + tolerance.levels) return false;
    return true;
  }
};

/// Why two pictures are not the same, empty where they are. Both ways: something may be missing or too much.
inline QString pictureDifference(const QImage& kept, const QImage& drawn,
                                 const PictureTolerance& tolerance = {}) {
  if (kept.size() != drawn.size())
    return QStringLiteral("%1 × %2 pixels in place of %3 × %4")
        .arg(drawn.width())
        .arg(drawn.height())
        .arg(kept.width())
        .arg(kept.height());
  const int missing = UnexplainedPixels(kept, drawn, tolerance).count,
            added = UnexplainedPixels(drawn, kept, tolerance).count;
  if (missing <= tolerance.mostPixels && added <= tolerance.mostPixels) return {};
  return QStringLiteral("%1 pixels are missing, %2 are added").arg(missing).arg(added);
}

inline QImage opaque(const QImage& image) {
  return image.convertToFormat(QImage::Format_RGB32);
}

/// With levels in steps of 8, which makes small files.
inline QImage coarse(QImage image) {
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QRgb pixel = image.pixel(x, y);
      const auto step = [](int level) { return std::min(255, (level + 4) / 8 * 8); };
      image.setPixel(x, y, qRgb(step(qRed(pixel)), step(qGreen(pixel)), step(qBlue(pixel))));
    }
  return image;
}

/// Compares with the picture that is kept under a name. Returns what is wrong, empty where nothing is; then
/// three pictures beside the build show what was drawn, what is missing and what is added.
inline QString differenceFromBaseline(const QString& name, const QImage& image) {
  const QString kept = QStringLiteral(CAROM_TEST_DATA "/pictures/%1.png").arg(name);
  const QImage drawn = opaque(image);
  if (qEnvironmentVariableIntValue("CAROM_REMAKE_PICTURES") != 0) {
    QDir().mkpath(QFileInfo(kept).path());
    constexpr int smallest = 0;  // of the qualities of a PNG, all of which have the same pixels
    return coarse(drawn).save(kept, "PNG", smallest) ? QString() : "cannot write " + kept;
  }
  const QImage baseline = opaque(QImage(kept));
  if (baseline.isNull()) return "there is no picture " + kept;
  const QString difference = pictureDifference(baseline, drawn);
  if (difference.isEmpty()) return {};
  const QDir beside(QFileInfo(CAROM_BINARY).path() + "/pictures");
  beside.mkpath(QStringLiteral("."));
  drawn.save(beside.filePath(name + ".png"));
  if (baseline.size() == drawn.size()) {
    UnexplainedPixels(baseline, drawn).image.save(beside.filePath(name + "-missing.png"));
    UnexplainedPixels(drawn, baseline).image.save(beside.filePath(name + "-added.png"));
  }
  return QStringLiteral("%1: %2; see %3").arg(name, difference, beside.filePath(name + "*.png"));
}

}  // namespace carom
