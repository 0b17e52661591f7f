// SPDX-License-Identifier: 0BSD
#include "bare.h"
