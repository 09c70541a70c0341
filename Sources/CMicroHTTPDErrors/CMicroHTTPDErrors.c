#define _GNU_SOURCE
#include "CMicroHTTPDErrors.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stddef.h>

typedef enum MHD_Result (*queue_function)(struct MHD_Connection *, unsigned int, struct MHD_Response *);

static _Atomic(CMicroHTTPDErrors_observer) observer;
static _Atomic(queue_function) library_function;

static queue_function library(void) {
  queue_function found = atomic_load_explicit(&library_function, memory_order_relaxed);
  if (found != NULL) return found;
  found = (queue_function)dlsym(RTLD_NEXT, "MHD_queue_response");
  atomic_store_explicit(&library_function, found, memory_order_relaxed);
  return found;
}

void CMicroHTTPDErrors_observe(CMicroHTTPDErrors_observer told) { atomic_store(&observer, told); }

int CMicroHTTPDErrors_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  queue_function queue = library();
  return queue != NULL && queue(connection, status, response) == MHD_YES;
}

/// Reached by name only, which is by the library.
enum MHD_Result MHD_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  CMicroHTTPDErrors_observer told = atomic_load(&observer);
  const union MHD_ConnectionInfo *info =
      told == NULL ? NULL : MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  if (info == NULL || info->socket_context == NULL)
    return CMicroHTTPDErrors_queue(connection, status, response) ? MHD_YES : MHD_NO;
  told(info->socket_context, status);
  return MHD_NO;
}
