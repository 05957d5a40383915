#pragma once

#include <QDialog>
#include <QPointer>
#include <QTimer>
#include <memory>

#include "figure/figure.h"
#include "figure/figure_clipboard.h"
#include "figure/file_form.h"
#include "figure/panel_grid.h"
#include "tasks/latest_task.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace carom {

class ElidedLabel;
class FigurePreview;
class LabelsForm;
class LookForm;

/// Makes a figure ready for a journal: its size and look, its labels and notes, other figures beside it in a
/// grid; shows it as it will be printed, writes it and remembers the answers.
///
/// A figure that cannot be written leaves the dialog open with the reason; nothing on the disk has changed.
/// What takes long, the picture, the file and its numbers, is made in the background where the figure paints
/// in any thread; the numbers of every figure are. Cancel stops the writing first, and then closes the
/// dialog.
class FigureExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit FigureExportDialog(std::shared_ptr<const Figure> figure, QWidget* parent = nullptr);
  ~FigureExportDialog() override;

  /// Figures that may stand beside this one in a composition.
  void setOffers(std::vector<FigureOffer> offers) { m_panels->setOffers(std::move(offers)); }
  /// Shows a composition with its size, look and edits in place of those that are remembered.
  void showComposition(std::vector<PanelGrid::Cell> panels, const CompositionFigure::Grid& grid,
                       const FigureOptions& options);

 public slots:
  /// Closes the dialog; while files are being written, stops that first.
  void reject() override;

 signals:
  void written(const QString& path);

 protected:
  void accept() override;

 private:
  /// What is made in the background, one thing at a time.
  struct Made {
    QImage preview{};
    CopiedPicture copy{};
    bool isWritten = false;
  };

  QWidget* createPreview();
  QWidget* createTabs();
  QWidget* createPage();
  QLayout* createButtons();
  void connectFields();
  void restore();
  void remember() const;
  /// Where the edits of this figure are remembered.
  QString editsKey() const;
  /// The figure, or a composition where the grid has several.
  void showFigure();
  /// Makes something in the background where the figure paints in any thread, else now. Throws FigureError.
  void make(std::function<Made()> work, std::function<void(const Made&)> take);
  void write(const FileForm::Files& files);
  void takeWritten(const FileForm::Files& files, bool isWritten);
  void setWriting(bool writes);
  void showBusy(bool isBusy);
  void fail(const QString& why);
  /// It cannot be shown, and so not exported.
  void refuse(const QString& why);
  void resizeFigure();
  FigureOptions options() const;  ///< throws FigureError
  void copyPicture();
  void copyCommandLine();

  std::shared_ptr<const Figure> m_first, m_figure;
  FigurePreview* m_preview = nullptr;
  LookForm* m_look = nullptr;
  LabelsForm* m_labels = nullptr;
  FileForm* m_file = nullptr;
  PanelGrid* m_panels = nullptr;
  QLabel *m_size = nullptr, *m_error = nullptr;
  ElidedLabel* m_title = nullptr;
  QComboBox *m_width = nullptr, *m_zoom = nullptr;
  QLineEdit* m_height = nullptr;
  QCheckBox* m_grey = nullptr;
  QPushButton* m_export = nullptr;
  QDialogButtonBox* m_buttons = nullptr;
  QProgressBar* m_busy = nullptr;
  QTimer m_busyLater;  ///< so that what is made soon does not flicker
  bool m_isRestoring = false, m_isWriting = false, m_isStopping = false;
  QPointer<QWidget> m_focused;  ///< before the writing began
  LatestTask<Made> m_task;
};

}  // namespace carom
