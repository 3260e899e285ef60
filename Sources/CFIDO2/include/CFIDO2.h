#ifndef CFIDO2_H
#define CFIDO2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Access to libfido2, which is opened at the first call. Most processes never see a security key. Everything that is
   used is declared here, so building needs none of libfido2's headers. libfido2 1.10 has all of it. */

#ifdef __APPLE__
#define CFIDO2_LIBRARY "libfido2.1.dylib"
#else
#define CFIDO2_LIBRARY "libfido2.so.1"
#endif

struct fido_dev;
struct fido_dev_info;
struct fido_cred;
struct fido_assert;

/// Errors of libfido2 and of security keys, by their values in `fido/err.h`.
enum cfido2_error {
  cfido2_ok = 0x00,
  cfido2_timeout = 0x05,
  cfido2_credential_excluded = 0x19,
  cfido2_unsupported_algorithm = 0x26,
  cfido2_operation_denied = 0x27,
  cfido2_unsupported_option = 0x2b,
  cfido2_keepalive_cancel = 0x2d,
  cfido2_no_credentials = 0x2e,
  cfido2_user_action_timeout = 0x2f,
  cfido2_pin_invalid = 0x31,
  cfido2_pin_blocked = 0x32,
  cfido2_pin_auth_blocked = 0x34,
  cfido2_pin_required = 0x36,
  cfido2_action_timeout = 0x3a,
  cfido2_uv_blocked = 0x3c,
  cfido2_tx = -1,
  cfido2_rx = -2,
  cfido2_invalid_argument = -7,
  cfido2_internal = -9,
};

/// COSE's number of ECDSA with P-256 and SHA-256.
#define CFIDO2_ES256 (-7)
/// The value of `fido_opt_t` that asks for an option. 0 leaves the option out.
#define CFIDO2_TRUE 2

/* Functions of libfido2, by their names without `fido_`. A function that returns an int returns an error of it. */
struct cfido2 {
  void (*_Nonnull init)(int flags);
  const char *_Nullable (*_Nonnull strerr)(int error);

  struct fido_dev_info *_Nullable (*_Nonnull dev_info_new)(size_t count);
  int (*_Nonnull dev_info_manifest)(struct fido_dev_info *_Nonnull list, size_t room, size_t *_Nonnull count);
  const struct fido_dev_info *_Nullable (*_Nonnull dev_info_ptr)(const struct fido_dev_info *_Nonnull list,
                                                                 size_t index);
  const char *_Nullable (*_Nonnull dev_info_path)(const struct fido_dev_info *_Nonnull info);
  const char *_Nullable (*_Nonnull dev_info_manufacturer_string)(const struct fido_dev_info *_Nonnull info);
  const char *_Nullable (*_Nonnull dev_info_product_string)(const struct fido_dev_info *_Nonnull info);
  void (*_Nonnull dev_info_free)(struct fido_dev_info *_Nullable *_Nonnull list, size_t count);

  struct fido_dev *_Nullable (*_Nonnull dev_new)(void);
  int (*_Nonnull dev_open)(struct fido_dev *_Nonnull device, const char *_Nonnull path);
  int (*_Nonnull dev_close)(struct fido_dev *_Nonnull device);
  void (*_Nonnull dev_free)(struct fido_dev *_Nullable *_Nonnull device);
  bool (*_Nonnull dev_is_fido2)(const struct fido_dev *_Nonnull device);
  bool (*_Nonnull dev_has_pin)(const struct fido_dev *_Nonnull device);
  bool (*_Nonnull dev_has_uv)(const struct fido_dev *_Nonnull device);
  int (*_Nonnull dev_set_timeout)(struct fido_dev *_Nonnull device, int milliseconds);
  int (*_Nonnull dev_get_retry_count)(struct fido_dev *_Nonnull device, int *_Nonnull count);
  int (*_Nonnull dev_get_touch_status)(struct fido_dev *_Nonnull device, int *_Nonnull touched, int milliseconds);
  int (*_Nonnull dev_cancel)(struct fido_dev *_Nonnull device);
  void *_Nullable (*_Nonnull dev_io_handle)(const struct fido_dev *_Nonnull device);
  int (*_Nonnull dev_set_io_functions)(struct fido_dev *_Nonnull device, const void *_Nonnull functions);
  int (*_Nonnull dev_set_transport_functions)(struct fido_dev *_Nonnull device, const void *_Nonnull functions);
  int (*_Nonnull dev_make_cred)(struct fido_dev *_Nonnull device, struct fido_cred *_Nonnull credential,
                                const char *_Nullable pin);
  int (*_Nonnull dev_get_assert)(struct fido_dev *_Nonnull device, struct fido_assert *_Nonnull assertion,
                                 const char *_Nullable pin);

