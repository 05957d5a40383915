#include "figures/figure_catalog.h"

#include <langinfo.h>

#include <QApplication>
#include <QTemporaryDir>
#include <clocale>
#include <cstring>

#include "audit/audit_figure.h"
#include "base/atomic_file.h"
#include "base/composition_record.h"
#include "base/free_descriptors.h"
#include "base/own_library.h"
#include "common/theme.h"
#include "design/robust_figure.h"
#include "figure/composition_figure.h"
#include "figure/figure.h"
#include "figure/font_note.h"
#include "figure/movie_file.h"
#include "figure/provenance.h"
#include "futures/futures_figure.h"
#include "futures/orbit_figure.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_parameters.h"
#include "impulse/law_sweep_figure.h"
#include "motion/indeterminacy_figure.h"
#include "motion/landscape_figure.h"
#include "motion/peer_energy_figure.h"
#include "motion/sensitivity_figure.h"
#include "motion/series_figure.h"
#include "motion/xi_curve_figure.h"
#include "orderings/ordering_graph_figure.h"
#include "outcomes/collapse_region_figure.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcomes_figure.h"
#include "papers/concave_corner_figure.h"
#include "papers/cones_figure.h"
#include "papers/configuration_space_figure.h"
#include "papers/convex_corner_figure.h"
#include "papers/drawing_figure.h"
#include "papers/joint_variables_figure.h"
#include "papers/line_variables_figure.h"
#include "papers/normal_space_figure.h"
#include "papers/normal_sphere_figure.h"
#include "papers/reflections_figure.h"
#include "papers/scheme_figure.h"
#include "plot/study_figure.h"

