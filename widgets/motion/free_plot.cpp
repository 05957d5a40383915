#include "base/coordinate_symbol.h"
#include "base/joined_units.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "motion/plot_preset.h"

namespace carom {

namespace {

QString kindWord(RunQuantity::Kind kind) {
  switch (kind) {
    case RunQuantity::Kind::Time:
      return QObject::tr("time");
    case RunQuantity::Kind::Coordinate:
      return QObject::tr("coordinate");
    case RunQuantity::Kind::Velocity:
      return QObject::tr("velocity");
    case RunQuantity::Kind::Momentum:
      return QObject::tr("momentum");
    case RunQuantity::Kind::Gap:
      return QObject::tr("gap");
    case RunQuantity::Kind::Impulse:
      return QObject::tr("impulse");
    case RunQuantity::Kind::Kinetic:
    case RunQuantity::Kind::Energy:
      return QObject::tr("energy");
    case RunQuantity::Kind::Growth:
      return QObject::tr("growth");
    case RunQuantity::Kind::Difference:
      return QObject::tr("difference");
  }
  return {};
}

/// How one curve looks: runs differ by colour where there is one quantity or where runs are kept, else by
/// their lines.
struct Look {
  QColor color;
  Qt::PenStyle line;
};
Look lookOf(const SeriesView& view, std::size_t run, std::size_t quantity) {
  constexpr Qt::PenStyle lines[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                    Qt::DashDotDotLine};
  const QColor& own = view.runs[run].color;
  const QColor color = own.isValid() ? own : theme::categorical(static_cast<int>(run));
  if (view.quantities.size() == 1) return {color, run == 0 || own.isValid() ? lines[0] : lines[1]};
  if (view.hasKeptRuns()) return {color, lines[quantity % std::size(lines)]};
  return {theme::categorical(static_cast<int>(quantity)), lines[run % std::size(lines)]};
}

/// "energy (J)"; a number without a unit has none.
QString withUnit(const QString& words, const QString& unit) {
  return unit.isEmpty() || unit == QLatin1String("1") ? words : QStringLiteral("%1 (%2)").arg(words, unit);
}

/// The caption of one quantity: "x_a (m)", "gap of ac (m)".
AxisCaption captionOf(const RunQuantity& quantity) {
  const QString symbol = quantity.kind == RunQuantity::Kind::Coordinate
                             ? coordinateSymbol(QString::fromStdString(quantity.of))
                             : QString();
  return {symbol, withUnit(symbol.isEmpty() ? nameOf(quantity) : QString(), unitOf(quantity)).trimmed()};
}

/// "gap of ac (m)" where there is one quantity, else "velocity, energy (m/s, J)": of one axis.
QString axisWords(const SeriesView& view, bool left) {
  QStringList kinds, units;
  for (std::size_t k = 0; k < view.quantities.size(); ++k)
    if (view.isLeft(k) == left) {
      kinds += kindWord(view.quantities[k].kind);
      units += unitOf(view.quantities[k]);
    }
  if (kinds.isEmpty()) return {};
  kinds.removeDuplicates();
  const QString words =
      view.quantities.size() == 1 ? nameOf(view.quantities.front()) : kinds.join(QStringLiteral(", "));
  return withUnit(words, joinedUnits(units));
}

void addLegend(PlotContent& content, const SeriesView& view) {
  // Runs first: they are few, and of many quantities only some have room.
  const bool isOne = view.quantities.size() == 1 || view.hasKeptRuns();
  for (std::size_t r = 0; r < view.runs.size() && view.runs.size() > 1; ++r) {
    const Look look = lookOf(view, r, 0);
    content.legend.push_back({view.runs[r].name, isOne ? look.color : theme::quietInk(),
                              LegendEntry::Mark::Line,
                              view.quantities.size() > 1 && view.hasKeptRuns() ? Qt::SolidLine : look.line});
  }
  if (view.quantities.size() == 1) return;  // the axis has its name
  for (std::size_t k = 0; k < view.quantities.size(); ++k) {
    const QString side = view.isLeft(k) ? QString() : QObject::tr(" (right)");
    const Look look = lookOf(view, 0, k);
    const bool byStroke = view.hasKeptRuns();
    content.legend.push_back({plotNameOf(view.quantities[k]) + side,
                              byStroke ? theme::quietInk() : look.color, LegendEntry::Mark::Line,
                              byStroke ? look.line : Qt::SolidLine});
  }
}

PlotContent freeContent(const SeriesView& view) {
  PlotContent content;
  for (std::size_t r = 0; r < view.runs.size(); ++r)
    for (std::size_t k = 0; k < view.quantities.size(); ++k) {
      const SeriesView::Run& run = view.runs[r];
      if (!run.quantities[k]) continue;
      PlotCurve curve = curveOf(view, r, k);
      curve.column = QStringLiteral("%1 [%2]").arg(curve.key, curve.unit);
      curve.isLeft = view.isLeft(k);
      curve.anew = run.motion->turnsAnew(*run.quantities[k]);
      if (run.over) {
        const std::vector<bool> over = run.motion->turnsAnew(*run.over);
        for (std::size_t i = 0; i < over.size(); ++i) curve.anew[i] = curve.anew[i] || over[i];
      }
      const Look look = lookOf(view, r, k);
      curve.color = look.color;
      curve.line = look.line;
      if (r > 0) curve.width = 1.1;
      content.curves.push_back(std::move(curve));
    }
  content.x = view.isPhase() ? captionOf(view.over) : AxisCaption{QStringLiteral("t"), QStringLiteral("(s)")};
  content.y = view.quantities.size() == 1 && view.isLeft(0) ? captionOf(view.quantities.front())
                                                            : AxisCaption{{}, axisWords(view, true)};
  content.right = axisWords(view, false);
  addLegend(content, view);
  return content;
}

QString freeNotice(const SeriesView& view) {
  if (const QString notice = motionNotice(view); !notice.isEmpty()) return notice;
  if (view.quantities.empty()) return QObject::tr("This scene has nothing that moves.");
  if (view.quantities.size() == 1 && view.quantities[0].kind == RunQuantity::Kind::Growth &&
      !view.runs.empty())
    if (const std::string why = view.runs.front().motion->whyNoGrowth(); !why.empty())
      return QObject::tr("The growth of perturbations is not known: %1.").arg(q(why));
  return {};
}

}  // namespace

const PlotPreset freePlot{"plot",      "plots",       QT_TRANSLATE_NOOP("QObject", "Plot"),
                          true,        freeNotice,    nullptr,
                          freeContent, theme::accent, nullptr};

}  // namespace carom
