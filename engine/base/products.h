#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>

/// The loops of Eigen below products, triangular solutions and decompositions of large matrices. They are
/// compiled once, in base/products.cpp, and nowhere else: WHAT is `template` there and `extern template`
/// here. Nothing but the precompiled header includes this.
#define CAROM_PRODUCT_LOOPS(WHAT, Scalar)                                                                    \
  WHAT struct gebp_kernel<Scalar, Scalar, Index, blas_data_mapper<Scalar, Index, ColMajor>,                  \
                          gebp_traits<Scalar, Scalar>::mr, gebp_traits<Scalar, Scalar>::nr>;                 \
  WHAT struct gemm_pack_lhs<Scalar, Index, const_blas_data_mapper<Scalar, Index, ColMajor>,                  \
                            gebp_traits<Scalar, Scalar>::mr, gebp_traits<Scalar, Scalar>::LhsProgress,       \
                            gebp_traits<Scalar, Scalar>::LhsPacket4Packing, ColMajor>;                       \
  WHAT struct gemm_pack_lhs<Scalar, Index, const_blas_data_mapper<Scalar, Index, RowMajor>,                  \
                            gebp_traits<Scalar, Scalar>::mr, gebp_traits<Scalar, Scalar>::LhsProgress,       \
                            gebp_traits<Scalar, Scalar>::LhsPacket4Packing, RowMajor>;                       \
  WHAT struct gemm_pack_rhs<Scalar, Index, const_blas_data_mapper<Scalar, Index, ColMajor>,                  \
                            gebp_traits<Scalar, Scalar>::nr, ColMajor>;                                      \
  WHAT struct gemm_pack_rhs<Scalar, Index, const_blas_data_mapper<Scalar, Index, RowMajor>,                  \
                            gebp_traits<Scalar, Scalar>::nr, RowMajor>;                                      \
  WHAT struct general_matrix_vector_product<Index, Scalar, const_blas_data_mapper<Scalar, Index, ColMajor>,  \
                                            ColMajor, false, Scalar,                                         \
                                            const_blas_data_mapper<Scalar, Index, ColMajor>, false>;         \
  WHAT struct general_matrix_vector_product<Index, Scalar, const_blas_data_mapper<Scalar, Index, ColMajor>,  \
                                            ColMajor, false, Scalar,                                         \
                                            const_blas_data_mapper<Scalar, Index, RowMajor>, false>;         \
  WHAT struct general_matrix_vector_product<Index, Scalar, const_blas_data_mapper<Scalar, Index, RowMajor>,  \
                                            RowMajor, false, Scalar,                                         \
                                            const_blas_data_mapper<Scalar, Index, ColMajor>, false>;         \
  WHAT struct general_matrix_vector_product<Index, Scalar, const_blas_data_mapper<Scalar, Index, RowMajor>,  \
                                            RowMajor, false, Scalar,                                         \
                                            const_blas_data_mapper<Scalar, Index, RowMajor>, false, 1>;      \
  WHAT struct triangular_solve_matrix<Scalar, Index, OnTheLeft, Lower, false, ColMajor, ColMajor, 1>;        \
  WHAT struct triangular_solve_matrix<Scalar, Index, OnTheLeft, Upper, false, ColMajor, ColMajor, 1>;        \
  WHAT struct triangular_solve_matrix<Scalar, Index, OnTheLeft, Upper, false, RowMajor, ColMajor, 1>;        \
  WHAT struct triangular_solve_matrix<Scalar, Index, OnTheRight, Upper, false, RowMajor, ColMajor, 1>;       \
  WHAT struct product_triangular_matrix_matrix<Scalar, Index, Lower, true, ColMajor, false, ColMajor, false, \
                                               ColMajor, 1>;                                                 \
  WHAT struct product_triangular_matrix_matrix<Scalar, Index, Upper, true, ColMajor, false, ColMajor, false, \
                                               ColMajor, 1>;                                                 \
  WHAT struct product_triangular_matrix_matrix<Scalar, Index, UnitLower, true, ColMajor, false, ColMajor,    \
                                               false, ColMajor, 1>;                                          \
  WHAT struct product_triangular_matrix_matrix<Scalar, Index, UnitUpper, true, RowMajor, false, ColMajor,    \
                                               false, ColMajor, 1>;

#define CAROM_DECOMPOSITIONS(WHAT, Matrix)            \
  WHAT class ColPivHouseholderQR<Matrix>;             \
  WHAT class CompleteOrthogonalDecomposition<Matrix>; \
  WHAT class HouseholderQR<Matrix>;

namespace Eigen {
namespace internal {
CAROM_PRODUCT_LOOPS(extern template, double)
CAROM_PRODUCT_LOOPS(extern template, long double)
}  // namespace internal
CAROM_DECOMPOSITIONS(extern template, MatrixXd)
}  // namespace Eigen
