// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/syntax/module.hpp"

namespace tessera::api {

/// Two instructions of one library with one role and arguments of the same types, shapes and memories: schedules that
/// ask for the role are given the first, whatever the second is for. Arguments of other kinds make a form of its own,
/// and the first form is the one that is asked for. Throws InputError (name) at the second one.
void check_roles_apart(const syntax::Module& own);

}  // namespace tessera::api
