#include "outcomes/model_rows.h"

#include "base/csv_text.h"
#include "base/number_format.h"

namespace carom {

QString modelLabel(const ImpactModel& model) {
  return QObject::tr(model.label.data());  // a literal, ended by 0
}

void ModelRows::setSnapshot(const SnapshotPtr& snapshot) {
  m_models = snapshot->models;
  setRows(m_models ? static_cast<int>(m_models->models.size()) : 0, columns());
}

QString ModelRows::hint(int at) const {
  const ModelAnswer& answer = row(at).answer;
  if (!answer.multipliers) return tr("No answer: %1.").arg(QString::fromStdString(answer.reason));
  const QString click = tr("Click to show the velocities that this model leaves in the 3D view.");
  if (!answer.severalMomenta) return click;
  return tr("Other impulses satisfy the conditions of this model, too, and leave another momentum.") +
         QLatin1Char('\n') + click;
}

TableColumn ModelRows::nameColumn() const {
  const auto label = [this](int at) { return modelLabel(*row(at).model); };
  return {.title = tr("model"),
          .tip = tr("Other models of the same impact"),
          .text =
              [=, this](int at) {
                return row(at).answer.severalMomenta ? tr("%1, one of several").arg(label(at)) : label(at);
              },
          .hint = [this](int at) { return hint(at); },
          .csv = {{QLatin1String("model"), [label](int at) { return csvField(label(at)); }}},
          .mark = [](int at) { return at; }};
}

TableColumn ModelRows::numberColumn(const QString& title, const QString& tip, const char* name, double noise,
                                    std::function<std::optional<double>(const ComparedModel&)> number) const {
  const auto numberAt = [this, number](int at) {
    return row(at).answer.multipliers ? number(row(at)) : std::nullopt;
  };
  return {.title = title,
          .tip = tip,
          .text =
              [=](int at) {
                const auto value = numberAt(at);
                if (!value) return QStringLiteral("–");
                return *value <= noise ? QStringLiteral("0") : formatNumber(*value);
              },
          .reads = TableColumn::Reads::Numbers,
          .hint = [this](int at) { return hint(at); },
          .key =
              [=](int at) {
                const auto value = numberAt(at);
                return value ? SortKey{*value} : SortKey();
              },
          .csv = {{QLatin1String(name), [=](int at) {
                     const auto value = numberAt(at);
                     return value ? csvNumber(*value) : QString();
                   }}}};
}

std::vector<TableColumn> ModelRows::columns() const {
  TableColumn nearest =
      numberColumn(tr("nearest"), tr("The number of the outcome that is nearest to the answer of the model"),
                   "nearest", 0, [](const ComparedModel& model) {
                     return model.place ? std::optional<double>(model.place->nearest + 1) : std::nullopt;
                   });
  TableColumn feasible =
      numberColumn(tr("feasible"), tr("Whether no contact is left infeasible"), "feasible", 0,
                   [](const ComparedModel& model) { return std::optional<double>(model.feasible ? 1 : 0); });
  feasible.text = [this](int at) {
    if (!row(at).answer.multipliers) return QStringLiteral("–");
    return row(at).feasible ? tr("yes") : tr("no");
  };
  return {nameColumn(),
          numberColumn(tr("distance"), tr("‖p⁺ − nearest outcome‖/‖p⁻‖ in the kinetic metric, without unit"),
                       "distance [1]", 1e-12,
                       [](const ComparedModel& model) {
                         return model.place ? std::optional(model.place->distance) : std::nullopt;
                       }),
          nearest,
          numberColumn(tr("from hull"), tr("‖p⁺ − convex hull of the outcomes‖/‖p⁻‖, without unit; 0 inside"),
                       "distance_from_hull [1]", OutcomeHull::hullTolerance,
                       [](const ComparedModel& model) {
                         const bool isKnown = model.place && model.place->inHull;
                         return isKnown ? std::optional(model.place->hullDistance) : std::nullopt;
                       }),
          numberColumn(tr("energy after"),
                       tr("Kinetic energy after the impact over the energy before it, without unit"),
                       "energy_ratio [1]", 0,
                       [](const ComparedModel& model) {
                         return model.energyBefore > 0 ? std::optional(model.energyAfter / model.energyBefore)
                                                       : std::nullopt;
                       }),
          feasible};
}

}  // namespace carom
