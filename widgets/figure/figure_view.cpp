#include "figure/figure_view.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "base/figure_options.h"

namespace carom {

QString viewText(const QJsonObject& view) {
  return view.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
}

QJsonObject viewOf(const QString& text) {
  if (text.isEmpty()) return {};
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8(), &error);
  if (!document.isObject())
    throw FigureError(
        QObject::tr("--view: expected a JSON object as the window copies it; %1 at character %2")
            .arg(error.errorString())
            .arg(error.offset)
            .toStdString());
  return document.object();
}

void addMoment(QJsonObject& view, const Moment& moment) {
  view["time"] = moment.time;
  if (moment.impact < 0) return;
  view["impact"] = moment.impact;
  view["reflection"] = moment.reflection;
  if (!moment.model) return;
  QJsonArray velocity;
  for (const double v : moment.model->velocity) velocity += v;
  view["model"] = QJsonObject{{"name", moment.model->model}, {"velocity", velocity}};
}

std::optional<Moment> momentIn(const QJsonObject& view) {
  if (!view.contains("time")) return std::nullopt;
  Moment moment{view["time"].toDouble(), view["impact"].toInt(-1), view["reflection"].toInt()};
  if (const QJsonObject model = view["model"].toObject(); !model.isEmpty()) {
    const QJsonArray velocity = model["velocity"].toArray();
    ModelMotion motion{model["name"].toString(), Eigen::VectorXd(velocity.size())};
    for (qsizetype i = 0; i < velocity.size(); ++i) motion.velocity[i] = velocity[i].toDouble();
    moment.model = std::make_shared<const ModelMotion>(std::move(motion));
  }
  return moment;
}

}  // namespace carom
