#pragma once
#include <curl/curl.h>
#include <sys/socket.h>

// The set and get functions of libcurl are variadic, and checked by macros that do not import.

static inline CURLcode CCurl_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode CCurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode CCurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode CCurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode CCurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return (curl_easy_setopt)(easy, option, value);
}

typedef size_t (*CCurl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode CCurl_set_data_callback(CURL *easy, CURLoption option, CCurl_data_callback callback) {
  return (curl_easy_setopt)(easy, option, callback);
}

static inline CURLcode CCurl_set_socket_callback(CURL *easy, curl_opensocket_callback callback, void *context) {
  CURLcode code = (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code == CURLE_OK ? (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, context) : code;
}
/// The usual socket for an address that libcurl means to connect to.
static inline curl_socket_t CCurl_open_socket(struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline CURLcode CCurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}
static inline CURLMcode CCurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

/// CURL_GLOBAL_DEFAULT is a macro over macros. libcurl guards this with a lock since 7.84.
static inline CURLcode CCurl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

/// The result of the next finished transfer: the handle, NULL when there is none. `data` of the message is a union.
static inline CURL *CCurl_next_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
