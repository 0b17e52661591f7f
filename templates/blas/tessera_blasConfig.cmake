# SPDX-License-Identifier: 0BSD
# find_package(tessera_blas): the targets tessera_blas::tessera_blas, shared, and tessera_blas::tessera_blas_static.
include(${CMAKE_CURRENT_LIST_DIR}/tessera_blasTargets.cmake)
