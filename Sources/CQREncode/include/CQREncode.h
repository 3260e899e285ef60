#ifndef CQRENCODE_H
#define CQRENCODE_H

#include <qrencode.h>

/* libqrencode, opened for each symbol: a process makes one, if any. Swift sees its types, and these
   wrappers instead of its functions. */

#ifdef __APPLE__
#define CQRENCODE_LIBRARY "libqrencode.4.dylib"
#else
#define CQRENCODE_LIBRARY "libqrencode.so.4"
#endif

struct cqrencode {
  QRcode *(*encode)(int size, const unsigned char *data, int version, QRecLevel level);
  void (*free)(QRcode *symbol);
};

/// Opens the library called `name`; 0 when it is there.
int cqrencode_open(const char *name, struct cqrencode *library);

/// The version of the library called `name`; NULL where it is not there.
const char *cqrencode_version(const char *name);

/// The smallest symbol that holds `data`; NULL and errno otherwise, ERANGE when no symbol is large enough.
/// To be given back with `cqrencode_free`.
QRcode *cqrencode_symbol(const struct cqrencode *library, const unsigned char *data, int size);
void cqrencode_free(const struct cqrencode *library, QRcode *symbol);

#endif
