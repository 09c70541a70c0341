#pragma once
#include <stdint.h>

// Glibc's Swift module does not have <sys/epoll.h>, and transparent unions keep connect() out of reach.

typedef struct {
  uint32_t token;
  int32_t readable;
  int32_t writable;
  int32_t broken;
} CLabEpoll_Event;

/// A new epoll descriptor, or -errno.
int CLabEpoll_create(void);
/// Watches a descriptor for input, and for output too when `writable` is not 0. Returns 0 or -errno.
int CLabEpoll_add(int epoll, int descriptor, uint32_t token, int writable);
/// Changes what a watched descriptor is watched for. Returns 0 or -errno.
int CLabEpoll_modify(int epoll, int descriptor, uint32_t token, int writable);
/// Waits for events; returns their count, 0 at the end of the time or after a signal, or -errno.
int CLabEpoll_wait(int epoll, CLabEpoll_Event *events, int capacity, int milliseconds);
/// Starts a non-blocking TCP connection without Nagle's delay. Returns the descriptor or -errno.
int CLabEpoll_connect(const char *host, const char *port);
/// The pending error of a socket, 0 when there is none.
int CLabEpoll_pending_error(int descriptor);
