#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answer/snapshot.h"
#include "base/figure_options.h"
#include "base/movie_options.h"
#include "base/named_value.h"

namespace carom {

class Figure;
struct Landscape;
struct FigureOrder;

/// A figure that can be made from a snapshot or from a file of measurements alone, without the window.
struct FigureKind {
  enum class Draws { Answer, Curve, Comparison, Landscape, Measurements, Impulses, Panels };

  const char* name;         ///< on the command line
  const char* description;  ///< one line
  const char* scene;        ///< where none is named; "" for Impulses and Panels
  Draws draws;              ///< the part of the snapshot that it needs; Measurements, Impulses, Panels: none
  std::unique_ptr<Figure> (*make)(const FigureOrder& order);
  bool showsModels = false;  ///< whether it marks what other impact models answer
  const char* set = "";      ///< a parameter of its own scene that differs from the scene's: "rc=2.86*ra"
  bool showsRuns = false;    ///< whether it shows further runs
  bool needsImpact = false;  ///< whether it has nothing to show where no contact is closed
};

/// A figure to write into a file.
struct FigureOrder {
  const FigureKind& kind;
  SnapshotPtr snapshot;
  QString path;  ///< its ending says the format; .csv for the numbers of the picture
  FigureOptions options;
  QString data{};                                ///< the CSV that a figure of measurements draws
  QByteArray dataText{};                         ///< what it holds, in place of the file
  QString view{};                                ///< see FigureSource
  std::shared_ptr<const Landscape> landscape{};  ///< for Draws::Landscape
  std::vector<NamedValue> values{};              ///< of parameters of a figure of impulses
  std::vector<FigureOrder> panels{};             ///< of a composition; their options: the edits
};

/// A movie of the run of a figure "scene".
struct MovieOrder {
  QString path;  ///< its ending says the format
  MovieOptions options{};
  /// Is told the share that is done; false stops the work, and nothing stays.
  std::function<bool(double share)> goOn{};
};

/// The figures for the command line, in a library that is loaded only when a figure is made.
struct FigureLibrary {
  std::span<const FigureKind> kinds;  ///< all of them, in the order in which they are listed
  /// Calls `work` while Qt can draw without a display. There may be no QCoreApplication yet. `fatal` is
  /// called where Qt cannot go on, and does not return.
  void (*prepare)(void (*fatal)(const QString& why), const std::function<void()>& work);
  /// Makes a figure; only where Qt can draw. Throws FigureError, and FileError where its measurements cannot
  /// be kept.
  std::unique_ptr<Figure> (*make)(const FigureOrder& order);
  /// Writes a figure; only within prepare(). Throws FigureError, and FileError where the file cannot be
  /// written. Returns the command line that makes the figure again.
  QString (*write)(const FigureOrder& order);
  /// Which fonts of a look are missing, and what stands in; only within prepare(). Empty where none are.
  QString (*fontNote)(const FigureLook& look);
  /// Writes a movie; only within prepare(). Returns whether it is complete. Throws FigureError and FileError.
  bool (*writeMovie)(const FigureOrder& order, const MovieOrder& movie);
};

}  // namespace carom

extern "C" const carom::FigureLibrary* caromFigureLibrary();
