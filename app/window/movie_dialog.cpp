#include "window/movie_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "base/figure_options.h"
#include "base/number_format.h"
#include "common/file_dialog.h"

namespace carom {

namespace {

QDoubleSpinBox* movieField(const char* name, double least, double most, double value, int decimals,
                           const QString& suffix, QWidget* parent) {
  auto* field = new QDoubleSpinBox(parent);
  field->setObjectName(QLatin1String(name));
  field->setLocale(QLocale::c());
  field->setDecimals(decimals);
  field->setRange(least, most);
  field->setValue(value);
  field->setSuffix(suffix);
  return field;
}

}  // namespace

MovieDialog::MovieDialog(Make make, Record record, QWidget* parent)
    : QDialog(parent), m_make(std::move(make)), m_record(std::move(record)) {
  setWindowTitle(tr("Export movie"));
  addFields();
  restore();
  showLength();
}

MovieDialog::~MovieDialog() = default;

void MovieDialog::addFields() {
  const MovieOptions usual;
  m_path = new QLineEdit(this);
  m_path->setObjectName(QStringLiteral("path"));
  auto* choose = new QPushButton(tr("Choose…"), this);
  auto* file = new QHBoxLayout;
  file->addWidget(m_path, 1);
  file->addWidget(choose);
  m_size = new QComboBox(this);
  m_size->setObjectName(QStringLiteral("size"));
  m_size->setEditable(true);
  m_size->addItems({"1280x720", "1920x1080", "800x600", "640x360"});
  m_fps = movieField("fps", 1, 240, usual.fps, 0, tr(" frames a second"), this);
  m_speed = movieField("speed", 0, 1000, usual.speed, 4, tr(" s of the run a second"), this);
  m_speed->setSpecialValueText(tr("automatic"));
  m_reflection = movieField("reflection", 0, 60, usual.reflection, 2, tr(" s for each"), this);
  m_length = new QLabel(this);
  m_length->setObjectName(QStringLiteral("length"));
  m_error = new QLabel(this);
  m_error->setObjectName(QStringLiteral("error"));
  m_error->setWordWrap(true);
  auto* form = new QFormLayout(this);
  auto* fileLabel = new QLabel(tr("&File"), this);
  fileLabel->setBuddy(m_path);
  form->addRow(fileLabel, file);
  form->addRow(QString(), new QLabel(tr("mp4, webm, gif, apng; png: numbered pictures"), this));
  form->addRow(tr("&Size"), m_size);
  form->addRow(tr("Frame &rate"), m_fps);
  form->addRow(tr("S&peed"), m_speed);
  form->addRow(tr("Reflections of an &impact"), m_reflection);
  form->addRow(tr("Length"), m_length);
  form->addRow(m_error);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_write = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  m_write->setDefault(true);
  m_write->setProperty("role", "primary");
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &MovieDialog::order);
  connect(buttons, &QDialogButtonBox::rejected, this, &MovieDialog::reject);
  connect(choose, &QPushButton::clicked, this, [this] {
    auto* dialog = new FileDialog(this, tr("Export movie"), m_path->text(),
                                  tr("Movies (*.%1)").arg(movieEndings().join(QStringLiteral(" *."))));
    dialog->askToSave();
    connect(dialog, &FileDialog::fileSelected, m_path, &QLineEdit::setText);
    dialog->open();
  });
  connect(m_size, &QComboBox::currentTextChanged, this, &MovieDialog::showLength);
  for (QDoubleSpinBox* field : {m_fps, m_speed, m_reflection})
    connect(field, &QDoubleSpinBox::valueChanged, this, &MovieDialog::showLength);
}

void MovieDialog::restore() {
  QSettings settings;
  settings.beginGroup("movie");
  m_size->setCurrentText(settings.value("size", m_size->currentText()).toString());
  m_fps->setValue(settings.value("fps", m_fps->value()).toDouble());
  m_speed->setValue(settings.value("speed", m_speed->value()).toDouble());
  m_reflection->setValue(settings.value("reflection", m_reflection->value()).toDouble());
  const QString folder = settings.value("folder").toString();
  const QString usual = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
  m_path->setText(QDir(!folder.isEmpty() && QDir(folder).exists() ? folder : usual)
                      .filePath(QStringLiteral("motion.") + settings.value("ending", "mp4").toString()));
}

void MovieDialog::remember() const {
  QSettings settings;
  settings.beginGroup("movie");
  settings.setValue("size", m_size->currentText());
  settings.setValue("fps", m_fps->value());
  settings.setValue("speed", m_speed->value());
  settings.setValue("reflection", m_reflection->value());
  settings.setValue("folder", QFileInfo(m_path->text()).absolutePath());
  settings.setValue("ending", QFileInfo(m_path->text()).suffix());
}

MovieOptions MovieDialog::options() const {
  return {parseMovieSize(m_size->currentText()), m_fps->value(), m_speed->value(), m_reflection->value()};
}

void MovieDialog::showLength() try {
  const MovieOptions wanted = options();
  const int frames = m_make(wanted)->frameCount();
  m_length->setText(tr("%1 s, %2 frames").arg(formatFixed(frames / wanted.fps, 1)).arg(frames));
  showError({});
  m_write->setEnabled(true);
} catch (const FigureError& error) {
  showError(QString::fromUtf8(error.what()));
  m_write->setEnabled(false);
}

/// The dialog grows with the lines of the message.
void MovieDialog::showError(const QString& why) {
  m_error->setText(why);
  m_error->setVisible(!why.isEmpty());
  resize(width(), layout()->totalHeightForWidth(width()));
}

void MovieDialog::order() try {
  const MovieOptions wanted = options();
  const QString path = m_path->text();
  MovieFile::check(path);
  m_make(wanted);  // refuses here what it would refuse later
  remember();
  emit ordered({path, wanted.size, wanted.fps, m_record(path, wanted),
                [make = m_make, wanted] { return make(wanted); }});
  accept();
} catch (const std::runtime_error& error) {
  showError(QString::fromUtf8(error.what()));
}

}  // namespace carom
