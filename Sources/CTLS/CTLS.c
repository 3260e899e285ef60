#include "CTLS.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY "libssl.3.dylib"
#else
#define LIBRARY "libssl.so.3"
#endif

#define FUNCTIONS(X)                                                                                         \
  X(OPENSSL_init_ssl)                                                                                        \
  X(TLS_server_method)                                                                                       \
  X(SSL_CTX_new)                                                                                             \
  X(SSL_CTX_free)                                                                                            \
  X(SSL_CTX_ctrl)                                                                                            \
  X(SSL_CTX_set_options)                                                                                     \
  X(SSL_CTX_set_default_passwd_cb)                                                                           \
  X(SSL_CTX_use_PrivateKey_file)                                                                             \
  X(SSL_CTX_use_certificate_chain_file)                                                                      \
  X(SSL_CTX_check_private_key)                                                                               \
  X(SSL_new)                                                                                                 \
  X(SSL_free)                                                                                                \
  X(SSL_set_fd)                                                                                              \
  X(SSL_accept)                                                                                              \
  X(SSL_read)                                                                                                \
  X(SSL_write)                                                                                               \
  X(SSL_shutdown)

#define MEMBER(name) __typeof__(&name) name;
static struct {
  FUNCTIONS(MEMBER)
} lib;

static int is_open;

static void open_library(void) {
  void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define FIND(name)                                                                                           \
  lib.name = (__typeof__(lib.name))dlsym(library, #name);                                                    \
  if (!lib.name) return;
  FUNCTIONS(FIND)
  /* Skip the cleanup at exit, as for libcrypto. It may run while another thread still works. */
  is_open = lib.OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, NULL);
}

/* Refuses a key with a passphrase. Without this, libssl would ask for the passphrase at the terminal. */
static int no_passphrase(char *text, int size, int is_writing, void *data) {
  (void)text, (void)size, (void)is_writing, (void)data;
  return -1;
}

static ctls_outcome load(SSL_CTX *context, const char *certificate, const char *key) {
  if (!lib.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL)) return CTLS_NO_MEMORY;
  /* Accept a connection that ends without a TLS close message. Requests state their length, and the server must
     still answer an incomplete one. */
  lib.SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  lib.SSL_CTX_set_default_passwd_cb(context, no_passphrase);
  /* Load the key first. Then a key of another certificate fails only in the check below, because loading the
     certificate drops it. */
  if (lib.SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) return CTLS_BAD_KEY;
  if (lib.SSL_CTX_use_certificate_chain_file(context, certificate) != 1) return CTLS_BAD_CERTIFICATE;
  return lib.SSL_CTX_check_private_key(context) == 1 ? CTLS_READY : CTLS_OTHER_KEY;
}

ctls_outcome ctls_make(const char *certificate, const char *key, SSL_CTX **context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  *context = NULL;
  if (!is_open) return CTLS_NO_LIBRARY;
  SSL_CTX *made = lib.SSL_CTX_new(lib.TLS_server_method());
  if (!made) return CTLS_NO_MEMORY;
  ctls_outcome outcome = load(made, certificate, key);
  if (outcome == CTLS_READY) {
    *context = made;
  } else {
    lib.SSL_CTX_free(made);
  }
  return outcome;
}

void ctls_free(SSL_CTX *context) { lib.SSL_CTX_free(context); }

SSL *ctls_accept(SSL_CTX *context, int socket) {
  SSL *session = lib.SSL_new(context);
  if (session && lib.SSL_set_fd(session, socket) == 1 && lib.SSL_accept(session) == 1) return session;
  if (session) lib.SSL_free(session);
  return NULL;
}

static int limited(long count) { return count > INT_MAX ? INT_MAX : (int)count; }

long ctls_read(SSL *session, void *bytes, long count) {
  int read = lib.SSL_read(session, bytes, limited(count));
  return read > 0 ? read : 0;
}

long ctls_write(SSL *session, const void *bytes, long count) {
  int written = lib.SSL_write(session, bytes, limited(count));
  return written > 0 ? written : 0;
}

void ctls_end(SSL *session) {
  lib.SSL_shutdown(session);
  lib.SSL_free(session);
}
