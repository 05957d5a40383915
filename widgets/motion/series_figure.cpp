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

/// The members of a view that are ranges of axes, and those that are switches. Presets have always called
/// their axis in powers of ten "log".
constexpr std::pair<const char*, std::optional<QCPRange> SeriesView::*> rangeMembers[] = {
    {"x", &SeriesView::x}, {"left", &SeriesView::left}, {"right", &SeriesView::right}};
constexpr std::pair<const char*, bool SeriesView::*> scaleMembers[] = {
    {"logX", &SeriesView::logX}, {"logY", &SeriesView::logY}, {"log", &SeriesView::logY}};

bool isOf(const PlotPreset& preset, bool SeriesView::*scale, const char* member) {
  return scale == &SeriesView::logX || preset.isFree == (qstrcmp(member, "logY") == 0);
}

/// Throws FigureError for a quantity that the scene has not: a person who types a name means it.
void requireQuantities(const Snapshot& snapshot, const QStringList& keys) {
  const RunQuantities all(snapshot.instance);
  for (const QString& key : keys) {
    if (all.placeOf(key.toStdString())) continue;
    QStringList known;
    for (const RunQuantity& each : runQuantities(snapshot.instance)) known += keyOf(each);
    throw FigureError(QObject::tr("--view: unknown quantity \"%1\"; expected one of %2")
                          .arg(key, known.join(QStringLiteral(", ")))
                          .toStdString());
  }
}

/// Reads axes and cursors.
void readChoices(SeriesView& view, const QJsonObject& json) {
  for (const auto& [name, member] : rangeMembers) view.*member = rangeIn(json, name);
  for (const auto& [name, member] : scaleMembers)
    if (isOf(*view.preset, member, name)) view.*member = json[name].toBool();
  for (const QJsonValue& time : json["cursors"].toArray()) view.cursors.push_back(time.toDouble());
}

SeriesView seriesIn(SnapshotPtr snapshot, const QJsonObject& json) {
  const QStringList keys = json["quantities"].toVariant().toStringList();
  const QString over = json["over"].toString();
  requireQuantities(*snapshot, over.isEmpty() ? keys : keys + QStringList{over});
  SeriesView view = seriesView(std::move(snapshot), keys, over);
  readChoices(view, json);
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

SeriesView figureView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime, const QString& text) {
  const QJsonObject json = viewOf(text);
  SeriesView view = plotView(preset, snapshot, alongTime);
  const int impacts = snapshot->trajectory ? static_cast<int>(snapshot->trajectory->impacts.size()) : 0;
  if (const int impact = json["impact"].toInt(-1); impact >= 0 && impact < impacts && impact != view.impact)
    view = plotView(preset, std::move(snapshot), alongTime, impact);
  readChoices(view, json);
  return view;
}

FigureSource SeriesFigure::source() const {
  QJsonObject view;
  QString suffix;
  if (m_view.preset->isFree) {
    QStringList keys;
    for (const RunQuantity& each : m_view.quantities) keys += keyOf(each);
    view["quantities"] = QJsonArray::fromStringList(keys);
    if (m_view.isPhase()) view["over"] = keyOf(m_view.over);
  } else if (m_view.alongTime) {
    suffix = QStringLiteral("-time");
  } else if (m_view.impact != impactShown(*m_view.snapshot->trajectory, {})) {
    view["impact"] = m_view.impact;
  }
  for (const auto& [name, member] : rangeMembers)
    if (m_view.*member) view[QLatin1String(name)] = rangeJson(m_view.*member);
  for (const auto& [name, member] : scaleMembers)
    if (m_view.*member && isOf(*m_view.preset, member, name)) view[QLatin1String(name)] = true;
  QJsonArray cursors;
  for (const double time : m_view.cursors) cursors.append(time);
  if (!cursors.isEmpty()) view["cursors"] = cursors;
  return {.name = name() + suffix,
          .snapshot = m_view.snapshot,
          .view = viewText(view),
          .showsRuns = m_view.alongTime};
}

QString SeriesFigure::title() const {
  return QStringLiteral("%1 — %2").arg(m_view.words(),
                                       QString::fromStdString(m_view.snapshot->scene->title()));
}

/// Runs follow each other, and a first column names them where there are several; a run leaves the columns
/// that it has not empty.
QString SeriesFigure::csv() const {
  using Columns = std::vector<std::pair<QString, QStringList>>;
  const auto numbers = [](const Eigen::VectorXd& values) {
    QStringList cells;
    for (const double value : values) cells += csvNumber(value);
    return cells;
  };
  const PlotContent content = contentOf(m_view);
  std::vector<Columns> runs;
  QStringList heads;
  for (std::size_t r = 0; r < m_view.runs.size(); ++r) {
    const SeriesView::Run& run = m_view.runs[r];
    Columns columns{{m_view.alongTime ? QStringLiteral("time [s]") : QStringLiteral("reflection"),
                     numbers(run.values->places())}};
    if (!m_view.alongTime && m_view.preset != &differencePlot) {
      QStringList contacts{QString()};
      for (const ContactIndex contact : m_view.event()->word)
        contacts += csvField(QString::fromStdString(m_view.event()->labels[contact].name));
      columns.emplace_back(QStringLiteral("contact"), contacts);
    }
    if (m_view.isPhase() && run.over)
      columns.emplace_back(QStringLiteral("%1 [%2]").arg(keyOf(m_view.over), unitOf(m_view.over)),
                           numbers(run.values->of(*run.over)));
    for (const PlotCurve& curve : content.curves)
      if (curve.run == r && !curve.column.isEmpty()) columns.emplace_back(curve.column, numbers(curve.y));
    for (const auto& [head, cells] : columns)
      if (!heads.contains(head)) heads += head;
    runs.push_back(std::move(columns));
  }
  QStringList fields = runs.size() > 1 ? QStringList{QStringLiteral("run")} : QStringList();
  for (const QString& head : heads) fields += csvField(head);
  QString text = fields.join(QLatin1Char(',')) + QLatin1Char('\n');
  for (std::size_t r = 0; r < runs.size(); ++r) {
    std::vector<const QStringList*> columns(static_cast<std::size_t>(heads.size()), nullptr);
    for (const auto& [head, cells] : runs[r]) columns[static_cast<std::size_t>(heads.indexOf(head))] = &cells;
    for (qsizetype i = 0; i < runs[r].front().second.size(); ++i) {
      fields = runs.size() > 1 ? QStringList{csvField(m_view.runs[r].name)} : QStringList();
      for (const QStringList* column : columns) fields += column ? column->at(i) : QString();
      text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
  }
  return text;
}

}  // namespace carom
