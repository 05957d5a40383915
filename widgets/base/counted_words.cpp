#include "base/counted_words.h"

#include <QObject>

#include "base/number_format.h"

namespace carom {

namespace {

/// A number with the same plural as `count`, in an int: the rules of languages read the last two digits.
int pluralOf(std::uint64_t count) {
  return static_cast<int>(count < 1000 ? count : 1000 + count % 100);
}

}  // namespace

/// Each noun stands here whole: a program that collects texts for translation reads them.
QString contactsText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 contact")
                    : QObject::tr("%1 contacts", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString impactsText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 impact")
                    : QObject::tr("%1 impacts", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString momentaText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 momentum")
                    : QObject::tr("%1 momenta", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString outcomesText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 outcome")
                    : QObject::tr("%1 outcomes", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString reflectionsText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 reflection")
                    : QObject::tr("%1 reflections", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString rowsText(std::uint64_t count) {
  return count == 1 ? QObject::tr("1 row")
                    : QObject::tr("%1 rows", nullptr, pluralOf(count)).arg(formatCount(count));
}

QString orderingsText(const Count& count) {
  if (count == 1) return QObject::tr("1 ordering");
  const QString digits = QString::fromStdString(count.str());
  return QObject::tr("%1 orderings", nullptr, pluralOf(digits.right(18).toULongLong()))
      .arg(formatCount(count.str()));
}

}  // namespace carom
