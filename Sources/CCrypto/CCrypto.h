#ifndef CCRYPTO_H
#define CCRYPTO_H

// The direct way to read a PKCS#1 key is deprecated, and takes a twentieth of the time of the generic one.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <errno.h>
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
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

// Zero, or the error's number.
static inline int ccrypto_system_random(void *bytes, size_t count) {
  return getentropy(bytes, count) == 0 ? 0 : errno;
}

// Macros and variadic functions, which Swift does not see.

static inline EVP_PKEY *ccrypto_generate_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

static inline EVP_PKEY *ccrypto_rsa_private_key(const unsigned char *der, long length) {
  RSA *rsa = d2i_RSAPrivateKey(NULL, &der, length);
  if (!rsa) return NULL;
  EVP_PKEY *key = EVP_PKEY_new();
  if (!key || !EVP_PKEY_assign_RSA(key, rsa)) {
    RSA_free(rsa);
    EVP_PKEY_free(key);
    return NULL;
  }
  return key;
}

static inline int ccrypto_bn_size(const BIGNUM *number) { return BN_num_bytes(number); }

static inline long ccrypto_bio_bytes(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

static inline void ccrypto_free(void *memory) { OPENSSL_free(memory); }

#endif
