// From "order matters" to a unique design by the mouse alone.

#include <QToolButton>

#include "design/design_panel.h"
#include "scene/summary_bar.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/main_window.h"

using namespace carom;

class TestDesignSearch : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    prepareWindowTest();
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1024, 700);
    m_window->openScene("billiard-break", {{"theta", "120deg"}});
    tests::showActive(m_window.get());
    QTRY_VERIFY(m_window->snapshot() && m_window->snapshot()->report);
  }
  void cleanup() { m_window.reset(); }

  void twoClicksMakeTheImpactUnique() {
    QVERIFY(m_window->snapshot()->report->certificate.unique == false);
    auto* design = m_window->findChild<DesignPanel*>();
    const SceneFrame& frame = m_window->findChild<ViewportCanvas*>()->frame();
    click("nearestDesign");
    QTRY_VERIFY(design->isVisible() && design->answer() && design->answer()->found);
    QVERIFY(!frame.ghosts.empty());
    click("applyDesign");
    QTRY_VERIFY(m_window->snapshot()->report->certificate.unique == true);
    QVERIFY(m_window->snapshot()->report->indeterminacy.xi < 1e-12);
    QTRY_VERIFY(!m_window->findChild<QToolButton*>("nearestDesign")->isVisible());
    QCOMPARE(frame.runs.back().name, QStringLiteral("the design before"));
    QCOMPARE(m_window->document()->undoStack()->count(), 1);
    m_window->document()->undo();
    QTRY_VERIFY(m_window->snapshot()->report->certificate.unique == false);
    QTRY_VERIFY(m_window->findChild<QToolButton*>("applyDesign")->isEnabled());
  }

  /// A design of coordinates edits the scene, in one step as well.
  void coordinatesAreAppliedAsOneStep() {
    auto* design = m_window->findChild<DesignPanel*>();
    click("nearestDesign");
    QTRY_VERIFY(design->isVisible());
    click("designCoordinates");
    auto* model = design->findChild<QAbstractItemModel*>();
    for (int row = 0; row < model->rowCount(); ++row) {
      const QModelIndex at = model->index(row, 0);
      if (!(at.flags() & Qt::ItemIsUserCheckable) || at.data().toString().startsWith("G ")) continue;
      const bool isVaried = QStringList{"a.x", "a.y"}.contains(at.data().toString());
      model->setData(at, isVaried ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
    }
    click("searchDesign");
    QTRY_VERIFY(design->answer() && design->answer()->found);
    const std::string text = m_window->snapshot()->scene->text();
    click("applyDesign");
    QTRY_VERIFY(m_window->snapshot()->scene->text() != text);
    QTRY_VERIFY(m_window->snapshot()->report && m_window->snapshot()->report->certificate.unique == true);
    QCOMPARE(m_window->document()->undoStack()->count(), 1);
    QTRY_VERIFY(!m_window->findChild<QToolButton*>("applyDesign")->isEnabled());
    m_window->document()->undo();
    QTRY_COMPARE(m_window->snapshot()->scene->text(), text);
  }

 private:
  void click(const char* button) {
    auto* target = m_window->findChild<QToolButton*>(QLatin1String(button));
    QVERIFY(target && target->isVisible());
    QTest::mouseClick(target, Qt::LeftButton);
  }

  std::unique_ptr<MainWindow> m_window;
};

CAROM_DISPLAY_TEST(TestDesignSearch);
#include "tst_design_search.moc"
