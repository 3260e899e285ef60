#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

/* The header defines macros of these names for type checks. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

#define FUNCTIONS(X)                                                                                         \
  X(global_init)                                                                                             \
  X(easy_init)                                                                                               \
  X(easy_reset)                                                                                              \
  X(easy_cleanup)                                                                                            \
  X(easy_perform)                                                                                            \
  X(easy_strerror)                                                                                           \
  X(easy_setopt)                                                                                             \
  X(easy_getinfo)                                                                                            \
  X(slist_append)                                                                                            \
  X(slist_free_all)                                                                                          \
  X(url)                                                                                                     \
  X(url_cleanup)                                                                                             \
  X(url_set)                                                                                                 \
  X(url_get)                                                                                                 \
  X(free)

#define MEMBER(name) __typeof__(curl_##name) *name;
static struct {
  FUNCTIONS(MEMBER)
} lib;

static int failure = 1;

static void open_library(void) {
  void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define LOOK_UP(name)                                                                                        \
  lib.name = (__typeof__(lib.name))dlsym(library, "curl_" #name);                                            \
  if (!lib.name) return;
  FUNCTIONS(LOOK_UP)
  failure = lib.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK;
}

int ccurl_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return failure;
}

const char *ccurl_version(void) {
  void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  __typeof__(&curl_version_info) info = library ? (__typeof__(info))dlsym(library, "curl_version_info") : NULL;
  return info ? info(CURLVERSION_FIRST)->version : NULL;
}

CURL *ccurl_easy_init(void) { return lib.easy_init(); }
void ccurl_easy_reset(CURL *handle) { lib.easy_reset(handle); }
void ccurl_easy_cleanup(CURL *handle) { lib.easy_cleanup(handle); }
CURLcode ccurl_easy_perform(CURL *handle) { return lib.easy_perform(handle); }
const char *ccurl_easy_strerror(CURLcode code) { return lib.easy_strerror(code); }

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return lib.easy_setopt(handle, option, value);
}

CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, curl_write_callback callback) {
  return lib.easy_setopt(handle, option, callback);
}

CURLcode ccurl_set_progress(CURL *handle, curl_xferinfo_callback callback) {
  return lib.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

CURLcode ccurl_set_before_request(CURL *handle, curl_prereq_callback callback) {
  return lib.easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

long ccurl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  return lib.easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_get_size(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  return lib.easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
  return lib.slist_append(list, line);
}

void ccurl_slist_free_all(struct curl_slist *list) { lib.slist_free_all(list); }

CURLU *ccurl_url(void) { return lib.url(); }
void ccurl_url_cleanup(CURLU *url) { lib.url_cleanup(url); }

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags) {
  return lib.url_set(url, part, value, flags);
}

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **value, unsigned int flags) {
  return lib.url_get(url, part, value, flags);
}

void ccurl_free(void *value) { lib.free(value); }
