#include "figure/export_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "base/atomic_file.h"
#include "base/number_format.h"
#include "figure/figure_clipboard.h"
#include "figure/provenance.h"

namespace carom {

namespace {

constexpr QSize previewSize{460, 320};

/// The path with `ending` in place of that of a figure; any other dot belongs to the name.
QString withEnding(QString path, const QString& ending) {
  static const QRegularExpression known(
      QStringLiteral("\\.(%1|tif)$").arg(figureEndings().join(QLatin1Char('|'))),
      QRegularExpression::CaseInsensitiveOption);
  return path.remove(known) + QLatin1Char('.') + ending;
}

/// Whether what follows the last dot may be meant as an ending: "fig.jpg", not "v1.2" and not "fig".
bool hasEnding(const QString& path) {
  const QString ending = QFileInfo(path).suffix();
  return !ending.isEmpty() && ending.front().isLetter();
}

/// Column widths of journals, as offered; any other length may be typed.
const char* const widthPresets[] = {"88 mm", "120 mm", "180 mm", "3.5 in", "7.16 in", "240 mm"};

}  // namespace

FigureExportDialog::FigureExportDialog(std::unique_ptr<Figure> figure, QWidget* parent)
    : QDialog(parent), m_figure(std::move(figure)) {
  setWindowTitle(tr("Export figure"));
  m_preview = new QLabel(this);
  m_preview->setFixedSize(previewSize);
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setFrameShape(QFrame::StyledPanel);
  m_preview->setAccessibleName(tr("Preview"));
  m_size = new QLabel(this);
  m_size->setObjectName("size");
  m_size->setAlignment(Qt::AlignCenter);
  m_error = new QLabel(this);
  m_error->setObjectName("error");
  m_error->setWordWrap(true);

  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(m_figure->title(), this));
  column->addWidget(m_preview, 0, Qt::AlignHCenter);
  column->addWidget(m_size);
  column->addLayout(createForm());
  column->addWidget(m_error);
  column->addLayout(createButtons());
  restore();
  showFigure();
}

FigureExportDialog::~FigureExportDialog() = default;

QLayout* FigureExportDialog::createForm() {
  m_path = new QLineEdit(this);
  m_path->setObjectName("path");
  auto* choose = new QPushButton(tr("Choose…"), this);
  auto* file = new QHBoxLayout;
  file->addWidget(m_path, 1);
  file->addWidget(choose);
  m_format = new QComboBox(this);
  m_format->setObjectName("format");
  m_format->addItems(figureEndings());
  m_width = new QComboBox(this);
  m_width->setObjectName("width");
  m_width->setEditable(true);
  for (const char* preset : widthPresets) m_width->addItem(preset);
  m_height = new QLineEdit(this);
  m_height->setObjectName("height");
  m_height->setPlaceholderText(tr("as the figure likes it"));
  m_dpi = new QSpinBox(this);
  m_dpi->setObjectName("dpi");
  m_dpi->setRange(36, 2400);
  m_dpi->setSuffix(tr(" dpi"));
  m_dpi->setLocale(QLocale::c());  // digits as in all other fields
  m_transparent = new QCheckBox(tr("transparent ground (SVG, PNG)"), this);
  m_csv = new QCheckBox(tr("also its numbers, as CSV"), this);
  m_transparent->setObjectName("transparent");
  m_csv->setObjectName("csv");
  m_csv->setVisible(!m_figure->csv().isEmpty());

  auto* form = new QFormLayout;
  auto* fileLabel = new QLabel(tr("&File"), this);  // a row of two widgets gives its label no buddy
  fileLabel->setBuddy(m_path);
  form->addRow(fileLabel, file);
  form->addRow(tr("F&ormat"), m_format);
  form->addRow(tr("&Width"), m_width);
  form->addRow(tr("&Height"), m_height);
  form->addRow(tr("&Resolution"), m_dpi);
  form->addRow(QString(), m_transparent);
  form->addRow(QString(), m_csv);

  connect(choose, &QPushButton::clicked, this, &FigureExportDialog::chooseFile);
  connect(m_format, &QComboBox::currentTextChanged, this, &FigureExportDialog::followFormat);
  connect(m_path, &QLineEdit::textEdited, this, &FigureExportDialog::followPath);
  connect(m_width, &QComboBox::currentTextChanged, this, &FigureExportDialog::showFigure);
  connect(m_height, &QLineEdit::textChanged, this, &FigureExportDialog::showFigure);
  connect(m_dpi, &QSpinBox::valueChanged, this, &FigureExportDialog::showFigure);
  connect(m_transparent, &QCheckBox::toggled, this, &FigureExportDialog::showFigure);
  return form;
}

