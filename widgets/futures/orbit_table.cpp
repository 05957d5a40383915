#include "futures/orbit_table.h"

#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/design_words.h"
#include "base/number_format.h"
#include "base/orbit_words.h"
#include "base/plain_symbol.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr int shownDigits = 6;

/// The unit in which a value of an orbit is shown, by its name.
QString unitOf(const AskedOrbit& asked, const std::string& name) {
  if (name == "period") return QStringLiteral("s");
  const Mechanism& mechanism = *asked.of->instance.mechanism;
  const bool isRate = name.starts_with(velocityPrefix);
  const int coordinate = mechanism.coordinateIndex(isRate ? name.substr(velocityPrefix.size()) : name);
  if (coordinate >= 0) {
    const std::string& unit = mechanism.coordinates()[static_cast<std::size_t>(coordinate)].unit;
    return isRate ? q(unit) + QStringLiteral("/s") : variableUnit(*asked.of->scene, name, unit);
  }
  const ParameterSpec* spec = asked.of->scene->parameter(name);
  return spec ? q(spec->unit) : QString();
}

QString labelOf(const AskedOrbit& asked, const std::string& name) {
  return name == "period" ? OrbitTable::tr("period") : plainSymbol(variableLabel(*asked.of->scene, name));
}

/// The value of a name in the scene, before the search.
std::optional<double> valueBefore(const AskedOrbit& asked, const Eigen::VectorXd& velocity,
                                  const std::string& name) {
  if (name == "period") return asked.question.period;
  const SceneInstance& instance = asked.of->instance;
  const auto& coordinates = instance.mechanism->coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (coordinates[i].name == name) return instance.initial.q[k];
    if (std::string(velocityPrefix) + coordinates[i].name == name) return velocity[k];
  }
  const ParameterValue* parameter = instance.parameter(name);
  return parameter ? std::optional(parameter->value) : std::nullopt;
}

}  // namespace

OrbitTable::OrbitTable(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void OrbitTable::setOrbit(std::shared_ptr<const AskedOrbit> asked) {
  m_list.clear();
  if (asked) {
    const Orbit& orbit = asked->orbit;
    const Eigen::VectorXd velocity = initialVelocity(asked->of->instance);
    for (std::size_t i = 0; i < orbit.names.size(); ++i)
      m_list.push_back({labelOf(*asked, orbit.names[i]), unitOf(*asked, orbit.names[i]),
                        valueBefore(*asked, velocity, orbit.names[i]), orbit.values[i]});
    if (std::ranges::find(orbit.names, "period") == orbit.names.end())
      m_list.push_back(
          {labelOf(*asked, "period"), unitOf(*asked, "period"), asked->question.period, orbit.period});
    for (Eigen::Index i = 0; i < orbit.travel.size(); ++i) {
      const std::string& name = asked->question.travel[static_cast<std::size_t>(i)].first;
      m_list.push_back({tr("%1 goes on by").arg(q(name)), unitOf(*asked, name), {}, orbit.travel[i]});
    }
  }
  setRows(static_cast<int>(m_list.size()), columns());
}

std::vector<TableColumn> OrbitTable::columns() const {
  using enum TableColumn::Reads;
  const auto shown = [this](int number, double value) {
    return formatQuantity(value, row(number).unit, shownDigits);
  };
  return {
      {.title = tr("varied"),
       .tip = tr("What may change until the motion comes back to its start"),
       .text = [this](int number) { return row(number).name; },
       .csv = {{QStringLiteral("varied"), [this](int number) { return csvField(row(number).name); }}}},
      {.title = tr("scene"),
       .tip = tr("Its value in the scene, where the search begins"),
       .text =
           [this, shown](int number) {
             const auto& before = row(number).before;
             return before ? shown(number, *before) : QStringLiteral("–");
           },
       .reads = Figures,
       .csv = {{QStringLiteral("scene (SI)"),
                [this](int number) {
                  const auto& before = row(number).before;
                  return before ? csvNumber(*before) : QString();
                }}}},
      {.title = tr("orbit"),
       .tip = tr("Its value at the start of the periodic motion"),
       .text = [this, shown](int number) { return shown(number, row(number).after); },
       .reads = Figures,
       .csv = {{QStringLiteral("orbit (SI)"), [this](int number) { return csvNumber(row(number).after); }}}}};
}

MultiplierTable::MultiplierTable(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void MultiplierTable::setOrbit(std::shared_ptr<const AskedOrbit> asked) {
  m_list.clear();
  if (asked)
    for (const OrbitMap& map : asked->orbit.maps)
      for (const std::complex<double>& value : map.multipliers) m_list.push_back({value, orderingsOf(map)});
  setRows(static_cast<int>(m_list.size()), columns());
}

std::vector<TableColumn> MultiplierTable::columns() const {
  using enum TableColumn::Reads;
  const auto shown = [](const std::complex<double>& value, const QString& text) {
    constexpr double rounding = 1e-12;  // of a map of one period, whose numbers are about 1
    return value != 0.0 && std::abs(value) < rounding ? QStringLiteral("≈ 0") : text;
  };
  return {
      {.title = tr("multiplier"),
       .tip = tr("A perturbation of the start is multiplied by it in one period"),
       .text = [this, shown](int number) { return shown(row(number).value, complexText(row(number).value)); },
       .reads = Figures,
       .csv = {{QStringLiteral("real"), [this](int number) { return csvNumber(row(number).value.real()); }},
               {QStringLiteral("imaginary"),
                [this](int number) { return csvNumber(row(number).value.imag()); }}}},
      {.title = tr("size"),
       .tip = tr("Above 1 the perturbation grows"),
       .text =
           [this, shown](int number) {
             return shown(row(number).value, formatNumber(std::abs(row(number).value), shownDigits));
           },
       .reads = Figures,
       .key = [this](int number) { return SortKey{std::abs(row(number).value)}; },
       .ink =
           [this](int number) {
             constexpr double neutral = 1e-5;
             return std::abs(row(number).value) > 1 + neutral ? QVariant(theme::warningInk()) : QVariant();
           }},
      {.title = tr("orderings"),
       .tip = tr("The orderings of the ties that this map of one period follows"),
       .text = [this](int number) { return row(number).orderings; },
       .csv = {
           {QStringLiteral("orderings"), [this](int number) { return csvField(row(number).orderings); }}}}};
}

}  // namespace carom
