// The XMP packet in files of movies: found again by readers that know the formats' blocks alone.
#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QImageReader>
#include <QTemporaryDir>
#include <QtEndian>

#include "base/figure_record.h"
#include "figure/movie_xmp.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

QByteArray packet() {
  QByteArray record = R"({"figure":"scene","text":")";
  for (int i = 0; i < 900; ++i)
    record += static_cast<char>('a' + i % 26);  // blocks of GIF have 255 bytes at most
  return xmpPacket("A movie", "ξ of a run", record + "\"}");
}

/// A picture of one pixel (GIF89a).
QByteArray smallGif() {
  return QByteArray::fromHex(
      "47494638396101000100800000000000ffffff21f90401000000002c000000000100010000020144003b");
}

}  // namespace

class TestMovieXmp : public QObject {
  Q_OBJECT

 private slots:
  void boxesOfMp4AreWhole() {
    const QByteArray movie = QByteArray(
        "\0\0\0\x10"
        "ftypisom\0\0\2\0\0\0\0\x0Cmoovabcd",
        28);
    const QByteArray with = withXmp(movie, "mp4", packet());
    QStringList boxes;
    for (qsizetype at = 0; at < with.size();) {
      const auto size = qFromBigEndian<quint32>(with.constData() + at);
      QVERIFY(size >= 8 && at + size <= with.size());
      boxes << QString::fromLatin1(with.mid(at + 4, 4));
      at += size;
    }
    QCOMPARE(boxes, (QStringList{"ftyp", "moov", "uuid"}));
    QCOMPARE(with.left(movie.size()), movie);
    QCOMPARE(recordIn(with), recordIn(packet()));
  }

  void elementsOfWebmAreWhole() {
    const QByteArray movie = QByteArray::fromHex("1a45dfa380") + QByteArray::fromHex("1853806783010203");
    const QByteArray with = withXmp(movie, "webm", packet());
    const QByteArray element = with.mid(movie.size());
    QCOMPARE(element.left(2), QByteArray("\xEC\x01"));  // Void, whose size has eight bytes
    const auto size = qFromBigEndian<quint64>(element.constData() + 1) & ((quint64(1) << 56) - 1);
    QCOMPARE(static_cast<qsizetype>(size), element.size() - 9);
    QCOMPARE(recordIn(with), recordIn(packet()));
  }

  void aReaderOfGifFindsTheEnd() {
    const QByteArray with = withXmp(smallGif(), "gif", packet());
    // Blocks after the header, the screen and the colours, which a reader passes over by their lengths.
    qsizetype at = 13 + 6;
    QString kinds;
    while (at < with.size() && with[at] != '\x3B') {
      const bool isExtension = with[at] == '\x21';
      kinds += isExtension ? (with[at + 1] == '\xFF' ? 'A' : 'E') : 'I';
      at += isExtension ? 2 : 11;
      while (at < with.size() && with[at] != 0) at += 1 + static_cast<uchar>(with[at]);
      ++at;
    }
    QCOMPARE(kinds, QString("EIA"));
    QCOMPARE(at, with.size() - 1);
    QCOMPARE(recordIn(with), recordIn(packet()));
  }

  void aMovingPngIsStillOne() {
    QImage picture(7, 5, QImage::Format_RGB32);
    picture.fill(Qt::darkGreen);
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(picture.save(&buffer, "PNG"));
    const QByteArray with = withXmp(png, "apng", packet());
    QVERIFY(with.endsWith(png.right(12)));
    QCOMPARE(QImage::fromData(with, "PNG").convertToFormat(QImage::Format_RGB32), picture);
    QCOMPARE(recordIn(with), recordIn(packet()));
  }

  void aFileGetsTheSameBytes() {
    QTemporaryDir folder;
    for (const char* ending : {"mp4", "webm", "gif", "apng"}) {
      QFile file(folder.filePath(QString("m.") + ending));
      QVERIFY(file.open(QIODevice::WriteOnly));
      const QByteArray movie = smallGif().repeated(9);
      file.write(movie);
      file.close();
      addXmp(file.fileName(), ending, packet());
      QVERIFY(file.open(QIODevice::ReadOnly));
      QCOMPARE(file.readAll(), withXmp(movie, ending, packet()));
      file.close();
    }
  }
};

CAROM_OFFSCREEN_TEST(TestMovieXmp);
#include "tst_movie_xmp.moc"
