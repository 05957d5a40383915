#include "papers/chosen_contacts.h"

#include <QJsonArray>
#include <QObject>

#include "base/figure_options.h"
#include "base/impact_words.h"
#include "figure/figure_view.h"
#include "impact/resolve.h"

namespace carom {

namespace {

const QString contactsKey = QStringLiteral("contacts");

[[noreturn]] void refuseContacts(const QString& why) {
  throw FigureError(why.toStdString());
}

/// The impact of some contacts alone, in the order of the names.
ImpactProblem partOf(const ImpactProblem& problem, const QStringList& chosen) {
  const QStringList names = contactNames(problem);
  std::vector<Eigen::Index> rows;
  std::vector<ContactLabel> labels;
  for (const QString& name : chosen) {
    const qsizetype contact = names.indexOf(name);
    if (contact < 0)
      refuseContacts(QObject::tr("there is no contact \"%1\"; expected some of %2")
                         .arg(name, names.join(QStringLiteral(", "))));
    if (std::ranges::find(rows, contact) != rows.end())
      refuseContacts(QObject::tr("the contact \"%1\" is chosen twice").arg(name));
    rows.push_back(contact);
    labels.push_back(problem.labels()[static_cast<std::size_t>(contact)]);
  }
  const ImpactProblem part(problem.metric(), problem.normals()(rows, Eigen::all), problem.momentum(),
                           std::move(labels));
  return part.withRestitution(problem.factors()(rows).array() - 1);  // that of the run, where it has one
}

}  // namespace

std::shared_ptr<const ImpactReport> chosenImpact(const Snapshot& snapshot, const QJsonObject& view) {
  constexpr std::size_t mostStates = 20'000;  // a moment of search
  if (!snapshot.report)
    refuseContacts(QObject::tr("no contact is closed, so that there are no normals to draw"));
  const QStringList chosen = contactsIn(view);
  if (chosen.isEmpty() || chosen == contactNames(snapshot.report->problem)) return snapshot.report;
  ResolveOptions options;
  options.limits.maxStates = mostStates;
  options.samplePastLimit.samples = 0;
  return std::make_shared<ImpactReport>(resolveImpact(partOf(snapshot.report->problem, chosen), options));
}

void addContacts(QJsonObject& view, const QStringList& names) {
  if (!names.isEmpty()) view[contactsKey] = QJsonArray::fromStringList(names);
}

QStringList contactsIn(const QJsonObject& view) {
  QStringList names;
  for (const QJsonValue& name : view[contactsKey].toArray()) names += name.toString();
  return names;
}

QString tooManyContacts(const ImpactProblem& problem, int most) {
  QJsonObject view;
  addContacts(view, contactNames(problem).mid(0, most));
  return QObject::tr(
             "the impact has %1 contacts, of which %2 can be shown; expected a choice of them, "
             "such as --view '%3'")
      .arg(problem.contactCount())
      .arg(most)
      .arg(viewText(view));
}

}  // namespace carom
