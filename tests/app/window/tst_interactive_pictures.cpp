// What every interactive picture has: one table over all pictures of the window.
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "common/selection.h"
#include "impulse/impulse_lab.h"
#include "picture/picture.h"
#include "plot/styled_plot.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"
#include "window/panels.h"

using namespace carom;

namespace {

/// The panels with pictures, and a word that those who cannot see the picture hear. `drags`: something in it
/// can be dragged in a billiard break.
struct PictureRow {
  const char *panel, *word;
  bool drags = false;
};
constexpr PictureRow pictureRows[] = {{"orderingGraph", "outcomes"},
                                      {"outcomeSet", "p⁻"},
                                      {"outcomes", "m = "},  // its Coxeter diagram
                                      {"collapseRegion", "e = "},
                                      {"configurationSpace", "x_{a}"},
                                      {"cones", "ac"},
                                      {"normalSpace", "u"},
                                      {"impulseSpace", "impulses of", true},
                                      {"impulseSpace3d", "collision", true},
                                      {"lawComparison", "Collision laws", true},
                                      {"timeline", "impact", true},
                                      {"xi-curve", "ξ", true},
                                      {"energy", "Energy", true},
                                      {"momentum", "Momentum", true},
                                      {"difference", "Difference"},  // empty: one ordering is shown
                                      {"landing", "Landing"},        // empty: no robot
                                      {"plots", "Plot", true},
                                      {"landscape", "Landscape", true},
                                      {"sensitivity", "Sensitivity"}};

}  // namespace

