#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <microhttpd.h>

/* libmicrohttpd, opened at the first listen. Swift sees its types and constants, and these wrappers
   instead of its functions. */

/// Opens libmicrohttpd, once in the process's life; 0 when it is there.
int cmicrohttpd_open(void);

/// What a daemon calls, each with `context` first.
struct cmicrohttpd_callbacks {
  void *(*began)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *context;
};

/// A daemon with one thread per connection on `socket`, which it does not close; NULL when it cannot start.
struct MHD_Daemon *cmicrohttpd_start(int socket, unsigned int connections, size_t connection_memory,
                                     size_t stack_size, struct cmicrohttpd_callbacks callbacks);
/// Stops accepting.
void cmicrohttpd_quiesce(struct MHD_Daemon *daemon);
/// Closes the connections and ends the threads.
void cmicrohttpd_stop(struct MHD_Daemon *daemon);

int cmicrohttpd_socket(struct MHD_Connection *connection);
/// What the connection callback stored for this connection.
void *cmicrohttpd_socket_context(struct MHD_Connection *connection);

void cmicrohttpd_each_header(struct MHD_Connection *connection, MHD_KeyValueIterator visit, void *context);

/// A response with a copy of `body`.
struct MHD_Response *cmicrohttpd_response(const void *body, size_t size);
void cmicrohttpd_response_header(struct MHD_Response *response, const char *name, const char *value);
/// Answers with `response` and gives it up.
enum MHD_Result cmicrohttpd_answer(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response);

#endif
