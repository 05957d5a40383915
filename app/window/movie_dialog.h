#pragma once

#include <QDialog>
#include <functional>
#include <memory>

#include "base/movie_options.h"
#include "window/movie_progress.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace carom {

/// Asks for file, size and speed of a movie of the run.
class MovieDialog : public QDialog {
  Q_OBJECT
 public:
  /// The movie of the present run with these options. It throws FigureError.
  using Make = std::function<std::unique_ptr<Movie>(const MovieOptions&)>;
  /// What stands in a file about the movie.
  using Record = std::function<MovieRecord(const QString& file, const MovieOptions&)>;
  MovieDialog(Make make, Record record, QWidget* parent = nullptr);
  ~MovieDialog() override;

 signals:
  void ordered(const carom::MovieToWrite& order);

 private:
  void addFields();
  void restore();
  void remember() const;
  MovieOptions options() const;  ///< throws FigureError
  void showLength();
  void showError(const QString& why);
  void order();

  Make m_make;
  Record m_record;
  QLineEdit* m_path = nullptr;
  QComboBox* m_size = nullptr;
  QDoubleSpinBox *m_fps = nullptr, *m_speed = nullptr, *m_reflection = nullptr;
  QLabel *m_length = nullptr, *m_error = nullptr;
  QPushButton* m_write = nullptr;
};

}  // namespace carom
