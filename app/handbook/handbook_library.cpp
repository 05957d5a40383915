#include "handbook/handbook_library.h"

#include "handbook/handbook.h"
#include "handbook/paper.h"
#include "handbook/site.h"

namespace carom {

namespace {

QList<FoundPart> searchPages(const QString& pattern, int most) {
  const Handbook& handbook = Handbook::get();
  QList<FoundPart> parts;
  for (const HandbookHit& hit : handbook.search(pattern, most))
    parts << FoundPart{handbook.pages()[hit.page].title, hit.heading.text, hit.excerpt};
  return parts;
}

}  // namespace

}  // namespace carom

const carom::HandbookLibrary* caromHandbookLibrary() {
  static const carom::HandbookLibrary library{carom::searchPages, carom::handbookSite, carom::handbookPdf};
  return &library;
}
