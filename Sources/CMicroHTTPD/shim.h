#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// What Swift cannot say: the variadic start, unions behind a C cast, and socket structures with transparent unions.

/// One header field, as it lies in the daemon's read buffer.
struct CMicroHTTPD_field {
  const char *name;
  size_t name_length;
  const char *value;
  size_t value_length;
};

struct CMicroHTTPD_field_list {
  struct CMicroHTTPD_field *fields;
  int capacity;
  int count;
};

/// Leaves escapes as they are: targets are handed on exactly as received.
static size_t CMicroHTTPD_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// Parses a numeric address. Returns the length of the socket address, 0 when the text is none.
static inline socklen_t CMicroHTTPD_parse_address(const char *text, uint16_t port, struct sockaddr_storage *address) {
  memset(address, 0, sizeof(*address));
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    return sizeof(*four);
  }
  if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    return sizeof(*six);
  }
  return 0;
}

/// Opens a listening socket. Returns -1 with errno when that is not possible. SO_REUSEPORT stays away: it would let a
/// second program share the port unnoticed.
static inline int CMicroHTTPD_listen(const struct sockaddr_storage *address, socklen_t length, int backlog) {
  const int on = 1;
  int listener = socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (address->ss_family == AF_INET6) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
  if (bind(listener, (const struct sockaddr *)address, length) == 0 && listen(listener, backlog) == 0) return listener;
  int reason = errno;
  close(listener);
  errno = reason;
  return -1;
}

/// The port that a socket listens on.
static inline uint16_t CMicroHTTPD_port(int listener) {
  struct sockaddr_storage address;
  socklen_t length = sizeof(address);
  if (getsockname(listener, (struct sockaddr *)&address, &length) != 0) return 0;
  return ntohs(
      address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                                    : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

/// Waits for the next connection. Returns its socket, -1 with errno when there is none.
static inline int CMicroHTTPD_accept(int listener, struct sockaddr_storage *address, socklen_t *length) {
  *length = sizeof(*address);
  return accept(listener, (struct sockaddr *)address, length);
}

/// Hands a connection to the daemon, which closes it when it does not want it.
static inline int CMicroHTTPD_add(
    struct MHD_Daemon *daemon, int socket, const struct sockaddr_storage *address, socklen_t length) {
  return MHD_add_connection(daemon, socket, (const struct sockaddr *)address, length) == MHD_YES;
}

/// MHD_start_daemon is variadic. Always poll, never epoll: epoll loses events together with suspend and resume. The daemon
/// does not listen itself: of its threads that wait for the same socket, the one that happens to be faster gets most of the
/// connections and keeps them. Those that are handed to it, it spreads evenly.
static inline struct MHD_Daemon *CMicroHTTPD_start(
    unsigned int threads, unsigned int connections, unsigned int per_address, unsigned int idle_seconds, size_t memory,
    void *context, MHD_AccessHandlerCallback handler,
    void *(*target)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection) {
  unsigned int flags =
      MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
  struct MHD_OptionItem pool[] = {
      {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, threads, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_UNESCAPE_CALLBACK, &CMicroHTTPD_keep_escapes, NULL, MHD_OPTION_URI_LOG_CALLBACK, target, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

static inline int CMicroHTTPD_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// What the connection callback stored for the life of the connection.
static inline void *CMicroHTTPD_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// Writes the client's address as text; an empty text when it has none.
static inline void CMicroHTTPD_client_address(struct MHD_Connection *connection, char *text, socklen_t capacity) {
  text[0] = 0;
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) return;
  const struct sockaddr *address = info->client_addr;
  if (address->sa_family == AF_INET)
    inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr, text, capacity);
  else if (address->sa_family == AF_INET6)
    inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, text, capacity);
}

static enum MHD_Result CMicroHTTPD_collect(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_length, const char *value,
    size_t value_length) {
  (void)kind;
  struct CMicroHTTPD_field_list *list = (struct CMicroHTTPD_field_list *)context;
  if (list->count == list->capacity) {
    list->count += 1;
    return MHD_NO;
  }
  struct CMicroHTTPD_field field = {name, name_length, value, value_length};
  list->fields[list->count++] = field;
  return MHD_YES;
}

/// Collects the header fields; returns how many, capacity + 1 when there are more.
static inline int CMicroHTTPD_fields(struct MHD_Connection *connection, struct CMicroHTTPD_field *fields, int capacity) {
  struct CMicroHTTPD_field_list list = {fields, capacity, 0};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &CMicroHTTPD_collect, &list);
  return list.count;
}

/// The bytes from the start of the request line to the end of the empty line; 0 when they are not known.
static inline size_t CMicroHTTPD_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

/// Milliseconds since the peer last sent anything; -1 when the socket does not say.
static inline int64_t CMicroHTTPD_milliseconds_since_data(int socket) {
  struct tcp_info info;
  socklen_t length = sizeof(info);
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
  return info.tcpi_last_data_recv;
}

/// Whether the peer closed the connection or its sending side.
static inline int CMicroHTTPD_peer_is_gone(int socket) {
  struct pollfd entry = {socket, 0x2000 /* POLLRDHUP, hidden without _GNU_SOURCE */, 0};
  return poll(&entry, 1, 0) > 0 && entry.revents != 0;
}

/// Sends what the socket takes at once, without a signal when the peer is gone.
static inline void CMicroHTTPD_send_last(int socket, const void *bytes, size_t count) {
  (void)send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static inline void CMicroHTTPD_shutdown(int socket) { (void)shutdown(socket, SHUT_RDWR); }

/// Ends our side and reads away what has arrived: a close with unread bytes resets the connection, and the peer may lose
/// the answer. Bounded, for whoever keeps sending.
static inline void CMicroHTTPD_end_politely(int socket) {
  char waste[4096];
  (void)shutdown(socket, SHUT_WR);
  for (int reads = 0; reads < 64 && recv(socket, waste, sizeof(waste), MSG_DONTWAIT) > 0; reads++) {
  }
}

static inline int CMicroHTTPD_last_error(void) { return errno; }

/// The names of these enumerations' cases depend on the importer's mood; they stay on this side.
static inline struct MHD_Response *CMicroHTTPD_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
static inline int CMicroHTTPD_is_start(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}

/// Cast macros of the library that do not import.
static inline ssize_t CMicroHTTPD_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t CMicroHTTPD_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
static inline uint64_t CMicroHTTPD_size_unknown(void) { return MHD_SIZE_UNKNOWN; }
