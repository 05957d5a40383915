// The panel of audits: what it reads, its table, and what it gives to the time line, the views and the
// outcomes.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <cmath>

#include "answer/audit/jump_impact.h"
#include "answer/audit/recorded_impulse.h"
#include "answer/impact_of_run.h"
#include "audit/audit_figure.h"
#include "audit/audit_model.h"
#include "audit/audit_panel.h"
#include "base/audit_words.h"
#include "base/random.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_panel.h"
#include "laws/impulse_diagram_laws.h"
#include "orderings/graph_menu.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "support/recorded_edits.h"
#include "support/settle.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "timeline/player.h"
#include "timeline/timeline_axis.h"

using namespace carom;

namespace {

/// A ball above a floor, with the e of their contact.
std::shared_ptr<const Scene> ballAboveFloor(const char* e) {
  return Scene::parse(std::string(R"({"format": 1, "gravity": [0, -9.81, 0], "defaults": {"restitution": )") +
                          e +
                          R"(}, "bodies": [
    {"name": "ball", "joints": ["y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "initial": {"q": {"ball.y": 0.6}}})",
                      "ball");
}

/// Samples of a run as CSV, with noise.
QByteArray samples(const Snapshot& of, double step, double until, double noise, std::uint64_t seed) {
  Random random(seed);
  const auto& coordinates = of.instance.mechanism->coordinates();
  QByteArray text = "time";
  for (const auto& each : coordinates) text += ',' + QByteArray::fromStdString(each.name);
  text += '\n';
  for (double t = 0.4 * step; t < until; t += step) {
    const Eigen::VectorXd q = of.trajectory->configuration(t);
    text += QByteArray::number(t, 'g', 12);
    for (const double each : q) text += ',' + QByteArray::number(each + noise * random.normal(), 'g', 15);
    text += '\n';
  }
  return text;
}

}  // namespace

class TestAuditPanel : public QObject {
  Q_OBJECT

  Selection m_selection;
  QTemporaryDir m_folder;
  std::unique_ptr<AuditPanel> m_panel;
  std::shared_ptr<const ShownAudit> m_shown;
  SnapshotPtr m_of;  ///< a tilted rod, whose ends hit one after the other

  QString put(const char* name, const QByteArray& text) {
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
    return file.fileName();
  }
  QTableView* table() const { return m_panel->findChild<QTableView*>("auditTable"); }
  QString reasons() const { return m_panel->findChild<QLabel*>("auditReasons")->text(); }
  void open(const QString& file) {
    m_panel->open(file);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isAuditing(); }, 60'000 * tests::patience));
  }
  /// Chooses a jump and waits for what is known of it.
  void choose(int jump) {
    table()->setCurrentIndex(table()->model()->index(jump, 0));
    QVERIFY(QTest::qWaitFor([&] { return m_shown && m_shown->jump == jump && m_shown->impact; },
                            60'000 * tests::patience));
  }

 private slots:
  void initTestCase() { m_of = makeSnapshot("falling-rod", {{"tilt", "1deg"}}); }
  void init() {
    m_panel = std::make_unique<AuditPanel>(&m_selection);
    m_panel->resize(700, 320);
    connect(m_panel.get(), &AuditPanel::auditChanged, this, [this](const auto& shown) { m_shown = shown; });
    m_panel->setSnapshot(m_of);
    tests::showActive(m_panel.get());
  }
  void cleanup() {
    m_panel.reset();
    m_shown.reset();
  }

  /// The jumps are the impacts of the run that was sampled, by their words.
  void theJumpsOfARunAreItsImpacts() {
    QAbstractItemModelTester tester(const_cast<AuditModel*>(m_panel->model()),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    const double until = m_of->trajectory->end();
    open(put("rod.csv", samples(*m_of, 2e-3, until, 1e-4, 1)));
    QVERIFY2(m_panel->answer(), qPrintable(reasons()));
    const auto& jumps = m_panel->answer()->audited.report.jumps;
    QCOMPARE(m_panel->model()->rowCount(), static_cast<int>(jumps.size()));
    const auto jumpOf = [&](const ImpactEvent& impact) {
      return std::ranges::find_if(
          jumps, [&](const ExplainedJump& jump) { return std::abs(jump.time - impact.time) < 2e-3; });
    };
    std::size_t found = 0, inside = 0;
    for (const ImpactEvent& impact : m_of->trajectory->impacts) {
      const auto jump = jumpOf(impact);
      inside += impact.time > 0.02 && impact.time < until - 0.02;
      if (jump == jumps.end()) continue;
      ++found;
      QVERIFY(jump->verdict == JumpVerdict::Explained);
      std::vector<int> word;
      for (const ContactIndex c : impact.word) word.push_back(impact.contacts[c]);
      QVERIFY(jump->words.front().word == word);
    }
    QVERIFY(inside >= 4 && found >= inside);
    QCOMPARE(found, jumps.size());
  }

  /// A jump that is chosen moves the time there; Carom's own motion starts there, at the recorded momentum.
  void aChosenJumpIsShown() {
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 2)));
    const auto& jumps = m_panel->answer()->audited.report.jumps;
    QVERIFY(jumps.size() >= 2);
    QSignalSpy paused(m_panel.get(), &AuditPanel::jumpChosen);
    choose(1);
    QCOMPARE(m_selection.moment().time, jumps[1].time);
    QCOMPARE(paused.size(), 1);
    const Trajectory& own = *m_shown->impact->continuation;
    QCOMPARE(own.start(), jumps[1].time);
    QVERIFY(std::abs(own.end() - m_shown->end()) < 1e-9);
    // It is the sampled run again, but for the errors of the fit, until those grow.
    const double soon = jumps[1].time + 0.01;
    QVERIFY((own.configuration(soon) - m_of->trajectory->configuration(soon)).norm() < 1e-3);
    QVERIFY2(reasons().contains("Energy changed by"), qPrintable(reasons()));
    // The moment of another jump marks its row.
    m_selection.setMoment({jumps[0].time, -1, 0});
    QCOMPARE(table()->currentIndex().row(), 0);
  }

  /// Where the recorded bodies bounce with another e than those of the scene, the motion has the recorded e.
  void theMotionFromAJumpHasTheFittedRestitution() {
    SnapshotRequest recorded, asked;
    recorded.scene = ballAboveFloor("0.7");
    asked.scene = ballAboveFloor("1");
    recorded.settings.run.duration = asked.settings.run.duration = 1;
    const SnapshotPtr of = answerTo(std::move(recorded));
    m_panel->setSnapshot(answerTo(std::move(asked)));
    QVERIFY(of->trajectory->impacts.size() >= 2);
    open(put("ball.csv", samples(*of, 2e-3, 0.99, 1e-5, 7)));
    QVERIFY2(m_panel->answer(), qPrintable(reasons()));
    choose(0);
    QVERIFY(m_shown->impact->continuation);
    for (const double t : {0.4, 0.6, 0.9}) {
      const double own = m_shown->impact->continuation->configuration(t)[0],
                   sampled = of->trajectory->configuration(t)[0];
      QVERIFY2(std::abs(own - sampled) < 2e-3,
               qPrintable(QStringLiteral("%1: %2, %3").arg(t).arg(own).arg(sampled)));
    }
  }

  /// A disc that slides onto a floor: the recorded impulse is that of the run, within its error, and impulse
  /// space shows it until the impact is another one.
  void aRecordedImpulseIsInImpulseSpace() {
    SnapshotRequest request;
    request.scene = Scene::parse(R"({"format": 1, "gravity": [0, -9.81, 0],
      "defaults": {"restitution": 0.6, "friction": 0.15, "law": "routh"}, "bodies": [
      {"name": "disc", "joints": ["planar"], "mass": 2, "inertia": 0.01, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "initial": {"q": {"disc.y": 0.4}, "velocity": {"disc.x": 2}}})",
                                 "disc");
    request.settings.run.duration = 0.5;
    const SnapshotPtr of = answerTo(std::move(request));
    const Eigen::MatrixXd momenta = wholeImpactOf(*of, 0).momenta;
    const Eigen::VectorXd change = momenta.rightCols<1>() - momenta.col(0);
    QVERIFY(std::abs(change[0] / change[1] + 0.15) < 1e-9);  // it slides throughout
    m_panel->setSnapshot(of);
    open(put("disc.csv", samples(*of, 2e-3, 0.49, 1e-5, 8)));
    QVERIFY2(m_panel->answer(), qPrintable(reasons()));
    choose(0);
    const auto recorded = recordedImpulse(*of->instance.mechanism, *m_shown->impact, 0);
    QVERIFY(recorded && recorded->P.size() == 2);
    const Eigen::Vector2d error(std::sqrt(recorded->covariance(0, 0)), std::sqrt(recorded->covariance(1, 1)));
    QVERIFY(error[0] > 0 && error[0] < 0.01 * change[1] && error[1] > 0 && error[1] < 0.05 * change[1]);
    QVERIFY(std::abs(recorded->P[0] - change[1]) < 4 * error[0]);
    QVERIFY(std::abs(std::abs(recorded->P[1]) - std::abs(change[0])) < 4 * error[1]);

    RecordedEdits edits;
    ImpulseLab lab;
    ImpulsePanel panel(&m_selection, &edits, &lab);
    panel.setAudits([this] { return m_panel->shown(); });
    panel.pickRecorded(m_shown, 0);
    QVERIFY(lab.state().recorded && lab.state().title().contains("recorded at"));
    QCOMPARE(lab.state().recorded->at.y(), recorded->P[0]);
    const LawDiagram routh = lawDiagram(CollisionLaw::Routh, lab.now().impact, lab.now().coefficients, 0);
    QVERIFY((routh.impulse - recorded->P).cwiseAbs().maxCoeff() < 0.02 * change[1]);

    const auto figure = panel.figure();
    QVERIFY(figure->csv().contains("\nrecorded,"));
    const ImpulseFigure again(figure->source().view);
    QVERIFY(again.picture().look.recorded == lab.state().recorded);
    QCOMPARE(again.csv(), figure->csv());
    for (const char* bad : {R"({"recorded": [1, 2, -1, 0, 1]})", R"({"recorded": [1, 2, 1, 2, 1]})",
                            R"({"recorded": [1, 2]})", R"({"recorded": "x"})"})
      QVERIFY_THROWS_EXCEPTION(FigureError, ImpulseFigure{QString::fromLatin1(bad)});

    ImpulseCase other = lab.now();
    other.coefficients.restitution = 0.5;
    lab.setCase(other);
    QVERIFY(lab.state().recorded);
    other.impact.V[1] *= 1.1;
    lab.setCase(other);
    QVERIFY(!lab.state().recorded);
    lab.history()->undo();
    QVERIFY(lab.state().recorded);
  }

  /// Planted impulses of two discs on a floor, of masses up to twelve decades apart, are found again, each to
  /// its own digits; those of a disc between two walls cannot be told from each other.
  void plantedImpulsesAreFoundAtAllMasses() {
    const auto jumpOf = [](const Mechanism& mechanism, const Eigen::VectorXd& q) {
      JumpImpact jump;
      for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i)
        if (std::abs(mechanism.gap(i, q)) < 1e-9) jump.contacts.push_back(i);
      jump.q = q;
      jump.arriving = Eigen::VectorXd::LinSpaced(mechanism.dof(), -1, 2);
      jump.coefficients.resize(jump.contacts.size());
      jump.covariance = jump.covarianceBefore = Eigen::MatrixXd::Zero(mechanism.dof(), mechanism.dof());
      return jump;
    };
    const auto disc = [](const char* name, double m) {
      return QStringLiteral(R"({"name": "%1", "joints": ["planar"], "mass": %2, "inertia": %3,
                               "shapes": [{"type": "ball", "radius": 0.1}]},)")
          .arg(name)
          .arg(m)
          .arg(0.005 * m)
          .toStdString();
    };
    for (const double a : {1e-6, 1e-3, 1.0, 1e6})
      for (const double b : {1e-6, 1.0, 1e3, 1e6}) {
        const auto instance = Scene::parse(R"({"format": 1, "bodies": [)" + disc("a", a) + disc("b", b) + R"(
          {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
          "initial": {"q": {"a.y": 0.1, "b.x": 0.12, "b.y": 0.26}}})",
                                           "discs")
                                  ->instantiate();
        const Mechanism& mechanism = *instance.mechanism;
        JumpImpact jump = jumpOf(mechanism, instance.initial.q);
        QCOMPARE(jump.contacts.size(), std::size_t{2});
        jump.measured = jump.arriving;
        const std::vector<Eigen::Vector2d> planted{{3 * std::min(a, b), -0.4 * std::min(a, b)},
                                                   {2 * a, 0.7 * a}};
        for (std::size_t i = 0; i < 2; ++i)
          jump.measured += contactOfJump(mechanism, jump, i).axes.rows.transpose() * planted[i];
        for (std::size_t i = 0; i < 2; ++i) {
          const auto found = recordedImpulse(mechanism, jump, i);
          const double rounding = 1e-14 * (jump.arriving.norm() + planted[0].norm() + planted[1].norm());
          // A light disc between a heavy one and the floor hardly tells which of them pushed: then nothing is
          // said.
          QVERIFY2(found || b >= 1e9 * a, qPrintable(QStringLiteral("%1, %2: none").arg(a).arg(b)));
          if (!found) continue;
          QVERIFY2((found->P - planted[i]).norm() <= 1e-6 * planted[i].norm() + rounding,
                   qPrintable(QStringLiteral("%1, %2, %3: %4")
                                  .arg(a)
                                  .arg(b)
                                  .arg(i)
                                  .arg((found->P - planted[i]).norm() / planted[i].norm())));
        }
      }
    const auto wedged = Scene::parse(R"({"format": 1, "bodies": [)" + disc("a", 1) + R"(
      {"name": "left", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]},
      {"name": "right", "origin": [0.2, 0, 0], "shapes": [{"type": "half-space", "normal": [-1, 0, 0]}]}],
      "initial": {"q": {"a.x": 0.1}}})",
                                     "wedged")
                            ->instantiate();
    JumpImpact jump = jumpOf(*wedged.mechanism, wedged.initial.q);
    QCOMPARE(jump.contacts.size(), std::size_t{2});
    jump.measured = -jump.arriving;
    QVERIFY(!recordedImpulse(*wedged.mechanism, jump, 0));
  }

  void theGhostIsWhereTheSamplesAre() {
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 3)));
    const RecordedRun& run = m_shown->answer->audited.run;
    for (const Eigen::Index i : {Eigen::Index{0}, run.size() / 2, run.size() - 1})
      QVERIFY((*m_shown->measuredAt(run.time[i]) - run.q.col(i)).norm() < 1e-12);
    const double between = 0.25 * run.time[7] + 0.75 * run.time[8];
    QVERIFY((*m_shown->measuredAt(between) - (0.25 * run.q.col(7) + 0.75 * run.q.col(8))).norm() < 1e-12);
    QVERIFY(!m_shown->measuredAt(run.time[0] - 1e-3) && !m_shown->measuredAt(m_shown->end() + 1e-3));
  }

  void theNewestRecordingCounts() {
    const QString first = put("first.csv", samples(*m_of, 1e-3, m_of->trajectory->end(), 1e-4, 4)),
                  second = put("second.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 5));
    QSignalSpy changed(m_panel.get(), &AuditPanel::auditChanged);
    m_panel->open(first);
    m_panel->open(second);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isAuditing(); }, 60'000 * tests::patience));
    tests::settle();
    QCOMPARE(m_panel->answer()->file, second);
    for (const auto& each : changed)
      if (const auto shown = each[0].value<std::shared_ptr<const ShownAudit>>())
        QCOMPARE(shown->answer->file, second);
  }

  void badInputIsOneSentence_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QByteArray good = samples(*m_of, 2e-3, 0.3, 1e-4, 6);
    QTest::newRow("column") << QByteArray(good).replace("rod.angle", "rod.angel") << "rod.ang";
    QTest::newRow("rows") << good.left(good.indexOf('\n', 60) + 1) << "at least 8";
    QTest::newRow("time") << good + good.mid(good.indexOf('\n') + 1) << "time";
    QTest::newRow("empty") << QByteArray() << "bad.csv";
  }
  void badInputIsOneSentence() {
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    open(put("good.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 7)));
    QVERIFY(m_shown);
    QSignalSpy told(m_panel.get(), &AuditPanel::told);
    open(put("bad.csv", text));
    QVERIFY2(reasons().contains(part), qPrintable(reasons()));
    QCOMPARE(told.size(), 1);
    QVERIFY(!m_shown && !m_panel->answer() && !m_panel->figure());
  }

  void rangesAreAskedFor() {
    const QString file = put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 8));
    auto* restitution = m_panel->findChild<QLineEdit*>("auditRestitution");
    restitution->setText("0.9:0.1");
    open(file);
    QVERIFY2(reasons().startsWith("restitution 0.9:0.1"), qPrintable(reasons()));
    // The rod is elastic: no word explains it with half of its speed.
    restitution->setText("0:0.5");
    QTest::keyClick(restitution, Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isAuditing(); }, 60'000 * tests::patience));
    QVERIFY(m_panel->answer()->audited.report.jumps.front().verdict == JumpVerdict::Unexplained);
    choose(0);
    QVERIFY2(reasons().contains("standard deviations"), qPrintable(reasons()));
  }

  /// An own run is told with its step. Times of which nothing is known are told as long as they are not told
  /// by the jump that is chosen, and below always, by the sentences of the command line.
  void theStepAndWhatIsNotKnownAreTold() {
    const auto summary = [this] { return m_panel->findChild<ElidedLabel*>("auditSummary")->fullText(); };
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 9)));
    QVERIFY2(!summary().contains("midpoint") && !summary().contains("not known"), qPrintable(summary()));
    QVERIFY(!m_panel->findChild<QScrollArea*>()->isVisible());

    SnapshotRequest request = requestFor("minitaur");
    request.settings.run = {.duration = 0.05, .step = 1e-4};
    const SnapshotPtr own = answerTo(std::move(request));
    m_panel->setSnapshot(own);
    QByteArray steps = "time";
    for (const auto& each : own->instance.mechanism->coordinates())
      steps += ',' + QByteArray::fromStdString(each.name);
    for (int i = 0; i <= 500; ++i) {
      const double t = i * 1e-4;
      steps += '\n' + QByteArray::number(t, 'g', 17);
      for (const double each : own->trajectory->configuration(t))
        steps += ',' + QByteArray::number(each, 'g', 17);
    }
    open(put("steps.csv", steps + '\n'));
    QVERIFY2(m_panel->answer(), qPrintable(reasons()));
    auto& motion = const_cast<DividedMotion&>(m_panel->answer()->audited.report.motion);
    QVERIFY2(summary().contains("a run of the midpoint rule with steps of 1·10⁻⁴ s"), qPrintable(summary()));

    motion.unknown = {0.125, 0.25};
    m_panel->findChild<QToolButton*>("whyJump")->click();
    m_panel->findChild<QToolButton*>("whyJump")->click();
    QVERIFY(m_panel->findChild<QScrollArea*>()->isVisible());
    QCOMPARE(reasons(), unexaminedTexts(motion).join('\n'));
    QVERIFY2(summary().contains("about 0.1250 s: not known whether there is a jump"), qPrintable(summary()));
    choose(0);
    QVERIFY(!reasons().contains("not known") && summary().contains("about 0.2500 s: not known"));
  }

  /// Another scene, another assignment and hiding the panel end what the views show.
  void viewsForgetWhatIsNoLongerTrue() {
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 9)));
    QVERIFY(m_shown);
    m_panel->hide();
    QVERIFY(!m_shown);
    m_panel->show();
    QVERIFY(m_shown);
    m_panel->setSnapshot(makeSnapshot("falling-rod", {{"tilt", "1deg"}}));
    QVERIFY(m_shown);
    m_panel->setSnapshot(makeSnapshot("falling-rod"));
    QVERIFY(!m_shown && m_panel->isOpen());
    QVERIFY2(reasons().contains("has changed"), qPrintable(reasons()));
    m_panel->end();
    QVERIFY(!m_panel->isOpen());
    QVERIFY(!m_panel->findChild<QToolButton*>("auditRecording")->isEnabled());
  }

  void theFigureIsThatOfItsCsv() {
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 10)));
    const auto figure = m_panel->figure();
    QVERIFY(figure);
    const FigureSource source = figure->source();
    QCOMPARE(QString::fromUtf8(source.dataText), m_panel->csv());
    const AuditFigure again(source.dataText, source.data);
    QCOMPARE(encodeFigure(again, FigureFormat::Svg), encodeFigure(*figure, FigureFormat::Svg));
    QVERIFY_THROWS_EXCEPTION(FigureError, AuditFigure("time,energy\n1,2\n", "x.csv"));
  }

  /// A ball above the floor moves straight down, by its gap.
  void contactsAreClosedByTheLeastMotion() {
    const SnapshotPtr of = makeSnapshot("bouncing-ball");
    const Mechanism& mechanism = *of->instance.mechanism;
    for (const double above : {1e-6, 1e-3, -2e-3, 0.05}) {
      Eigen::VectorXd q = of->trajectory->configuration(0);
      const auto y = std::ranges::find(mechanism.coordinates(), "ball.y", &Coordinate::name) -
                     mechanism.coordinates().begin();
      q[y] += above - mechanism.gap(0, q);
      const Eigen::VectorXd closed = closedConfiguration(mechanism, {0}, q);
      QVERIFY(std::abs(mechanism.gap(0, closed)) <= closedGap);
      Eigen::VectorXd straight = q;
      straight[y] -= above;
      QVERIFY((closed - straight).norm() < 1e-9);
    }
  }

  /// Samples of the recorded momentum, projected one by one, have the covariance of the picture, and its
  /// ellipse holds 95 % of them.
  void theEllipseHoldsTheError() {
    const SnapshotPtr of = makeSnapshot("billiard-break", {{"theta", "100deg"}});
    const ImpactProblem& problem = of->report->problem;
    const Eigen::Index n = problem.dof();
    Random random(11);
    Eigen::MatrixXd L(n, n);
    for (double& each : L.reshaped()) each = 0.02 * random.normal();
    const Eigen::VectorXd mean = of->report->outcomes.front().momentum;
    const OutcomeAxis x{OutcomeAxis::Kind::Contact, 0}, y{OutcomeAxis::Kind::Coordinate, 1};
    const OutcomeProjection picture = projectOutcomes(of, x, y, MeasuredMomentum{mean, L * L.transpose()});
    const QPolygonF ellipse = picture.measured->ellipse();
    constexpr int count = 3000;
    int inside = 0;
    Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
    for (int i = 0; i < count; ++i) {
      Eigen::VectorXd z(n);
      for (double& each : z) each = random.normal();
      const OutcomeProjection one =
          projectOutcomes(of, x, y, MeasuredMomentum{mean + L * z, L * L.transpose()});
      const QPointF off = one.measured->at - picture.measured->at;
      covariance += Eigen::Vector2d(off.x(), off.y()) * Eigen::RowVector2d(off.x(), off.y()) / count;
      inside += ellipse.containsPoint(one.measured->at, Qt::OddEvenFill);
    }
    QVERIFY(std::abs(inside / double(count) - 0.95) < 0.015);
    QVERIFY((covariance - picture.measured->covariance).norm() < 0.1 * covariance.norm());
  }

  void theOutcomeSetShowsTheRecordedMomentum() {
    RecordedEdits edits;
    OutcomeSetPanel outcomes(&m_selection, &edits);
    outcomes.resize(500, 360);
    outcomes.setSnapshot(m_of);
    connect(m_panel.get(), &AuditPanel::auditChanged, &outcomes, &OutcomeSetPanel::setAudit);
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 12)));
    QVERIFY(!outcomes.picture().measured);
    choose(0);
    QVERIFY(outcomes.picture().measured && outcomes.windowTitle().contains("jump 1"));
    // The elastic ordering of the recorded p⁻ ends at the recorded p⁺, within a few deviations.
    const QPointF off = outcomes.picture().outcomes.front() - outcomes.picture().measured->at;
    const Eigen::Vector2d d(off.x(), off.y());
    const Eigen::Matrix2d both =
        2 * outcomes.picture().measured->covariance + 1e-12 * Eigen::Matrix2d::Identity();
    QVERIFY(d.dot(both.inverse() * d) < 40);
    QVERIFY(!outcomes.figure());
    m_panel->end();
    QVERIFY(!outcomes.picture().measured && outcomes.figure() && outcomes.windowTitle() == "Outcome set");
  }

  /// The tree shows the orderings of a recorded jump, and which of its outcomes is nearest to the recorded
  /// p⁺. Nothing of it can be chosen.
  void theTreeShowsTheRecordedMomentum() {
    RecordedEdits edits;
    OrderingGraphPanel tree(&m_selection, &edits);
    tree.resize(500, 360);
    tree.setSnapshot(m_of);
    connect(m_panel.get(), &AuditPanel::auditChanged, &tree, &OrderingGraphPanel::setAudit);
    open(put("rod.csv", samples(*m_of, 2e-3, m_of->trajectory->end(), 1e-4, 12)));
    QCOMPARE(tree.picture().recorded, -1);
    choose(0);
    const OrderingGraphPicture& picture = tree.picture();
    QVERIFY(tree.isOfJump() && tree.windowTitle().contains("jump 1"));
    QVERIFY(picture.recorded >= 0 && picture.notice.contains("√J"));
    const ImpactReport& report = *picture.report();
    const Eigen::VectorXd& measured = m_shown->impact->measured;
    const auto far = [&](const Outcome& outcome) {
      return report.problem.metric().norm(outcome.momentum - measured);
    };
    const auto nearest = std::ranges::min_element(report.outcomes, {}, far);
    QCOMPARE(picture.outcomeOf(picture.recorded), int(nearest - report.outcomes.begin()));
    QMenu menu;
    fillGraphMenu(menu, tree, picture.recorded);
    for (const QAction* action : menu.actions())
      if (action->text().contains("through here") || action->text().contains("Pin") ||
          action->text().contains("Export"))
        QVERIFY(!action->isEnabled());
    tree.chooseNode(picture.recorded);
    tree.compareThrough(picture.recorded);
    QVERIFY(edits.changes.isEmpty() && edits.begun.isEmpty());
    m_panel->end();
    QVERIFY(!tree.isOfJump() && tree.picture().recorded == -1 && tree.figure());
  }

  /// The line reaches to the end of the recording, a click near a mark goes to its jump, and play goes on.
  void theTimeLineHasTheJumps() {
    const double end = m_of->trajectory->end();
    const SnapshotPtr longer = [&] {
      SnapshotRequest request = requestLike(*m_of);
      request.settings.run.duration = 2 * end;
      return answerTo(request);
    }();
    open(put("rod.csv", samples(*longer, 2e-3, 2 * end, 1e-4, 13)));
    QVERIFY2(m_shown, qPrintable(reasons()));
    Selection axisSelection;
    TimelineAxis axis(&axisSelection);
    axis.resize(700, 80);
    axis.setSnapshot(m_of);
    axis.setAudit(m_shown);
    tests::showActive(&axis);
    const double last = m_shown->answer->audited.report.jumps.back().time;
    QVERIFY(last > end);
    Moment picked;
    connect(&axis, &TimelineAxis::momentPicked, &axis, [&](const Moment& moment) { picked = moment; });
    QTest::mouseClick(&axis, Qt::LeftButton, {}, QPoint(qRound(axis.xOf(last)) + 2, 16));
    QCOMPARE(picked.time, last);
    QCOMPARE(picked.impact, -1);
    QTest::keyClick(&axis, Qt::Key_End);
    QCOMPARE(picked.time, m_shown->end());
    Player player(&m_selection);
    player.setTrajectory(m_of->trajectory);
    player.playUntil(m_shown->end());
    player.toEnd();
    QCOMPARE(m_selection.moment().time, m_shown->end());
    player.playUntil({});
    QCOMPARE(m_selection.moment().time, end);
  }
};

CAROM_DISPLAY_TEST(TestAuditPanel);
#include "tst_audit_panel.moc"
