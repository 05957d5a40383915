#pragma once

#include <QByteArray>
#include <QImage>

namespace carom {

/// A picture as PNG with its texts and an XMP packet, which stands in the chunk that is named for it.
/// quality: Qt's, which for PNG means speed: −1 for zlib's usual level, 100 for none. Throws FigureError.
QByteArray encodePng(const QImage& picture, const QByteArray& xmp, int quality = -1);
/// The chunk of a PNG, or of a moving one, that holds an XMP packet.
QByteArray xmpChunk(const QByteArray& xmp);
/// A picture as TIFF: RGB or RGBA of 8 bits, compressed without loss, with its resolution and an XMP packet.
/// Throws FigureError.
QByteArray encodeTiff(const QImage& picture, int dpi, const QByteArray& xmp);

}  // namespace carom
