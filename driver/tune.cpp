// tessera tune — the schemes of convolutions, ranked by a model and measured, the best of them kept.
#include "driver/tune_batch.hpp"
