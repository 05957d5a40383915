#include "figure/look_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "base/atomic_file.h"
#include "base/figure_options.h"
#include "base/figure_presets.h"
#include "base/number_format.h"
#include "figure/font_note.h"
#include "figure/palettes.h"

namespace carom {

namespace {

/// A size in points; the least value says that the figure chooses.
QDoubleSpinBox* sizeField(const char* name, double most, double step, QWidget* parent) {
  auto* field = new QDoubleSpinBox(parent);
  field->setObjectName(QLatin1String(name));
  field->setLocale(QLocale::c());
  field->setRange(0, most);
  field->setSingleStep(step);
  field->setDecimals(2);
  field->setSuffix(QObject::tr(" pt"));
  field->setSpecialValueText(QObject::tr("automatic"));
  return field;
}

}  // namespace

LookForm::LookForm(QWidget* parent) : QWidget(parent) {
  constexpr double largestText = 24, thickestLine = 5;
  m_preset = new QComboBox(this);
  m_preset->setObjectName(QStringLiteral("preset"));
  m_font = new QComboBox(this);
  m_font->setObjectName(QStringLiteral("font"));
  m_font->setEditable(true);
  m_font->addItem(QString());
  m_font->addItems(QFontDatabase::families());
  m_font->lineEdit()->setPlaceholderText(tr("as in the window"));
  m_text = sizeField("text", largestText, 0.5, this);
  m_line = sizeField("line", thickestLine, 0.05, this);
  m_palette = new QComboBox(this);
  m_palette->setObjectName(QStringLiteral("palette"));
  m_palette->addItems(paletteNames());
  m_marks = new QCheckBox(tr("dashes and markers, which survive grey print"), this);
  m_marks->setObjectName(QStringLiteral("marks"));
  m_black = new QCheckBox(tr("black text, ticks and axes"), this);
  m_black->setObjectName(QStringLiteral("black"));
  auto* keep = new QPushButton(tr("&Keep as preset…"), this);
  keep->setObjectName(QStringLiteral("keepPreset"));
  auto* form = new QFormLayout(this);
  form->addRow(tr("&Preset"), m_preset);
  form->addRow(tr("Font famil&y"), m_font);
  m_fontNote = new QLabel(this);
  m_fontNote->setObjectName(QStringLiteral("fontNote"));
  m_fontNote->setProperty("role", QStringLiteral("quiet"));
  m_fontNote->setTextFormat(Qt::PlainText);
  m_fontNote->setWordWrap(true);
  m_fontNote->hide();
  form->addRow(QString(), m_fontNote);
  form->addRow(tr("&Text"), m_text);
  form->addRow(tr("Cur&ves"), m_line);
  form->addRow(tr("Co&lours"), m_palette);
  form->addRow(QString(), m_marks);
  form->addRow(QString(), m_black);
  form->addRow(QString(), keep);
  listPresets();
  connect(this, &LookForm::changed, this, &LookForm::showFontNote);
  connect(m_preset, &QComboBox::currentIndexChanged, this, &LookForm::takePreset);
  connect(m_font, &QComboBox::currentTextChanged, this, &LookForm::changed);
  connect(m_text, &QDoubleSpinBox::valueChanged, this, &LookForm::changed);
  connect(m_line, &QDoubleSpinBox::valueChanged, this, &LookForm::changed);
  connect(m_palette, &QComboBox::currentTextChanged, this, &LookForm::changed);
  connect(m_marks, &QCheckBox::toggled, this, &LookForm::changed);
  connect(m_black, &QCheckBox::toggled, this, &LookForm::changed);
  connect(keep, &QPushButton::clicked, this, &LookForm::keepAsPreset);
}

void LookForm::listPresets() {
  const QSignalBlocker quiet(m_preset);
  m_preset->clear();
  m_preset->addItem(tr("custom"), QString());
  const PresetList list = figurePresets();
  for (const FigurePreset& preset : list.presets)
    for (const FigurePreset::Width& width : preset.widths)
      m_preset->addItem(tr("%1, %2 (%3 mm)").arg(preset.title, width.name, plainNumber(width.mm, 6)),
                        QString(preset.name + QLatin1Char(':') + width.name));
  if (list.refused.isEmpty()) return;
  QMetaObject::invokeMethod(  // nobody listens yet while the form is constructed
      this, [this, why = list.refused.join(QLatin1Char('\n'))] { emit refused(why); }, Qt::QueuedConnection);
}

void LookForm::showFontNote() {
  const QString note = fontNote(look());
  m_fontNote->setText(note);
  m_fontNote->setVisible(!note.isEmpty());
}

QString LookForm::preset() const {
  return m_preset->currentData().toString();
}

void LookForm::setPreset(const QString& words) {
  const QSignalBlocker quiet(m_preset);
  m_preset->setCurrentIndex(std::max(0, m_preset->findData(words)));
}

void LookForm::takePreset() try {
  if (preset().isEmpty()) return;
  const PresetChoice choice = findPreset(preset());
  setLook(choice.preset.look);
  emit widthWanted(choice.widthMm);
  emit changed();
} catch (const FigureError& error) {
  emit refused(QString::fromUtf8(error.what()));
}

void LookForm::keepAsPreset() try {
  const QString name =
      QInputDialog::getText(this, tr("Keep as preset"), tr("Name, as on the command line:")).trimmed();
  if (name.isEmpty()) return;
  keepPreset({name, name, {{QStringLiteral("column"), m_widthMm}}, look()});
  listPresets();
  setPreset(name + QStringLiteral(":column"));
} catch (const std::runtime_error& error) {
  emit refused(QString::fromUtf8(error.what()));
}

FigureLook LookForm::look() const {
  const QString palette = m_palette->currentIndex() == 0 ? QString() : m_palette->currentText();
  return {m_font->currentText().trimmed(),
          m_mathFont,
          m_text->value(),
          m_line->value(),
          palette,
          m_marks->isChecked(),
          m_black->isChecked()};
}

void LookForm::setLook(const FigureLook& look) {
  const QSignalBlocker quiet(this);
  m_font->setCurrentText(look.font);
  if (QLineEdit* line = m_font->lineEdit()) line->setCursorPosition(0);  // shows the first name
  m_mathFont = look.mathFont;
  m_text->setValue(look.textPt);
  m_line->setValue(look.linePt);
  m_palette->setCurrentIndex(std::max(0, m_palette->findText(look.palette)));
  m_marks->setChecked(look.marks);
  m_black->setChecked(look.black);
  showFontNote();
}

}  // namespace carom
