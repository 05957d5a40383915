#include "motion/series_figure.h"

#include <QJsonArray>
#include <cmath>

#include "base/csv_text.h"
#include "figure/figure_view.h"

namespace carom {

namespace {

/// A range of an axis in a view: [lower, upper].
QJsonValue rangeJson(const std::optional<QCPRange>& range) {
  return range ? QJsonValue(QJsonArray{range->lower, range->upper}) : QJsonValue();
}

std::optional<QCPRange> rangeIn(const QJsonObject& view, const char* member) {
  const QJsonValue value = view[QLatin1String(member)];
  if (value.isUndefined() || value.isNull()) return std::nullopt;
  const double lower = value[0].toDouble(), upper = value[1].toDouble();
  if (value.toArray().size() != 2 || !(lower < upper) || !QCPRange::validRange(lower, upper))
    throw FigureError(QObject::tr("--view: \"%1\": expected two numbers, the lower one first")
                          .arg(QLatin1String(member))
                          .toStdString());
  return QCPRange(lower, upper);
}

/// The members of a view that are ranges of axes, and those that are switches.
constexpr std::pair<const char*, std::optional<QCPRange> SeriesView::*> rangeMembers[] = {
    {"x", &SeriesView::x}, {"left", &SeriesView::left}, {"right", &SeriesView::right}};
constexpr std::pair<const char*, bool SeriesView::*> scaleMembers[] = {{"logX", &SeriesView::logX},
                                                                       {"logY", &SeriesView::logY}};

/// Throws FigureError for a quantity that the scene has not: a person who types a name means it.
void requireQuantities(const Snapshot& snapshot, const QStringList& keys) {
  const RunQuantities all(snapshot.instance);
  for (const QString& key : keys) {
    if (all.placeOf(key)) continue;
    QStringList known;
    for (const RunQuantity& each : runQuantities(snapshot.instance)) known += each.key;
    throw FigureError(QObject::tr("--view: unknown quantity \"%1\"; expected one of %2")
                          .arg(key, known.join(QStringLiteral(", ")))
                          .toStdString());
  }
}

SeriesView seriesIn(SnapshotPtr snapshot, const QJsonObject& json) {
  const QStringList keys = json["quantities"].toVariant().toStringList();
  const QString over = json["over"].toString();
  requireQuantities(*snapshot, over.isEmpty() ? keys : keys + QStringList{over});
  SeriesView view = seriesView(std::move(snapshot), keys, over);
  for (const auto& [name, member] : rangeMembers) view.*member = rangeIn(json, name);
  for (const auto& [name, member] : scaleMembers) view.*member = json[name].toBool();
  for (const QJsonValue& time : json["cursors"].toArray()) view.cursors.push_back(time.toDouble());
  return view;
}

}  // namespace

SeriesFigure::SeriesFigure(SeriesView view) : m_view(std::move(view)) {
  if (const QString notice = m_view.notice(); !notice.isEmpty()) throw FigureError(notice.toStdString());
}

SeriesFigure::SeriesFigure(SnapshotPtr snapshot, const QString& view)
    : SeriesFigure(seriesIn(std::move(snapshot), viewOf(view))) {}

GrowthFigure::GrowthFigure(SnapshotPtr snapshot, const QString& view)
    : SeriesFigure(std::move(snapshot),
                   view.isEmpty() ? QStringLiteral(R"({"quantities": ["growth"], "logY": true})") : view) {}

FigureSource SeriesFigure::source() const {
  QStringList keys;
  for (const RunQuantity& each : m_view.quantities) keys += each.key;
  QJsonObject view{{"quantities", QJsonArray::fromStringList(keys)}};
  if (m_view.isPhase()) view["over"] = m_view.over.key;
  for (const auto& [name, member] : rangeMembers)
    if (m_view.*member) view[name] = rangeJson(m_view.*member);
  for (const auto& [name, member] : scaleMembers)
    if (m_view.*member) view[name] = true;
  QJsonArray cursors;
  for (const double time : m_view.cursors) cursors += time;
  if (!cursors.isEmpty()) view["cursors"] = cursors;
  return {.name = name(), .snapshot = m_view.snapshot, .view = viewText(view), .showsRuns = true};
}

QString SeriesFigure::title() const {
  return QStringLiteral("%1 — %2").arg(m_view.words(),
                                       QString::fromStdString(m_view.snapshot->scene->title()));
}

QString SeriesFigure::csv() const {
  const bool hasRuns = m_view.runs.size() > 1, isPhase = m_view.isPhase();
  const auto head = [](const RunQuantity& quantity) {
    return QLatin1Char(',') + csvField(QStringLiteral("%1 [%2]").arg(quantity.key, quantity.unit));
  };
  QString text = (hasRuns ? QStringLiteral("run,") : QString()) + QStringLiteral("time [s]");
  if (isPhase) text += head(m_view.over);
  for (const RunQuantity& quantity : m_view.quantities) text += head(quantity);
  text += QLatin1Char('\n');
  for (const SeriesView::Run& run : m_view.runs) {
    const Eigen::VectorXd& time = run.values->time();
    std::vector<Eigen::VectorXd> columns;
    const auto add = [&](const std::optional<RunQuantity>& quantity) {
      columns.push_back(quantity ? run.values->of(*quantity)
                                 : Eigen::VectorXd::Constant(time.size(), std::nan("")));
    };
    if (isPhase) add(run.over);
    for (const auto& quantity : run.quantities) add(quantity);
    for (Eigen::Index i = 0; i < time.size(); ++i) {
      if (hasRuns) text += csvField(run.name) + QLatin1Char(',');
      text += csvNumber(time[i]);
      for (const Eigen::VectorXd& column : columns) text += QLatin1Char(',') + csvNumber(column[i]);
      text += QLatin1Char('\n');
    }
  }
  return text;
}

}  // namespace carom
