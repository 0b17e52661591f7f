// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

// Versions of compilers and emulators.
namespace tessera::conformance {

/// The number in what a program says of its version: "7.2.22" of "qemu-aarch64 version 7.2.22 (Debian …)". "" where
/// there is none. What stands in parentheses is a distributor's.
std::string version_in(const std::string& line);

/// Is this text some versions? Words that all hold, each "7.2" (this one, and those that go on with a point: 7.2.22),
/// or a comparison ">=7", ">7", "<10", "<=10", "=7.2.22".
bool names_versions(const std::string& versions);
/// Is the version one of these? Numbers that are missing at the end count as 0, but not after "7.2".
bool is_among(const std::string& version, const std::string& versions);

/// What `compiler="gcc>=13 clang>=18"` of an instruction wants of compilers of a kind: ">=13" of gcc; "" where it wants
/// nothing of them.
std::string wanted_of(const std::string& kind, const std::string& compilers);

}  // namespace tessera::conformance
