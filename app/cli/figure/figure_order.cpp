#include "cli/figure/figure_order.h"

#include <cctype>
#include <cmath>

#include "base/composition_record.h"
#include "base/file_bytes.h"
#include "base/near_names.h"
#include "base/own_library.h"
#include "base/qt_text.h"
#include "cli/figure/figure_shown.h"
#include "cli/given_file.h"
#include "cli/options.h"
#include "scene/expression/expression.h"
#include "scene/expression/units.h"

namespace carom {

namespace {

/// A figure of measurements draws them and nothing else, a figure of impulses the impact that it is about.
void checkData(const FigureArguments& options, const FigureKind& kind) {
  const bool draws = kind.draws == FigureKind::Draws::Measurements;
  if (draws && !options.has("data"))
    throw CommandError(
        ExitStatus::CommandFault,
        "figure " + options.name + ": expected --data FILE" +
            (options.name == "study"     ? ".csv, which `carom study plot` makes"
             : options.name == "audit"   ? ".csv, which `carom audit SCENE TRAJECTORY --csv FILE` writes"
             : options.name == "futures" ? ".json, which `carom futures --json` prints"
             : options.name == "orbit"   ? ".json, which `carom orbit --json` prints"
             : options.name == "robust"  ? ".json, which `carom robust --json` prints"
                                         : ".csv, which `carom bench peers -o FILE.csv` writes"));
  if (!draws && options.has("data"))
    throw CommandError(ExitStatus::CommandFault, "figure " + options.name + ": takes no --data");
  if (kind.draws == FigureKind::Draws::Impulses && options.has("scene"))
    throw CommandError(ExitStatus::CommandFault, "figure " + options.name + ": takes no --scene");
}

/// The SI unit of the unit at the end of a text, "m/s" of "3cm/s"; empty where there is none.
std::string unitAtEnd(const std::string& text) {
  const Unit* longest = nullptr;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name) || text.size() == unit.name.size()) continue;
    const auto before = static_cast<unsigned char>(text[text.size() - unit.name.size() - 1]);
    if (!std::isalpha(before) && (!longest || unit.name.size() > longest->name.size())) longest = &unit;
  }
  return longest ? std::string(longest->si) : std::string();
}

/// Numbers of `--set`, which may be "inf".
std::vector<NamedValue> impulseValues(const std::vector<std::string>& texts) {
  std::vector<NamedValue> numbers;
  for (const auto& [name, text] : parseAssignments(texts)) try {
      const bool isInfinite = text == "inf" || text == "∞";
      numbers.push_back({name, isInfinite ? HUGE_VAL : Expression(text, {}, nullptr)(), unitAtEnd(text)});
    } catch (const ExpressionError& error) {
      throw CommandError(ExitStatus::CommandFault, "--set " + name + ": " + error.what());
    }
  return numbers;
}

/// The scheme of the billiard break beside its ξ, [SM14] Figs 4 and 5.
QByteArray usualComposition() {
  Composition composition;
  for (const char* name : {"billiard-scheme", "billiard-xi"}) composition.panels.emplace_back().name = name;
  return compositionText(composition);
}

}  // namespace

const FigureLibrary& figures() {
  return *ownFunction<const FigureLibrary*()>("carom_figures", "caromFigureLibrary")();
}

const FigureKind& figureKind(const std::string& name) {
  std::vector<std::string> known;
  for (const FigureKind& kind : figures().kinds) {
    if (name == kind.name) return kind;
    known.emplace_back(kind.name);
  }
  throw CommandError(ExitStatus::CommandFault,
                     "figure: unknown figure \"" + name + "\"; expected " + expectedName(name, known));
}

std::optional<Ordered> orderOf(const FigureArguments& given, const FigureOptions& file, LongWork& work) {
  FigureArguments arguments = given;
  if (arguments.text("data") == "-") {
    arguments.dataText = readGiven("-", std::size_t(mostMeasurements) + 1, "measurements");
    arguments.set("data", standardInputName);
    if (arguments.dataText.empty())
      throw CommandError(ExitStatus::InputFault, std::string(standardInputName) + ": has no measurements");
  }
  const FigureKind& kind = figureKind(arguments.name);
  checkData(arguments, kind);
  const Shown shown = needsSnapshot(kind) ? computeShown(arguments, kind, work) : Shown{};
  if (kind.draws == FigureKind::Draws::Curve && !shown.snapshot->curve) return std::nullopt;
  if (shown.landscape && !shown.landscape->table.complete) return std::nullopt;
  Ordered ordered{{kind,
                   shown.snapshot,
                   {},
                   file,
                   q(arguments.text("data")),
                   QByteArray::fromStdString(arguments.dataText),
                   q(arguments.text("view")),
                   shown.landscape},
                  shown.complete};
  if (kind.draws == FigureKind::Draws::Impulses) ordered.order.values = impulseValues(arguments.list("set"));
  if (kind.draws != FigureKind::Draws::Panels) return ordered;
  if (ordered.order.view.isEmpty()) ordered.order.view = QString::fromUtf8(usualComposition());
  for (const FigureArguments& panel : readComposition(ordered.order.view.toUtf8()).panels) {
    if (figureKind(panel.name).draws == FigureKind::Draws::Panels)
      throw CommandError(ExitStatus::CommandFault, "composition: a panel is a composition itself");
    auto part = orderOf(panel, fileOptionsOf(panel), work);
    if (!part) return std::nullopt;
    ordered.complete = ordered.complete && part->complete;
    ordered.order.panels.push_back(std::move(part->order));
  }
  return ordered;
}

}  // namespace carom
