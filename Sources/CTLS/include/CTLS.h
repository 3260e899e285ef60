#ifndef CTLS_H
#define CTLS_H

#include <openssl/ssl.h>

/* libssl, opened when the first listener asks for it: the others never do. Swift sees its types, and these wrappers
   instead of its functions. */

typedef enum {
  CTLS_READY,
  CTLS_NO_LIBRARY,
  CTLS_NO_MEMORY,
  CTLS_BAD_KEY,
  CTLS_BAD_CERTIFICATE,
  /* The key is not the certificate's. */
  CTLS_OTHER_KEY,
} ctls_outcome;

/// Makes what the connections of a listener share, from files in PEM; the certificate's may hold its issuers too.
ctls_outcome ctls_make(const char *certificate, const char *key, SSL_CTX **context);
void ctls_free(SSL_CTX *context);

/// Agrees with the peer on `socket`; NULL where that fails.
SSL *ctls_accept(SSL_CTX *context, int socket);

/// How many bytes were read; 0 at the end, and where the peer does not keep to the protocol.
long ctls_read(SSL *session, void *bytes, long count);

/// How many bytes were written; 0 where the peer takes no more.
long ctls_write(SSL *session, const void *bytes, long count);

/// Lets the peer see that nothing more comes, and forgets the session.
void ctls_end(SSL *session);

#endif
