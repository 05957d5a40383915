#pragma once

#include <memory>
#include <span>

#include "answer/snapshot.h"
#include "base/figure_options.h"

namespace carom {

class Figure;
struct FigureOrder;

/// A figure that can be made from a snapshot or from a file of measurements alone, without the window.
struct FigureKind {
  enum class Draws { Answer, Curve, Comparison, Measurements, Impulses };

  const char* name;         ///< on the command line
  const char* description;  ///< one line
  const char* scene;        ///< where none is named; "" for Impulses
  Draws draws;              ///< the part of the snapshot that it needs; Measurements and Impulses: none
  std::unique_ptr<Figure> (*make)(const FigureOrder& order);
  bool showsModels = false;  ///< whether it marks what other impact models answer
};

/// A figure to write into a file.
struct FigureOrder {
  const FigureKind& kind;
  SnapshotPtr snapshot;
  QString path;  ///< .pdf, .svg or .png; .csv for the numbers of the picture
  FigureOptions options;
  void (*fatal)(const QString& why);  ///< called where Qt cannot go on; does not return
  QString data{};                     ///< the CSV that a figure of measurements draws
};

/// The figures for the command line, in a library that is loaded only when a figure is made.
struct FigureLibrary {
  std::span<const FigureKind> kinds;  ///< all of them, in the order in which they are listed
  /// Draws without a display. Throws FigureError, and FileError where the file cannot be written. There may
  /// be no QCoreApplication yet.
  void (*write)(const FigureOrder& order);
};

}  // namespace carom

extern "C" const carom::FigureLibrary* caromFigureLibrary();
