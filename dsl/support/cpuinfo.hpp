// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

namespace tessera {

/// The features in the text of /proc/cpuinfo, in small letters, where one line has them: on RISC-V the extensions of
/// the `isa` lines that all harts have ("v", "zvfh"), on POWER the processor and what it supports ("power10",
/// "altivec"). None on other architectures.
std::set<std::string> cpuinfo_features(const std::string& cpuinfo);

/// Does the system say so of this CPU? No on architectures whose CPUs are asked as features.def says.
bool cpuinfo_has(const std::string& feature);

}  // namespace tessera
