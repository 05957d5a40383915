#include "base/products.h"

namespace Eigen {
namespace internal {
CAROM_PRODUCT_LOOPS(template, double)
CAROM_PRODUCT_LOOPS(template, long double)
}  // namespace internal
CAROM_DECOMPOSITIONS(template, MatrixXd)
}  // namespace Eigen
