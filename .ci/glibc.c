/* Two functions that glibc has from 2.35 on alone, so that the release binary starts with 2.34, too: RHEL 9 has that.
   `.ci/build` links them in. Nothing else of the binary needs a later one than 2.34. */

#include <math.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* libgcc asks it for the tables by which exceptions are unwound. For this answer it looks for them as it did before. */
HIDDEN int _dl_find_object(void *address, void *found) {
  (void)address, (void)found;
  return -1;
}

/* The Swift runtime offers it to everybody, and nothing here calls it. The later one also sets errno. */
HIDDEN float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
