#include "figure/picture_files.h"

#include <tiffio.h>

#include <QBuffer>
#include <QObject>
#include <QtEndian>
#include <sstream>
#include <tiffio.hxx>

#include "base/figure_options.h"

namespace carom {

namespace {

/// The checksum of a chunk of PNG: CRC-32 of ISO 3309.
quint32 checksum(const QByteArray& bytes) {
  quint32 crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<uchar>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

QByteArray bigEndian(quint32 number) {
  QByteArray bytes(4, Qt::Uninitialized);
  qToBigEndian(number, bytes.data());
  return bytes;
}

[[noreturn]] void refusePicture(const QString& why) {
  throw FigureError(why.toStdString());
}

}  // namespace

QByteArray xmpChunk(const QByteArray& xmp) {
  // Keyword, then neither compression nor language nor a translated keyword.
  const QByteArray chunk = QByteArrayLiteral("iTXtXML:com.adobe.xmp") + QByteArray(5, '\0') + xmp;
  return bigEndian(static_cast<quint32>(chunk.size() - 4)) + chunk + bigEndian(checksum(chunk));
}

QByteArray encodePng(const QImage& picture, const QByteArray& xmp, int quality) {
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  if (!picture.save(&buffer, "PNG", quality))
    refusePicture(QObject::tr("the picture could not be encoded as PNG"));
  constexpr qsizetype afterHeader = 8 + 25;  // the signature, and IHDR, which is always the first chunk
  png.insert(afterHeader, xmpChunk(xmp));
  return png;
}

QByteArray encodeTiff(const QImage& picture, int dpi, const QByteArray& xmp) {
  const bool alpha = picture.hasAlphaChannel();
  const QImage rows = picture.convertToFormat(alpha ? QImage::Format_RGBA8888 : QImage::Format_RGB888);
  std::ostringstream bytes;
  TIFF* tiff = TIFFStreamOpen("figure", static_cast<std::ostream*>(&bytes));
  if (!tiff) refusePicture(QObject::tr("the picture could not be encoded as TIFF"));
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, rows.width());
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, rows.height());
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, alpha ? 4 : 3);
  if (alpha) {
    const uint16_t unassociated[] = {EXTRASAMPLE_UNASSALPHA};
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, unassociated);
  }
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
  TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
  TIFFSetField(tiff, TIFFTAG_XRESOLUTION, static_cast<double>(dpi));
  TIFFSetField(tiff, TIFFTAG_YRESOLUTION, static_cast<double>(dpi));
  TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
  TIFFSetField(tiff, TIFFTAG_XMLPACKET, static_cast<uint32_t>(xmp.size()), xmp.constData());
  bool written = true;
  for (int row = 0; row < rows.height(); ++row) {
    QByteArray line(reinterpret_cast<const char*>(rows.constScanLine(row)), rows.width() * (alpha ? 4 : 3));
    written = written && TIFFWriteScanline(tiff, line.data(), static_cast<uint32_t>(row), 0) > 0;
  }
  TIFFClose(tiff);
  if (!written) refusePicture(QObject::tr("the picture could not be encoded as TIFF"));
  return QByteArray::fromStdString(bytes.str());
}

}  // namespace carom
