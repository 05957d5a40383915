// "Why?": the sentences say what the certificate proves, with numbers that the test computes itself.

#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <numbers>

#include "base/design_words.h"
#include "base/impact_reasoning.h"
#include "base/impact_words.h"
#include "common/selection.h"
#include "scene/reasoning_dialog.h"
#include "scene/summary_bar.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

QString textOf(const ImpactReport& report) {
  QString text;
  for (const ReasoningPart& part : reasoning(report))
    text += part.heading + QLatin1Char('\n') + part.sentences.join(QLatin1Char('\n')) + QLatin1Char('\n');
  return text;
}

}  // namespace

class TestReasoning : public QObject {
  Q_OBJECT
 private slots:
  void equalFactorsOfAGroupAreAPower() {
    QCOMPARE(groupText("A2 x A1"), QStringLiteral("A₂ × A₁"));
    QCOMPARE(groupText("A1 x A1"), QStringLiteral("A₁ × A₁"));
    QCOMPARE(groupText("A1 x A1 x A1"), QStringLiteral("A₁³"));
    QCOMPARE(groupText("I2(5)"), QStringLiteral("I₂(5)"));
    QString many = QStringLiteral("A1");
    for (int i = 0; i < 23; ++i) many += QStringLiteral(" x A19");
    QCOMPARE(groupText((many + " x H4").toStdString()), QStringLiteral("A₁ × A₁₉²³ × H₄"));
  }

