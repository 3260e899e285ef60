#ifndef CCRYPTO_H
#define CCRYPTO_H

// The deprecated function for PKCS#1 keys is twenty times as fast as the generic one.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stddef.h>

/* Access to libcrypto, which is opened at the first call. Most commands do not need it, and linking it would take a
   fifth of their time. Swift calls the functions by their own names; functions that CCrypto.c does not define do not
   link. */

/// Opens libcrypto and returns 1 if it is installed.
int ccrypto_is_available(void);
/// Opens libcrypto and returns its version; NULL if it is not installed.
const char *ccrypto_version(void);

/// Sets the function that ends the process if a function of libcrypto is missing.
///
/// It is called with `context` and must not return. Without it, the process ends with status 127, as the loader does.
/// Call this before any thread starts.
void ccrypto_when_missing(void (*end)(void *context), void *context);

/// Fills `bytes` with random bytes of the system; returns 0 or the error number.
int ccrypto_system_random(void *bytes, size_t count);

/// Hashes a password with the system's crypt, using the algorithm and salt in `setting`.
///
/// Returns 1 on success, 0 if crypt cannot do it, and -1 if the library is not installed.
int ccrypto_crypt(const char *password, const char *setting, char *hash, size_t size);

/// The parameters of an Argon2 hash.
typedef struct {
  /// 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
  int kind;
  /// 0x10 or 0x13.
  unsigned version;
  unsigned iterations, memory_kib, lanes;
  const unsigned char *associated_data;
  size_t associated_data_size;
} ccrypto_argon2_parameters;

/// Hashes a password with libargon2, which is opened at the first call.
///
/// Returns 1 on success, 0 if libargon2 cannot do it, and -1 if the library is not installed.
int ccrypto_argon2(const ccrypto_argon2_parameters *parameters, const unsigned char *password, size_t password_size,
                   const unsigned char *salt, size_t salt_size, unsigned char *hash, size_t hash_size);
/// Opens libargon2 and returns 1 if it is installed.
int ccrypto_has_argon2(void);

/* Wrappers of macros and variadic functions, which Swift cannot import. */

EVP_PKEY *ccrypto_generate_rsa(unsigned int bits);
EVP_PKEY *ccrypto_generate_p256(void);
EVP_PKEY *ccrypto_rsa_private_key(const unsigned char *der, long length);
int ccrypto_bn_size(const BIGNUM *number);
long ccrypto_bio_bytes(BIO *bio, char **bytes);
void ccrypto_free(void *memory);

#endif
