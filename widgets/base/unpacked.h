#pragma once

#include <QByteArray>
#include <optional>

namespace carom {

/// What qCompress() packed; empty optional where it is more than `most` bytes, of which no more than these
/// are ever held. Empty bytes where it is damaged.
std::optional<QByteArray> unpacked(const QByteArray& packed, qsizetype most);

}  // namespace carom