  void everyVerdictHasItsReason_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("orthogonal") << "billiard-break"
                                << "theta"
                                << "90deg"
                                << QStringList{"ac and bc are orthogonal", "Coxeter group A₁ × A₁",
                                               "ρ = 0.7071"};
    QTest::newRow("a chain") << "newtons-cradle"
                             << "n"
                             << "3" << QStringList{"π/δ = 3", "after 3 reflections", "Coxeter group A₂"};
    QTest::newRow("jammed") << "trapped-ball"
                            << "speed"
                            << "1" << QStringList{"Why no ordering ends", "Σ λᵢûᵢ = 0", "ball-left"};
    QTest::newRow("many pairs") << "rack-break"
                                << "rows"
                                << "3" << QStringList{"Why", "pairs (", ", …): G = ", "π/δ ="};
    QTest::newRow("laws that differ")
        << "spinning-disc"
        << "mu"
        << "0.4"
        << QStringList{"Why the order can matter", "From p⁻ = (", "end in momenta that differ by ξ ="};
    QTest::newRow("too many laws") << "rack-friction"
                                   << "mu"
                                   << "0.1" << QStringList{"up to 3 contacts only"};
  }
  void everyVerdictHasItsReason() {
    QFETCH(QString, scene);
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    QFETCH(QStringList, says);
    const auto snapshot = makeSnapshot(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}});
    const QString text = textOf(*snapshot->report);
    for (const QString& words : says) QVERIFY2(text.contains(words), qPrintable(words + "\n\n" + text));
  }

  void aBrokenPairIsSaidWithItsNumbers() {
    for (const double degrees : {100.0, 115.0, 140.0, 170.0}) {
      const auto snapshot = makeSnapshot("billiard-break", {{"theta", std::to_string(degrees) + "deg"}});
      const QString text = textOf(*snapshot->report);
      const double delta = std::acos(-std::cos(degrees * std::numbers::pi / 180) / 2),
                   m = std::numbers::pi / delta;
      const double worst = 2 * std::abs(std::sin(std::round(m) * delta));
      for (const QString& number :
           {QString::number(delta * 180 / std::numbers::pi, 'f', 2) + QStringLiteral("°"),
            QStringLiteral("π/δ = ") + QString::number(m, 'f', 2),
            QStringLiteral("the nearest one, m = %1,").arg(std::round(m)),
            QStringLiteral("= ") + QString::number(worst, 'g', 3) + QStringLiteral(" apart")})
        QVERIFY2(text.contains(number), qPrintable(number + "\n\n" + text));
      QVERIFY(text.contains("has two outcomes"));
    }
  }

  /// A design that makes a pair orthogonal has G = 0, not what rounding leaves of it.
  void roundingReadsAsZero() {
    DesignAnswer answer;
    answer.pairs = {{{"ac", "bc"}, 2, -0.25, -2.219e-16}};
    answer.xiBefore = 0.559;
    answer.xiAfter = 4.744e-17;
    const QStringList changes = designChanges(*Scene::open("billiard-break"), answer);
    QCOMPARE(changes, (QStringList{QStringLiteral("G (ac, bc): −0.2500 → 0 (m = 2)"),
                                   QStringLiteral("ξ: 0.5590 → 0")}));
  }

  void aMissIsSaidWithWhatItMisses() {
    DesignAnswer answer;
    answer.residual = 0.25;
    QVERIFY2(designVerdict(answer).contains(QStringLiteral("|G + cos(π/m)| or gap (m) of 0.25")),
             qPrintable(designVerdict(answer)));
  }

  void lossyContactsAreNotGivenTheElasticRule() {
    SnapshotRequest request = requestFor("billiard-break", {{"theta", "120deg"}});
    request.settings.reflectionRestitution = 0.5;
    const SnapshotPtr snapshot = answerTo(request);
    const QString text = textOf(*snapshot->report);
    QVERIFY2(text.contains("decides nothing") && !text.contains("Coxeter"), qPrintable(text));
  }

  /// The dialog opens by the button, follows the answers and names the design that fits.
  void theDialogFollowsAndFindsADesign() {
    Selection selection;
    SummaryBar bar(&selection);
    tests::showActive(&bar);
    bar.setSnapshot(makeSnapshot("billiard-break", {{"theta", "150deg"}}));
    auto* dialog = bar.findChild<ReasoningDialog*>();
    QVERIFY(dialog && !dialog->isVisible());
    QTest::mouseClick(bar.findChild<QToolButton*>(QStringLiteral("why")), Qt::LeftButton);
    QTRY_VERIFY(dialog->isVisible());
    QTRY_VERIFY(!dialog->isSearching());
    const DesignAnswer design =
        findDesign(*Scene::open("billiard-break"), {{"theta", "150deg"}},
                   nearestQuestion(*Scene::open("billiard-break"),
                                   Scene::open("billiard-break")->instantiate({{"theta", "150deg"}})));
    QVERIFY(design.found);
    for (const QString& sentence : designChanges(*Scene::open("billiard-break"), design))
      QVERIFY2(dialog->plainText().contains(sentence), qPrintable(sentence + dialog->plainText()));
    QVERIFY2(dialog->plainText().contains("(m = 3)"), qPrintable(dialog->plainText()));
    QVERIFY(dialog->windowTitle().contains("order matters"));
    bar.setSnapshot(makeSnapshot("billiard-break", {{"theta", "90deg"}}));
    QVERIFY(dialog->windowTitle().contains("unique"));
    QVERIFY(!dialog->plainText().contains("m = 3") && !dialog->isSearching());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog->isVisible());
  }

  /// A later impact of the run whose orderings nobody knows is not told to have no contact.
  void whatIsNotKnownIsNotDenied() {
    auto snapshot = std::make_shared<Snapshot>(*makeSnapshot("newtons-cradle", {{"n", "3"}}));
    const auto textWith = [&](int impact, bool plastic, std::vector<int> jammed = {}) {
      auto run = std::make_shared<Trajectory>(*snapshot->trajectory);
      run->impacts.at(0).plastic = plastic;
      run->impacts.at(0).jammed = std::move(jammed);
      snapshot->trajectory = run;
      snapshot->impact = impact;
      snapshot->report = nullptr;
      ReasoningDialog dialog;
      dialog.setSnapshot(std::make_shared<Snapshot>(*snapshot));
      dialog.show();
      return dialog.plainText();
    };
    QVERIFY(textWith(0, false).contains("Nothing is known yet"));
    QVERIFY(textWith(0, true).contains("Chatter was cut short"));
    QVERIFY(textWith(0, false, {0}).contains("No forces solve Coulomb"));
    QVERIFY(textWith(-1, false).contains("No contact is closed"));
  }

  /// Labels of a scene are shown as the characters that they are.
  void labelsAreNoMarkup() {
    const QString text = QString::fromStdString(Scene::open("billiard-break")->text());
    const QString marked = QString(text).replace("\"label\": \"r_a\"", "\"label\": \"<b>r</b>\"");
    QVERIFY(marked != text);
    auto snapshot = std::make_shared<Snapshot>(*makeSnapshot("billiard-break", {{"theta", "150deg"}}));
    snapshot->scene = Scene::parse(marked.toStdString(), "marked.carom.json");
    ReasoningDialog dialog;
    dialog.setSnapshot(snapshot);
    dialog.show();
    QTRY_VERIFY(!dialog.isSearching());
    QVERIFY2(dialog.plainText().contains("<b>r</b>: "), qPrintable(dialog.plainText()));
  }
};

CAROM_DISPLAY_TEST(TestReasoning);
#include "tst_reasoning.moc"