namespace carom {

namespace {

void refuseView(const FigureOrder& order) {
  if (!order.view.isEmpty()) throw FigureError(std::string(order.kind.name) + " takes no --view");
}

/// Constructs a figure from the snapshot, options and, where it takes one, the view.
template <typename Kind, auto... options>
std::unique_ptr<Figure> makeFigure(const FigureOrder& order) {
  if constexpr (std::is_constructible_v<Kind, SnapshotPtr, decltype(options)..., QString>) {
    return std::make_unique<Kind>(order.snapshot, options..., order.view);
  } else {
    refuseView(order);
    return std::make_unique<Kind>(order.snapshot, options...);
  }
}

/// The picture in 3D comes from a library of its own, so that the others need no OpenGL.
std::unique_ptr<Figure> makeSceneFigure(const FigureOrder& order) {
  return std::unique_ptr<Figure>(ownFunction<Figure*(const SnapshotPtr&, const QString&)>(
      "carom_viewport", "caromSceneFigure")(order.snapshot, order.view));
}

/// A sketch without a scene.
template <typename Kind>
std::unique_ptr<Figure> makeSketch(const FigureOrder& order) {
  refuseView(order);
  return std::make_unique<Kind>();
}

std::unique_ptr<Figure> makePeerEnergyFigure(const FigureOrder& order) {
  return std::make_unique<PeerEnergyFigure>(order.data);
}

/// The case of a figure of impulses with other values of its parameters, and what it is about.
LabState impulseState(const ImpulseCase& what, const QString& about, const FigureOrder& order) {
  return {withNamedValues(what, order.values), about, {}, true};
}

std::unique_ptr<Figure> makeImpulseSpaceFigure(const FigureOrder& order) {
  if (!order.values.empty()) {
    if (!order.view.isEmpty()) throw FigureError("impulse-3d takes --set or --view, not both");
    const LabState state =
        impulseState(spatialImpulseCase(), QObject::tr("Fig. 2, generic collision in space"), order);
    return std::unique_ptr<Figure>(ownFunction<Figure*(const ImpulseCase&, const QString&)>(
        "carom_viewport", "caromImpulseSpaceFigureOf")(state.what, state.title()));
  }
  return std::unique_ptr<Figure>(
      ownFunction<Figure*(const QString&)>("carom_viewport", "caromImpulseSpaceFigure")(order.view));
}

/// A figure of collision laws whose case is in the view.
template <typename Kind>
std::unique_ptr<Figure> makeLawFigure(const FigureOrder& order) {
  if (!order.values.empty()) throw FigureError(std::string(order.kind.name) + " takes no --set");
  return std::make_unique<Kind>(order.view);
}

/// A figure of collision laws: one of impulsePresets(), or the same with other values.
template <std::size_t number>
std::unique_ptr<Figure> makeImpulseFigure(const FigureOrder& order) {
  refuseView(order);
  const ImpulsePreset& preset = impulsePresets()[number];
  if (order.values.empty()) return std::make_unique<ImpulseFigure>(preset);
  return std::make_unique<ImpulseFigure>(preset, order.values);
}

std::unique_ptr<Figure> makeStudyFigure(const FigureOrder& order) {
  return std::make_unique<StudyFigure>(order.data);
}

std::unique_ptr<Figure> makeAuditFigure(const FigureOrder& order) {
  return std::make_unique<AuditFigure>(order.data);
}

std::unique_ptr<Figure> makeRobustFigure(const FigureOrder& order) {
  return std::make_unique<RobustFigure>(order.data);
}

std::unique_ptr<Figure> makeFuturesFigure(const FigureOrder& order) {
  return std::make_unique<FuturesFigure>(order.data, order.view);
}

std::unique_ptr<Figure> makeOrbitFigure(const FigureOrder& order) {
  refuseView(order);
  return std::make_unique<OrbitFigure>(order.data);
}

std::unique_ptr<Figure> makeLandscapeFigure(const FigureOrder& order) {
  return std::make_unique<LandscapeFigure>(order.snapshot, order.landscape, order.view);
}

std::unique_ptr<Figure> makeAny(const FigureOrder& order);

std::unique_ptr<Figure> makeComposition(const FigureOrder& order) {
  const Composition composition = readComposition(order.view.toUtf8());
  std::vector<CompositionPanel> panels;
  for (const FigureOrder& panel : order.panels)
    panels.push_back({std::shared_ptr<const Figure>(makeAny(panel)), panel.options.style.edits});
  return std::make_unique<CompositionFigure>(
      std::move(panels),
      CompositionFigure::Grid{composition.columns, composition.letters, composition.sharesAxes});
}

using Draws = FigureKind::Draws;
constexpr const char* breakScene = "billiard-break";
constexpr FigureKind kinds[] = {
    {"billiard-xi", "ξ over the angle of the billiard break", breakScene, Draws::Curve,
     makeFigure<XiCurveFigure>},
    {"xi-curve", "ξ over the scene's sweep parameter, its present value marked", breakScene, Draws::Curve,
     makeFigure<XiCurveFigure, true>},
    {"energy", "kinetic energy by body along an ordering", breakScene, Draws::Answer,
     makeFigure<EnergyFigure, false>},
    {"energy-time", "energy by body along time", breakScene, Draws::Answer, makeFigure<EnergyFigure, true>,
     false, "", true},
    {"momentum", "momentum along an ordering", breakScene, Draws::Answer, makeFigure<MomentumFigure, false>},
    {"momentum-time", "momentum along time", breakScene, Draws::Answer, makeFigure<MomentumFigure, true>,
     false, "", true},
    {"ordering-graph", "the merged tree of reflection orderings", breakScene, Draws::Answer,
     makeFigure<OrderingGraphFigure>, false, "", false, true},
    {"outcomes", "the outcomes as a table, with the certificate", breakScene, Draws::Answer,
     makeFigure<OutcomesFigure>, false, "", false, true},
    {"plot", "any quantities of the run over time, or over one another", breakScene, Draws::Answer,
     makeFigure<SeriesFigure>, false, "", true},
    {"growth", "how much perturbations of the start grow along the run", "double-pendulum", Draws::Answer,
     makeFigure<GrowthFigure>, false, "", true},
    {"outcome-set", "outcomes, their hulls and p⁻ along two principal axes", breakScene, Draws::Answer,
     makeFigure<OutcomeSetFigure>, true},
    {"collapse-region", "where inelastic orderings never end, over G and e, with the scene's pairs",
     breakScene, Draws::Answer, makeFigure<CollapseRegionFigure>},
    {"cones", "which ordering a perturbation of two coordinates follows at an impact", breakScene,
     Draws::Answer, makeFigure<ConesFigure>},
    {"difference", "how far two orderings are apart, reflection by reflection", breakScene, Draws::Comparison,
     makeFigure<DifferenceFigure, false>},
    {"difference-time", "the same along time", breakScene, Draws::Comparison,
     makeFigure<DifferenceFigure, true>, false, "theta=120deg", true},
    {"scene", "the bodies and their velocities after the impact, in 3D", breakScene, Draws::Answer,
     makeSceneFigure, false, "", true},
    {"bullet-energy", "energy that the engine Bullet gains or loses in a cradle of three balls, from --data",
     "newtons-cradle", Draws::Measurements, makePeerEnergyFigure},
    {"landscape", "G over two parameters, with the curves of unique designs and its extremes", breakScene,
     Draws::Landscape, makeLandscapeFigure, false, "theta=120deg"},
    {"rhex-landscape", "[SM12] Fig. 2: G of RHex over knee and hip, with its extremes", "rhex",
     Draws::Landscape, makeLandscapeFigure},
    {"billiard-xi-large", "billiard-xi with a large ball, r_c = 2.86 r_a", breakScene, Draws::Curve,
     makeFigure<XiCurveFigure>, false, "rc=2.86*ra"},
    {"billiard-scheme", "balls in the plane with their velocities and angles, [SM14] Fig. 4", breakScene,
     Draws::Answer, makeFigure<SchemeFigure>, false, "theta=70deg"},
    {"drawing", "a planar scene with velocities or momenta at any moment, as lines and surfaces", breakScene,
     Draws::Answer, makeFigure<DrawingFigure>},
    {"reflections", "why two contacts end in a feasible momentum, [SM14] Fig. 3", "line-and-wall",
     Draws::Answer, makeFigure<ReflectionsFigure>, false, "first=1.5"},
    {"normal-space", "orderings as paths of reflections in the plane N of two normals, [SM14]", breakScene,
     Draws::Answer, makeFigure<NormalSpaceFigure>, false, "theta=140deg"},
    {"normal-sphere", "the sphere of momenta of two or three contacts with its feasible part, [SM10] Fig. 6",
     breakScene, Draws::Answer, makeFigure<NormalSphereFigure>, false, "theta=140deg"},
    {"configuration-space", "two coordinates, their feasible region and the motion, [SM10] Fig. 4",
     "line-and-wall", Draws::Answer, makeFigure<ConfigurationSpaceFigure>, false, "first=2"},
    {"convex-corner", "a point hits a convex corner, [SM10] Fig. 1", "", Draws::Impulses,
     makeSketch<ConvexCornerFigure>},
    {"concave-corner", "a point hits a concave corner, [SM10] Fig. 2", "", Draws::Impulses,
     makeSketch<ConcaveCornerFigure>},
    {"line-variables", "balls in a line at a wall with their configuration variables, [SM10] Fig. 3",
     "line-and-wall", Draws::Answer, makeFigure<LineVariablesFigure>},
    {"cradle-variables", "three balls in a line with their configuration variables, [SM10] Fig. 5",
     "newtons-cradle", Draws::Answer, makeFigure<LineVariablesFigure, LineVariablesFigure::End::Free>, false,
     "n=3"},
    {"rhex-stances", "three stances of RHex on both feet, [SM12] Fig. 3", "rhex", Draws::Answer,
     makeFigure<StancesFigure>},
    {"trex-stances", "three stances of TREX on its tail and a foot, [SM14] Fig. 7", "trex", Draws::Answer,
     makeFigure<StancesFigure, StancesFigure::Robot::Trex>},
    {"rhex-variables", "RHex with its configuration variables, [SM12] Fig. 1", "rhex", Draws::Answer,
     makeFigure<JointVariablesFigure>},
    {"trex-variables", "TREX with its configuration variables, [SM14] Fig. 6", "trex", Draws::Answer,
     makeFigure<JointVariablesFigure, JointVariablesFigure::Robot::Trex>},
    {"sensitivity", "how parameters turn normals against each other, and what of ξ that makes, [SM12] (18)",
     "rhex", Draws::Answer, makeFigure<SensitivityFigure>},
    {"trex-indeterminacy",
     "ξ of two mechanisms, TREX with orthogonal contacts and with straight legs, after a drop, [SM14] Fig. 8",
     "trex", Draws::Answer, makeFigure<IndeterminacyFigure>, false, "drop=17cm"},
    {"impulse-2d-1", "impulse space, [CR98] Fig. 1: permissible region of a generic collision", "",
     Draws::Impulses, makeImpulseFigure<0>},
    {"impulse-2d-3a", "impulse space, [CR98] Fig. 3a: its construction", "", Draws::Impulses,
     makeImpulseFigure<1>},
    {"impulse-2d-3b", "impulse space, [CR98] Fig. 3b: Routh's law and its path", "", Draws::Impulses,
     makeImpulseFigure<2>},
    {"impulse-2d-3c", "impulse space, [CR98] Fig. 3c: Smith's law", "", Draws::Impulses,
     makeImpulseFigure<3>},
    {"impulse-2d-3d", "impulse space, [CR98] Fig. 3d: Whittaker's law", "", Draws::Impulses,
     makeImpulseFigure<4>},
    {"impulse-2d-4", "impulse space, [CR98] Fig. 4: laws at a generic collision", "", Draws::Impulses,
     makeImpulseFigure<5>},
    {"impulse-2d-5", "impulse space, [CR98] Fig. 5: laws at a collision of spheres or discs", "",
     Draws::Impulses, makeImpulseFigure<6>},
    {"impulse-2d-6", "impulse space, [CR98] Fig. 6: laws at a grazing collision", "", Draws::Impulses,
     makeImpulseFigure<7>},
    {"impulse-2d-7", "impulse space, [CR98] Fig. 7: laws for infinite friction", "", Draws::Impulses,
     makeImpulseFigure<8>},
    {"impulse-2d-8", "impulse space, [CR98] Fig. 8: laws at a pendulum's collision", "", Draws::Impulses,
     makeImpulseFigure<9>},
    {"impulse-2d-9", "impulse space, [CR98] Fig. 9: impulses with e > 1 that lose energy", "",
     Draws::Impulses, makeImpulseFigure<10>},
    {"impulse-2d", "impulse space of a case of one's own, as the window copies it", "", Draws::Impulses,
     makeLawFigure<ImpulseFigure>},
    {"law-sweep", "answers of collision laws over a quantity of a case", "", Draws::Impulses,
     makeLawFigure<LawSweepFigure>},
    {"impulse-3d", "impulse space of an impact in space, [CR98] Fig. 2", "", Draws::Impulses,
     makeImpulseSpaceFigure},
    {"composition", "figures in a grid with letters; [SM14] Figs. 4 and 5 where --compose names no others",
     "", Draws::Panels, makeComposition},
    {"study", "a measure of a study over one or two parameters, from --data: see carom study plot",
     breakScene, Draws::Measurements, makeStudyFigure},
    {"robust",
     "how much tolerances change G, and the distribution of ξ, from --data: see carom robust --json",
     breakScene, Draws::Measurements, makeRobustFigure},
    {"futures", "how far futures spread over time, and their entropy, from --data: see carom futures --json",
     breakScene, Draws::Measurements, makeFuturesFigure},
    {"orbit", "multipliers of a periodic orbit beside the unit circle, from --data: see carom orbit --json",
     breakScene, Draws::Measurements, makeOrbitFigure},
    {"audit", "energy of the jumps of an audited recording, from --data: see carom audit --csv", breakScene,
     Draws::Measurements, makeAuditFigure},
};

void (*fatal)(const QString& why) = nullptr;

/// Discards messages of Qt, but for the reason of a fatal end.
void passOnLastWords(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtFatalMsg) fatal(message);
}

/// Lets Qt draw without a display, in a locale with UTF-8.
void prepareQt() {
  constexpr int files = 8;        // with less, GLib ends the process
  constexpr int mebibytes = 160;  // with less, fontconfig crashes
  for (const std::string& problem : {descriptorProblem(files), addressProblem(mebibytes)})
    if (!problem.empty()) fatal(QString::fromStdString(problem));
  qInstallMessageHandler(passOnLastWords);
  QHashSeed::setDeterministicGlobalSeed();  // fonts of a PDF are named in the order of a hash
  qputenv("QT_QPA_PLATFORM", "offscreen");
  std::setlocale(LC_ALL, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) qputenv("LC_ALL", "C.UTF-8");
}

void prepare(void (*onFatal)(const QString& why), const std::function<void()>& work) {
  fatal = onFatal;
  prepareQt();
  int argc = 1;
  char program[] = "carom";
  char* argv[] = {program, nullptr};
  const QApplication application(argc, argv);
  theme::apply(theme::Scheme::Light);
  work();
}

/// Measurements that were part of a figure are put where the figure reads them.
std::unique_ptr<Figure> makeAny(const FigureOrder& order) {
  if (order.dataText.isEmpty()) return order.kind.make(order);
  const QTemporaryDir folder;
  FigureOrder kept = order;
  kept.data = folder.filePath(order.data);
  writeWhole(kept.data, order.dataText);
  return order.kind.make(kept);
}

QString write(const FigureOrder& order) {
  const auto figure = makeAny(order);
  if (order.path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
    writeWhole(order.path, figure->csv().toUtf8());
    return {};
  }
  writeFigure(*figure, order.path, order.options);
  return commandLineOf(*figure, figureFormat(order.path), order.options);
}

bool writeMovie(const FigureOrder& order, const MovieOrder& wanted) {
  const std::unique_ptr<Movie> movie(
      ownFunction<Movie*(const SnapshotPtr&, const QString&, const MovieOptions&)>(
          "carom_viewport", "caromSceneMovie")(order.snapshot, order.view, wanted.options));
  MovieFile file(wanted.path, wanted.options.size, wanted.options.fps,
                 movieRecordOf(*order.kind.make(order), wanted.path, wanted.options));
  for (int i = 0; i < movie->frameCount(); ++i) {
    if (!wanted.goOn(static_cast<double>(i) / movie->frameCount())) return false;
    file.add(movie->frame(i));
  }
  file.finish();
  return true;
}

}  // namespace

}  // namespace carom

const carom::FigureLibrary* caromFigureLibrary() {
  static const carom::FigureLibrary library{carom::kinds, carom::prepare,  carom::makeAny,
                                            carom::write, carom::fontNote, carom::writeMovie};
  return &library;
}
