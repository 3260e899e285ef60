#ifndef CCRYPTO_H
#define CCRYPTO_H

// The direct way to read a PKCS#1 key is deprecated, and takes a twentieth of the time of the generic one.
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

/* libcrypto, opened at the first call of one of its functions: most commands make none, and linking it takes a
   fifth of their time. Swift calls the functions by their own names; those that are not in CCrypto.c do not link. */

/// 1 where libcrypto is there; opens it.
int ccrypto_is_available(void);
/// The version of the libcrypto that is there, which this opens; NULL where there is none.
const char *ccrypto_version(void);

/// Has `end`, which must not return, end the process with `context` where a function of libcrypto is missing: it
/// cannot go on without. Before any thread starts. Without it the process ends with the loader's status, 127.
void ccrypto_when_missing(void (*end)(void *context), void *context);

/// Zero, or the error's number.
int ccrypto_system_random(void *bytes, size_t count);

/// Hashes a password by the C library's crypt, which is opened at the first call, with the algorithm and the salt of
/// `setting`. 1 if that is done, 0 if it cannot be, -1 if there is no such library.
int ccrypto_crypt(const char *password, const char *setting, char *hash, size_t size);

/// Which of its three forms Argon2 takes, how much work it is, and what it is mixed with.
typedef struct {
  /// 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
  int kind;
  /// 0x10 or 0x13.
  unsigned version;
  unsigned iterations, memory_kib, lanes;
  const unsigned char *associated_data;
  size_t associated_data_size;
} ccrypto_argon2_parameters;

/// Hashes a password by libargon2, which is opened at the first call. 1 if that is done, 0 if it cannot be, -1 if there
/// is no such library.
int ccrypto_argon2(const ccrypto_argon2_parameters *parameters, const unsigned char *password, size_t password_size,
                   const unsigned char *salt, size_t salt_size, unsigned char *hash, size_t hash_size);
/// 1 where libargon2 is there; opens it.
int ccrypto_has_argon2(void);

/* Macros and variadic functions, which Swift does not see. */

EVP_PKEY *ccrypto_generate_rsa(unsigned int bits);
EVP_PKEY *ccrypto_rsa_private_key(const unsigned char *der, long length);
int ccrypto_bn_size(const BIGNUM *number);
long ccrypto_bio_bytes(BIO *bio, char **bytes);
void ccrypto_free(void *memory);

#endif
