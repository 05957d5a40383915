// A thousand legal but extreme scenes are resolved and moved for a second: each has an answer of finite
// numbers or says which limit it met, within 10 s and 2 GB. The limits are those of a window's preview, so
// that a thousand take seconds; with CAROM_FULL=1 they are those of the command line. CAROM_SCENES=5000
// CAROM_SEED=7 makes more and other scenes, CAROM_TELL=0.5 tells which take longer (s), CAROM_ONLY=42 makes
// one alone and prints it.
#include <sys/resource.h>

#include <QStringList>
#include <ctime>

#include "impact/impact_report.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/extreme_scenes.h"
#include "support/test_program.h"

using namespace carom;

namespace {

constexpr double mostSeconds = 10 * tests::patience;  // of one scene
constexpr double mostMegabytes = 2048;

int numberFrom(const char* variable, int otherwise) {
  return qEnvironmentVariableIsSet(variable) ? qEnvironmentVariableIntValue(variable) : otherwise;
}

/// Of the processor: what others do on the machine does not count.
double secondsSpent() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peakMegabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The impact at the initial state; empty where nothing touches.
std::optional<ImpactProblem> impactOf(const SceneInstance& instance) {
  return impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
}

/// What is wrong with a report; empty where nothing is.
QString faultOf(const ImpactReport& report) {
  const bool limited = report.limit() != Limit::None;
  if (limited && std::string_view(toString(report.limit())).empty()) return "a limit without a name";
  if (report.jammed()) return report.outcomes.empty() ? QString() : "a jam with outcomes";
  if (report.outcomes.empty() && !limited) return "neither an outcome nor a limit";
  if (!report.complete() && !limited) return "part of an answer without a limit";
  for (const Outcome& outcome : report.outcomes)
    if (!outcome.momentum.allFinite() || !outcome.velocity.allFinite() || !outcome.impulses.allFinite() ||
        !std::isfinite(outcome.energyLoss))
      return "an outcome that is not finite";
  const Indeterminacy& xi = report.indeterminacy;
  if (!std::isfinite(xi.xi) || std::isnan(xi.lower) || std::isnan(xi.upper) || xi.lower > xi.upper)
    return QString("ξ = %1 in [%2, %3]").arg(xi.xi).arg(xi.lower).arg(xi.upper);
  return {};
}

QString faultOf(const Trajectory& run, const MotionOptions& options) {
  if (!run.complete && (run.stopKind == StopKind::None || run.stopReason.empty()))
    return "a run that is cut without a reason";
  if (run.complete && run.stopKind != StopKind::None) return "a reason to stop of a whole run";
  for (const double t : {run.start(), run.end(), 0.5 * (run.start() + run.end())})
    if (!std::isfinite(t) || !run.configuration(t).allFinite() || !run.velocity(t).allFinite() ||
        !std::isfinite(run.flow(t).given()))
      return QString("a state that is not finite at %1 s").arg(t);
  if (run.complete && run.end() < options.duration * (1 - 1e-12)) return "a run that ends early";
  return {};
}

bool hasFullLimits() {
  return qEnvironmentVariableIsSet("CAROM_FULL");
}

ResolveOptions resolveOptions() {
  ResolveOptions options;
  if (hasFullLimits()) return options;
  options.limits.maxStates = 20'000;
  options.limits.maxComparisons = 1'000'000;
  options.minimalityChecks = 2'000;
  options.samplePastLimit = {64, 1, 500'000};
  return options;
}

/// A second in steps of a millisecond, as `carom simulate SCENE --until 1` has it.
MotionOptions motionOptions() {
  MotionOptions options;
  options.duration = 1;
  options.mostNodes = 2;
  options.maxSteps = hasFullLimits() ? 2'000'000 : 1000;
  options.maxImpacts = hasFullLimits() ? options.maxImpacts : 100;
  options.maxBytes = std::size_t{1} << (hasFullLimits() ? 29 : 21);
  return options;
}

}  // namespace

class ExtremeScenesTest : public QObject {
  Q_OBJECT
 private slots:
  void everySceneHasAnAnswerOrALimit();
};

void ExtremeScenesTest::everySceneHasAnAnswerOrALimit() {
  const int count = numberFrom("CAROM_SCENES", 1000), only = numberFrom("CAROM_ONLY", -1);
  const auto seed = static_cast<unsigned>(numberFrom("CAROM_SEED", 1));
  const double tell = qEnvironmentVariable("CAROM_TELL", "1e9").toDouble();
  int answered = 0, limited = 0, refused = 0;
  double slowest = 0;
  QStringList faults;
  for (int i = 0; i < count; ++i) {
    if (only >= 0 && i != only) continue;
    extreme::ExtremeDice dice(seed * 1'000'000 + static_cast<unsigned>(i));
    const std::string text = extreme::scene(dice).dump(1);
    if (only >= 0) puts(text.c_str());
    const double begin = secondsSpent();
    QStringList wrong;
    double resolved = 0;
    bool limit = false;
    QString told;
    try {
      const SceneInstance instance = Scene::parse(text, "extreme.carom.json")->instantiate();
      if (const auto problem = impactOf(instance)) {
        const ImpactReport report = resolveImpact(*problem, resolveOptions());
        wrong += faultOf(report);
        limit = report.limit() != Limit::None;
        told = QString("%1 contacts, %2 states, %3")
                   .arg(problem->contactCount())
                   .arg(report.graph ? report.graph->nodeCount() : 0)
                   .arg(toString(report.limit()).data());
      }
      resolved = secondsSpent() - begin;
      const MotionOptions options = motionOptions();
      const Trajectory run = runMotion(*instance.mechanism, instance.initial, options);
      wrong += faultOf(run, options);
      limit = limit || !run.complete;
      told += "; " + QString::fromStdString(run.stopReason) + QString(" %1 impacts").arg(run.impacts.size());
      ++(limit ? limited : answered);
    } catch (const SceneError& error) {
      ++refused;
      if (only >= 0) puts(error.what());
      if (qEnvironmentVariableIsSet("CAROM_REFUSED")) qInfo("%d refused: %s", i, error.what());
    } catch (const ImpactError&) {  // a law that does not fit these masses
      ++refused;
    } catch (const std::exception& error) {
      wrong += error.what();
    }
    const double seconds = secondsSpent() - begin;
    slowest = std::max({slowest, resolved, seconds - resolved});
    if (seconds >= tell)
      qInfo("%d: %.2f s, of which resolve %.2f s; %s", i, seconds, resolved, qPrintable(told));
    if (std::max(resolved, seconds - resolved) > mostSeconds) wrong += QString("%1 s").arg(seconds);
    wrong.removeAll(QString());
    if (!wrong.isEmpty()) faults += QString("%1: %2 (%3)").arg(i).arg(wrong.join(", "), told);
  }
  qInfo("%d answered, %d with a limit, %d refused; the slowest took %.2f s, %.0f MB at most", answered,
        limited, refused, slowest, peakMegabytes());
  QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
  if (only >= 0) return;
  QVERIFY2(5 * refused < count, "more than a fifth is refused: the generator makes nothing of use");
  QVERIFY(peakMegabytes() < mostMegabytes);
}

CAROM_TEST(ExtremeScenesTest);
#include "tst_extreme_scenes.moc"
