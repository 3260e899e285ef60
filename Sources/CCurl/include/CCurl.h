#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

/* Access to libcurl, which is opened at the first request. Linking it would slow down every start of the program.
   Swift uses libcurl's types and constants, and these wrappers instead of its functions. */

/// Opens libcurl once per process; returns 0 if it is installed.
int ccurl_open(void);

/// Returns the version of libcurl, without initializing it; NULL if it is not installed.
const char *ccurl_version(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_reset(CURL *handle);
void ccurl_easy_cleanup(CURL *handle);
CURLcode ccurl_easy_perform(CURL *handle);
const char *ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// Sets an option whose value libcurl copies.
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value);
/// Sets an option whose value must stay valid during the request.
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, curl_write_callback callback);
CURLcode ccurl_set_progress(CURL *handle, curl_xferinfo_callback callback);
CURLcode ccurl_set_before_request(CURL *handle, curl_prereq_callback callback);

/// Returns the `long` value of `info`; 0 if there is none.
long ccurl_get_long(CURL *handle, CURLINFO info);
/// Returns the `curl_off_t` value of `info`; 0 if there is none.
curl_off_t ccurl_get_size(CURL *handle, CURLINFO info);

/// Appends a copy of `line` to the list and returns the list; NULL if there is no memory.
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *value, unsigned int flags);
/// Reads a part of the URL. On success, free `*value` with `ccurl_free`.
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **value, unsigned int flags);
void ccurl_free(void *value);

#endif
