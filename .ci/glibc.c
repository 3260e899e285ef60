/* Two functions that glibc has only from 2.35 on. `.ci/build` links them in, so that the release binary starts with
   glibc 2.34 too, which RHEL 9 has. Nothing else in the binary needs a later version. */

#include <math.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* libgcc calls this to find the unwind tables. After this result, it searches for them in the older way. */
HIDDEN int _dl_find_object(void *address, void *found) {
  (void)address, (void)found;
  return -1;
}

/* The Swift runtime exports this, but nothing here calls it. Unlike this one, glibc's version sets errno. */
HIDDEN float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
