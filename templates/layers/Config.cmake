# SPDX-License-Identifier: 0BSD
# find_package(TESSERA_STEM): the target TESSERA_STEM::TESSERA_STEM.
include(${CMAKE_CURRENT_LIST_DIR}/TESSERA_STEMTargets.cmake)
