#ifndef CTLS_H
#define CTLS_H

#include <openssl/ssl.h>

/* Access to libssl, which is opened for the first listener with TLS. Swift uses libssl's types, and these wrappers
   instead of its functions. */

typedef enum {
  CTLS_READY,
  CTLS_NO_LIBRARY,
  CTLS_NO_MEMORY,
  CTLS_BAD_KEY,
  CTLS_BAD_CERTIFICATE,
  /* The key does not belong to the certificate. */
  CTLS_OTHER_KEY,
} ctls_outcome;

/// Creates the context that a listener's connections share, from PEM files.
///
/// The certificate's file may also hold the certificates of its issuers.
ctls_outcome ctls_make(const char *certificate, const char *key, SSL_CTX **context);
void ctls_free(SSL_CTX *context);

/// Does the TLS handshake with the peer on `socket`; returns NULL if it fails.
SSL *ctls_accept(SSL_CTX *context, int socket);

/// Reads bytes and returns their number; 0 at the end, or if the peer violates the protocol.
long ctls_read(SSL *session, void *bytes, long count);

/// Writes bytes and returns their number; 0 if the peer accepts no more.
long ctls_write(SSL *session, const void *bytes, long count);

/// Tells the peer that the session ends, and frees it.
void ctls_end(SSL *session);

#endif
