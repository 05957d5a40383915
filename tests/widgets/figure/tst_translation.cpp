#include <QAbstractButton>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSpinBox>
#include <QTranslator>

#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_comparison_panel.h"
#include "motion/series_figure.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_figure.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/collapse_region_figure.h"
#include "outcomes/collapse_region_panel.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcome_set_panel.h"
#include "outcomes/outcomes_figure.h"
#include "outcomes/outcomes_panel.h"
#include "scene/impact_rule_bar.h"
#include "scene/summary_bar.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "timeline/impact_log_panel.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"

using namespace carom;

namespace {

/// A language in which every text stands in brackets.
class Brackets : public QTranslator {
 public:
  Brackets() { QCoreApplication::installTranslator(this); }
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* text, const char*, int) const override {
    return QStringLiteral("[") + QString::fromUtf8(text) + QStringLiteral("]");
  }
};

bool holdsAWord(const QString& text) {
  static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
  return word.match(text).hasMatch();
}

using Make = std::unique_ptr<Figure> (*)(const SnapshotPtr&);

template <typename Kind, auto... options>
std::unique_ptr<Figure> figureOf(const SnapshotPtr& snapshot) {
  return std::make_unique<Kind>(snapshot, options...);
}

/// Of [CR98], whatever the snapshot.
std::unique_ptr<Figure> impulseFigure(const SnapshotPtr&) {
  return std::make_unique<ImpulseFigure>(impulsePresets()[5]);
}

struct TranslatedPanels {
  Selection selection;
  ImpulseLab lab;
  RecordedEdits edits;
  Player player{&selection};
  std::vector<std::unique_ptr<QWidget>> widgets;

  template <typename Kind, typename... Arguments>
  Kind* add(Arguments... arguments) {
    auto widget = std::make_unique<Kind>(arguments...);
    Kind* result = widget.get();
    widgets.push_back(std::move(widget));
    return result;
  }
};

}  // namespace

/// In another language every text of the panels and figures is translated, and no number or name of a file
/// changes.
class TestTranslation : public QObject {
  Q_OBJECT
 private slots:
  void tablesOfFiguresAreTheSameInEveryLanguage_data() {
    QTest::addColumn<Make>("make");
    QTest::newRow("energy") << Make(figureOf<EnergyFigure>);
    QTest::newRow("energy along time") << Make(figureOf<EnergyFigure, true>);
    QTest::newRow("momentum") << Make(figureOf<MomentumFigure>);
    QTest::newRow("ordering graph") << Make(figureOf<OrderingGraphFigure>);
    QTest::newRow("outcomes") << Make(figureOf<OutcomesFigure>);
    QTest::newRow("outcome set") << Make(figureOf<OutcomeSetFigure>);
    QTest::newRow("collapse region") << Make(figureOf<CollapseRegionFigure>);
    QTest::newRow("impulse space") << Make(impulseFigure);
  }

  void tablesOfFiguresAreTheSameInEveryLanguage() {
    QFETCH(Make, make);
    const SnapshotPtr snapshot = makeSnapshot("billiard-break");
    const QString table = make(snapshot)->csv(), name = make(snapshot)->name();
    QVERIFY(holdsAWord(table));
    const Brackets language;
    QCOMPARE(make(snapshot)->csv(), table);
    QCOMPARE(make(snapshot)->name(), name);
    QVERIFY2(make(snapshot)->title().contains(QLatin1Char('[')), qPrintable(make(snapshot)->title()));
  }

  void everyTextOfThePanelsIsTranslated() {
    const Brackets language;
    TranslatedPanels stage;
    const SnapshotPtr snapshot = makeSnapshot("billiard-break");
    std::vector<Panel*> panels{stage.add<OrderingGraphPanel>(&stage.selection, &stage.edits),
                               stage.add<OutcomesPanel>(&stage.selection, &stage.edits),
                               stage.add<OutcomeSetPanel>(&stage.selection, &stage.edits),
                               stage.add<CollapseRegionPanel>(&stage.selection, &stage.edits),
                               stage.add<EnergyPanel>(&stage.selection, &stage.edits),
                               stage.add<MomentumPanel>(&stage.selection, &stage.edits),
                               stage.add<FreePanel>(&stage.selection, &stage.edits),
                               stage.add<DifferencePanel>(&stage.selection, &stage.edits),
                               stage.add<XiCurvePanel>(&stage.selection, &stage.edits),
                               stage.add<SummaryBar>(&stage.selection),
                               stage.add<TimelinePanel>(&stage.selection, &stage.edits, &stage.player),
                               stage.add<ImpactLogPanel>(&stage.selection, &stage.player),
                               stage.add<ImpulsePanel>(&stage.selection, &stage.edits, &stage.lab),
                               stage.add<LawComparisonPanel>(&stage.selection, &stage.lab)};
    for (Panel* panel : panels) panel->setSnapshot(snapshot);
    stage.add<ImpactRuleBar>(&stage.edits)->setSnapshot(snapshot);
    int texts = 0;
    for (const auto& widget : stage.widgets) {
      QList<QWidget*> all = widget->findChildren<QWidget*>();
      all.prepend(widget.get());
      for (const QWidget* each : all) {
        QStringList shown{each->toolTip(), each->accessibleName(), each->accessibleDescription()};
        if (each->parentWidget() == nullptr) shown += each->windowTitle();
        if (const auto* button = qobject_cast<const QAbstractButton*>(each)) shown += button->text();
        if (const auto* label = qobject_cast<const QLabel*>(each)) shown += label->text();
        for (const QString& text : shown) {
          if (!holdsAWord(text)) continue;
          ++texts;
          QVERIFY2(
              text.contains(QLatin1Char('[')),
              qPrintable(QStringLiteral("%1, %2: %3").arg(widget->objectName(), each->objectName(), text)));
        }
      }
    }
    QVERIFY2(texts > 50, qPrintable(QString::number(texts)));
  }

  /// A field for a coefficient has a point where the language writes a comma.
  void restitutionHasAPointInEveryLocale() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    const auto restore = qScopeGuard([&] { QLocale::setDefault(before); });
    auto snapshot = std::make_shared<Snapshot>(*makeSnapshot("billiard-break"));
    snapshot->settings.reflectionRestitution = 0.75;
    RecordedEdits edits;
    ImpactRuleBar bar(&edits);
    bar.setSnapshot(snapshot);
    auto* value = bar.findChild<QDoubleSpinBox*>(QStringLiteral("restitutionValue"));
    QVERIFY(value);
    QVERIFY2(value->text().endsWith(QStringLiteral("0.750")), qPrintable(value->text()));
    value->selectAll();
    QTest::keyClicks(value, "0.5");
    QTest::keyClick(value, Qt::Key_Return);
    QCOMPARE(value->value(), 0.5);
  }
};

CAROM_OFFSCREEN_TEST(TestTranslation);
#include "tst_translation.moc"