class TestInteractivePictures : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;
  Panel* panel = nullptr;
  Picture* picture = nullptr;
  QWidget* widget = nullptr;
  LabState impulses;

  /// What a drag could have changed.
  struct State {
    Assignments assignments;
    std::shared_ptr<const Scene> scene;
    Moment moment;
    std::optional<ImpulseCase> lab;
    bool operator==(const State&) const = default;
  };
  State state() const {
    State now{window->document()->state().assignments,
              window->document()->state().scene,
              window->selection()->moment(),
              {}};
    now.lab = lab()->now();
    return now;
  }

  ImpulseLab* lab() const { return window->findChild<ImpulseLab*>(); }

  /// Shows a panel, and finds its picture.
  void show(const QString& name) {
    panel = nullptr;
    for (const Panels::Entry& entry : window->panels().all()) {
      if (entry.panel->objectName() != name) continue;
      panel = entry.panel;
      if (!entry.dock) continue;
      entry.dock->show();
      entry.dock->raise();
    }
    QVERIFY2(panel, qPrintable(name));
    QTRY_VERIFY(panel->isVisible());
    lab()->set(impulses);
    if (auto* inSpace = panel->findChild<QToolButton*>("impulseFigure2")) inSpace->click();
    picture = panel->findChild<Picture*>();
    QVERIFY2(picture, qPrintable(name));
    widget = qobject_cast<QWidget*>(picture->parent());
    QTRY_VERIFY(!panel->isFigureComing());
    panel->grab();
    QCoreApplication::processEvents();
  }
  static void addPictures() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("drags");
    for (const PictureRow& row : pictureRows)
      QTest::newRow(row.panel) << QString::fromLatin1(row.panel) << QString::fromUtf8(row.word) << row.drags;
  }
  /// Places of the picture where something can be dragged, one for each kind of spot.
  std::vector<QPoint> dragPlaces() const {
    constexpr int step = 7;
    if (auto* plot = qobject_cast<StyledPlot*>(widget)) {
      const QPoint middle = plot->axisRect()->center();
      return picture->parts().at(middle).drag ? std::vector{middle} : std::vector<QPoint>();
    }
    std::map<int, QPoint> places;
    const QRect inner = widget->rect().adjusted(3, 3, -3, -3);
    for (int y = inner.top(); y < inner.bottom(); y += step)
      for (int x = inner.left(); x < inner.right(); x += step) {
        if (widget->childAt(x, y)) continue;
        const PictureSpot spot =
            picture->parts().at ? picture->parts().at({1.0 * x, 1.0 * y}) : PictureSpot();
        if (spot.drag) places.try_emplace(spot.kind, x, y);
      }
    std::vector<QPoint> all;
    for (const auto& [kind, place] : places) all.push_back(place);
    return all;
  }

  /// The entries of the menu at the middle of a widget; those of a figure that is not there count, too.
  QStringList menuOf(QWidget* on) const {
    const QPoint middle = on->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, middle, on->mapToGlobal(middle));
    QApplication::sendEvent(on, &event);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QStringList entries;
    if (!menu) return entries;
    for (const QAction* action : menu->actions())
      if (action->isEnabled() || !panel->figure()) entries += action->text();
    menu->close();
    return entries;
  }
  static bool hasThree(const QStringList& entries) {
    const QStringList three{"Export figure…", "Copy picture", "Copy data"};
    return std::ranges::all_of(three, [&](const QString& entry) { return entries.contains(entry); });
  }

 private slots:
  void initTestCase() {
    prepareWindowTest();
    const bool isDark = qEnvironmentVariable("CAROM_TEST_SCHEME") == "dark";
    theme::apply(isDark ? theme::Scheme::Dark : theme::Scheme::Light);
    window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
    impulses = lab()->state();
    window->openScene("billiard-break", {{"theta", "120deg"}});
    QTRY_VERIFY(window->snapshot() && window->snapshot()->curve);
  }
  void cleanupTestCase() { window.reset(); }

  void everyPictureHasItsRow() {
    for (const Panels::Entry& entry : window->panels().all()) {
      const QString name = entry.panel->objectName();
      const bool hasRow = std::ranges::any_of(
          pictureRows, [&](const PictureRow& row) { return name == QLatin1String(row.panel); });
      QVERIFY2(hasRow || !entry.panel->findChild<Picture*>(), qPrintable(name));
    }
  }

  void theMenuHasItsThreeEntries_data() { addPictures(); }
  void theMenuHasItsThreeEntries() {
    QFETCH(QString, name);
    show(name);
    if (name == "timeline") return;  // which is no figure
    const QStringList entries = menuOf(widget);
    QVERIFY2(hasThree(entries), qPrintable(entries.join('\n')));
  }

  void theViewHasThemToo() {
    auto* view = window->findChild<ViewportPanel*>();
    panel = view;
    const QStringList entries = menuOf(view->canvas());
    QVERIFY2(hasThree(entries), qPrintable(entries.join('\n')));
    QCOMPARE(view->canvas()->accessibleDescription(), QString("bodies: a, b, c; contacts: ac, bc, ab"));
  }

  /// Who cannot see the picture hears what it is about and the words in it.
  void itsWordsAreHeard_data() { addPictures(); }
  void itsWordsAreHeard() {
    QFETCH(QString, name);
    QFETCH(QString, word);
    show(name);
    const QString spoken = picture->spoken();
    QVERIFY2(spoken.contains(word), qPrintable(spoken));
    for (const QString& painted : picture->allWords().mid(0, 60))
      QVERIFY2(spoken.contains(painted), qPrintable(painted));
    const QWidget* focus = picture->parts().focus ? picture->parts().focus : widget;
    QTRY_COMPARE(focus->accessibleDescription(), picture->spoken());  // another size has other numbers
  }

  /// Every word that is painted answers at its place.
  void paintedTermsAnswer_data() { addPictures(); }
  void paintedTermsAnswer() {
    QFETCH(QString, name);
    show(name);
    const TermSource* source = termSourceOf(widget);
    QVERIFY(source);
    QStringList silent = source->allWords();
    for (int y = 0; y < widget->height(); y += 3)
      for (int x = 0; x < widget->width(); x += 3)
        for (const QString& found : source->wordsAt({x, y}).split('\n')) silent.removeAll(found);
    silent.removeIf([](const QString& words) { return words.contains('\n'); });
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join('\n')));
  }

  /// Escape takes a drag back, whatever is dragged, and the mouse does nothing more until its button is up.
  void escapeRestores_data() { addPictures(); }
  void escapeRestores() {
    QFETCH(QString, name);
    QFETCH(bool, drags);
    show(name);
    const std::vector<QPoint> places = dragPlaces();
    QVERIFY(!places.empty() || !drags);
    for (const QPoint& from : places) {
      const State before = state();
      const auto figure = panel->figure();
      QWidget* keys = picture->parts().focus ? picture->parts().focus : widget;
      keys->setFocus();
      QTest::mousePress(widget, Qt::LeftButton, {}, from);
      const QPoint to = from + QPoint(from.x() < widget->width() / 2 ? 25 : -25, 12);
      for (int i = 1; i <= 5; ++i) QTest::mouseMove(widget, from + (to - from) * i / 5);
      QVERIFY(picture->isDragging());
      QTest::keyClick(keys, Qt::Key_Escape);
      QVERIFY(!picture->isDragging());
      QTest::mouseMove(widget, from + QPoint(0, 9));
      QTest::mouseRelease(widget, Qt::LeftButton, {}, from);
      QVERIFY(!window->document()->isEditing());
      QTRY_VERIFY(state() == before);
      QVERIFY(!window->document()->undoStack()->canUndo());
      if (name == "normalSpace") QCOMPARE(panel->figure()->source().view, figure->source().view);
    }
  }
};

CAROM_DISPLAY_TEST(TestInteractivePictures);
#include "tst_interactive_pictures.moc"
