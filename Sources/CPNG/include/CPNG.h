#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>

/* Access to libpng, which is opened for each picture. A process creates at most one. */

#ifdef __APPLE__
#define CPNG_LIBRARY "libpng16.16.dylib"
#else
#define CPNG_LIBRARY "libpng16.so.16"
#endif

enum cpng_result { cpng_written, cpng_missing, cpng_failed };

/// Returns 1 if the library called `name` is installed.
int cpng_is_available(const char *name);

/// Returns the version of the library called `name`; NULL if it is not installed.
const char *cpng_version(const char *name);

/// Creates a PNG of grey `pixels`, row by row, with the library called `name`.
///
/// Free `*png` with free(3) if the result is `cpng_written`.
enum cpng_result cpng_write_grey(const char *name, const unsigned char *pixels, unsigned int width,
                                 unsigned int height, unsigned char **png, size_t *size);

#endif
