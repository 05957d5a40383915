#include "figure/file_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "common/file_dialog.h"

namespace carom {

namespace {

/// The path with `ending` in place of that of a figure; any other dot belongs to the name.
QString withEnding(QString path, const QString& ending) {
  static const QRegularExpression known(
      QStringLiteral("\\.(%1|tif)$").arg(figureEndings().join(QLatin1Char('|'))),
      QRegularExpression::CaseInsensitiveOption);
  return path.remove(known) + ending;
}

/// Whether what follows the last dot may be meant as an ending: "fig.jpg", not "v1.2" and not "fig".
bool hasEnding(const QString& path) {
  const QString ending = QFileInfo(path).suffix();
  return !ending.isEmpty() && ending.front().isLetter();
}

}  // namespace

FileForm::FileForm(bool hasNumbers, QWidget* parent)
    : QWidget(parent),
      m_path(new QLineEdit(this)),
      m_format(new QComboBox(this)),
      m_dpi(new QSpinBox(this)),
      m_transparent(new QCheckBox(tr("transparent ground (SVG, PNG)"), this)),
      m_csv(new QCheckBox(tr("also its numbers, as CSV"), this)) {
  m_path->setObjectName("path");
  auto* choose = new QPushButton(tr("Choose…"), this);
  m_format->setObjectName("format");
  m_format->addItems(figureEndings());
  m_dpi->setObjectName("dpi");
  m_dpi->setRange(36, 2400);
  m_dpi->setSuffix(tr(" dpi"));
  m_dpi->setLocale(QLocale::c());  // digits as in all other fields
  m_transparent->setObjectName("transparent");
  m_csv->setObjectName("csv");
  m_csv->setVisible(hasNumbers);
  auto* file = new QHBoxLayout;
  auto* fileLabel = new QLabel(tr("&File"), this);
  fileLabel->setBuddy(m_path);
  file->addWidget(fileLabel);
  file->addWidget(m_path, 1);
  file->addWidget(choose);
  auto* how = new QHBoxLayout;
  for (const auto& [text, field] : {std::pair<QString, QWidget*>(tr("F&ormat"), m_format),
                                    std::pair<QString, QWidget*>(tr("&Resolution"), m_dpi)}) {
    auto* label = new QLabel(text, this);
    label->setBuddy(field);
    how->addWidget(label);
    how->addWidget(field);
  }
  how->addWidget(m_transparent);
  how->addWidget(m_csv);
  how->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->addLayout(file);
  column->addLayout(how);
  connect(choose, &QPushButton::clicked, this, &FileForm::chooseFile);
  connect(m_format, &QComboBox::currentTextChanged, this, &FileForm::followFormat);
  connect(m_path, &QLineEdit::textEdited, this, &FileForm::followPath);
  connect(m_dpi, &QSpinBox::valueChanged, this, &FileForm::changed);
  connect(m_transparent, &QCheckBox::toggled, this, &FileForm::changed);
}

QString FileForm::path() const {
  return m_path->text();
}

QString FileForm::ending() const {
  return QLatin1Char('.') + m_format->currentText();
}

FileForm::Files FileForm::files() {
  if (!QFileInfo(path()).fileName().isEmpty() && !hasEnding(path())) followFormat();
  const QFileInfo file(path());
  const bool hasNumbers = m_csv->isVisible() && m_csv->isChecked();
  return {path(), hasNumbers ? file.dir().filePath(file.completeBaseName() + ".csv") : QString()};
}

void FileForm::addTo(FigureOptions& options) const {
  options.dpi = m_dpi->value();
  options.transparent = m_transparent->isChecked();
}

void FileForm::set(const FigureOptions& options) {
  m_dpi->setValue(options.dpi);
  m_transparent->setChecked(options.transparent);
}

void FileForm::setName(const QString& name) {
  m_path->setText(QFileInfo(path()).dir().filePath(name + ending()));
}

void FileForm::restore(const QSettings& settings, const QString& name) {
  m_dpi->setValue(settings.value("dpi", 300).toInt());
  m_transparent->setChecked(settings.value("transparent", false).toBool());
  m_csv->setChecked(settings.value("csv", false).toBool());
  m_format->setCurrentText(settings.value("format", "pdf").toString());
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  // The folder of the last export, Documents, or the home folder: the first one that exists.
  QString folder = QDir::homePath();
  for (const QString& wanted : {documents, settings.value("folder").toString()})
    if (!wanted.isEmpty() && QDir(wanted).exists()) folder = wanted;
  m_path->setText(QDir(folder).filePath(name + ending()));
}

void FileForm::remember(QSettings& settings) const {
  settings.setValue("dpi", m_dpi->value());
  settings.setValue("transparent", m_transparent->isChecked());
  settings.setValue("csv", m_csv->isChecked());
  settings.setValue("format", m_format->currentText());
  settings.setValue("folder", QFileInfo(path()).absolutePath());
}

void FileForm::chooseFile() {
  const QString endings = figureEndings().join(QStringLiteral(" *."));
  auto* dialog = new FileDialog(this, tr("Export figure"), path(), tr("Figures (*.%1)").arg(endings));
  dialog->askToSave();
  dialog->setOption(FileDialog::DontConfirmOverwrite);  // the note says that the file is there
  connect(dialog, &FileDialog::fileSelected, this, [this](const QString& chosen) {
    m_path->setText(chosen);
    followPath();
  });
  dialog->open();
}

void FileForm::followFormat() {
  m_path->setText(withEnding(path(), ending()));
  emit changed();
}

void FileForm::followPath() {
  const QSignalBlocker quiet(m_format);
  if (isFigureFile(path())) m_format->setCurrentText(endingOf(figureFormat(path())));
  emit changed();
}

}  // namespace carom
