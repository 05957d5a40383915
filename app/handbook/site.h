#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace carom {

/// A file of the exported handbook.
struct SiteFile {
  QString name;  ///< relative to the folder: "resolve.html", "pictures/xi.svg"
  QByteArray bytes;
};

/// The handbook as pages of HTML that refer to each other and to nothing else. Needs no display.
QList<SiteFile> handbookSite(const QString& version);

}  // namespace carom
