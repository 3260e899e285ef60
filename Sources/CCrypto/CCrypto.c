#define _GNU_SOURCE
#include "CCrypto.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#define LIBRARY "libcrypto.3.dylib"
#else
#include <crypt.h>
#define LIBRARY "libcrypto.so.3"
#endif

static void *library;

static void open_library(void) {
  library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  __typeof__(&OPENSSL_init_crypto) initialise =
      library ? (__typeof__(initialise))dlsym(library, "OPENSSL_init_crypto") : NULL;
  /* Skip libcrypto's cleanup at exit. It takes a seventh of a millisecond and may run while another thread still
     works. The system frees all memory anyway. */
  if (initialise) initialise(OPENSSL_INIT_NO_ATEXIT, NULL);
}

static void open_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
}

int ccrypto_is_available(void) {
  open_once();
  return library != NULL;
}

const char *ccrypto_version(void) {
  open_once();
  __typeof__(&OpenSSL_version) version = library ? (__typeof__(version))dlsym(library, "OpenSSL_version") : NULL;
  return version ? version(OPENSSL_VERSION_STRING) : NULL;
}

static void (*when_missing)(void *context);
static void *context_when_missing;

void ccrypto_when_missing(void (*end)(void *context), void *context) {
  when_missing = end;
  context_when_missing = context;
}

/* Returns the function called `name`; ends the process if it is missing. */
static void *look_up(const char *name) {
  open_once();
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    if (when_missing) when_missing(context_when_missing);
    fprintf(stderr, "error: %s of OpenSSL 3 is not installed, or lacks %s\n", LIBRARY, name);
    _exit(127);
  }
  return function;
}

/* The function of libcrypto called `name`. Threads may look it up at the same time and find the same one. */
#define FOUND(name)                                                                                          \
  ({                                                                                                         \
    static __typeof__(&name) _Atomic found;                                                                  \
    __typeof__(&name) function = found;                                                                      \
    if (!function) found = function = (__typeof__(&name))look_up(#name);                                     \
    function;                                                                                                \
  })

#define FUNCTION(result, name, parameters, arguments)                                                        \
  result name parameters { return FOUND(name) arguments; }
#define PROCEDURE(name, parameters, arguments)                                                               \
  void name parameters { FOUND(name) arguments; }

FUNCTION(int, CRYPTO_memcmp, (const void *a, const void *b, size_t size), (a, b, size))
PROCEDURE(CRYPTO_free, (void *memory, const char *file, int line), (memory, file, line))
PROCEDURE(ERR_clear_error, (void), ())
PROCEDURE(OPENSSL_cleanse, (void *memory, size_t size), (memory, size))

FUNCTION(unsigned char *, SHA256, (const unsigned char *data, size_t size, unsigned char *digest), (data, size, digest))
FUNCTION(const EVP_MD *, EVP_md5, (void), ())
FUNCTION(const EVP_MD *, EVP_sha1, (void), ())
FUNCTION(const EVP_MD *, EVP_sha256, (void), ())
FUNCTION(const EVP_MD *, EVP_sha512, (void), ())
FUNCTION(
    unsigned char *, HMAC,
    (const EVP_MD *digest, const void *key, int key_size, const unsigned char *data, size_t size,
     unsigned char *code, unsigned int *code_size),
    (digest, key, key_size, data, size, code, code_size))
FUNCTION(
    int, EVP_PBE_scrypt,
    (const char *password, size_t password_size, const unsigned char *salt, size_t salt_size, uint64_t n,
     uint64_t r, uint64_t p, uint64_t memory, unsigned char *key, size_t key_size),
    (password, password_size, salt, salt_size, n, r, p, memory, key, key_size))

FUNCTION(
    int, EVP_Digest,
    (const void *data, size_t size, unsigned char *digest, unsigned int *digest_size, const EVP_MD *type,
     ENGINE *engine),
    (data, size, digest, digest_size, type, engine))
FUNCTION(
    int, PKCS5_PBKDF2_HMAC,
    (const char *password, int password_size, const unsigned char *salt, int salt_size, int rounds,
     const EVP_MD *digest, int key_size, unsigned char *key),
    (password, password_size, salt, salt_size, rounds, digest, key_size, key))
FUNCTION(const EVP_CIPHER *, EVP_aes_256_ctr, (void), ())
FUNCTION(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), ())
PROCEDURE(EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX * context), (context))
FUNCTION(
    int, EVP_EncryptInit_ex,
    (EVP_CIPHER_CTX * context, const EVP_CIPHER *cipher, ENGINE *engine, const unsigned char *key,
     const unsigned char *iv),
    (context, cipher, engine, key, iv))
FUNCTION(
    int, EVP_EncryptUpdate,
    (EVP_CIPHER_CTX * context, unsigned char *out, int *out_size, const unsigned char *in, int in_size),
    (context, out, out_size, in, in_size))

