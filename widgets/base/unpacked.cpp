#include "base/unpacked.h"

#include <zlib.h>

namespace carom {

namespace {

constexpr qsizetype sizeOfLength = 4;  ///< the length that qCompress() writes first

struct Inflation : z_stream {
  Inflation() : z_stream{} { inflateInit(this); }
  ~Inflation() { inflateEnd(this); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
};

}  // namespace

std::optional<QByteArray> unpacked(const QByteArray& packed, qsizetype most) {
  if (packed.size() <= sizeOfLength) return QByteArray();
  QByteArray input = packed.mid(sizeOfLength), piece(1 << 16, Qt::Uninitialized), all;
  Inflation stream;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    all.append(piece.constData(), piece.size() - static_cast<qsizetype>(stream.avail_out));
    if (all.size() > most) return std::nullopt;
  }
  return status == Z_STREAM_END ? all : QByteArray();
}

}  // namespace carom
