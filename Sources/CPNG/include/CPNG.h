#ifndef CPNG_H
#define CPNG_H

#include <stddef.h>

/* libpng, opened for each picture: a process makes one, if any. */

#ifdef __APPLE__
#define CPNG_LIBRARY "libpng16.16.dylib"
#else
#define CPNG_LIBRARY "libpng16.so.16"
#endif

enum cpng_result { cpng_written, cpng_missing, cpng_failed };

/// 1 where the library called `name` is there.
int cpng_is_available(const char *name);

/// Its version; NULL where it is not there.
const char *cpng_version(const char *name);

/// Makes a PNG of grey `pixels`, row by row, with the library called `name`. `*png` is to be given back with
/// free(3) when it was written.
enum cpng_result cpng_write_grey(const char *name, const unsigned char *pixels, unsigned int width,
                                 unsigned int height, unsigned char **png, size_t *size);

#endif
