#include "figure/figure_export_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCryptographicHash>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QTabWidget>
#include <QVBoxLayout>

#include "base/atomic_file.h"
#include "base/number_format.h"
#include "common/math_label.h"
#include "figure/edits_form.h"
#include "figure/figure_preview.h"
#include "figure/labels_form.h"
#include "figure/look_form.h"
#include "figure/provenance.h"

namespace carom {

namespace {

constexpr QSize previewSize{480, 360};
constexpr double mostPreviewPixels = 4e6;
constexpr int busyAfterMs = 300;

/// Column widths of journals, as offered; any other length may be typed.
const char* const usualWidths[] = {"88 mm", "120 mm", "180 mm", "3.5 in", "7.16 in", "240 mm"};

}  // namespace

FigureExportDialog::FigureExportDialog(std::shared_ptr<const Figure> figure, QWidget* parent)
    : QDialog(parent), m_first(std::move(figure)), m_figure(m_first) {
  setWindowTitle(tr("Export figure"));
  m_error = new QLabel(this);
  m_error->setObjectName("error");
  m_error->setWordWrap(true);
  auto* both = new QHBoxLayout;
  both->addWidget(createPreview(), 1);
  both->addWidget(createTabs());
  auto* column = new QVBoxLayout(this);
  column->addLayout(both, 1);
  m_file = new FileForm(m_figure->hasNumbers(), this);
  column->addWidget(m_file);
  column->addWidget(m_error);
  column->addLayout(createButtons());
  connectFields();
  m_isRestoring = true;  // the figure is drawn once, not after each field
  restore();
  m_isRestoring = false;
  m_labels->followPanels();
}

FigureExportDialog::~FigureExportDialog() = default;

void FigureExportDialog::showComposition(std::vector<PanelGrid::Cell> panels,
                                         const CompositionFigure::Grid& grid, const FigureOptions& options) {
  const auto length = [](double mm) {
    return mm > 0 ? plainNumber(mm, QLocale::FloatingPointShortest) + QStringLiteral(" mm") : QString();
  };
  m_width->setCurrentText(length(options.widthMm));
  m_height->setText(length(options.heightMm));
  m_file->set(options);
  m_look->setPreset({});
  m_look->setLook(options.style.look);
  m_labels->setOwnEdits(options.style.edits);
  m_panels->setCells(std::move(panels), grid);
  m_file->setName(m_figure->name());
}

QWidget* FigureExportDialog::createPreview() {
  auto* side = new QWidget(this);
  m_title = new ElidedLabel(this);
  m_title->setObjectName(QStringLiteral("figureTitle"));
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_title->setFullText(m_figure->title());
  m_preview = new FigurePreview(this);
  m_preview->setMinimumSize(previewSize);
  m_size = new QLabel(this);
  m_size->setObjectName("size");
  m_zoom = new QComboBox(this);
  m_zoom->setObjectName(QStringLiteral("zoom"));
  m_zoom->addItem(tr("fit"), 0.0);
  for (const int percent : {50, 100, 200, 400})
    m_zoom->addItem(tr("%1 % of paper").arg(percent), percent / 100.0);
  m_grey = new QCheckBox(tr("in &grey"), this);
  m_grey->setObjectName(QStringLiteral("grey"));
  m_grey->setToolTip(
      tr("Shows the figure as a printer without colours prints it; the file keeps its colours"));
  auto* row = new QHBoxLayout;
  row->addWidget(m_size, 1);
  row->addWidget(m_grey);
  row->addWidget(m_zoom);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins({});
  column->addWidget(m_title);
  column->addWidget(m_preview, 1);
  column->addLayout(row);
  return side;
}

QWidget* FigureExportDialog::createTabs() {
  auto* tabs = new QTabWidget(this);
  tabs->setObjectName(QStringLiteral("tabs"));
  tabs->addTab(createPage(), tr("Page"));
  m_panels = new PanelGrid(m_first, this);
  m_labels = new LabelsForm(m_panels, this);
  tabs->addTab(m_labels, tr("Labels"));
  tabs->addTab(m_panels, tr("Panels"));
  tabs->setMinimumWidth(360);
  return tabs;
}

QWidget* FigureExportDialog::createPage() {
  auto* page = new QWidget(this);
  m_width = new QComboBox(this);
  m_width->setObjectName("width");
  m_width->setEditable(true);
  for (const char* width : usualWidths) m_width->addItem(width);
  m_height = new QLineEdit(this);
  m_height->setObjectName("height");
  m_height->setPlaceholderText(tr("automatic"));
  m_look = new LookForm(this);
  auto* form = new QFormLayout;
  form->addRow(tr("&Width"), m_width);
  form->addRow(tr("&Height"), m_height);
  auto* column = new QVBoxLayout(page);
  column->addWidget(m_look);
  column->addLayout(form);
  column->addStretch();
  return page;
}

void FigureExportDialog::connectFields() {
  connect(m_file, &FileForm::changed, this, &FigureExportDialog::showFigure);
  connect(m_width, &QComboBox::currentTextChanged, this, &FigureExportDialog::showFigure);
  connect(m_height, &QLineEdit::textChanged, this, &FigureExportDialog::showFigure);
  connect(m_grey, &QCheckBox::toggled, this, &FigureExportDialog::showFigure);
  connect(m_zoom, &QComboBox::currentIndexChanged, this,
          [this] { m_preview->setZoom(m_zoom->currentData().toDouble()); });
  connect(m_preview, &FigurePreview::resized, this, &FigureExportDialog::resizeFigure);
  connect(m_preview, &FigurePreview::doubleClicked, m_labels->edits(), &EditsForm::addNote);
  connect(m_preview, &FigurePreview::pressed, m_labels->edits(), &EditsForm::grabNote);
  connect(m_preview, &FigurePreview::dragged, m_labels->edits(), &EditsForm::moveNote);
  connect(m_look, &LookForm::changed, this, &FigureExportDialog::showFigure);
  connect(m_look, &LookForm::refused, m_error, &QLabel::setText);
  connect(m_look, &LookForm::widthWanted, this,
          [this](double mm) { m_width->setCurrentText(plainNumber(mm, 6) + QStringLiteral(" mm")); });
  connect(m_labels, &LabelsForm::changed, this, &FigureExportDialog::showFigure);
  connect(m_labels, &LabelsForm::refused, this, &FigureExportDialog::refuse);
}

QLayout* FigureExportDialog::createButtons() {
  auto* box = m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_export = box->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  m_export->setDefault(true);
  m_export->setProperty("role", "primary");
  QPushButton* copy = box->addButton(tr("&Copy picture"), QDialogButtonBox::ActionRole);
  QPushButton* command = box->addButton(tr("Copy as command li&ne"), QDialogButtonBox::ActionRole);
  command->setObjectName(QStringLiteral("copyCommand"));
  command->setToolTip(tr("The command that makes this figure again, with all settings"));
  connect(command, &QPushButton::clicked, this, &FigureExportDialog::copyCommandLine);
  connect(box, &QDialogButtonBox::accepted, this, &FigureExportDialog::accept);
  connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(copy, &QPushButton::clicked, this, &FigureExportDialog::copyPicture);
  m_busy = new QProgressBar(this);
  m_busy->setObjectName(QStringLiteral("busy"));
  m_busy->setRange(0, 0);
  m_busy->setFixedWidth(120);
  m_busy->setTextVisible(false);
  m_busy->setAccessibleName(tr("The figure is being made"));
  QSizePolicy place = m_busy->sizePolicy();
  place.setRetainSizeWhenHidden(true);
  m_busy->setSizePolicy(place);
  m_busy->hide();
  m_busyLater.setSingleShot(true);
  m_busyLater.setInterval(busyAfterMs);
  connect(&m_busyLater, &QTimer::timeout, m_busy, &QWidget::show);
  auto* row = new QHBoxLayout;
  row->addWidget(m_busy);
  row->addWidget(box);
  return row;
}

QString FigureExportDialog::editsKey() const {
  const QByteArray what = (m_first->name() + QLatin1Char('\n') + m_first->title()).toUtf8();
  return QStringLiteral("edits/") +
         QString::fromLatin1(QCryptographicHash::hash(what, QCryptographicHash::Sha1).toHex());
}

void FigureExportDialog::restore() {
  QSettings settings;
  settings.beginGroup("export");
  m_width->setCurrentText(settings.value("width", usualWidths[0]).toString());
  m_height->setText(settings.value("height").toString());
  m_file->restore(settings, m_figure->name());
  m_look->setPreset(settings.value("preset").toString());
  try {
    m_look->setLook(readStyle(settings.value("look").toByteArray()).look);
    m_panels->setEdits(0, readStyle(settings.value(editsKey()).toByteArray(), StyleText::Recorded).edits);
  } catch (const FigureError&) {  // written by another version: the usual look
  }
}

void FigureExportDialog::remember() const {
  QSettings settings;
  settings.beginGroup("export");
  settings.setValue("width", m_width->currentText());
  settings.setValue("height", m_height->text());
  m_file->remember(settings);
  settings.setValue("preset", m_look->preset());
  settings.setValue("look", styleText({m_look->look(), {}}));
  settings.setValue(editsKey(), styleText({{}, m_panels->cells().front().edits}));
}

FigureOptions FigureExportDialog::options() const {
  FigureOptions options;
  options.widthMm = parseLengthMm(m_width->currentText());
  if (!m_height->text().trimmed().isEmpty()) options.heightMm = parseLengthMm(m_height->text());
  m_file->addTo(options);
  const std::vector<PanelGrid::Cell> cells = m_panels->cells();
  options.style = {m_look->look(), cells.size() > 1 ? m_labels->ownEdits() : cells.front().edits};
  return options;
}

void FigureExportDialog::showFigure() try {
  if (m_isWriting || m_isRestoring) return;  // it is shown afterwards
  const std::vector<PanelGrid::Cell> cells = m_panels->cells();
  if (cells.size() > 1) {
    std::vector<CompositionPanel> panels;
    for (const PanelGrid::Cell& cell : cells) panels.push_back({cell.figure, cell.edits});
    m_figure = std::make_shared<CompositionFigure>(std::move(panels), m_panels->grid());
  } else {
    m_figure = cells.front().figure;
  }
  m_title->setFullText(m_figure->title());
  FigureOptions shown = options();
  const QSizeF mm = figureSizeMm(*m_figure, shown);
  m_look->setWidth(mm.width());
  QStringList notes{tr("%1 mm × %2 mm").arg(formatFixed(mm.width(), 1), formatFixed(mm.height(), 1))};
  if (QFileInfo(m_file->path()).isFile()) notes += tr("replaces the file that is there");
  m_size->setText(notes.join(QStringLiteral(" · ")));
  const double most = std::sqrt(mostPreviewPixels / (mm.width() * mm.height()));
  const double perMm = std::min(m_preview->pixelsPerMm(mm) * devicePixelRatioF(), most);
  shown.dpi = std::clamp(qRound(perMm * mmPerInch), 36, 2400);
  shown.transparent = false;
  m_error->clear();
  m_export->setEnabled(true);
  make(
      [figure = m_figure, shown, isGrey = m_grey->isChecked()] {
        const QImage image = renderFigure(*figure, shown);
        return Made{.preview = isGrey ? image.convertToFormat(QImage::Format_Grayscale8) : image};
      },
      [this, mm](const Made& made) { m_preview->show(made.preview, mm); });
} catch (const FigureError& error) {
  m_task.forget();
  showBusy(false);
  refuse(QString::fromUtf8(error.what()));
}

void FigureExportDialog::make(std::function<Made()> work, std::function<void(const Made&)> take) {
  if (!m_figure->paintsInAnyThread()) {
    m_task.forget();
    showBusy(false);
    return take(work());
  }
  showBusy(true);
  m_task.start([work = std::move(work)](const TaskWatch<Made>&) { return work(); },
               {.answered =
                    [this, take = std::move(take)](const Made& made) {
                      showBusy(false);
                      take(made);
                    },
                .failed =
                    [this](const QString& why) {
                      showBusy(false);
                      refuse(why);
                    }});
}

void FigureExportDialog::showBusy(bool isBusy) {
  isBusy ? m_busyLater.start() : m_busyLater.stop();
  if (!isBusy) m_busy->hide();
}

void FigureExportDialog::refuse(const QString& why) {
  m_error->setText(why);
  m_export->setEnabled(false);
}

/// The files were not written.
void FigureExportDialog::fail(const QString& why) {
  showBusy(false);
  if (m_isWriting) {
    setWriting(false);
    showFigure();
  }
  m_error->setText(why);
}

/// An error that appears takes room of the preview and stays.
void FigureExportDialog::resizeFigure() {
  const QString error = m_error->text();
  showFigure();
  if (m_error->text().isEmpty()) m_error->setText(error);
}

void FigureExportDialog::accept() try {
  if (m_isWriting) return;
  write(m_file->files());
} catch (const std::runtime_error& error) {
  fail(QString::fromUtf8(error.what()));
}

/// A plot is painted here; its picture is packed and its numbers are made in the background. Nothing is
/// written before all is made.
void FigureExportDialog::write(const FileForm::Files& files) {
  const FigureFormat format = figureFormat(files.figure);
  const FigureOptions how = options();
  figureSizeMm(*m_figure, how);  // a wrong size is told at once
  std::function<QByteArray()> painted;
  if (!m_figure->paintsInAnyThread()) painted = paintedFigure(*m_figure, format, how);
  setWriting(true);
  showBusy(true);
  m_task.start(
      [figure = m_figure, files, format, how, painted](const TaskWatch<Made>& watch) {
        const QByteArray bytes = painted ? painted() : encodeFigure(*figure, format, how);
        if (watch.stop.stop_requested()) return Made();
        const QByteArray numbers = files.numbers.isEmpty() ? QByteArray() : figure->csv().toUtf8();
        if (watch.stop.stop_requested()) return Made();
        writeWhole(files.figure, bytes);
        if (!files.numbers.isEmpty()) writeWhole(files.numbers, numbers);
        return Made{.isWritten = true};
      },
      {.answered = [this, files](const Made& made) { takeWritten(files, made.isWritten); },
       .failed = [this](const QString& why) { fail(why); }});
}

void FigureExportDialog::takeWritten(const FileForm::Files& files, bool isWritten) {
  if (!isWritten) return fail(tr("Stopped: nothing was written."));
  showBusy(false);
  setWriting(false);
  remember();
  emit written(files.figure);
  QDialog::accept();
}

/// The first Cancel stops the writing; one more closes the dialog, though what has begun may still end.
void FigureExportDialog::reject() {
  if (!m_isWriting || m_isStopping) return QDialog::reject();
  m_isStopping = true;
  m_task.stop();
  m_error->setText(tr("Stopping…"));
}

/// While files are written, only Cancel answers.
void FigureExportDialog::setWriting(bool writes) {
  if (writes) m_focused = focusWidget();
  m_isWriting = writes;
  m_isStopping = false;
  for (QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (part != m_error && part != m_busy && part != m_buttons) part->setEnabled(!writes);
  for (QAbstractButton* button : m_buttons->buttons())
    if (m_buttons->buttonRole(button) != QDialogButtonBox::RejectRole) button->setEnabled(!writes);
  if (writes) return;
  if (m_focused) m_focused->setFocus();  // which went where it could, and Return with it
  m_export->setDefault(true);
}

void FigureExportDialog::copyPicture() try {
  make([figure = m_figure, how = options()] { return Made{.copy = copyOf(*figure, how)}; },
       [this](const Made& made) {
         putOnClipboard(made.copy);
         if (m_figure->paintsInAnyThread()) showFigure();  // in case its picture was not there yet
       });
} catch (const FigureError& error) {
  m_error->setText(error.what());
}

void FigureExportDialog::copyCommandLine() try {
  const FigureFormat format = figureFormat(m_file->ending());
  QGuiApplication::clipboard()->setText(commandLineOf(*m_figure, format, options()));
} catch (const FigureError& error) {
  m_error->setText(error.what());
}

}  // namespace carom
