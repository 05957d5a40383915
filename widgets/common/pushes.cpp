#include "common/pushes.h"

#include <QObject>
#include <algorithm>

#include "base/number_format.h"

namespace carom {

std::optional<double> pushTime(const Snapshot& snapshot, double time) {
  if (!snapshot.trajectory || snapshot.isPending) return std::nullopt;
  const bool isWithin = time >= snapshot.instance.initial.time && time < snapshot.trajectory->end();
  return isWithin ? std::optional(time) : std::nullopt;
}

std::vector<RunPush> withPush(std::vector<RunPush> pushes, const RunPush& push) {
  const auto same = std::ranges::find_if(
      pushes, [&](const RunPush& each) { return each.time == push.time && each.body == push.body; });
  if (same == pushes.end())
    pushes.push_back(push);
  else
    same->impulse += push.impulse;
  std::erase_if(pushes, [](const RunPush& each) { return each.impulse.isZero(0); });
  std::ranges::stable_sort(pushes, {}, &RunPush::time);
  return pushes;
}

QString pushText(const RunPush& push) {
  QStringList parts;
  for (const double x : push.impulse) parts += formatNumber(x, 3);
  return QObject::tr("%1 at %2 s: (%3) N·s")
      .arg(QString::fromStdString(push.body), formatNumber(push.time, 4), parts.join(QStringLiteral(", ")));
}

}  // namespace carom
