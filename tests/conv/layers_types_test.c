// SPDX-License-Identifier: Apache-2.0
// The layers of layers_types.csv, as functions and through the table, against a loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

enum { SIZE = 8, K = 20 };

static uint8_t image[SIZE * SIZE * K];
static int8_t weights[3 * 3 * 3 * K], packed[1 << 14];
static int32_t result[SIZE * SIZE * K];

static int32_t expected(int p, int q, int k, int channels) {
  int32_t sum = 0;
  for (int r = 0; r < 3; r++)
    for (int s = 0; s < 3; s++)
      for (int c = 0; c < channels; c++) {
        const int h = p + r - 1, w = q + s - 1, is_depthwise = channels == 1;
        if (h < 0 || h >= SIZE || w < 0 || w >= SIZE) continue;
        const int in = is_depthwise ? K : channels, channel = is_depthwise ? k : c;
        sum += image[(h * SIZE + w) * in + channel] * weights[((r * 3 + s) * channels + c) * K + k];
      }
  return sum;
}

static void compare(const char *name, int channels) {
  for (int p = 0; p < SIZE; p++)
    for (int q = 0; q < SIZE; q++)
      for (int k = 0; k < K; k++)
        if (result[(p * SIZE + q) * K + k] != expected(p, q, k, channels)) {
          printf("%s: wrong at %d, %d, %d\n", name, p, q, k);
          exit(1);
        }
  memset(result, 1, sizeof result);
}

static void by_table(const char *name, int channels) {
  const struct net_layer *layer = net_find(name);
  if (strcmp(layer->I_.type, "ui8") != 0 || strcmp(layer->F.type, "i8") != 0 || strcmp(layer->O.type, "i32") != 0) exit(2);
  if (layer->packed_elements() > (int64_t)sizeof packed) exit(3);
  layer->pack(weights, packed);
  layer->run(result, packed, image, NULL);
  compare(name, channels);
}

int main(void) {
  if (!net_runs_here()) return printf("nothing runs here\n"), 0;
  for (size_t i = 0; i < sizeof image; i++) image[i] = (uint8_t)(i * 7 % 251);
  for (size_t i = 0; i < sizeof weights; i++) weights[i] = (int8_t)(i * 5 % 127 - 63);
  by_table("bytes", 3);
  by_table("depthwise", 1);
  net_bytes_pack(weights, packed);
  net_bytes(result, packed, image);
  compare("bytes", 3);
  net_depthwise_pack(weights, packed);
  net_depthwise(result, packed, image);
  compare("depthwise", 1);
  if (strcmp(net_find("plain")->O.type, "f32") != 0) return 4;
  printf("%s: layers of mixed types, ok\n", net_target());
  return 0;
}
