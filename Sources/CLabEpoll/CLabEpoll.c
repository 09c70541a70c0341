#define _GNU_SOURCE
#include "CLabEpoll.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int CLabEpoll_create(void) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

static int control(int epoll, int operation, int descriptor, uint32_t token, int writable) {
  struct epoll_event event = {.events = EPOLLIN | (writable ? EPOLLOUT : 0), .data = {.u32 = token}};
  return epoll_ctl(epoll, operation, descriptor, &event) < 0 ? -errno : 0;
}

int CLabEpoll_add(int epoll, int descriptor, uint32_t token, int writable) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, token, writable);
}

int CLabEpoll_modify(int epoll, int descriptor, uint32_t token, int writable) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, token, writable);
}

int CLabEpoll_wait(int epoll, CLabEpoll_Event *events, int capacity, int milliseconds) {
  struct epoll_event ready[256];
  int limit = capacity < 256 ? capacity : 256;
  int count = epoll_wait(epoll, ready, limit, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    events[i].token = ready[i].data.u32;
    events[i].readable = (ready[i].events & EPOLLIN) != 0;
    events[i].writable = (ready[i].events & EPOLLOUT) != 0;
    events[i].broken = (ready[i].events & (EPOLLERR | EPOLLHUP)) != 0;
  }
  return count;
}

static int start(const struct addrinfo *address) {
  int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol);
  if (descriptor < 0) return -errno;
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS) return descriptor;
  int reason = errno;
  close(descriptor);
  return -reason;
}

int CLabEpoll_connect(const char *host, const char *port) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, port, &hints, &found) != 0) return -EADDRNOTAVAIL;
  int result = start(found);
  freeaddrinfo(found);
  return result;
}

int CLabEpoll_pending_error(int descriptor) {
  int reason = 0;
  socklen_t size = sizeof reason;
  return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &size) < 0 ? errno : reason;
}
