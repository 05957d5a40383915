#pragma once

#include <QByteArray>
#include <QString>

namespace carom {

/// The handbook as one PDF with an outline and links. There must be a QGuiApplication.
QByteArray handbookPdf(const QString& version);

}  // namespace carom
