#include "figure/provenance.h"

#include <QStringList>

#include "base/version.h"

namespace carom {

QString provenanceOf(const Snapshot& snapshot) {
  QStringList set;
  for (const auto& [name, expression] : snapshot.assignments)
    set += QString::fromStdString(name) + QLatin1Char('=') + QString::fromStdString(expression);
  QString text = programVersion() + QStringLiteral("; ") + QString::fromStdString(snapshot.scene->name());
  if (!set.isEmpty()) text += QLatin1Char(' ') + set.join(QStringLiteral(", "));
  return text;
}

}  // namespace carom
