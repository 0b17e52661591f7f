// SPDX-License-Identifier: Apache-2.0
#pragma once
// The schedule library: operations made of primitives, for tuning loops. It has no safety checks of its own: every step
// goes through a primitive, which proves it or refuses.
#include "schedules/combinators.hpp"
#include "schedules/halide.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"
#include "schedules/stage.hpp"
#include "schedules/vectorize.hpp"
