#pragma once

#include <QList>

namespace carom {

/// A part of a long column of text that no break of a page cuts: a line, a row of a table, a picture.
struct ColumnPiece {
  double top = 0, bottom = 0;
  bool staysWithNext = false;  ///< no page ends below it
  /// The share of the height of a page that has to be left for it, else it begins the next page; 1: it begins
  /// one.
  double wants = 0;
  /// Of a row of a table: the head of that table, which a page repeats that begins with the row. Empty: none.
  double headTop = 0, headBottom = 0;
};

/// A page: a cut of the column, below the head of a table where that is cut, too.
struct Sheet {
  double from = 0, to = 0;
  double headTop = 0, headBottom = 0;
  double head() const { return headBottom - headTop; }
};

/// The pages of a height on which the pieces are whole, but for pieces that are higher than a page. Pieces
/// stay with the next where a page has room for all of them.
QList<Sheet> cutIntoSheets(const QList<ColumnPiece>& pieces, double height);

}  // namespace carom
