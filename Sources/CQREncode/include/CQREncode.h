#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <qrencode.h>

/* Access to libqrencode, which is opened for each symbol. A process creates at most one. Swift uses libqrencode's
   types, and these wrappers instead of its functions. */

#ifdef __APPLE__
#define CQRENCODE_LIBRARY "libqrencode.4.dylib"
#else
#define CQRENCODE_LIBRARY "libqrencode.so.4"
#endif

struct cqrencode {
  QRcode *(*encode)(int size, const unsigned char *data, int version, QRecLevel level);
  void (*free)(QRcode *symbol);
};

/// Opens the library called `name`; returns 0 if it is installed.
int cqrencode_open(const char *name, struct cqrencode *library);

/// Returns the version of the library called `name`; NULL if it is not installed.
const char *cqrencode_version(const char *name);

/// Returns the smallest symbol that holds `data`; free it with `cqrencode_free`.
///
/// Returns NULL and sets errno on failure; ERANGE means that no symbol is large enough.
QRcode *cqrencode_symbol(const struct cqrencode *library, const unsigned char *data, int size);
void cqrencode_free(const struct cqrencode *library, QRcode *symbol);

#endif
