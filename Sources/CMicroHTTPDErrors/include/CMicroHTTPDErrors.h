#pragma once

// How the server takes over the answers that libmicrohttpd would give by itself.
//
// Before a handler sees a request the library answers what it cannot read with HTML of its own, and one of those answers
// (a malformed Content-Length) goes out with two heads. There is no option against it. But the library queues its own
// answers through its public function `MHD_queue_response`, called by name, and a program's definition of a name comes
// before a library's (System V ABI, dynamic linking, "shared object dependencies"). So the function stands here a second
// time: a call by name is the library's own, and is refused after the server has been told; the library then closes the
// connection. The server itself calls `CMicroHTTPDErrors_queue`, which is the library's function.
//
// The tests of hostile requests fail when a version of the library stops calling by name.

struct MHD_Connection;
struct MHD_Response;

/// Told of an answer of the library: the pointer that the connection callback stored, and the status.
typedef void (*CMicroHTTPDErrors_observer)(void *context, unsigned int status);

/// Sets who is told. Until then the library answers by itself.
void CMicroHTTPDErrors_observe(CMicroHTTPDErrors_observer observer);

/// The library's `MHD_queue_response`; 1 for yes.
int CMicroHTTPDErrors_queue(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