FUNCTION(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
PROCEDURE(EVP_MD_CTX_free, (EVP_MD_CTX * context), (context))
FUNCTION(
    int, EVP_DigestSignInit,
    (EVP_MD_CTX * context, EVP_PKEY_CTX **key_context, const EVP_MD *digest, ENGINE *engine, EVP_PKEY *key),
    (context, key_context, digest, engine, key))
FUNCTION(
    int, EVP_DigestSign,
    (EVP_MD_CTX * context, unsigned char *signature, size_t *signature_size, const unsigned char *data,
     size_t size),
    (context, signature, signature_size, data, size))
FUNCTION(
    int, EVP_DigestVerifyInit,
    (EVP_MD_CTX * context, EVP_PKEY_CTX **key_context, const EVP_MD *digest, ENGINE *engine, EVP_PKEY *key),
    (context, key_context, digest, engine, key))
FUNCTION(
    int, EVP_DigestVerify,
    (EVP_MD_CTX * context, const unsigned char *signature, size_t signature_size, const unsigned char *data,
     size_t size),
    (context, signature, signature_size, data, size))

FUNCTION(EVP_PKEY *, EVP_PKEY_new, (void), ())
PROCEDURE(EVP_PKEY_free, (EVP_PKEY * key), (key))
FUNCTION(int, EVP_PKEY_assign, (EVP_PKEY * key, int type, void *value), (key, type, value))
FUNCTION(int, EVP_PKEY_get_base_id, (const EVP_PKEY *key), (key))
FUNCTION(EVP_PKEY_CTX *, EVP_PKEY_CTX_new, (EVP_PKEY * key, ENGINE *engine), (key, engine))
PROCEDURE(EVP_PKEY_CTX_free, (EVP_PKEY_CTX * context), (context))
FUNCTION(int, EVP_PKEY_public_check, (EVP_PKEY_CTX * context), (context))
FUNCTION(
    int, EVP_PKEY_get_group_name, (const EVP_PKEY *key, char *name, size_t size, size_t *name_size),
    (key, name, size, name_size))
FUNCTION(int, EVP_PKEY_get_size, (const EVP_PKEY *key), (key))
FUNCTION(
    int, EVP_PKEY_get_bn_param, (const EVP_PKEY *key, const char *name, BIGNUM **number), (key, name, number))
FUNCTION(RSA *, d2i_RSAPrivateKey, (RSA * *key, const unsigned char **der, long size), (key, der, size))
PROCEDURE(RSA_free, (RSA * key), (key))
FUNCTION(
    EVP_PKEY *, d2i_PublicKey, (int type, EVP_PKEY **key, const unsigned char **der, long size),
    (type, key, der, size))
FUNCTION(EVP_PKEY *, d2i_PUBKEY, (EVP_PKEY * *key, const unsigned char **der, long size), (key, der, size))
FUNCTION(
    EVP_PKEY *, d2i_PrivateKey, (int type, EVP_PKEY **key, const unsigned char **der, long size),
    (type, key, der, size))
FUNCTION(int, i2d_PrivateKey, (const EVP_PKEY *key, unsigned char **der), (key, der))
FUNCTION(int, BN_num_bits, (const BIGNUM *number), (number))
FUNCTION(int, BN_bn2bin, (const BIGNUM *number, unsigned char *bytes), (number, bytes))
PROCEDURE(BN_free, (BIGNUM * number), (number))

FUNCTION(const BIO_METHOD *, BIO_s_mem, (void), ())
FUNCTION(BIO *, BIO_new, (const BIO_METHOD *method), (method))
FUNCTION(int, BIO_free, (BIO * bio), (bio))
FUNCTION(int, BIO_write, (BIO * bio, const void *data, int size), (bio, data, size))
FUNCTION(long, BIO_ctrl, (BIO * bio, int command, long value, void *pointer), (bio, command, value, pointer))
FUNCTION(
    EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO * bio, EVP_PKEY **key, pem_password_cb *password, void *context),
    (bio, key, password, context))
FUNCTION(
    X509 *, PEM_read_bio_X509, (BIO * bio, X509 **certificate, pem_password_cb *password, void *context),
    (bio, certificate, password, context))
FUNCTION(int, PEM_write_bio_X509, (BIO * bio, const X509 *certificate), (bio, certificate))

FUNCTION(X509 *, X509_new, (void), ())
PROCEDURE(X509_free, (X509 * certificate), (certificate))
FUNCTION(int, X509_set_version, (X509 * certificate, long version), (certificate, version))
FUNCTION(ASN1_INTEGER *, X509_get_serialNumber, (X509 * certificate), (certificate))
FUNCTION(int, ASN1_INTEGER_set_uint64, (ASN1_INTEGER * integer, uint64_t value), (integer, value))
FUNCTION(X509_NAME *, X509_get_subject_name, (const X509 *certificate), (certificate))
FUNCTION(int, X509_set_issuer_name, (X509 * certificate, const X509_NAME *name), (certificate, name))
FUNCTION(
    int, X509_NAME_add_entry_by_txt,
    (X509_NAME * name, const char *field, int type, const unsigned char *value, int size, int place, int set),
    (name, field, type, value, size, place, set))
