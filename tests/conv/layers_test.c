// SPDX-License-Identifier: Apache-2.0
// The library that is made of layers.csv, by the target that it chooses, against a loop: of small whole numbers, and factors that
// are powers of two, so results are equal. Each layer by its own function and by the table.
#include <net.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the table of the test says; the strides and zeros are the same along rows and columns.
struct form {
  const char *name;
  int groups, K, C, H, W, R, S, stride, pad, is_nchw, is_oihw;
};
static const struct form forms[] = {
    {"stem", 1, 20, 3, 11, 12, 3, 3, 2, 1, 0, 0},       {"stem again", 1, 20, 3, 11, 12, 3, 3, 2, 1, 0, 0},
    {"depthwise.1", 24, 24, 24, 6, 7, 3, 3, 1, 1, 0, 0}, {"1x1", 1, 18, 5, 6, 6, 1, 1, 1, 0, 1, 1},
    {"last", 1, 8, 8, 5, 9, 3, 1, 1, 0, 0, 0},
};
enum { FORMS = sizeof forms / sizeof *forms };

static int P(const struct form *f) { return (f->H + 2 * f->pad - f->R) / f->stride + 1; }
static int Q(const struct form *f) { return (f->W + 2 * f->pad - f->S) / f->stride + 1; }

static int pixel(const struct form *f, int c, int h, int w, int channels, int rows, int columns) {
  return f->is_nchw ? (c * rows + h) * columns + w : (h * columns + w) * channels + c;
}
static int weight(const struct form *f, int k, int c, int r, int s) {
  const int C = f->C / f->groups;
  return f->is_oihw ? ((k * C + c) * f->R + r) * f->S + s : ((r * f->S + s) * C + c) * f->K + k;
}

static float sum(const struct form *f, const float *F, const float *I, int k, int p, int q) {
  const int C = f->C / f->groups, first = k / (f->K / f->groups) * C;
  float out = 0;
  for (int r = 0; r < f->R; r++)
    for (int s = 0; s < f->S; s++)
      for (int c = 0; c < C; c++) {
        const int h = p * f->stride + r - f->pad, w = q * f->stride + s - f->pad;
        if (h >= 0 && h < f->H && w >= 0 && w < f->W)
          out += F[weight(f, k, c, r, s)] * I[pixel(f, first + c, h, w, f->C, f->H, f->W)];
      }
  return out;
}

// The words of the epilogue, in order; those that take an operand take the next one.
static float after(const char *words, float x, const float *const *operands, int k, int result) {
  char text[100];
  snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
    float lo, hi;
    if (strcmp(word, "scale") == 0) x *= (*operands++)[k];
    else if (strcmp(word, "bias") == 0) x += (*operands++)[k];
    else if (strcmp(word, "residual") == 0) x += (*operands++)[result];
    else if (strcmp(word, "relu6") == 0) x = x < 0 ? 0 : x > 6 ? 6 : x;
    else if (sscanf(word, "clamp:%f:%f", &lo, &hi) == 2) x = x < lo ? lo : x > hi ? hi : x;
    else if (sscanf(word, "leaky:%f", &lo) == 1) x = x < 0 ? lo * x : x;
    else exit(2);
  }
  return x;
}

static float *small_numbers(int64_t count) {
  float *out = malloc((size_t)count * sizeof *out);
  for (int64_t i = 0; i < count; i++) out[i] = (float)(rand() % 7 - 3);
  return out;
}

static void compare(const struct net_layer *layer, const struct form *f, const float *found, const float *before, const float *F,
                    const float *I, const float *const *operands) {
  for (int k = 0; k < f->K; k++)
    for (int p = 0; p < P(f); p++)
      for (int q = 0; q < Q(f); q++) {
        const int at = pixel(f, k, p, q, f->K, P(f), Q(f));
        const float wanted = after(layer->epilogue, sum(f, F, I, k, p, q) + (layer->adds ? before[at] : 0), operands, k, at);
        if (found[at] == wanted) continue;
        printf("%s, %s: O[k=%d, p=%d, q=%d] is %g, not %g\n", net_target(), layer->name, k, p, q, (double)found[at], (double)wanted);
        exit(1);
      }
}

static void by_own_function(const struct net_layer *layer, float *O, const float *F, const float *I, const float *const *more) {
  if (strcmp(layer->name, "stem") == 0) net_stem(O, F, I, more[0]);
  else if (strcmp(layer->name, "stem again") == 0) net_stem_again(O, F, I, more[0]);
  else if (strcmp(layer->name, "depthwise.1") == 0) net_depthwise_1(O, F, I, more[0], more[1]);
  else if (strcmp(layer->name, "1x1") == 0) net_1x1(O, F, I, more[0]);
  else net_last(O, F, I);
}

static void test_layer(const struct form *f) {
  const struct net_layer *layer = net_find(f->name);
  if (!layer || layer->O.elements != (int64_t)f->K * P(f) * Q(f) || layer->F.elements != (int64_t)f->K * f->C / f->groups * f->R * f->S) exit(2);
  float *I = small_numbers(layer->I_.elements), *F = small_numbers(layer->F.elements), *packed = F, *operands[3] = {0};
  for (int i = 0; i < layer->operands; i++) operands[i] = small_numbers(layer->operand[i].elements);
  if (layer->pack) { /* of exactly so many elements: a sanitizer sees one more */
    packed = malloc((size_t)layer->packed_elements() * sizeof *packed);
    layer->pack(F, packed);
  }
  for (int by_table = 0; by_table < 2; by_table++) {
    float *before = small_numbers(layer->O.elements), *O = malloc((size_t)layer->O.elements * sizeof *O);
    memcpy(O, before, (size_t)layer->O.elements * sizeof *O);
    if (by_table) layer->run(O, packed, I, (const float *const *)operands);
    else by_own_function(layer, O, packed, I, (const float *const *)operands);
    compare(layer, f, O, before, F, I, (const float *const *)operands);
    free(before), free(O);
  }
  for (int i = 0; i < layer->operands; i++) free(operands[i]);
  if (packed != F) free(packed);
  free(F), free(I);
}

int main(void) {
  if (!net_runs_here() || net_layers_size != FORMS || net_find("nobody") || strcmp(net_version(), NET_VERSION) != 0) return 2;
  for (int i = 0; i < FORMS; i++) test_layer(&forms[i]);
  printf("%s: %d layers, ok\n", net_target(), net_layers_size);
  return 0;
}
