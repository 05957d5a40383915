#include "base/composition_record.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>

#include "base/figure_record.h"

namespace carom {

QByteArray compositionText(const Composition& composition) {
  QJsonArray panels;
  for (const FigureArguments& panel : composition.panels) panels += argumentsObject(panel);
  const QJsonObject object{{"columns", composition.columns},
                           {"letters", composition.letters},
                           {"shared-axes", composition.sharesAxes},
                           {"panels", panels}};
  return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Composition readComposition(const QByteArray& text) {
  QJsonParseError error;
  const QJsonObject object = QJsonDocument::fromJson(text, &error).object();
  if (error.error != QJsonParseError::NoError)
    throw FigureError(QObject::tr("the composition is damaged: %1").arg(error.errorString()).toStdString());
  Composition composition{
      object["columns"].toInt(2), object["letters"].toBool(true), object["shared-axes"].toBool(false), {}};
  for (const QJsonValue& panel : object["panels"].toArray())
    composition.panels.push_back(argumentsOfObject(panel.toObject()));
  if (composition.panels.empty())
    throw FigureError(QObject::tr("the composition is damaged: no panels").toStdString());
  return composition;
}

}  // namespace carom
