#include "window/import_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "common/plain_text.h"
#include "robot/import_robot.h"

namespace carom {

ImportDialog::ImportDialog(const QString& robot, QWidget* parent)
    : QDialog(parent),
      m_robot(robot),
      m_floating(new QCheckBox(tr("The root &moves freely"), this)),
      m_feet(new QLineEdit(this)),
      m_meshFolder(new QLineEdit(this)),
      m_boxes(new QCheckBox(tr("Take &boxes for meshes"), this)),
      m_error(new QLabel(this)) {
  setObjectName(QStringLiteral("importDialog"));
  setWindowTitle(tr("Import %1").arg(QFileInfo(robot).fileName()));
  m_floating->setObjectName(QStringLiteral("floating"));
  m_floating->setChecked(true);
  m_floating->setToolTip(tr("A robot that walks; without it the root is fixed in the world"));
  m_feet->setObjectName(QStringLiteral("feet"));
  m_feet->setPlaceholderText(tr("the lowest links"));
  m_feet->setAccessibleName(tr("Feet"));
  m_feet->setToolTip(tr("The links that may touch the floor, with commas between their names"));
  m_meshFolder->setObjectName(QStringLiteral("meshFolder"));
  m_meshFolder->setPlaceholderText(tr("the robot's own folder"));
  m_meshFolder->setAccessibleName(tr("Meshes in"));
  m_meshFolder->setToolTip(tr("A folder where meshes lie, too, such as that of the robot's packages"));
  m_boxes->setObjectName(QStringLiteral("boxes"));
  m_boxes->setToolTip(tr("A mesh becomes the box with the inertia of its link; without it, its convex hull"));
  m_error->setObjectName(QStringLiteral("importError"));
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setTextFormat(Qt::PlainText);
  m_error->setWordWrap(true);
  m_error->hide();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("&Import"));
  auto* form = new QFormLayout(this);
  form->addRow(m_floating);
  form->addRow(tr("&Feet"), m_feet);
  form->addRow(tr("&Meshes in"), m_meshFolder);
  form->addRow(m_boxes);
  form->addRow(m_error);
  form->addRow(buttons);
  setMinimumWidth(420);
  connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::import);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ImportDialog::import() try {
  ImportOptions options{.floating = m_floating->isChecked()};
  for (const QString& foot : m_feet->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
    options.feet.push_back(foot.trimmed().toStdString());
  if (!m_meshFolder->text().isEmpty()) options.meshFolders.push_back(m_meshFolder->text().toStdString());
  options.meshesAreBoxes = m_boxes->isChecked();
  const ImportedScene scene = importRobot(m_robot.toStdString(), options);
  QStringList warnings;
  for (const std::string& warning : scene.warnings)  // which name the options of the command line
    warnings << QString::fromStdString(warning)
                    .replace(QLatin1String("--feet"), tr("“Feet”"))
                    .replace(QLatin1String("--floating"), tr("“The root moves freely”"));
  accept();
  emit imported({scene.text, QFileInfo(m_robot).completeBaseName().toStdString() + ".carom.json"}, warnings);
} catch (const std::exception& error) {
  m_error->setText(QString::fromUtf8(error.what()));
  m_error->show();
  adjustSize();
}

}  // namespace carom
