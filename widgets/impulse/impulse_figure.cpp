#include "impulse/impulse_figure.h"

#include <QTextStream>

#include "base/figure_options.h"
#include "base/number_format.h"
#include "base/number_text.h"
#include "figure/figure_view.h"
#include "impulse/case_view.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_legend.h"
#include "impulse/impulse_painter.h"
#include "impulse/impulse_parameters.h"

namespace carom {

namespace {

ImpulsePicture pictureOrRefuse(const ImpulseCase& what, const ImpulseLook& look) {
  if (const QString why = whyNoPicture(what.impact); !why.isEmpty()) throw FigureError(why.toStdString());
  return impulsePicture(what, look);
}

QString shortest(double value) {
  return plainNumber(value, 17);
}

/// The members of a view that are switches of the look.
constexpr std::pair<const char*, bool ImpulseLook::*> lookSwitches[] = {
    {"words", &ImpulseLook::words},
    {"path", &ImpulseLook::path},
    {"approach", &ImpulseLook::approach},
    {"reversal", &ImpulseLook::reversal},
    {"construction", &ImpulseLook::construction},
    {"aboveOne", &ImpulseLook::aboveOne}};

const QStringList& letterChoices() {
  static const QStringList names{QStringLiteral("none"), QStringLiteral("points"),
                                 QStringLiteral("construction")};
  return names;
}

void addLook(QJsonObject& view, const ImpulseLook& look) {
  addLaws(view, look.laws);
  view["letters"] = letterChoices()[static_cast<int>(look.letters)];
  for (const auto& [name, member] : lookSwitches) view[name] = look.*member;
  if (look.largest != look.aboveOne) view["largest"] = look.largest;
  if (look.recorded) addRecorded(view, *look.recorded);
}

ImpulseLook lookIn(const QJsonObject& view, ImpulseLook look) {
  look.laws = lawsIn(view, look.laws);
  look.letters = static_cast<ImpulseLook::Letters>(
      indexIn(view, "letters", letterChoices(), static_cast<int>(look.letters)));
  for (const auto& [name, member] : lookSwitches) look.*member = view[name].toBool(look.*member);
  look.largest = view["largest"].toBool(look.aboveOne);
  look.recorded = recordedIn(view);
  return look;
}

/// The case with which the window starts.
const ImpulsePreset& usualCase() {
  return impulsePresets()[5];
}

const QString freeName = QStringLiteral("impulse-2d");

}  // namespace

ImpulseFigure::ImpulseFigure(const QString& view)
    : ImpulseFigure(caseIn(viewOf(view), usualCase().make()), lookIn(viewOf(view), usualCase().look()),
                    aboutIn(viewOf(view), usualCase().title())) {}

ImpulseFigure::ImpulseFigure(const ImpulseCase& what, const ImpulseLook& look, const QString& about)
    : ImpulseFigure(what, look, freeName, about) {}

ImpulseFigure::ImpulseFigure(const ImpulsePreset& preset)
    : ImpulseFigure(preset.make(), preset.look(), QStringLiteral("impulse-2d-") + preset.figure,
                    preset.about()) {}

ImpulseFigure::ImpulseFigure(const ImpulsePreset& preset, const std::vector<NamedValue>& values)
    : ImpulseFigure(withNamedValues(preset.make(), values), preset.look(),
                    QStringLiteral("impulse-2d-") + preset.figure,
                    LabState{{}, preset.about(), {}, true}.title()) {
  for (const NamedValue& value : values)
    m_set += QString::fromStdString(value.name + '=' + shortestText(value.value));
}

ImpulseFigure::ImpulseFigure(const ImpulseCase& what, const ImpulseLook& look, const QString& name,
                             const QString& about)
    : m_name(name), m_about(about), m_picture(pictureOrRefuse(what, look)) {
  m_picture.aspect = ImpulseFigure::aspect();
}

QString ImpulseFigure::title() const {
  return QObject::tr("Impulse space — %1").arg(m_about);
}

static constexpr double impulseUnit = Figure::textPoints / 11;  // pt, a pixel of the window's design

double ImpulseFigure::heightAt(double width) const {
  return width * aspect() + lineNamesHeight(m_picture, width, impulseUnit);
}

void ImpulseFigure::paint(QPainter& painter, const QRectF& area) const {
  paintImpulseSpace(painter, m_picture, impulseFrame(m_picture, area, impulseUnit), area);
}

QString ImpulseFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "what,P_n [N s],P_t [N s]\n";
  const auto line = [&](const QString& what, const auto& P) {
    out << what << ',' << P[0] << ',' << P[1] << '\n';
  };
  const ImpulseDiagram& diagram = m_picture.diagram;
  for (const auto& [name, at] : namedPoints(diagram)) line(name, at);
  for (const auto& [letter, at] : letteredPoints(m_picture)) line(letter, at);
  if (m_picture.look.letters == ImpulseLook::Letters::Points)
    for (const PlanarImpulse& P :
         diagram.permissibleRegion(m_picture.what.coefficients.friction, windowOf(m_picture.extent)).border)
      line(QStringLiteral("permissible"), P);
  for (const LocalVector& P : m_picture.path) line(QStringLiteral("path"), P);
  if (const auto& recorded = m_picture.look.recorded) {
    line(QStringLiteral("recorded"), PlanarImpulse(recorded->at.y(), recorded->at.x()));
    for (const QPointF& at : recorded->ellipse())
      line(QStringLiteral("recorded 95 %"), PlanarImpulse(at.y(), at.x()));
  }
  for (const LocalVector& P : m_picture.approach) line(QStringLiteral("smith e<0"), P);
  for (const LawDiagram& law : m_picture.laws) {
    const QString name = QString::fromStdString(std::string(nameOf(law.law)));
    if (law.refusal.empty()) line(name, law.impulse);
    for (const LocalVector& P : law.accessible) line(name + QStringLiteral(" accessible"), P);
  }
  return text;
}

QString ImpulseFigure::provenance() const {
  const LocalImpact& impact = m_picture.what.impact;
  const LawCoefficients& c = m_picture.what.coefficients;
  QStringList rows;
  for (int i = 0; i < 2; ++i) rows += shortest(impact.W(i, 0)) + ',' + shortest(impact.W(i, 1));
  return Figure::provenance() + QStringLiteral("; W=%1 V=%2,%3 mu=%4 e=%5 et=%6 sigma=%7")
                                    .arg(rows.join(QLatin1Char(';')), shortest(impact.V[0]),
                                         shortest(impact.V[1]), shortest(c.friction), shortest(c.restitution),
                                         shortest(c.tangential), shortest(c.sigma));
}

/// The view of a figure of the paper is empty: its name and the changed values say all.
FigureSource ImpulseFigure::source() const {
  FigureSource source{m_name};
  source.set = m_set;
  if (m_name != freeName) return source;
  QJsonObject view;
  addCase(view, m_picture.what, m_about);
  addLook(view, m_picture.look);
  source.view = viewText(view);
  return source;
}

}  // namespace carom