FUNCTION(ASN1_TIME *, X509_getm_notBefore, (const X509 *certificate), (certificate))
FUNCTION(ASN1_TIME *, X509_getm_notAfter, (const X509 *certificate), (certificate))
FUNCTION(int, ASN1_TIME_set_string, (ASN1_TIME * time, const char *text), (time, text))
FUNCTION(int, X509_set_pubkey, (X509 * certificate, EVP_PKEY *key), (certificate, key))
FUNCTION(EVP_PKEY *, X509_get_pubkey, (X509 * certificate), (certificate))
FUNCTION(int, X509_sign, (X509 * certificate, EVP_PKEY *key, const EVP_MD *digest), (certificate, key, digest))

#ifdef __APPLE__
/* macOS's crypt does not support the algorithms that are used for passwords. */
int ccrypto_crypt(const char *password, const char *setting, char *hash, size_t size) { return -1; }
#else
static void *crypt_library;

static void open_crypt_library(void) {
  crypt_library = dlopen("libcrypt.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!crypt_library) crypt_library = dlopen("libcrypt.so.2", RTLD_LAZY | RTLD_LOCAL);
}

int ccrypto_crypt(const char *password, const char *setting, char *hash, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_crypt_library);
  __typeof__(&crypt_r) function =
      crypt_library ? (__typeof__(function))dlsym(crypt_library, "crypt_r") : NULL;
  if (!function) return -1;
  struct crypt_data *data = calloc(1, sizeof *data);
  if (!data) return 0;
  const char *found = function(password, setting, data);
  /* On failure, crypt may return a text that begins with `*` and is not a hash. */
  int done = found && found[0] != '*' && strlen(found) < size;
  if (done) strcpy(hash, found);
  OPENSSL_cleanse(data, sizeof *data);
  free(data);
  return done;
}
#endif

#ifdef __APPLE__
#define ARGON2_LIBRARY "libargon2.1.dylib"
#else
#define ARGON2_LIBRARY "libargon2.so.1"
#endif

/* The structure of libargon2. Declaring it here means that building needs none of its headers. */
typedef struct {
  uint8_t *out;
  uint32_t out_size;
  uint8_t *password;
  uint32_t password_size;
  uint8_t *salt;
  uint32_t salt_size;
  uint8_t *secret;
  uint32_t secret_size;
  uint8_t *associated_data;
  uint32_t associated_data_size;
  uint32_t iterations, memory_kib, lanes, threads, version;
  int (*allocate)(uint8_t **memory, size_t size);
  void (*release)(uint8_t *memory, size_t size);
  uint32_t flags;
} argon2_call;

static int (*argon2)(argon2_call *call, int kind);

static void open_argon2_library(void) {
  void *found = dlopen(ARGON2_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  argon2 = found ? (__typeof__(argon2))dlsym(found, "argon2_ctx") : NULL;
}

int ccrypto_has_argon2(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_argon2_library);
  return argon2 != NULL;
}

int ccrypto_argon2(const ccrypto_argon2_parameters *parameters, const unsigned char *password, size_t password_size,
                   const unsigned char *salt, size_t salt_size, unsigned char *hash, size_t hash_size) {
  if (!ccrypto_has_argon2()) return -1;
  /* libargon2 changes no input unless a flag asks for that. One thread does the work of all lanes. */
  argon2_call call = {
      .out = hash,
      .out_size = (uint32_t)hash_size,
      .password = (uint8_t *)password,
      .password_size = (uint32_t)password_size,
      .salt = (uint8_t *)salt,
      .salt_size = (uint32_t)salt_size,
      .associated_data = (uint8_t *)parameters->associated_data,
      .associated_data_size = (uint32_t)parameters->associated_data_size,
      .iterations = parameters->iterations,
      .memory_kib = parameters->memory_kib,
      .lanes = parameters->lanes,
      .threads = 1,
      .version = parameters->version,
  };
  return argon2(&call, parameters->kind) == 0;
}

int ccrypto_system_random(void *bytes, size_t count) { return getentropy(bytes, count) == 0 ? 0 : errno; }

EVP_PKEY *ccrypto_generate_rsa(unsigned int bits) {
  return FOUND(EVP_PKEY_Q_keygen)(NULL, NULL, "RSA", (size_t)bits);
}

EVP_PKEY *ccrypto_generate_p256(void) { return FOUND(EVP_PKEY_Q_keygen)(NULL, NULL, "EC", "P-256"); }

EVP_PKEY *ccrypto_rsa_private_key(const unsigned char *der, long length) {
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

int ccrypto_bn_size(const BIGNUM *number) { return BN_num_bytes(number); }

long ccrypto_bio_bytes(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

void ccrypto_free(void *memory) { OPENSSL_free(memory); }
