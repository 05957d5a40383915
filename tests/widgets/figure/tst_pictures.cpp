// Figures, the Coxeter diagram, the time axis and the 3D view look as they did: each is compared with a
// picture that is kept in tests/data/pictures. CAROM_REMAKE_PICTURES=1 keeps what is drawn now, see
// picture_baseline.h.
#include <QWidget>
#include <functional>
#include <set>

#include "base/impact_words.h"
#include "common/moments.h"
#include "common/selection.h"
#include "common/theme.h"
#include "impulse/impulse_figure.h"
#include "impulse/law_sweep_figure.h"
#include "motion/series_figure.h"
#include "motion/xi_curve_figure.h"
#include "orderings/ordering_graph_figure.h"
#include "outcomes/collapse_region_figure.h"
#include "outcomes/coxeter_diagram.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcomes_figure.h"
#include "support/picture_baseline.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "timeline/timeline_axis.h"
#include "viewport/picture/scene_figure.h"
#include "viewport/picture/scene_frame.h"
#include "viewport/picture/start_camera.h"

using namespace carom;

namespace {

constexpr int pictureDpi = 110;
constexpr QRgb ground = 0xFFFFFFFF;

QImage pictureOf(const Figure& figure, double widthMm = 88) {
  FigureOptions options;
  options.widthMm = widthMm;
  options.dpi = pictureDpi;
  return opaque(renderFigure(figure, options));
}

SnapshotPtr breakOfTwoOutcomes() {
  return makeSnapshot("billiard-break", {{"theta", "120deg"}});
}
SnapshotPtr lineAndWall() {
  return makeSnapshot("line-and-wall", {{"n", "3"}, {"first", "2"}});
}

QImage collapseRegion() {
  SnapshotRequest lossy = requestFor("newtons-cradle");
  lossy.settings.reflectionRestitution = 0.001;
  return pictureOf(CollapseRegionFigure(answerTo(lossy)));
}

/// A figure of [CR98].
QImage impulseSpace(std::size_t preset) {
  return pictureOf(ImpulseFigure(impulsePresets()[preset]));
}

QImage lawSweepPicture() {
  return pictureOf(LawSweepFigure(lawSweep(impulsePresets()[5].make(), "Fig. 4", LawQuantity::Incidence,
                                           LawResult::TangentialVelocity,
                                           {CollisionLaw::Routh, CollisionLaw::ChatterjeeRuina})));
}

QImage coxeterDiagram() {
  const SnapshotPtr snapshot = makeSnapshot("rack-break", {{"rows", "3"}});
  QImage image(420, 240, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paintCoxeterDiagram(painter, *snapshot->report,
                      shortContactNames(snapshot->report->problem.labels(), snapshot->instance),
                      QRectF(image.rect()).adjusted(8, 8, -8, -8));
  return image;
}

QImage timeAxis() {
  const SnapshotPtr snapshot = makeSnapshot("bouncing-ball");
  Selection axisSelection;
  TimelineAxis axis(&axisSelection);
  axis.resize(520, 80);
  axis.setSnapshot(snapshot);
  axis.setMoment({snapshot->trajectory->impacts.at(0).time, 0, 1});
  return opaque(axis.grab().toImage());
}

/// A scene at the end of its first impact, as the window first frames it, with parts left out on request.
QImage sceneWith(const SnapshotPtr& snapshot, bool arrows = true, bool labels = true) {
  const int impact = snapshot->trajectory->initialImpact();
  const Moment moment{0, impact,
                      impact < 0 ? 0 : static_cast<int>(snapshot->trajectory->impacts.at(0).word.size())};
  constexpr double widthMm = 70, aspect = 0.62;
  const QSizeF size(widthMm * pointsPerMm, aspect * widthMm * pointsPerMm);
  ViewState view;
  view.arrows = arrows;
  view.labels = labels;
  view.arrowScale = arrowScaleFor(*snapshot);
  view.camera = startCamera(makeFrame(*snapshot, moment), view.arrowScale, size);
  return pictureOf(SceneFigure(snapshot, moment, view, aspect), widthMm);
}

struct KeptPicture {
  const char* name;
  std::function<QImage()> draw;
};

std::vector<KeptPicture> pictures() {
  return {
      {"xi-curve", [] { return pictureOf(XiCurveFigure(computeCurve(breakOfTwoOutcomes()), true)); }},
      {"energy", [] { return pictureOf(EnergyFigure(breakOfTwoOutcomes())); }},
      {"energy-time", [] { return pictureOf(EnergyFigure(makeSnapshot("falling-rod"), true)); }},
      {"momentum", [] { return pictureOf(MomentumFigure(lineAndWall())); }},
      {"difference",
       [] {
         return pictureOf(DifferenceFigure(compared(*breakOfTwoOutcomes(), {1, 0})));
       }},
      {"ordering-graph", [] { return pictureOf(OrderingGraphFigure(lineAndWall())); }},
      {"outcomes", [] { return pictureOf(OutcomesFigure(breakOfTwoOutcomes())); }},
      {"outcome-set", [] { return pictureOf(OutcomeSetFigure(lineAndWall())); }},
      {"collapse-region", collapseRegion},
      {"impulse-path", [] { return impulseSpace(2); }},
      {"impulse-laws", [] { return impulseSpace(5); }},
      {"impulse-strip", [] { return impulseSpace(9); }},
      {"law-sweep", lawSweepPicture},
      {"coxeter-diagram", coxeterDiagram},
      {"time-axis", timeAxis},
      {"scene-break", [] { return sceneWith(breakOfTwoOutcomes()); }},
      {"scene-cradle", [] { return sceneWith(makeSnapshot("newtons-cradle")); }},
      {"scene-wall", [] { return sceneWith(lineAndWall()); }},
      {"scene-rod", [] { return sceneWith(makeSnapshot("falling-rod")); }},
  };
}

/// The drawn pixels of an image in groups: those of the picture's colours, and the words. A word is what is
/// dark, small and apart from everything else by the width of a space.
class Parts {
 public:
  explicit Parts(const QImage& image) : m_image(image), m_seen(image.size(), QImage::Format_Grayscale8) {
    addColors();
    addWords();
  }
  struct Part {
    QString name;
    std::vector<QPoint> pixels;
  };
  const std::vector<Part>& all() const { return m_parts; }
  /// Whether the comparison sees ground in place of a part and its smoothed edge.
  bool isMissed(const Part& part) const {
    QImage image = m_image;
    QRect bounds;
    for (const QPoint& at : part.pixels)
      for (const QPoint& edge : {QPoint(-1, 0), QPoint(1, 0), QPoint(0, -1), QPoint(0, 1), QPoint()}) {
        if (image.rect().contains(at + edge)) image.setPixel(at + edge, ground);
        bounds |= QRect(at, at);
      }
    bounds = bounds.adjusted(-4, -4, 4, 4) & image.rect();  // the rest is the same
    return !pictureDifference(m_image.copy(bounds), image.copy(bounds)).isEmpty();
  }

 private:
  static constexpr int space = 4, leastPixels = 25;
  static constexpr QSize largestWord{120, 24};

  bool isDark(QPoint at) const {
    const QColor color = m_image.pixelColor(at);
    return color.lightness() < 150 && color.hslSaturation() < 90;
  }
  void addColors() {
    for (int index = 0; index < 8; ++index) {
      Part part{theme::categorical(index).name(), {}};
      const int hue = theme::categorical(index).hslHue();
      for (int y = 0; y < m_image.height(); ++y)
        for (int x = 0; x < m_image.width(); ++x) {
          const QColor color = m_image.pixelColor(x, y);
          const int turn = std::abs(color.hslHue() - hue);
          if (color.hsvSaturation() > 100 && std::min(turn, 360 - turn) < 10) part.pixels.emplace_back(x, y);
        }
      if (static_cast<int>(part.pixels.size()) >= leastPixels) m_parts.push_back(std::move(part));
    }
  }
  void addWords() {
    m_seen.fill(0);
    for (int y = 0; y < m_image.height(); ++y)
      for (int x = 0; x < m_image.width(); ++x)
        if (isDark({x, y}) && m_seen.pixelColor(x, y) == Qt::black) addWord({x, y});
  }
  /// All dark pixels that are reached from one over gaps no wider than a space.
  void addWord(QPoint from) {
    std::vector<QPoint> pixels{from};
    QRect bounds(from, from);
    m_seen.setPixelColor(from, Qt::white);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      const QPoint at = pixels[i];
      bounds |= QRect(at, at);
      const QRect near = QRect(at - QPoint(space, space), at + QPoint(space, space)) & m_image.rect();
      for (int y = near.top(); y <= near.bottom(); ++y)
        for (int x = near.left(); x <= near.right(); ++x)
          if (isDark({x, y}) && m_seen.pixelColor(x, y) == Qt::black) {
            m_seen.setPixelColor(x, y, Qt::white);
            pixels.emplace_back(x, y);
          }
    }
    if (static_cast<int>(pixels.size()) < leastPixels || bounds.width() > largestWord.width() ||
        bounds.height() > largestWord.height())
      return;
    m_parts.push_back(
        {QStringLiteral("the word at %1, %2").arg(bounds.x()).arg(bounds.y()), std::move(pixels)});
  }

  QImage m_image, m_seen;
  std::vector<Part> m_parts;
};

/// Between pixels: as another version of a library may place everything.
QImage shiftedByHalfAPixel(const QImage& image) {
  QImage shifted(image.size(), QImage::Format_RGB32);
  shifted.fill(Qt::white);
  QPainter painter(&shifted);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(QPointF(0.5, 0.5), image);
  return shifted;
}

}  // namespace

