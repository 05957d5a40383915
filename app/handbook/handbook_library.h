#pragma once

#include <QList>
#include <QString>

#include "handbook/site.h"

namespace carom {

/// A part of the handbook that a search found, for the command line.
struct FoundPart {
  QString page, heading, excerpt;
};

/// The handbook for the command line, in a library that is loaded only where it is asked for.
struct HandbookLibrary {
  QList<FoundPart> (*search)(const QString& pattern, int most);
  QList<SiteFile> (*site)(const QString& version);
  QByteArray (*pdf)(const QString& version);  ///< only where Qt can draw
};

}  // namespace carom

extern "C" const carom::HandbookLibrary* caromHandbookLibrary();
