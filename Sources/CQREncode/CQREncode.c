#include "CQREncode.h"

#include <dlfcn.h>
#include <stddef.h>

int cqrencode_open(const char *name, struct cqrencode *library) {
  void *opened = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!opened) return 1;
  library->encode = (__typeof__(library->encode))dlsym(opened, "QRcode_encodeData");
  library->free = (__typeof__(library->free))dlsym(opened, "QRcode_free");
  return !library->encode || !library->free;
}

const char *cqrencode_version(const char *name) {
  void *opened = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  __typeof__(&QRcode_APIVersionString) version =
      opened ? (__typeof__(version))dlsym(opened, "QRcode_APIVersionString") : NULL;
  return version ? version() : NULL;
}

QRcode *cqrencode_symbol(const struct cqrencode *library, const unsigned char *data, int size) {
  /* A screen needs little error correction, and the lowest level gives the smallest symbol. */
  return library->encode(size, data, 0, QR_ECLEVEL_L);
}

void cqrencode_free(const struct cqrencode *library, QRcode *symbol) { library->free(symbol); }