QLayout* FigureExportDialog::createButtons() {
  auto* box = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
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
  auto* row = new QHBoxLayout;
  row->addWidget(box);
  return row;
}

void FigureExportDialog::restore() {
  QSettings settings;
  settings.beginGroup("export");
  m_width->setCurrentText(settings.value("width", widthPresets[0]).toString());
  m_height->setText(settings.value("height").toString());
  m_dpi->setValue(settings.value("dpi", 300).toInt());
  m_transparent->setChecked(settings.value("transparent", false).toBool());
  m_csv->setChecked(settings.value("csv", false).toBool());
  m_format->setCurrentText(settings.value("format", "pdf").toString());
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  // The folder of the last export, Documents, or the home folder: the first one that exists.
  QString folder = QDir::homePath();
  for (const QString& wanted : {documents, settings.value("folder").toString()})
    if (!wanted.isEmpty() && QDir(wanted).exists()) folder = wanted;
  m_path->setText(QDir(folder).filePath(m_figure->name() + "." + m_format->currentText()));
}

void FigureExportDialog::remember() const {
  QSettings settings;
  settings.beginGroup("export");
  settings.setValue("width", m_width->currentText());
  settings.setValue("height", m_height->text());
  settings.setValue("dpi", m_dpi->value());
  settings.setValue("transparent", m_transparent->isChecked());
  settings.setValue("csv", m_csv->isChecked());
  settings.setValue("format", m_format->currentText());
  settings.setValue("folder", QFileInfo(m_path->text()).absolutePath());
}

void FigureExportDialog::chooseFile() {
  const QString endings = figureEndings().join(QStringLiteral(" *."));
  const QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), m_path->text(),
                                                    tr("Figures (*.%1)").arg(endings), nullptr,
                                                    QFileDialog::DontConfirmOverwrite);
  if (path.isEmpty()) return;
  m_path->setText(path);
  followPath();
}

void FigureExportDialog::followFormat() {
  m_path->setText(withEnding(m_path->text(), m_format->currentText()));
  showFigure();
}

void FigureExportDialog::followPath() {
  const QSignalBlocker quiet(m_format);
  if (isFigureFile(m_path->text())) m_format->setCurrentText(endingOf(figureFormat(m_path->text())));
  showFigure();
}

FigureOptions FigureExportDialog::options() const {
  FigureOptions options;
  options.widthMm = parseLengthMm(m_width->currentText());
  if (!m_height->text().trimmed().isEmpty()) options.heightMm = parseLengthMm(m_height->text());
  options.dpi = m_dpi->value();
  options.transparent = m_transparent->isChecked();
  return options;
}

void FigureExportDialog::showFigure() try {
  FigureOptions shown = options();
  const QSizeF mm = figureSizeMm(*m_figure, shown);
  QStringList notes{tr("%1 mm × %2 mm").arg(formatFixed(mm.width(), 1), formatFixed(mm.height(), 1))};
  if (QFileInfo(m_path->text()).isFile()) notes += tr("replaces the file that is there");
  m_size->setText(notes.join(QStringLiteral(" · ")));
  const double ratio = devicePixelRatioF();
  const double scale =
      std::min((previewSize.width() - 8) / mm.width(), (previewSize.height() - 8) / mm.height());
  shown.dpi = std::clamp(qRound(scale * ratio * 25.4), 36, 2400);
  shown.transparent = false;
  QImage image = renderFigure(*m_figure, shown);
  image.setDevicePixelRatio(image.width() / (scale * mm.width()));
  m_preview->setPixmap(QPixmap::fromImage(image));
  m_error->clear();
  m_export->setEnabled(true);
} catch (const FigureError& error) {
  m_error->setText(error.what());
  m_export->setEnabled(false);
}

void FigureExportDialog::accept() try {
  if (!QFileInfo(m_path->text()).fileName().isEmpty() && !hasEnding(m_path->text())) followFormat();
  writeFigure(*m_figure, m_path->text(), options());
  if (m_csv->isVisible() && m_csv->isChecked()) {
    const QFileInfo file(m_path->text());
    writeWhole(file.dir().filePath(file.completeBaseName() + ".csv"), m_figure->csv().toUtf8());
  }
  remember();
  emit written(m_path->text());
  QDialog::accept();
} catch (const std::runtime_error& error) {
  m_error->setText(error.what());
}

void FigureExportDialog::copyPicture() try {
  carom::copyPicture(*m_figure, options());
} catch (const FigureError& error) {
  m_error->setText(error.what());
}

void FigureExportDialog::copyCommandLine() try {
  const FigureFormat format = figureFormat(QLatin1Char('.') + m_format->currentText());
  QGuiApplication::clipboard()->setText(commandLineOf(*m_figure, format, options()));
} catch (const FigureError& error) {
  m_error->setText(error.what());
}

}  // namespace carom
