#pragma once

/// Everything that gbho offers to a C++ program. See examples/ for how it fits together.

#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/base/random.h"
#include "gbho/base/version.h"
#include "gbho/bilevel/ledger.h"
#include "gbho/bilevel/space.h"
#include "gbho/data/dataset.h"
#include "gbho/data/load.h"
#include "gbho/nn/model.h"
#include "gbho/nn/module_model.h"
#include "gbho/nn/penalty.h"
#include "gbho/train/check_gradients.h"
#include "gbho/train/options.h"
#include "gbho/train/pilot.h"
#include "gbho/train/solver.h"
