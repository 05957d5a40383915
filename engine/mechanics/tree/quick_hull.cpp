#include "mechanics/tree/quick_hull.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "mechanics/tree/polytope.h"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace carom {

namespace {

struct CloseFile {
  void operator()(FILE* file) const { std::fclose(file); }
};

/// Qhull's memory, which it frees in two parts.
class QhullRun {
 public:
  QhullRun() { qh_zero(&m_qh, m_errors.get()); }
  ~QhullRun() {
    qh_freeqhull(&m_qh, !qh_ALL);
    int count = 0, total = 0;
    qh_memfreeshort(&m_qh, &count, &total);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool run(std::vector<coordT>& numbers) {
    char command[] = "qhull Pp";
    return qh_new_qhull(&m_qh, 3, static_cast<int>(numbers.size() / 3), numbers.data(), False, command,
                        m_errors.get(), m_errors.get()) == 0;
  }
  std::vector<QuickFace> faces() {
    qhT* const qh = &m_qh;  // Qhull's macros take it by this name
    std::vector<QuickFace> found;
    for (const facetT* facet = qh->facet_list; facet && facet->next; facet = facet->next) {
      QuickFace face{{facet->normal[0], facet->normal[1], facet->normal[2]}, {}};
      const setT* const set = facet->vertices;
      for (int i = 0; i < qh_setsize(qh, const_cast<setT*>(set)); ++i)
        face.corners.push_back(qh_pointid(qh, static_cast<vertexT*>(set->e[i].p)->point));
      std::ranges::sort(face.corners);
      found.push_back(std::move(face));
    }
    return found;
  }

 private:
  std::unique_ptr<FILE, CloseFile> m_errors{std::fopen("/dev/null", "w")};
  qhT m_qh{};
};

}  // namespace

std::vector<QuickFace> quickHull(std::span<const Eigen::Vector3d> points) {
  std::vector<coordT> numbers;
  numbers.reserve(3 * points.size());
  for (const Eigen::Vector3d& point : points) numbers.insert(numbers.end(), point.begin(), point.end());
  QhullRun qhull;
  if (!qhull.run(numbers)) throw HullFault("Qhull finds no hull of the points", "points around a solid");
  return qhull.faces();
}

}  // namespace carom