class TestPictures : public QObject {
  Q_OBJECT

  static void addPictures() {
    QTest::addColumn<int>("index");
    const auto all = pictures();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].name) << static_cast<int>(i);
  }
  static QImage kept(const KeptPicture& picture) {
    return opaque(QImage(QStringLiteral(CAROM_TEST_DATA "/pictures/%1.png").arg(picture.name)));
  }

 private slots:
  void initTestCase() { theme::apply(theme::Scheme::Light); }

  void picturesAreThoseThatAreKept_data() { addPictures(); }
  void picturesAreThoseThatAreKept() {
    QFETCH(int, index);
    const KeptPicture picture = pictures()[static_cast<std::size_t>(index)];
    const QString difference = differenceFromBaseline(picture.name, picture.draw());
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }

  /// The comparison sees each curve, bar and ball by its colour, and each word.
  void aMissingPartIsSeen_data() { addPictures(); }
  void aMissingPartIsSeen() {
    QFETCH(int, index);
    const QImage whole = kept(pictures()[static_cast<std::size_t>(index)]);
    QVERIFY(!whole.isNull());
    const Parts parts(whole);
    QVERIFY2(parts.all().size() >= 2, "the picture falls into no parts");
    for (const Parts::Part& part : parts.all()) QVERIFY2(parts.isMissed(part), qPrintable(part.name));
  }

  void aSceneWithoutArrowsOrLabelsIsSeen_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("hasLabels");
    QTest::newRow("break") << "billiard-break" << true;
    QTest::newRow("cradle") << "newtons-cradle" << true;
    QTest::newRow("rod") << "falling-rod" << false;
  }
  void aSceneWithoutArrowsOrLabelsIsSeen() {
    QFETCH(QString, scene);
    QFETCH(bool, hasLabels);
    const SnapshotPtr snapshot = makeSnapshot(scene.toStdString());
    const QImage whole = sceneWith(snapshot);
    QVERIFY(!pictureDifference(whole, sceneWith(snapshot, false, true)).isEmpty());
    QCOMPARE(!pictureDifference(whole, sceneWith(snapshot, true, false)).isEmpty(), hasLabels);
  }

  /// What is no fault passes: edges that fall elsewhere between the pixels, and slightly other colours.
  void otherSmoothingIsLetThrough_data() { addPictures(); }
  void otherSmoothingIsLetThrough() {
    QFETCH(int, index);
    const QImage whole = kept(pictures()[static_cast<std::size_t>(index)]);
    QCOMPARE(pictureDifference(whole, shiftedByHalfAPixel(whole)), QString());
    QImage darker = whole;
    for (int y = 0; y < darker.height(); ++y)
      for (int x = 0; x < darker.width(); ++x)
        darker.setPixelColor(x, y, darker.pixelColor(x, y).darker(104));
    QCOMPARE(pictureDifference(whole, darker), QString());
  }
};

CAROM_OFFSCREEN_TEST(TestPictures);
#include "tst_pictures.moc"
