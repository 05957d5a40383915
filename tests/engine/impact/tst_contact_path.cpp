// Contact coordinates along one ordering, whatever the number of contacts.

#include <QtTest>

#include "impact/contact_path.h"
#include "impact/reflection.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

class ContactPathTest : public QObject {
  Q_OBJECT

 private slots:
  void reflectionsAreThoseOfTheGramMatrix_data() {
    QTest::addColumn<int>("contacts");
    for (const int k : {1, 2, 3, 4, 5, 8, 9, 13, 16, 17, 31, 32, 33, 61, 64, 70})
      QTest::addRow("%d contacts", k) << k;
  }

  void reflectionsAreThoseOfTheGramMatrix() {
    QFETCH(int, contacts);
    const ImpactProblem problem = convergingLine(contacts + 1, 0.37);
    ContactPath path(problem);
    Eigen::VectorXd c = problem.contactCoordinates();
    for (int step = 0; step < 100; ++step) {
      int lowest = 0;
      if (!problem.isInfeasible(c.minCoeff(&lowest))) break;
      QCOMPARE(path.mostInfeasible(), lowest);
      path.reflect(lowest);
      reflect(c, problem.gram(), lowest);
      for (int i = 0; i < contacts; ++i)
        QVERIFY(std::abs(path.c()[static_cast<std::size_t>(i)] - c[i]) < 1e-12);
    }
    QVERIFY(!path.word().empty());
    QCOMPARE(path.isFeasible(), !problem.isInfeasible(c.minCoeff()));
  }

  void theFirstOfEqualContactsIsChosen_data() { reflectionsAreThoseOfTheGramMatrix_data(); }

  void theFirstOfEqualContactsIsChosen() {
    QFETCH(int, contacts);
    ContactPath path(
        fromGram(Eigen::MatrixXd::Identity(contacts, contacts), Eigen::VectorXd::Constant(contacts, -0.7)));
    for (int j = 0; j < contacts; ++j) {
      QCOMPARE(path.mostInfeasible(), j);
      QCOMPARE(path.infeasibleCount(), static_cast<std::size_t>(contacts - j));
      path.reflect(j);
    }
    QVERIFY(path.isFeasible());
    QCOMPARE(path.mostInfeasible(), -1);
  }

  void startingAgainForgetsTheWord() {
    ContactPath path(galperin(2));
    while (!path.isFeasible()) path.reflect(path.mostInfeasible());
    QCOMPARE(path.word().size(), std::size_t{314});
    const Word first = path.word();
    path.restart();
    QVERIFY(path.word().empty());
    while (!path.isFeasible()) path.reflect(path.mostInfeasible());
    QCOMPARE(path.word(), first);
  }
};

CAROM_TEST(ContactPathTest);
#include "tst_contact_path.moc"