  struct fido_cred *_Nullable (*_Nonnull cred_new)(void);
  void (*_Nonnull cred_free)(struct fido_cred *_Nullable *_Nonnull credential);
  int (*_Nonnull cred_set_type)(struct fido_cred *_Nonnull credential, int algorithm);
  int (*_Nonnull cred_set_clientdata_hash)(struct fido_cred *_Nonnull credential, const uint8_t *_Nullable hash,
                                           size_t size);
  int (*_Nonnull cred_set_rp)(struct fido_cred *_Nonnull credential, const char *_Nonnull id,
                              const char *_Nullable name);
  int (*_Nonnull cred_set_user)(struct fido_cred *_Nonnull credential, const uint8_t *_Nullable id, size_t id_size,
                                const char *_Nullable name, const char *_Nullable display_name,
                                const char *_Nullable icon);
  int (*_Nonnull cred_set_rk)(struct fido_cred *_Nonnull credential, int option);
  int (*_Nonnull cred_set_uv)(struct fido_cred *_Nonnull credential, int option);
  int (*_Nonnull cred_exclude)(struct fido_cred *_Nonnull credential, const uint8_t *_Nullable id, size_t size);
  const uint8_t *_Nullable (*_Nonnull cred_id_ptr)(const struct fido_cred *_Nonnull credential);
  size_t (*_Nonnull cred_id_len)(const struct fido_cred *_Nonnull credential);
  const uint8_t *_Nullable (*_Nonnull cred_authdata_raw_ptr)(const struct fido_cred *_Nonnull credential);
  size_t (*_Nonnull cred_authdata_raw_len)(const struct fido_cred *_Nonnull credential);

  struct fido_assert *_Nullable (*_Nonnull assert_new)(void);
  void (*_Nonnull assert_free)(struct fido_assert *_Nullable *_Nonnull assertion);
  int (*_Nonnull assert_set_rp)(struct fido_assert *_Nonnull assertion, const char *_Nonnull id);
  int (*_Nonnull assert_set_clientdata_hash)(struct fido_assert *_Nonnull assertion, const uint8_t *_Nullable hash,
                                             size_t size);
  int (*_Nonnull assert_set_uv)(struct fido_assert *_Nonnull assertion, int option);
  int (*_Nonnull assert_allow_cred)(struct fido_assert *_Nonnull assertion, const uint8_t *_Nullable id,
                                    size_t size);
  size_t (*_Nonnull assert_count)(const struct fido_assert *_Nonnull assertion);
  const uint8_t *_Nullable (*_Nonnull assert_id_ptr)(const struct fido_assert *_Nonnull assertion, size_t index);
  size_t (*_Nonnull assert_id_len)(const struct fido_assert *_Nonnull assertion, size_t index);
  const uint8_t *_Nullable (*_Nonnull assert_authdata_ptr)(const struct fido_assert *_Nonnull assertion,
                                                           size_t index);
  size_t (*_Nonnull assert_authdata_len)(const struct fido_assert *_Nonnull assertion, size_t index);
  const uint8_t *_Nullable (*_Nonnull assert_sig_ptr)(const struct fido_assert *_Nonnull assertion, size_t index);
  size_t (*_Nonnull assert_sig_len)(const struct fido_assert *_Nonnull assertion, size_t index);
  const uint8_t *_Nullable (*_Nonnull assert_user_id_ptr)(const struct fido_assert *_Nonnull assertion,
                                                          size_t index);
  size_t (*_Nonnull assert_user_id_len)(const struct fido_assert *_Nonnull assertion, size_t index);
};

/// Opens libfido2 and returns its functions; NULL if it is not installed.
///
/// libfido2 wants to be initialised in each thread that calls it, and this does that. So call it in each operation,
/// and do not keep the result.
const struct cfido2 *_Nullable cfido2_open(void);

/// How commands reach a device that is not on USB.
///
/// `command` is CTAPHID's command byte, and the bytes are its whole message.
struct cfido2_transport {
  void *_Nullable context;
  /// Returns 0, or -1 if the message cannot be sent.
  int (*_Nonnull send)(void *_Nullable context, uint8_t command, const uint8_t *_Nullable bytes, size_t count);
  /// Stores an answer in `room` bytes and returns its size; -1 if there is none after `milliseconds`.
  ///
  /// Negative `milliseconds` are no limit.
  int (*_Nonnull receive)(void *_Nullable context, uint8_t command, uint8_t *_Nonnull bytes, size_t room,
                          int milliseconds);
};

/// Opens `device` over `transport`, which must live until the device is closed.
int cfido2_dev_open_over(struct fido_dev *_Nonnull device, const struct cfido2_transport *_Nonnull transport);

/// Overwrites `count` bytes. The compiler cannot leave this out.
void cfido2_wipe(void *_Nonnull bytes, size_t count);

#endif
