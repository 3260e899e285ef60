#include "CPNG.h"

#include <dlfcn.h>
#include <png.h>
#include <stdlib.h>

/* Returns libpng's writer; NULL if the library called `name` does not have it. */
static __typeof__(&png_image_write_to_memory) writer(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  return library ? (__typeof__(&png_image_write_to_memory))dlsym(library, "png_image_write_to_memory") : NULL;
}

int cpng_is_available(const char *name) { return writer(name) != NULL; }

const char *cpng_version(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  __typeof__(&png_get_libpng_ver) version =
      library ? (__typeof__(version))dlsym(library, "png_get_libpng_ver") : NULL;
  return version ? version(NULL) : NULL;
}

enum cpng_result cpng_write_grey(const char *name, const unsigned char *pixels, unsigned int width,
                                 unsigned int height, unsigned char **png, size_t *size) {
  __typeof__(&png_image_write_to_memory) write = writer(name);
  if (!write) return cpng_missing;

  png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height};
  image.format = PNG_FORMAT_GRAY;
  png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(image);
  *png = malloc(room);
  if (!*png) return cpng_failed;
  if (!write(&image, *png, &room, 0, pixels, 0, NULL)) {
    free(*png);
    return cpng_failed;
  }
  *size = room;
  return cpng_written;
}
