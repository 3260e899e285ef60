#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/* libcurl, opened when the first request is sent: linking it would cost every start of the program.
   Swift sees libcurl's types and constants, and these wrappers instead of its functions: variadic ones
   cannot be imported, and none is linked. */

/// Opens libcurl, once in the process's life; 0 when it is there.
int ccurl_open(void);

/// The version of the libcurl that is there, without preparing it for requests; NULL where there is none.
const char *ccurl_version(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_reset(CURL *handle);
void ccurl_easy_cleanup(CURL *handle);
CURLcode ccurl_easy_perform(CURL *handle);
const char *ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// For options that libcurl copies.
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value);
/// For options whose value must outlive the request.
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, curl_write_callback callback);
CURLcode ccurl_set_progress(CURL *handle, curl_xferinfo_callback callback);
CURLcode ccurl_set_before_request(CURL *handle, curl_prereq_callback callback);

/// The `long` that `info` stands for, 0 where there is none.
long ccurl_get_long(CURL *handle, CURLINFO info);
/// The `curl_off_t` that `info` stands for, 0 where there is none.
curl_off_t ccurl_get_size(CURL *handle, CURLINFO info);

/// The list with a copy of `line` at its end; NULL without memory for it.
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags);
/// On success `*value` is to be given back with `ccurl_free`.
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **value, unsigned int flags);
void ccurl_free(void *value);

#endif
