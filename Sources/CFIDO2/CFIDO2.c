#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CFIDO2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct cfido2 functions;
static int is_complete;

static void open_library(void) {
  void *library = dlopen(CFIDO2_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
  is_complete = 1;
#define LOAD(name)                                                                                           \
  if (!(functions.name = (__typeof__(functions.name))dlsym(library, "fido_" #name))) is_complete = 0;
  LOAD(init)
  LOAD(strerr)
  LOAD(dev_info_new)
  LOAD(dev_info_manifest)
  LOAD(dev_info_ptr)
  LOAD(dev_info_path)
  LOAD(dev_info_manufacturer_string)
  LOAD(dev_info_product_string)
  LOAD(dev_info_free)
  LOAD(dev_new)
  LOAD(dev_open)
  LOAD(dev_close)
  LOAD(dev_free)
  LOAD(dev_is_fido2)
  LOAD(dev_has_pin)
  LOAD(dev_has_uv)
  LOAD(dev_set_timeout)
  LOAD(dev_get_retry_count)
  LOAD(dev_get_touch_status)
  LOAD(dev_cancel)
  LOAD(dev_io_handle)
  LOAD(dev_set_io_functions)
  LOAD(dev_set_transport_functions)
  LOAD(dev_make_cred)
  LOAD(dev_get_assert)
  LOAD(cred_new)
  LOAD(cred_free)
  LOAD(cred_set_type)
  LOAD(cred_set_clientdata_hash)
  LOAD(cred_set_rp)
  LOAD(cred_set_user)
  LOAD(cred_set_rk)
  LOAD(cred_set_uv)
  LOAD(cred_exclude)
  LOAD(cred_id_ptr)
  LOAD(cred_id_len)
  LOAD(cred_authdata_raw_ptr)
  LOAD(cred_authdata_raw_len)
  LOAD(assert_new)
  LOAD(assert_free)
  LOAD(assert_set_rp)
  LOAD(assert_set_clientdata_hash)
  LOAD(assert_set_uv)
  LOAD(assert_allow_cred)
  LOAD(assert_count)
  LOAD(assert_id_ptr)
  LOAD(assert_id_len)
  LOAD(assert_authdata_ptr)
  LOAD(assert_authdata_len)
  LOAD(assert_sig_ptr)
  LOAD(assert_sig_len)
  LOAD(assert_user_id_ptr)
  LOAD(assert_user_id_len)
#undef LOAD
}

const struct cfido2 *cfido2_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static _Thread_local int is_initialised;
  pthread_once(&once, open_library);
  if (!is_complete) return NULL;
  if (!is_initialised) {
    functions.init(0);
    is_initialised = 1;
  }
  return &functions;
}

/* libfido2's structures `fido_dev_io_t` and `fido_dev_transport_t`. */
struct io_functions {
  void *(*open)(const char *path);
  void (*close)(void *handle);
  int (*read)(void *handle, unsigned char *bytes, size_t room, int milliseconds);
  int (*write)(void *handle, const unsigned char *bytes, size_t count);
};
struct transport_functions {
  int (*receive)(struct fido_dev *device, uint8_t command, unsigned char *bytes, size_t room, int milliseconds);
  int (*send)(struct fido_dev *device, uint8_t command, const unsigned char *bytes, size_t count);
};

/* `open` is told no more than a path, so the transport that it opens is passed on the side. */
static _Thread_local const struct cfido2_transport *opening;

static void *open_transport(const char *path) { return (void *)opening; }

static void close_transport(void *handle) {}

/* Frames are never read or written, because the transport takes whole messages. libfido2 insists on functions. */
static int read_frame(void *handle, unsigned char *bytes, size_t room, int milliseconds) { return -1; }

static int write_frame(void *handle, const unsigned char *bytes, size_t count) { return -1; }

static int receive(struct fido_dev *device, uint8_t command, unsigned char *bytes, size_t room, int milliseconds) {
  const struct cfido2_transport *transport = functions.dev_io_handle(device);
  return transport ? transport->receive(transport->context, command, bytes, room, milliseconds) : -1;
}

static int send_message(struct fido_dev *device, uint8_t command, const unsigned char *bytes, size_t count) {
  const struct cfido2_transport *transport = functions.dev_io_handle(device);
  return transport ? transport->send(transport->context, command, bytes, count) : -1;
}

int cfido2_dev_open_over(struct fido_dev *device, const struct cfido2_transport *transport) {
  if (!cfido2_open()) return cfido2_internal;
  static const struct io_functions io = {open_transport, close_transport, read_frame, write_frame};
  static const struct transport_functions messages = {receive, send_message};
  int error = functions.dev_set_io_functions(device, &io);
  if (!error) error = functions.dev_set_transport_functions(device, &messages);
  if (error) return error;
  opening = transport;
  error = functions.dev_open(device, "");
  opening = NULL;
  return error;
}

void cfido2_wipe(void *bytes, size_t count) {
#ifdef __APPLE__
  memset_s(bytes, count, 0, count);
#else
  explicit_bzero(bytes, count);
#endif
}
