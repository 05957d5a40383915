#pragma once

#include <QDialog>
#include <functional>
#include <memory>

#include "base/movie_options.h"
#include "figure/movie_file.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace carom {

/// Asks for file, size and speed of a movie of the run, and writes it frame by frame while the window lives
/// on. Cancel stops the work, and nothing stays.
class MovieDialog : public QDialog {
  Q_OBJECT
 public:
  /// The movie of the present run with these options. It throws FigureError.
  using Make = std::function<std::unique_ptr<Movie>(const MovieOptions&)>;
  /// What stands in a file about the movie.
  using Comment = std::function<QString(const QString& file, const MovieOptions&)>;
  MovieDialog(Make make, Comment comment, QWidget* parent = nullptr);
  ~MovieDialog() override;

  void reject() override;

 signals:
  void written(const QString& files);

 private:
  void addFields();
  void restore();
  void remember() const;
  MovieOptions options() const;  ///< throws FigureError
  void showLength();
  void showError(const QString& why);
  void begin();
  void writeNext();
  void stop(const QString& why);

  Make m_make;
  Comment m_comment;
  std::unique_ptr<Movie> m_movie;  ///< while it is written
  std::unique_ptr<MovieFile> m_file;
  int m_next = 0;  ///< number of the frame to write
  QLineEdit* m_path = nullptr;
  QComboBox* m_size = nullptr;
  QDoubleSpinBox *m_fps = nullptr, *m_speed = nullptr, *m_reflection = nullptr;
  QLabel *m_length = nullptr, *m_error = nullptr;
  QProgressBar* m_progress = nullptr;
  QPushButton* m_write = nullptr;
};

}  // namespace carom
